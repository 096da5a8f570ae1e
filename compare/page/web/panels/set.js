// The panel to set puzzles: constraints, quasi-magic sums, regions, and the sheet.

import { h, showError } from '../dom.js';
import { mountMagic, mountRegions, mountSheet } from '../layout.js';
import { mountPalette } from '../palette.js';

/** @type {import('../types.js').Panel} */
export const panel = {
  id: 'set',
  title: 'Set',
  mount(element, app) {
    const sections = [mountMagic, mountRegions, mountSheet].map((mount) => {
      const section = h('section');
      mount(section, app);
      return section;
    });
    const palette = h('div', { class: 'stack wide-gap' });
    element.append(palette, ...sections);
    let mounted = false;
    element.addEventListener('show', async () => {
      try {
        const { kinds, groups } = await app.about();
        if (mounted) return;
        mounted = true;
        showError(palette, null);
        mountPalette(palette, app, kinds, groups);
      } catch (error) {
        showError(palette, error);
      }
    });
  },
};
