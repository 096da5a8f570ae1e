// The panel of keys and of what the page is.

import { h } from '../dom.js';
import { muted, onceKnown, section } from './kit.js';

/** @type {[string, string][]} */
const keys = [
  ['Arrows, Home, End', 'move; with Shift select on the way; with Ctrl move only'],
  ['Ctrl Space', 'select the cell, or not'],
  ['Ctrl A, Escape', 'select all cells, or none'],
  ['1 to 9, 0', 'enter a digit: what it is, the mode says'],
  ['A, B, …', 'enter 10, 11, …'],
  ['Shift digit', 'corner mark'],
  ['Ctrl digit', 'centre mark'],
  ['Alt digit', 'colour'],
  ['Space', 'next mode'],
  ['Z, X, C, V', 'value (again: given), corner, centre, colour; in grids with such values, these'],
  ['Delete', 'erase'],
  ['Ctrl Z, Ctrl Shift Z', 'undo, redo'],
  ['Tab', 'leave the grid'],
];

/** @type {[string, string][]} */
const gestures = [
  ['Drag', 'select cells'],
  ['Ctrl or Shift click', 'add to the selection, or to the cage that is drawn; on a touch screen, Multi'],
  ['Double click', 'select all cells with this digit'],
  ['Two fingers', 'zoom and move'],
];

/** @type {import('../types.js').Panel} */
export const panel = {
  id: 'keys',
  title: 'Keys',
  mount(element, app) {
    /** @param {[string, string][]} rows */
    const list = (rows) => h('dl', { class: 'keys' }, rows.flatMap(([key, what]) => [h('dt', {}, key), h('dd', {}, what)]));
    const version = muted();
    element.append(
      section('Keys in the grid', list(keys)),
      section('Mouse and touch', list(gestures)),
      section('About', h('p', {},
        'qmsat counts and explains puzzles of the Sudoku family by unrelated engines that check each other. ',
        'The puzzle is in the address of this page: a copy of the address is a copy of the puzzle.'), version));
    element.addEventListener('show', onceKnown(app, element, (about) => {
      version.textContent = `Version ${about.version}`;
    }));
  },
};
