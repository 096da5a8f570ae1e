// What people enter into cells: givens, values, corner and centre marks, colours; by keys and by the pad.

import { letterOf, sayMany, shapeOf, valueOf } from './cells.js';
import { paintRegion } from './layout.js';
import { set } from './state.js';

/** @typedef {import('./state.js').Store} Store */
/** @typedef {import('./state.js').Mode} Mode */
/** @typedef {import('./types.js').Puzzle} Puzzle */

/** colours are those of the pad; the picture has another shade of each in the dark. */
export const colours = [['grey', '#cfcfcf'], ['red', '#f5c6c6'], ['orange', '#ffccaa'], ['yellow', '#f5dd66'],
  ['green', '#c9ebc9'],
  ['teal', '#33bbbb'], ['blue', '#c9d2f7'], ['purple', '#cdb1ff'], ['pink', '#e08fb0']];

/** colourName returns a colour's name. @param {string} colour */
export const colourName = (colour) => colours.find(([, code]) => code === colour)?.[0] ?? `colour ${colour}`;

/** modes are what a digit can be. @type {{mode: Mode, title: string, key: string}[]} */
export const modes = [{ mode: 'given', title: 'Given', key: '' }, { mode: 'value', title: 'Value', key: '' },
  { mode: 'corner', title: 'Corner', key: 'Shift' }, { mode: 'centre', title: 'Centre', key: 'Ctrl' },
    { mode: 'colour', title: 'Colour', key: 'Alt' }];

/**
 * modeOf returns the mode that a key chooses: Space the next one, and the keys of SudokuPad theirs. Values have the first of these,
 * and a second Z is for givens.
 * @param {string} key @param {Mode} now @returns {Mode | undefined}
 */
function modeOf(key, now) {
  if (key === ' ') return modes[(modes.findIndex(({ mode }) => mode === now) + 1) % modes.length].mode;
  return /** @type {Record<string, Mode>} */ ({ z: now === 'value' ? 'given' : 'value', x: 'corner', c: 'centre', v: 'colour' })[key];
}

/** valueIn returns the given or the entered value of a cell, or undefined. @param {Puzzle} puzzle @param {string} cell */
export const valueIn = (puzzle, cell) => puzzle.givens?.[cell] ?? puzzle.marks?.[cell]?.value;

/**
 * enter takes a key that enters a value, and reports whether it was one. Shift, Ctrl and Alt choose the kind of mark.
 * @param {Store} store @param {KeyboardEvent} event @param {(text: string) => void} announce
 */
export function enter(store, event, announce) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code), shape = shapeOf(store.puzzle);
  const value = digit ? Number(digit[1]) : valueOf(event.key), within = event.ctrlKey || event.metaKey;
  const next = within || event.altKey || store.mode === 'region' ? undefined : modeOf(event.key.toLowerCase(), store.mode);
  if (next && (value < 0 || !shape?.values.includes(value))) {
    store.mode = next;
    announce(`${next} mode`);
    return true;
  }
  // Letters with Ctrl or Alt are the browser's.
  if (value < 0 || !digit && (within || event.altKey)) return false;
  const mode = within ? 'centre' : event.altKey ? 'colour' : event.shiftKey ? 'corner' : store.mode;
  if (mode !== 'colour' && mode !== 'region' && shape && !shape.values.includes(value)) {
    if (value !== 0) announce(`${letterOf(value)} is no value of this grid`);
    return false;
  }
  announce(put(store, value, mode));
  return true;
}

/**
 * put enters a value into the selected cells, or takes it out if all of them have it. It says what it did.
 * @param {Store} store @param {number} value  of colours, the number from 1 @param {Mode} mode
 */
export function put(store, value, mode) {
  if (store.drawing) return store.drawing;
  if (mode === 'region') return paintRegion(store, value);
  const { puzzle } = store, marks = puzzle.marks ?? {}, givens = puzzle.givens ?? {};
  const item = mode === 'colour' ? colours[value - 1]?.[1] : value;
  const cells = [...store.selection].filter((cell) => mode === 'given' || givens[cell] === undefined || mode === 'colour');
  if (item === undefined) return 'There is no such colour';
  if (!cells.length) return store.selection.size ? 'Givens stay: choose the given mode to change them' : 'No cell is selected';
  const text = `${mode} ${mode === 'colour' ? colourName(String(item)) : value}`;
  const where = sayMany(cells);
  if (mode === 'given') {
    const out = cells.every((cell) => givens[cell] === value);
    store.edit(text, (p) => withGivens(p, cells, out ? undefined : value));
    return `${out ? 'removed ' : ''}${text}, ${where}`;
  }
  const list = mode === 'value' ? '' : mode === 'colour' ? 'colours' : mode;
  /** @param {string} cell @returns {any[]} */
  const listOf = (cell) => /** @type {any} */ (marks[cell])?.[list] ?? [];
  const out = list ? cells.every((cell) => listOf(cell).includes(item)) : cells.every((cell) => marks[cell]?.value === value);
  store.edit(text, (p) => withMarks(p, cells, (mark, cell) => {
    if (!list) return set(mark, 'value', out ? undefined : item);
    const others = listOf(cell).filter((one) => one !== item), all = out ? others : [...others, item];
    return set(mark, list, all.length ? list === 'colours' ? all : all.sort((a, b) => a - b) : undefined);
  }));
  return `${out ? 'removed ' : ''}${text}, ${where}`;
}

/**
 * erase empties the selected cells: what the mode enters if there is any, otherwise the topmost that there is. It says what it
 * did.
 * @param {Store} store
 */
export function erase(store) {
  const { puzzle, mode } = store, cells = [...store.selection];
  if (store.drawing) return store.drawing;
  if (mode === 'region') return paintRegion(store, 0);
  const here = { given: '', value: 'value', corner: 'corner', centre: 'centre', colour: 'colours' }[mode];
  const hasGiven = cells.some((cell) => puzzle.givens?.[cell] !== undefined);
  const has = (/** @type {string} */ key) => cells.some((cell) => /** @type {any} */ (puzzle.marks?.[cell])?.[key] !== undefined);
  if (mode === 'given' && hasGiven) {
    store.edit('remove givens', (p) => withGivens(p, cells, undefined));
    return 'removed givens';
  }
  const key = [here, 'value', 'centre', 'corner', 'colours'].find((one) => one && has(one));
  if (!key) return hasGiven ? 'Givens stay: choose the given mode to change them' : 'nothing to remove';
  store.edit(`remove ${key}`, (p) => withMarks(p, cells, (mark) => set(mark, key, undefined)));
  return `removed ${key}`;
}

/** withGivens makes a value that of cells, or takes the givens of cells away. @param {Puzzle} puzzle @param {string[]} cells @param {number | undefined} value */
export function withGivens(puzzle, cells, value) {
  let { givens = {} } = puzzle;
  for (const cell of cells) givens = set(givens, cell, value);
  const p = value === undefined ? puzzle : withMarks(puzzle, cells, (mark) => set(mark, 'value', undefined));
  return set(p, 'givens', Object.keys(givens).length ? givens : undefined);
}

/**
 * @param {Puzzle} puzzle @param {string[]} cells
 * @param {(mark: import('./types.js').CellMarks, cell: string) => import('./types.js').CellMarks} change
 */
function withMarks(puzzle, cells, change) {
  let { marks = {} } = puzzle;
  for (const cell of cells) {
    const mark = change(marks[cell] ?? {}, cell);
    marks = set(marks, cell, Object.keys(mark).length ? mark : undefined);
  }
  return set(puzzle, 'marks', Object.keys(marks).length ? marks : undefined);
}
