// The pad below the grid: kinds of marks, digits or colours, and what is done with the selection.

import { button, h, icon } from './dom.js';
import { letterOf, shapeOf } from './cells.js';
import { colours, erase, modes, put } from './marks.js';

/** undo and redo, with their announcements. @param {import('./types.js').App} app @param {'undo' | 'redo'} way */
export function travel({ store, announce }, way) {
  const label = store[way]();
  announce(label ? `${way === 'undo' ? 'undone' : 'done again'}: ${label}` : `nothing to ${way}`);
}

/** keepFocus leaves the focus where it is when a button is clicked, so that keys go on to enter digits. @param {Event} event */
export const keepFocus = (event) => event.preventDefault();

/**
 * mountPad puts the pad into an element.
 * @param {HTMLElement} pad
 * @param {import('./types.js').App} app
 */
export function mountPad(pad, app) {
  const { store, grid } = app;
  const kinds = modes.map(({ mode, title, key }) => button(title, () => { store.mode = mode; },
    { 'data-mode': mode, title: key ? `${title}: or hold ${key}` : title }));
  const digits = h('div', { class: 'digits', role: 'group' });
  const multi = button('Multi', () => {
    const on = multi.getAttribute('aria-pressed') !== 'true';
    multi.setAttribute('aria-pressed', String(on));
    grid.setMulti(on);
  }, { 'aria-pressed': 'false', title: 'Taps add to the selection' });
  const clear = button([icon('M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5'), 'Erase'], () => app.announce(erase(store)),
    { class: 'with-icon' });
  const further = h('p', { class: 'muted small' }, 'Further values can be entered only in a file.');
  pad.addEventListener('mousedown', keepFocus);
  pad.append(h('div', { class: 'modes segmented', role: 'group', 'aria-label': 'What a digit is' }, kinds), digits,
    h('div', { class: 'row' }, multi, clear), further);

  function paint() {
    pad.classList.toggle('regions', store.mode === 'region');
    for (const kind of kinds) kind.setAttribute('aria-pressed', String(kind.dataset.mode === store.mode));
    const coloured = store.mode === 'colour', values = coloured ? colours.map((_, i) => i + 1) : valuesOf();
    digits.setAttribute('aria-label', coloured ? 'Colours' : store.mode === 'region' ? 'Numbers of regions' : 'Digits');
    digits.dataset.mode = store.mode;
    further.hidden = coloured || store.mode === 'region' || !((shapeOf(store.puzzle)?.values.length ?? 0) > values.length);
    const content = `${store.mode} ${values}`;
    if (digits.dataset.content === content) return;
    digits.dataset.content = content;
    document.documentElement.style.setProperty('--below', values.length > 12 ? '354px' : '304px'); // room below the grid
    digits.style.setProperty('--count', String(values.length > 12 ? Math.ceil(values.length / 2) : values.length));
    digits.replaceChildren(...values.map((value) => {
      const [name, code] = coloured ? colours[value - 1] : [String(value), ''];
      const key = button(coloured ? '' : name, () => app.announce(put(store, value, store.mode)),
        { 'aria-label': coloured ? name : undefined, title: coloured ? `${name} (${value})` : value > 9 && value < 36
          ? `key ${letterOf(value)}` : undefined });
      if (coloured) key.style.setProperty('--swatch', code);
      key.classList.toggle('swatch', coloured);
      return key;
    }));
  }

  /** valuesOf lists what can be entered: regions are numbered from 1. */
  function valuesOf() {
    const shape = shapeOf(store.puzzle);
    if (!shape) return [];
    return store.mode === 'region' ? Array.from({ length: Math.max(shape.rows, shape.columns) }, (_, i) => i + 1)
      : shape.values.slice(0, 36);
  }
  store.addEventListener('mode', paint);
  store.addEventListener('puzzle', paint);
  paint();
}
