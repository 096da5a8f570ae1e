// What the panels share: questions with progress and cancel, labelled controls, tables, bars, numbers in words.

import { button, h, icon, labelled, s } from '../dom.js';
import { without } from '../state.js';

/** @typedef {import('../types.js').App} App */
/** @typedef {import('../types.js').Puzzle} Puzzle */
/** @typedef {Record<string, number[]>} Candidates values by cell */

/** Asker asks one question at a time: a new one cancels the old. Its node shows progress, a button to cancel, and errors. */
export class Asker {
  /**
   * @param {App} app
   * @param {string} what is asked, such as "Counting"
   * @param {...HTMLInputElement} numbers  the fields of numbers of its questions
   */
  constructor(app, what, ...numbers) {
    this.app = app;
    this.numbers = numbers;
    /** @type {AbortController | undefined} */
    this.control = undefined;
    this.text = h('span', {}, what + ' …');
    this.what = what;
    this.row = h(
      'div',
      { class: 'asking', hidden: true },
      h('progress', { 'aria-label': what }),
      this.text,
      button('Cancel', () => this.stop(), { 'aria-label': 'Cancel: ' + what }),
    );
    this.node = h('div', { class: 'asker', tabindex: '-1' }, this.row);
  }

  /**
   * ask returns the answer, or undefined if it failed or was cancelled.
   * @param {string} method
   * @param {object} request
   * @param {(event: any) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async ask(method, request, onProgress) {
    this.cancel();
    const control = (this.control = new AbortController());
    this.app.showError(this.node, null);
    this.say(this.what + ' …');
    const waiting = setTimeout(() => {
      this.row.hidden = control.signal.aborted;
    }, 150);
    try {
      for (const { validity, labels, value, min, max } of this.numbers) {
        if (validity.valid) continue;
        throw new Error(`${labels?.[0].textContent}: found ${value || 'no number'}, expected a whole number from ${min} to ${max}`);
      }
      const answer = await this.app.call(method, request, {
        signal: control.signal,
        onProgress: (/** @type {any} */ event) => {
          if (!control.signal.aborted) onProgress?.(event);
        },
      });
      return control.signal.aborted ? undefined : answer;
    } catch (error) {
      if (!control.signal.aborted) this.app.showError(this.node, error);
      return undefined;
    } finally {
      clearTimeout(waiting);
      if (this.control === control) this.end();
    }
  }

  /** say replaces the words beside the bar. @param {string} text */
  say(text) {
    this.text.textContent = text.replace(/(?<![.\d])\d{4,}/g, digits);
  }

  /** cancel ends the question silently: another one replaces it. */
  cancel() {
    this.control?.abort();
    this.end();
  }

  /** stop is cancel by the user. The focus stays near. */
  stop() {
    this.cancel();
    this.node.focus();
    this.app.announce(this.what + ': cancelled.');
  }

  end() {
    this.control = undefined;
    this.row.hidden = true;
  }
}

/**
 * later returns a function that runs f once it was not called for so many milliseconds. Its cancel takes a call back.
 * @param {number} wait @param {() => void} f
 */
export function later(wait, f) {
  let timer = 0;
  const cancel = () => clearTimeout(timer);
  const call = () => {
    cancel();
    timer = window.setTimeout(f, wait);
  };
  return Object.assign(call, { cancel });
}

/**
 * promptly returns a function that runs f at once, but as later does if it was called less than so many milliseconds ago.
 * @param {number} wait @param {() => void} f
 */
export function promptly(wait, f) {
  let last = -Infinity;
  const put = later(wait, f);
  const call = () => {
    const soon = performance.now() - last < wait;
    last = performance.now();
    put.cancel();
    (soon ? put : f)();
  };
  return Object.assign(call, { cancel: put.cancel });
}

/**
 * whileShown calls update when the panel appears, and when another puzzle is opened or what the panel asks about changes meanwhile.
 * When the panel goes it calls leave and takes the overlay away. It returns a function that looks for a change.
 * @param {HTMLElement} element @param {App} app @param {(puzzle: Puzzle) => Puzzle} asked
 * @param {(changed: boolean) => void} update  told whether it is about another puzzle than last @param {() => void} [leave]
 */
export function whileShown(element, app, asked, update, leave) {
  let shown = false,
    last = '';
  const look = (appears = false) => {
    if (!shown) return;
    const { opened, puzzle } = app.store;
    const { name, author, rules, ...rest } = asked(puzzle);
    const now = JSON.stringify([opened, rest]);
    const changed = now !== last;
    last = now;
    if (changed || appears) update(changed);
  };
  element.addEventListener('show', () => {
    shown = true;
    look(true);
  });
  element.addEventListener('hide', () => {
    shown = false;
    leave?.();
    app.store.view = {};
  });
  app.store.addEventListener('puzzle', () => look());
  return look;
}

/**
 * onceKnown returns a function that asks what the engine has, and has it filled in once. Until then it shows why not.
 * @param {App} app @param {HTMLElement} place of errors @param {(about: import('../types.js').About) => void} fill
 */
export function onceKnown({ about, showError }, place, fill) {
  let filled = false;
  return () =>
    about().then(
      (answer) => {
        showError(place, null);
        if (!filled) fill(answer);
        filled = true;
      },
      (error) => showError(place, error),
    );
}

/**
 * checkbox with its label.
 * @param {string} text @param {boolean} checked @param {() => void} onchange
 */
export function checkbox(text, checked, onchange) {
  const input = h('input', { type: 'checkbox', checked, onchange });
  return { input, node: h('label', { class: 'check' }, input, text) };
}

/**
 * slider with its value in words.
 * @param {string} text @param {{min: number, max: number, value: number}} range
 * @param {(value: number) => string} words @param {(value: number) => void} oninput
 */
export function slider(text, range, words, oninput) {
  const output = h('output', {}, words(range.value));
  const input = h('input', {
    type: 'range',
    min: range.min,
    max: range.max,
    value: range.value,
    'aria-valuetext': words(range.value),
    oninput: () => {
      shown();
      oninput(Number(input.value));
    },
  });
  const shown = () => {
    output.textContent = words(Number(input.value));
    input.setAttribute('aria-valuetext', output.textContent);
  };
  return {
    node: h('div', { class: 'slider' }, labelled(text, input), output),
    get value() {
      return Number(input.value);
    },
    /** set moves it without a call. @param {number} value @param {number} [max] */
    set(value, max) {
      if (max !== undefined) input.max = String(max);
      input.value = String(value);
      shown();
    },
  };
}

/** number field of whole numbers. @param {number} value @param {number} min @param {number} max */
export const number = (value, min, max) => h('input', { type: 'number', inputmode: 'numeric', required: true, value, min, max });

/** Paths of pictures on the buttons of movers. */
const moves = ['M7 5v14M18 5l-8 7 8 7', 'M15 5l-8 7 8 7', 'M9 5l8 7-8 7', 'M17 5v14M6 5l8 7-8 7'];

/**
 * movers are buttons to the first of some steps, the one before, the next and the last.
 * @param {string[]} names @param {() => number[]} targets @param {(to: number) => void} go
 */
export const movers = (names, targets, go) =>
  names.map((name, i) => button(icon(moves[i]), () => go(targets()[i]), { 'aria-label': name }));

/** muted text in small letters, to be filled in. @param {string} [text] */
export const muted = (text = '') => h('p', { class: 'muted small' }, text);

/**
 * legend says what colours mean, by classes of marks.
 * @param {string} label @param {string[][]} entries of a class and its meaning
 */
export const legend = (label, entries) =>
  h(
    'ul',
    { class: 'legend', 'aria-label': label },
    entries.map(([kind, text]) =>
      h(
        'li',
        {},
        s(
          'svg',
          { class: 'swatch-mark', viewBox: '0 0 12 12', 'aria-hidden': 'true' },
          kind === 'role-link'
            ? s('path', { d: 'M0 6h12', class: kind })
            : s('rect', { x: 1, y: 1, width: 10, height: 10, rx: 3, class: kind }),
        ),
        text,
      ),
    ),
  );

/** section of a panel with a heading. @param {string} text @param {...(Node | string)} children */
export const section = (text, ...children) => h('section', {}, h('h2', {}, text), ...children);

/**
 * bar is a number below a stroke: its share of the largest.
 * @param {number} value @param {number[]} all @param {string} text @param {string} [kind]
 */
export function bar(value, all, text, kind = '') {
  const inner = h('span', { class: 'bar-fill ' + kind });
  inner.style.width = `${(100 * value) / Math.max(...all, 1e-9)}%`;
  return h('span', { class: 'measured' }, h('span', { class: 'bar-line', 'aria-hidden': 'true' }, inner), text);
}

/**
 * @template R
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: R) => string | number | undefined} value what the column is sorted by
 * @property {(row: R, rows: R[]) => Node | string} [show] what it shows, if not the value
 */

/**
 * table of rows that a click on a heading sorts. Its update replaces the rows.
 * @template R
 * @param {string} caption @param {Column<R>[]} columns
 */
export function table(caption, columns) {
  /** @type {R[]} */
  let rows = [];
  let by = -1,
    down = false;
  const heads = columns.map((column, i) =>
    h(
      'th',
      { scope: 'col' },
      button(column.title, () => {
        [by, down] = [i, by === i ? !down : false];
        paint();
      }),
    ),
  );
  const body = h('tbody', {});
  function paint() {
    heads.forEach((head, i) =>
      i === by ? head.setAttribute('aria-sort', down ? 'descending' : 'ascending') : head.removeAttribute('aria-sort'),
    );
    const sorted = [...rows];
    if (by >= 0) sorted.sort((a, b) => compare(columns[by].value(a), columns[by].value(b)) * (down ? -1 : 1));
    heads.forEach((head, i) =>
      head.classList.toggle(
        'number',
        rows.some((row) => typeof columns[i].value(row) === 'number'),
      ),
    );
    body.replaceChildren(
      ...sorted.map((row) =>
        h(
          'tr',
          {},
          ...columns.map((column, i) => {
            const shown = column.show?.(row, rows) ?? plain(column.value(row));
            return h(
              i ? 'td' : 'th',
              i ? { class: typeof column.value(row) === 'number' ? 'number' : '' } : { scope: 'row' },
              shown,
            );
          }),
        ),
      ),
    );
  }
  const node = h(
    'div',
    { class: 'table', role: 'region', 'aria-label': caption, tabindex: '0', hidden: true },
    h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, ...heads)), body),
  );
  return {
    node,
    /** @param {R[]} next */
    update(next) {
      rows = next;
      node.hidden = !rows.length;
      paint();
    },
  };
}

/** @param {string | number | undefined} a @param {string | number | undefined} b */
function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}

/** @param {string | number | undefined} value */
const plain = (value) => (typeof value === 'number' ? digits(value) : (value ?? ''));

/** digits groups a number by thousands. @param {string | number | bigint} n */
export const digits = (n) => String(n).replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** things counts: 1 clause, 2,000 clauses. @param {number | string} n @param {string} thing */
export const things = (n, thing) => `${digits(n)} ${thing}${String(n) === '1' ? '' : 's'}`;

/** seconds to three digits, on one line: 20 µs. @param {number} s */
export function seconds(s) {
  if (!s) return '0';
  for (const [size, name] of /** @type {[number, string][]} */ ([
    [1, 's'],
    [1e-3, 'ms'],
    [1e-6, 'µs'],
  ])) {
    if (s >= size * 0.9995) return `${digits(Number((s / size).toPrecision(3)))}\u00a0${name}`;
  }
  return `${Math.round(s * 1e9)}\u00a0ns`;
}

/** magnitude of a large number, which may exceed all floats: 1.2 × 10^400. @param {string} text such as 1.2e+400 */
export function magnitude(text) {
  const n = Number(text),
    [mantissa, power] = text.split('e+');
  return n < 1e8 ? digits(Number(n.toPrecision(n < 1000 ? 3 : 6))) : `${mantissa} × 10^${Number(power)}`;
}

/** withoutMarks is the puzzle as setters give it: what a solver entered is no part of it. @param {Puzzle} puzzle */
export const withoutMarks = (puzzle) => without(puzzle, 'marks');

/**
 * withEntries is the puzzle as its solver sees it: the values that were entered count as givens.
 * @param {Puzzle} puzzle @returns {Puzzle}
 */
export function withEntries(puzzle) {
  const givens = { ...puzzle.givens };
  for (const [cell, { value }] of Object.entries(puzzle.marks ?? {})) if (value !== undefined) givens[cell] ??= value;
  return { ...withoutMarks(puzzle), givens };
}

/**
 * pencilled returns the centre marks: the candidates that the solver has left.
 * @param {Puzzle} puzzle @returns {Candidates}
 */
export const pencilled = ({ marks = {} }) =>
  Object.fromEntries(Object.entries(marks).flatMap(([cell, { value, centre }]) => (value === undefined && centre?.length ? [[cell, centre]] : [])));

/** valuesOf a solution in words, such as r1c1=5 r1c2=3. @param {string} text @returns {Record<string, number>} */
export const valuesOf = (text) =>
  Object.fromEntries(
    text.split(' ').map((word) => [word.slice(0, word.lastIndexOf('=')), Number(word.slice(word.lastIndexOf('=') + 1))]),
  );

/**
 * enter writes values into cells as a solver does. Givens stay.
 * @param {Puzzle} puzzle @param {Record<string, number>} values @returns {Puzzle}
 */
export function enter(puzzle, values) {
  const marks = { ...puzzle.marks };
  for (const [cell, value] of Object.entries(values)) {
    if (puzzle.givens?.[cell] === undefined) marks[cell] = { ...marks[cell], value };
  }
  return { ...puzzle, marks };
}
