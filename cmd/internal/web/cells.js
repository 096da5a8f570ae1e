// Cells as model files write them: r1c1, runs through corners, rectangles, rows, columns, boxes and regions.

/** @typedef {import('./types.js').Puzzle} Puzzle */
/**
 * @typedef {{rows: number, columns: number, boxRows: number, boxColumns: number, values: number[],
 *   regions: string[] | null}} Shape
 */

/** @param {number} row @param {number} column  both from 0 */
export const nameOf = (row, column) => `r${row + 1}c${column + 1}`;

const cellName = /^r(\d+)c(\d+)$/;

/** @param {string} name @returns {[number, number]}  row and column from 0 */
export function placeOf(name) {
  const match = cellName.exec(name.trim().toLowerCase());
  if (!match) throw new Error(`${name}: found no cell, expected one such as r1c1`);
  return [Number(match[1]) - 1, Number(match[2]) - 1];
}

/** isCell reports whether a text is a cell's name. @param {string} name */
export const isCell = (name) => cellName.test(name);

/** sayCell returns a cell in words. @param {string} name */
export const sayCell = (name) => name.replace(cellName, 'row $1 column $2');

/** sayMany names one cell, and counts several. @param {string[]} cells */
export const sayMany = (cells) => cells.length === 1 ? cells[0] : `${cells.length} cells`;

/** The most cells of a grid, as the engines have it. */
const mostCells = 100 ** 2;

/**
 * shapeOf returns the sizes and values of a puzzle's grid, or null if it has none or is too large.
 * @param {Puzzle} puzzle
 * @returns {Shape | null}
 */
export function shapeOf(puzzle) {
  const grid = puzzle.grid;
  if (!grid) return null;
  const [boxRows, boxColumns] = /^\d+x\d+$/.test(grid.boxes ?? '') ? String(grid.boxes).split('x').map(Number) : [0, 0];
  const regions = grid.regions ? [grid.regions].flat().join('\n').trim().split(/\s+/) : null;
  const rows = grid.rows ?? (regions ? regions.length : boxRows * boxColumns);
  const columns = grid.columns ?? (regions ? regions[0].length : boxRows * boxColumns);
  if (!(rows * columns <= mostCells)) return null;
  return { rows, columns, boxRows, boxColumns, values: domainOf(grid.values ?? `1..${Math.max(rows, columns)}`), regions };
}

/**
 * domainOf lists the values of a domain: a number, a range 1..9, or a list of both.
 * @param {any} domain
 * @returns {number[]}
 */
function domainOf(domain) {
  if (Array.isArray(domain)) return domain.flatMap(domainOf);
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(String(domain).trim());
  if (!range) return Number.isInteger(Number(domain)) ? [Number(domain)] : [];
  const [low, high] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.max(0, Math.min(high - low + 1, 100)) }, (_, i) => low + i);
}

/** allCells lists the cells of a grid. @param {Shape} shape */
export const allCells = (shape) =>
  Array.from({ length: shape.rows * shape.columns }, (_, i) => nameOf(Math.floor(i / shape.columns), i % shape.columns));

/**
 * parseCells reads cells as a model file writes them. What it cannot read it leaves out: the engine reports it.
 * @param {any} text  a text or a list of texts
 * @param {Shape} shape
 * @returns {string[]}
 */
export function parseCells(text, shape) {
  if (Array.isArray(text)) return text.flatMap((item) => parseCells(item, shape));
  const word = String(text).trim().toLowerCase();
  const house = /^(row|column|box|region) (\d+)$/.exec(word);
  if (house) return allCells(shape).filter((cell) => houseOf(cell, house[1], shape) === Number(house[2]));
  const corners = word.split(/\.\.|-/);
  if (!corners.every(isCell)) return [];
  const places = corners.map(placeOf);
  if (word.includes('..')) {
    const [[r1, c1], [r2, c2]] = [places[0], places[places.length - 1]];
    return range(r1, r2).flatMap((r) => range(c1, c2).map((c) => nameOf(r, c)));
  }
  /** @type {string[]} */
  const run = [corners[0]];
  for (let i = 1; i < places.length; i++) {
    const [r1, c1] = places[i - 1], [r2, c2] = places[i];
    const steps = Math.max(Math.abs(r2 - r1), Math.abs(c2 - c1));
    const between = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ k) =>
      Math.round(a + (b - a) * k / steps);
    for (let k = 1; k <= steps; k++) run.push(nameOf(between(r1, r2, k), between(c1, c2, k)));
  }
  return run;
}

/** @param {number} a @param {number} b */
const range = (a, b) => Array.from({ length: Math.abs(b - a) + 1 }, (_, i) => a < b ? a + i : a - i);

/**
 * @param {string} cell @param {string} house @param {Shape} shape
 * @returns {number}
 */
function houseOf(cell, house, shape) {
  const [row, column] = placeOf(cell);
  switch (house) {
    case 'row': return row + 1;
    case 'column': return column + 1;
    case 'box': return shape.boxRows ? Math.floor(row / shape.boxRows) * (shape.columns / shape.boxColumns)
      + Math.floor(column / shape.boxColumns) + 1 : 0;
    default: return shape.regions ? regionLetters(shape).indexOf(shape.regions[row]?.[column]) + 1 : 0;
  }
}

/** regionLetters lists the letters of regions in the order of their first cells. @param {Shape} shape */
export const regionLetters = (shape) => [...new Set((shape.regions ?? []).join('').replaceAll('.', ''))];

/** symbols are the characters of the values 0 to 61 in a text of givens. */
export const symbols = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** letters are of the regions 1 to 52. The character of a further region is as far behind farLetter as its number says. */
const letters = symbols.slice(10), farLetter = 0x4e00;

/** regionLetter returns the letter of a region, numbered from 1. @param {number} region */
export const regionLetter = (region) => letters[region - 1] ?? String.fromCharCode(farLetter + region);

/** regionNumber returns the number of a region by its letter, or a letter of another file as it is. @param {string} one */
export const regionNumber = (one) => letters.includes(one) ? letters.indexOf(one) + 1
  : one.charCodeAt(0) > farLetter ? one.charCodeAt(0) - farLetter : one;

/**
 * writeCells writes cells in few words: one run if each is a king's step from the one before, otherwise a list.
 * @param {string[]} cells
 * @returns {string | string[]}
 */
export function writeCells(cells) {
  const places = cells.map(placeOf);
  /** @param {number} i */
  const step = (i) => [places[i][0] - places[i - 1][0], places[i][1] - places[i - 1][1]];
  for (let i = 1; i < cells.length; i++) {
    const [down, right] = step(i);
    if (Math.max(Math.abs(down), Math.abs(right)) !== 1) return cells;
  }
  return cells.filter((_, i) => i === 0 || i === cells.length - 1 || String(step(i)) !== String(step(i + 1))).join('-');
}

/**
 * sayCells writes cells for people: a path as it goes, and a set as a rectangle if it is one.
 * @param {string[]} cells @param {boolean} isPath
 */
export function sayCells(cells, isPath) {
  if (isPath) return [writeCells(cells)].flat().join(', ');
  if (cells.length < 3) return cells.join(', ');
  const places = cells.map(placeOf);
  const [r1, r2] = [Math.min(...places.map((p) => p[0])), Math.max(...places.map((p) => p[0]))];
  const [c1, c2] = [Math.min(...places.map((p) => p[1])), Math.max(...places.map((p) => p[1]))];
  if ((r2 - r1 + 1) * (c2 - c1 + 1) === cells.length) return `${nameOf(r1, c1)}..${nameOf(r2, c2)}`;
  const text = writeCells(cells);
  return Array.isArray(text) ? text.join(', ') : text;
}

/** letterOf writes a value as the key that enters it: 1 to 9, then A for 10. @param {number} value */
export const letterOf = (value) => value < 10 ? String(value) : String.fromCharCode(55 + value);

/** valueOf reads such a key; -1 if it is none. @param {string} key */
export const valueOf = (key) => /^\d$/.test(key) ? Number(key) : /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) - 55 : -1;
