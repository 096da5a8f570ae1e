// The panel to set puzzles: constraints, quasi-magic sums, regions, and the sheet.

import { h, showError } from '../dom.js';
import { mountMagic, mountRegions, mountSheet } from '../layout.js';
import { mountPalette } from '../palette.js';

/** @type {import('../types.js').Panel} */
export const panel = {
  id: 'set',
  title: 'Clues',
  mount(element, app) {
    const sections = [mountMagic, mountRegions, mountSheet].map((mount) => {
      const section = h('section');
      mount(section, app);
      return section;
    });
    const palette = h('div', { class: 'stack wide-gap' });
    element.append(palette, ...sections);
    /** @type {(() => void) | undefined} */
    let leave;
    const load = async () => {
      try {
        const { kinds, groups } = await app.about();
        if (leave) return;
        showError(palette, null);
        leave = mountPalette(palette, app, kinds, groups);
      } catch (error) {
        showError(palette, error);
        app.store.addEventListener('puzzle', load, { once: true });
      }
    };
    element.addEventListener('show', load);
    element.addEventListener('hide', () => {
      leave?.();
      if (app.store.mode === 'region') app.store.mode = 'given';
    });
  },
};
