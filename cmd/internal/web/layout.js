// The layout of a puzzle: a new grid, its regions, and the sums of quasi-magic boxes.

import { button, h, labelled, offer, select } from './dom.js';
import { allCells, placeOf, regionLetter, regionLetters, regionNumber, sayMany, shapeOf } from './cells.js';
import { lacksRegion } from './grid.js';
import { set, without } from './state.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').Puzzle} Puzzle */
/** @typedef {import('./cells.js').Shape} Shape */

const jigsaw = 'jigsaw', noBoxes = 'none';

/** The most rows or columns of a new grid. */
const mostSide = 36;

/** boxesOf lists the boxes that tile a grid and have room for different values. @param {number} rows @param {number} columns */
function boxesOf(rows, columns) {
  const size = Math.max(rows, columns), boxes = [];
  if (size > mostSide) return [];
  for (let r = 1; r <= rows; r++) {
    for (let c = 1; c <= columns; c++) {
      if (rows % r === 0 && columns % c === 0 && r * c === size && r > 1 && c > 1) boxes.push([r, c]);
    }
  }
  // The squarest first, then those that are wider than high.
  return boxes.sort(([a, b], [c, d]) => Math.abs(a - b) - Math.abs(c - d) || a - c).map(([r, c]) => `${r}x${c}`);
}

/**
 * newPuzzle asks for a layout and opens an empty puzzle.
 * @param {App} app
 */
export function newPuzzle({ store, announce }) {
  const shape = shapeOf(store.puzzle);
  const rows = h('input', { type: 'number', min: 1, max: mostSide, required: true, value: shape?.rows ?? 9 });
  const columns = h('input', { type: 'number', min: 1, max: mostSide, required: true, value: shape?.columns ?? 9 });
  const values = h('input', { type: 'text', placeholder: '1..9', autocomplete: 'off' });
  const boxes = select([]);
  const refresh = () => {
    const fitting = boxesOf(rows.valueAsNumber, columns.valueAsNumber);
    offer(boxes, [...fitting.map((box) => ({ value: box, text: `boxes of ${box.replace('x', ' × ')}` })),
      { value: noBoxes, text: 'no boxes' }, { value: jigsaw, text: 'regions to paint' }]);
    values.placeholder = `1..${Math.max(rows.valueAsNumber, columns.valueAsNumber) || 9}`;
  };
  rows.addEventListener('input', refresh);
  columns.addEventListener('input', refresh);
  const presets = [4, 6, 8, 9, 10, 12, 16].map((size) => button(`${size}`, () => {
    rows.value = columns.value = String(size);
    refresh();
  }, { 'aria-label': `${size} by ${size}` }));
  const form = h('form', { method: 'dialog', class: 'stack' }, h('h2', { id: 'new-title' }, 'New puzzle'),
    h('div', { class: 'segmented', role: 'group', 'aria-label': 'Size' }, presets),
    h('div', { class: 'pair' }, labelled('Rows', rows), labelled('Columns', columns)),
    labelled('Boxes', boxes), labelled('Values, such as 0..8 (left empty: from 1)', values),
    h('div', { class: 'row end' }, button('Cancel', () => dialog.close()),
      h('button', { type: 'submit', class: 'primary' }, 'Create')));
  const dialog = h('dialog', { 'aria-labelledby': 'new-title', onclose: () => dialog.remove() }, form);
  form.addEventListener('submit', () => {
    const [r, c] = [rows.valueAsNumber, columns.valueAsNumber];
    store.open({ grid: gridOf(r, c, boxes.value, values.value.trim()) }, 'new puzzle');
    store.mode = boxes.value === jigsaw ? 'region' : 'given';
    announce(`new puzzle, ${r} rows, ${c} columns`);
  });
  document.body.append(dialog);
  refresh();
  dialog.showModal();
}

/**
 * gridOf writes a grid as short as it can.
 * @param {number} rows
 * @param {number} columns
 * @param {string} boxes
 * @param {string} values
 */
function gridOf(rows, columns, boxes, values) {
  /** @type {import('./types.js').GridSpec} */
  const grid = { rows, columns };
  if (boxes !== jigsaw && boxes !== noBoxes) grid.boxes = boxes;
  if (values) grid.values = values.includes(',') ? values.split(/[\s,]+/) : values;
  return rows === columns && grid.boxes && !values ? { boxes } : grid;
}

/**
 * paintRegion puts the selected cells into a region, numbered from 1; 0 takes them out. It says what it did.
 * @param {import('./state.js').Store} store
 * @param {number} region
 */
export function paintRegion(store, region) {
  const shape = shapeOf(store.puzzle), cells = [...store.selection];
  if (!shape || !cells.length) return 'No cell is selected';
  if (region > Math.max(shape.rows, shape.columns)) return `There are ${Math.max(shape.rows, shape.columns)} regions`;
  const rows = (shape.regions ?? regionsOf(shape)).map((row) => [...row]);
  for (const [row, column] of cells.map(placeOf)) rows[row][column] = region ? regionLetter(region) : '.';
  store.edit(region ? `region ${region}` : 'no region', (p) => withRegions(p, rows.map((row) => row.join(''))));
  return `${sayMany(cells)} ${region ? `in region ${region}` : 'in no region'}`;
}

/** withRegions puts regions in the place of boxes; quasi-magic sums need boxes. @param {Puzzle} puzzle @param {string[]} rows */
function withRegions(puzzle, rows) {
  const text = rows.join('\n'), size = { rows: rows.length, columns: rows[0].length };
  const grid = { ...without(puzzle.grid ?? {}, 'boxes'), ...size };
  return { ...without(puzzle, 'quasi-magic'), grid: set(grid, 'regions', /[^.\s]/.test(text) ? text : undefined) };
}

/** regionsOf returns the regions of a grid, with letters from A on: those that it has, or its boxes. @param {Shape} shape */
function regionsOf(shape) {
  const { rows, columns, boxRows, boxColumns, regions } = shape;
  if (regions) {
    const letters = regionLetters(shape);
    return regions.map((row) => [...row].map((one) => one === '.' ? '.' : regionLetter(letters.indexOf(one) + 1)).join(''));
  }
  return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) =>
    boxRows ? regionLetter(Math.floor(r / boxRows) * (columns / boxColumns) + Math.floor(c / boxColumns) + 1) : '.').join(''));
}

/**
 * mountRegions puts the switch to paint regions into an element.
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountRegions(element, { store, announce }) {
  const state = h('p', { class: 'small muted', role: 'status' });
  const paint = button('Paint regions', () => {
    const shape = shapeOf(store.puzzle), on = store.mode !== 'region', wasMagic = 'quasi-magic' in store.puzzle;
    if (!shape) return;
    if (on && (shape.boxRows || shape.regions)) store.edit('regions to paint', (p) => withRegions(p, regionsOf(shape)));
    store.mode = on ? 'region' : 'given';
    announce(!on ? 'Regions are painted' : `Select cells, then enter the number of their region${
      wasMagic ? '. The quasi-magic sums are gone: they need boxes' : ''}`);
  }, { 'aria-pressed': 'false' });
  element.append(h('h2', {}, 'Regions'), h('div', { class: 'row' }, paint), state);

  function refresh() {
    const shape = shapeOf(store.puzzle), on = store.mode === 'region';
    paint.setAttribute('aria-pressed', String(on));
    paint.textContent = on ? 'Done' : shape?.regions ? 'Paint regions' : 'Paint regions (jigsaw)';
    paint.disabled = !shape;
    state.textContent = shape && (on || shape.regions) ? sayRegions(shape) : '';
  }
  store.addEventListener('puzzle', refresh);
  store.addEventListener('mode', refresh);
  refresh();
}

/** sayRegions says which cells lack a region, and which regions have too few cells or too many. @param {Shape} shape */
function sayRegions(shape) {
  const lacking = allCells(shape).filter((cell) => lacksRegion(cell, shape)), size = Math.max(shape.rows, shape.columns);
  const text = (shape.regions ?? []).join('');
  const odd = regionLetters(shape).map((one) => ({ one, cells: text.split(one).length - 1 })).filter(({ cells }) =>
    cells !== size);
  const words = [];
  if (lacking.length) words.push(`Cells without a region: ${lacking.length < 6 ? lacking.join(', ') : lacking.length}.`);
  const wrong = odd.map(({ one, cells }) => `region ${regionNumber(one)} has ${cells}`);
  if (wrong.length) words.push(`Not ${size} cells: ${wrong.join(', ')}.`);
  return words.join(' ') || `Every cell is in a region of ${size} cells.`;
}

/**
 * mountMagic puts the slider of quasi-magic sums into an element.
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountMagic(element, { store }) {
  const slider = h('input', { type: 'range', min: -1, step: 1,
    'aria-label': 'Quasi-magic: how far sums may be from the magic constant', oninput: move });
  const state = h('p', { class: 'small muted' }), value = h('output', {});
  element.append(h('div', { class: 'row between' }, h('h2', {}, 'Quasi-magic'), value), slider, state);

  function move() {
    const delta = slider.valueAsNumber;
    store.edit('quasi-magic', (p) => {
      const magic = p['quasi-magic'];
      return set(p, 'quasi-magic', delta < 0 ? undefined : typeof magic === 'object' ? { ...magic, delta } : delta);
    }, true);
  }

  function refresh() {
    const shape = shapeOf(store.puzzle), order = shape?.boxRows ?? 0;
    const fits = shape !== null && order > 1 && order === shape.boxColumns;
    const most = (order ** 3 - order ** 2) / 2, constant = order * (order ** 2 + 1) / 2, magic = store.puzzle['quasi-magic'];
    const delta = Number(typeof magic === 'object' ? magic.delta : magic ?? -1);
    slider.disabled = !fits;
    slider.max = String(fits ? most : 9);
    slider.value = String(delta);
    value.textContent = delta < 0 ? 'off' : `Δ = ${delta}`;
    slider.setAttribute('aria-valuetext', delta < 0 ? 'off' : `delta ${delta}`);
    state.textContent = !fits ? 'Only grids with square boxes have these sums.'
      : delta < 0 ? 'Sums of the lines of boxes are free.'
      : delta === 0 ? `Rows, columns and diagonals of a box add up to ${constant}.`
      : `Rows, columns and diagonals of a box add up to ${constant - delta} to ${constant + delta}.`;
  }
  store.addEventListener('puzzle', refresh);
  refresh();
}

/**
 * mountSheet puts the puzzle's title, author and rules into an element.
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountSheet(element, { store }) {
  const fields = /** @type {const} */ (['name', 'author', 'rules']).map((key) => {
    const input = key === 'rules' ? h('textarea', { rows: 4 }) : h('input', { type: 'text', autocomplete: 'off' });
    input.addEventListener('input', () => store.edit(`change the ${key}`, (p) => set(p, key, input.value || undefined), true));
    return { key, input };
  });
  element.append(h('h2', {}, 'Title and rules'), ...fields.map(({ key, input }) =>
    labelled({ name: 'Title', author: 'Author', rules: 'Rules in words' }[key], input)));
  const refresh = () => {
    for (const { key, input } of fields) {
      const text = store.puzzle[key] ?? '';
      if (input.value !== text) input.value = text; // the cursor stays where it is
    }
  };
  store.addEventListener('puzzle', refresh);
  refresh();
}

