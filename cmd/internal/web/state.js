// The state of the page: one puzzle with its history, the selected cells, and what panels lay over the grid.

import { allCells, shapeOf, symbols } from './cells.js';

/** @typedef {import('./types.js').Puzzle} Puzzle */
/** @typedef {import('./types.js').View} View */
/** @typedef {'given' | 'value' | 'corner' | 'centre' | 'colour' | 'region'} Mode */

/** emptyPuzzle is a Sudoku without clues. */
const emptyPuzzle = () => /** @type {Puzzle} */ ({ grid: { boxes: '3x3' } });

const plainKeys = ['name', 'author', 'rules', 'grid', 'quasi-magic', 'constraints', 'givens', 'marks', 'solution'];

/** What can change without a change of the solutions. */
const besideRules = ['name', 'author', 'rules', 'marks'];

/** isPlain says that normalize needs no kinds for a puzzle. @param {Puzzle} puzzle */
export const isPlain = (puzzle) => Object.keys(puzzle).every((key) => plainKeys.includes(key));

/** isEmpty says that a puzzle has no digit, clue or rule: its solutions are all grids. @param {Puzzle} puzzle */
export const isEmpty = ({ grid, givens, constraints, ...rest }) => Boolean(grid) && !Object.keys(givens ?? {}).length
  && !constraints?.length && Object.keys(rest).every((key) => besideRules.includes(key) || key === 'solution');

/**
 * normalize returns a puzzle with givens as a map, and with one constraint for each item of short forms that have cells.
 * @param {Puzzle} puzzle
 * @param {import('./types.js').Kind[]} kinds
 * @returns {Puzzle}
 */
export function normalize(puzzle, kinds) {
  const { ...p } = puzzle, shape = shapeOf(p);
  if (typeof p.givens === 'string' && shape) {
    const text = /** @type {string} */ (/** @type {unknown} */ (p.givens)), zero = shape.values.includes(0);
    const isShort = shape.values.every((value) => value < symbols.length);
    const given = isShort ? [...text.replace(/\s+/g, '')].map((one) => symbols.indexOf(one)) : text.trim().split(/\s+/).map(Number);
    p.givens = Object.fromEntries(allCells(shape).map((cell, i) => /** @type {[string, number]} */ ([cell, given[i]]))
      .filter(([, value]) => value > 0 || zero && value === 0));
  }
  for (const kind of kinds) {
    const { key = '', word = '', field = '' } = kind.short ?? {};
    const items = field && p[key]?.[word];
    if (!items) continue;
    p.constraints = [...p.constraints ?? [], ...items.map((/** @type {any} */ item) => ({ kind: kind.name, [field]: item }))];
    p[key] = without(p[key], word);
    if (Object.keys(p[key]).length === 0) delete p[key];
  }
  return p;
}

/**
 * without returns an object less one key.
 * @template {Record<string, any>} T
 * @param {T} object
 * @param {string} key
 * @returns {T}
 */
export function without(object, key) {
  const { ...rest } = object;
  delete rest[key];
  return rest;
}

/**
 * set returns an object with a value at a key, or without the key if the value is undefined.
 * @template {Record<string, any>} T
 * @param {T} object
 * @param {string} key
 * @param {any} value
 * @returns {T}
 */
export const set = (object, key, value) => value === undefined ? without(object, key) : { ...object, [key]: value };

/**
 * Store holds the state. Its events: "puzzle", "selection", "view", "mode", "geometry" (a picture was drawn) and "clue" (another
 * constraint is selected). Objects in it are never changed: replace them.
 */
export class Store extends EventTarget {
  #puzzle = emptyPuzzle();
  /** @type {View} */
  #view = {};
  /** @type {Mode} */
  #mode = 'given';
  /** @type {number | null} */
  #clue = null;
  /** @type {import('./types.js').Geometry | null} */
  #geometry = null;
  /** @type {{label: string, puzzle: Puzzle}[]} */
  #past = [];
  /** @type {{label: string, puzzle: Puzzle}[]} */
  #future = [];
  /** The selected cells, in the order of their selection. @type {Set<string>} */
  selection = new Set();
  /**
   * The value of the candidate that was clicked to select its cell; null if the click was beside candidates, and undefined if
   * cells were selected otherwise. @type {number | null | undefined}
   */
  candidate = undefined;
  /** What is drawn on the grid, in words, or "". Meanwhile no digit is entered: the selection is not what is clicked. */
  drawing = '';
  /** Whether true candidates are shown: not of a puzzle from a link, which is for somebody to solve. */
  shades = true;
  /** How many puzzles were opened as a whole. */
  opened = 0;
  /** The cell with the keyboard's focus. */
  focus = 'r1c1';

  get puzzle() { return this.#puzzle; }

  get view() { return this.#view; }

  set view(view) {
    this.#view = view;
    this.#emit('view');
  }

  get mode() { return this.#mode; }

  set mode(mode) {
    this.#mode = mode;
    this.#emit('mode');
  }

  /** The index of the selected constraint, or null. */
  get clue() { return this.#clue; }

  set clue(clue) {
    this.#clue = clue;
    this.#emit('clue');
  }

  /** The last answer of draw. */
  get geometry() { return this.#geometry; }

  set geometry(geometry) {
    this.#geometry = geometry;
    this.#emit('geometry');
  }

  get canUndo() { return this.#past.length > 0; }

  get canRedo() { return this.#future.length > 0; }

  /** @param {string} name */
  #emit(name) { this.dispatchEvent(new Event(name)); }

  /**
   * edit changes the puzzle. The label says what was done, for undo. If solutions may change, a stored one goes.
   * @param {string} label
   * @param {(puzzle: Puzzle) => Puzzle} change
   * @param {boolean} [merges]  it is one step with the edit before it if that has the same label
   */
  edit(label, change, merges = false) {
    const before = this.#puzzle, next = change(before);
    if (next === before) return;
    const isBeside = Object.keys({ ...before, ...next }).every((key) => besideRules.includes(key) || next[key] === before[key]);
    this.#step(label, isBeside ? next : without(next, 'solution'), merges);
  }

  /** @param {string} label @param {Puzzle} next @param {boolean} [merges] */
  #step(label, next, merges = false) {
    if (!merges || this.#past[this.#past.length - 1]?.label !== label) this.#past.push({ label, puzzle: this.#puzzle });
    if (this.#past.length > 1000) this.#past.shift();
    this.#future = [];
    this.#become(next);
  }

  /**
   * open replaces the puzzle as a whole. It can be undone. Regions are painted no more.
   * @param {Puzzle} puzzle
   * @param {string} [label]
   */
  open(puzzle, label = 'open a puzzle') {
    this.opened++;
    this.clue = null;
    this.view = {};
    if (this.#mode === 'region') this.mode = 'given';
    this.#step(label, puzzle);
    this.select([]);
  }

  /** undo returns what it undid, or "". */
  undo() { return this.#travel(this.#past, this.#future); }

  /** redo returns what it did again, or "". */
  redo() { return this.#travel(this.#future, this.#past); }

  /** @param {{label: string, puzzle: Puzzle}[]} from @param {{label: string, puzzle: Puzzle}[]} to */
  #travel(from, to) {
    const step = from.pop();
    if (!step) return '';
    to.push({ label: step.label, puzzle: this.#puzzle });
    this.#become(step.puzzle);
    return step.label;
  }

  /** @param {Puzzle} puzzle */
  #become(puzzle) {
    const { constraints: before = [] } = this.#puzzle, { constraints: after = [] } = puzzle, at = this.#clue;
    this.#puzzle = puzzle;
    if (at !== null && before.length !== after.length) { // a constraint of the same number of them was edited, and stays selected
      const moved = after.indexOf(before[at]);
      if (moved !== at) this.clue = moved < 0 ? null : moved;
    }
    const shape = shapeOf(puzzle), cells = new Set(shape ? allCells(shape) : []);
    if (this.#mode === 'region' && (!shape || shape.boxRows)) this.mode = 'given';
    if (!cells.has(this.focus)) this.focus = 'r1c1';
    if ([...this.selection].some((cell) => !cells.has(cell))) this.select([...this.selection].filter((cell) => cells.has(cell)));
    this.#emit('puzzle');
  }

  /**
   * select replaces the selection.
   * @param {Iterable<string>} cells
   * @param {number | null} [candidate]  see candidate
   */
  select(cells, candidate) {
    this.selection = new Set(cells);
    this.candidate = candidate;
    this.#emit('selection');
  }
}

export const store = new Store();
