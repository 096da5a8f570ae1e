// The panel of studies: exact numbers of grids, the erasure code, new puzzles, and the library.

import { button, h, labelled, s, select } from '../dom.js';
import { without } from '../state.js';
import {
  Asker,
  checkbox,
  digits,
  later,
  legend,
  muted,
  number,
  onceKnown,
  seconds,
  section,
  slider,
  things,
  withoutMarks,
} from './kit.js';

/** @typedef {import('./kit.js').App} App */
/** @typedef {{name: string, recovered: Record<string, number>, open: string[], ok: boolean, error?: string}} Decoded */

/** @type {import('../types.js').Panel} */
export const panel = { id: 'studies', title: 'Studies', mount };

/** @param {HTMLElement} element @param {App} app */
function mount(element, app) {
  const panels = [countGrids(app), erase(app), generate(app), library(app)];
  for (const panel of panels) element.append(panel.node);
  element.addEventListener('show', () => panels.forEach((panel) => panel.show()));
  element.addEventListener('hide', () => panels.forEach((panel) => panel.hide()));
}

/** words of a Δ. @param {number} delta */
const words = (delta) => (delta === 9 ? 'Δ = 9: plain Sudoku' : `Δ = ${delta}: sums ${15 - delta} to ${15 + delta}`);

/** countGrids shows how many grids there are for each Δ. @param {App} app */
function countGrids(app) {
  const asker = new Asker(app, 'Counting grids');
  /** @type {Map<number, string>} */
  const known = new Map();
  const result = h('p', { class: 'big' }),
    how = muted();
  const chart = h('div', { class: 'bars', role: 'img', 'aria-label': 'Number of grids for each Δ' });
  const delta = slider('Δ', { min: 0, max: 9, value: 2 }, words, (value) => {
    asker.cancel();
    result.textContent = known.get(value) ?? '…';
    how.textContent = '';
    ask();
  });
  const ask = later(200, count);

  async function count() {
    const value = delta.value;
    let answer;
    do { // a count of minutes takes several questions
      answer = await asker.ask('grids', { delta: value, timeout: 60 }, (event) => {
        if (event.text) asker.say(event.text);
      });
      if (!answer || delta.value !== value) return;
    } while (!answer.count);
    known.set(value, digits(answer.count));
    result.textContent = `${digits(answer.count)} ${answer.count === '1' ? 'grid' : 'grids'}`;
    how.textContent = `Counted exactly by this program, in ${seconds(answer.seconds)}.`;
    paint();
    app.announce(`${words(value)}: ${result.textContent}`);
  }

  /** paint draws the numbers known so far, by their digits. */
  function paint() {
    const length = (/** @type {number} */ d) => known.get(d)?.replaceAll(',', '').length ?? 0;
    chart.replaceChildren(
      ...Array.from({ length: 10 }, (_, d) => {
        const column = h('span', {
          class: 'column-bar',
          title: known.has(d) ? `Δ = ${d}: ${known.get(d)}` : `Δ = ${d}: not counted yet`,
        });
        column.style.height = `${known.get(d) === '0' ? 0 : (length(d) / 22) * 100}%`;
        return h(
          'span',
          { class: 'bar-place' + (known.has(d) ? '' : ' unknown') },
          column,
          h('span', { class: 'bar-label' }, String(d)),
        );
      }),
    );
    chart.setAttribute(
      'aria-label',
      `Digits of the number of grids: ${[...known]
        .sort()
        .map(([d, n]) => `Δ = ${d}: ${n}`)
        .join('; ')}`,
    );
  }

  const node = section(
    'How many grids there are',
    muted('Quasi-magic: in every box each row, column and diagonal sums to 15 ± Δ.'),
    delta.node,
    result,
    asker.node,
    how,
    chart,
    muted('Bars show the number of digits.'),
  );
  paint();
  return { node, show: () => known.has(delta.value) || ask(), hide: () => [ask, asker].forEach((one) => one.cancel()) };
}

/** erase sends a word through an erasure channel. @param {App} app */
function erase(app) {
  const delta = slider('Δ', { min: 2, max: 9, value: 2 }, words, () => ask());
  const erasures = slider('Cells erased', { min: 0, max: 81, value: 56 }, String, () => ask());
  const seed = number(1, 0, 2 ** 31);
  const asker = new Asker(app, 'Decoding', seed);
  const results = h('div', { class: 'small-grids' });
  const ask = later(120, decode);
  seed.addEventListener('change', ask);
  let known = false; // what the controls ask for

  async function decode() {
    known = false;
    const answer = await asker.ask('erase', { delta: delta.value, erasures: erasures.value, seed: Number(seed.value) });
    if (!answer) return;
    known = true;
    const cells = nine();
    const sent = Object.fromEntries(cells.map((cell, i) => [cell, Number(answer.word[i])]));
    const erased = new Set(/** @type {string[]} */ (answer.erased));
    results.replaceChildren(
      small(
        'Received',
        `${81 - erased.size} of 81 cells`,
        cells.map((cell) => ({ cell, value: erased.has(cell) ? 0 : sent[cell], kind: erased.has(cell) ? 'open' : 'kept' })),
      ),
      .../** @type {Decoded[]} */ (answer.decoders).map((d) => {
        const back = [...erased].filter((cell) => d.recovered[cell] !== undefined);
        const wrong = back.filter((cell) => d.recovered[cell] !== sent[cell]).length;
        return small(
          named(d.name),
          `${d.error ?? (d.ok ? '✓' : '✗')} ${back.length} of ${erased.size} recovered${wrong ? `, ${wrong} wrong` : ''}`,
          cells.map((cell) => {
            if (!erased.has(cell)) return { cell, value: sent[cell], kind: 'kept' };
            const value = d.recovered[cell];
            return value === undefined
              ? { cell, value: 0, kind: 'open' }
              : { cell, value, kind: value === sent[cell] ? 'recovered' : 'wrong' };
          }),
        );
      }),
    );
  }

  const node = section(
    'An erasure channel',
    muted('A grid is sent as 81 symbols and some are lost. Decoders, weakest first, find those that the rest determines.'),
    delta.node,
    erasures.node,
    h(
      'div',
      { class: 'row' },
      labelled('Seed', seed),
      button('Another word', () => {
        seed.value = String(Number(seed.value) + 1);
        ask();
      }),
    ),
    asker.node,
    legend('Colours of cells', [
      ['cell-kept', 'received'],
      ['cell-recovered', 'recovered'],
      ['cell-open', 'lost'],
      ['cell-wrong', 'wrong'],
    ]),
    results,
  );
  return { node, show: () => known || ask(), hide: () => [ask, asker].forEach((one) => one.cancel()) };
}

/** nine lists the cells of a 9×9 grid. */
const nine = () => Array.from({ length: 81 }, (_, i) => `r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`);

/**
 * small draws a grid with coloured cells.
 * @param {string} name @param {string} about @param {{cell: string, value: number, kind: string}[]} cells
 */
function small(name, about, cells) {
  const size = 10;
  return h(
    'figure',
    { class: 'small-grid' },
    s(
      'svg',
      { viewBox: '-0.5 -0.5 91 91', role: 'img', 'aria-label': `${name}: ${about}` },
      ...cells.flatMap(({ value, kind }, i) => {
        const [x, y] = [(i % 9) * size, Math.floor(i / 9) * size];
        return [
          s('rect', { x, y, width: size, height: size, class: 'cell-' + kind }),
          value ? s('text', { x: x + size / 2, y: y + 7.6, class: 'cell-text' }, value) : null,
        ];
      }),
      ...[0, 30, 60, 90].flatMap((at) => [
        s('line', { x1: at, x2: at, y1: 0, y2: 90 }),
        s('line', { y1: at, y2: at, x1: 0, x2: 90 }),
      ]),
    ),
    h('figcaption', {}, h('strong', {}, name), h('br'), about),
  );
}

/** generate makes puzzles on the present rules. @param {App} app */
function generate(app) {
  const { store } = app;
  const level = select([{ value: '', text: 'any' }]),
    symmetry = select([{ value: '', text: 'none' }]);
  const givens = number(30, 0, 36 ** 2),
    seed = number(1, 0, 2 ** 31),
    clues = h('input', { type: 'text', placeholder: 'thermometers:4' });
  const asker = new Asker(app, 'Generating', givens, seed);
  const keep = checkbox('Keep the clues and rules of the puzzle on the page', true, () => {});
  const result = h('p', { role: 'status', tabindex: '-1' });
  givens.value = '';
  givens.placeholder = 'any';
  givens.required = false;

  async function make() {
    const before = store.puzzle;
    const asked = {
      puzzle: keep.input.checked ? without(withoutMarks(before), 'givens') : { grid: before.grid },
      level: level.value || undefined,
      symmetric: symmetry.value || undefined,
      givens: givens.value ? Number(givens.value) : undefined,
      clues: clues.value.trim() || undefined,
      seed: Number(seed.value),
      timeout: 60,
    };
    const answer = await asker.ask('generate', asked, (event) => {
      if (event.text) asker.say(event.text);
    });
    if (!answer) return;
    seed.value = String(Number(answer.seed) + 1);
    const { puzzle, grade } = answer;
    const what =
      `${things(Object.keys(puzzle.givens ?? {}).length, 'given')}, seed ${answer.seed}` +
      `${grade?.level ? `, level ${grade.level}, score ${digits(grade.score)}` : ''}.`;
    const open = async () => {
      if (await app.open(puzzle)) result.textContent = 'Opened: ' + what;
    };
    if (store.puzzle === before) return open();
    result.replaceChildren(
      `Generated: ${what} The puzzle on the page has changed meanwhile. `,
      button('Open it', () => {
        result.focus();
        open();
      }),
    );
  }

  const list = onceKnown(app, asker.node, (about) => {
    for (const [choice, names] of [[level, about.levels], [symmetry, about.symmetries]])
      choice.append(...names.map((/** @type {string} */ name) => h('option', { value: name }, name)));
  });
  const node = section(
    'A new puzzle',
    h(
      'div',
      { class: 'row' },
      labelled('Level', level),
      labelled('Symmetry', symmetry),
      labelled('Givens', givens),
      labelled('Seed', seed),
      labelled('New clues', clues),
    ),
    keep.node,
    h('div', { class: 'row' }, button('Generate', make)),
    asker.node,
    result,
  );
  return { node, show: list, hide: () => asker.cancel() };
}

/** library lists the sets of puzzles that come with the program. @param {App} app */
function library(app) {
  const set = select([], { onchange: () => fit() }),
    which = h('div', { class: 'field' }),
    opened = h('p', { role: 'status' });
  const index = number(1, 1, 1),
    name = select([]);
  const asker = new Asker(app, 'Opening the library', index);
  /** @type {{name: string, file: string, title: string, count: number, names?: string[]}[]} */
  let sets = [];
  const chosen = () => sets.find((one) => one.name === set.value);

  async function list() {
    if (sets.length) return;
    const answer = await asker.ask('library', {});
    if (!answer) return;
    sets = answer;
    set.replaceChildren(...sets.map((one) => h('option', { value: one.name }, one.title)));
    fit();
  }
  /** fit offers the names of a set's puzzles, or else their numbers. */
  function fit() {
    const { count = 1, names } = chosen() ?? {};
    index.max = String(count);
    index.value = '1';
    name.replaceChildren(...(names ?? []).map((text, i) => h('option', { value: i }, text)));
    which.replaceChildren(labelled(names ? 'Puzzle' : `Puzzle, 1 to ${digits(count)}`, names ? name : index));
  }
  /** @param {number} to */
  async function open(to) {
    if (!sets.length) return list();
    const { count = 1, names, title = '' } = chosen() ?? {};
    const at = (to + count) % count;
    const answer = await asker.ask('library', { name: set.value, index: at });
    if (!answer) return;
    index.value = String(at + 1);
    name.value = String(at);
    if (!(await app.open(answer.puzzle))) return;
    opened.textContent = `Opened: ${title}, ${names?.[at] ?? `${digits(at + 1)} of ${digits(count)}`}.`;
  }
  const at = () => (chosen()?.names ? Number(name.value) : Number(index.value) - 1);
  const node = section(
    'The library',
    h('div', { class: 'row' }, labelled('Set', set), which),
    h(
      'div',
      { class: 'row' },
      button('Open', () => open(at())),
      button('Previous', () => open(at() - 1)),
      button('Next', () => open(at() + 1)),
      button('Any', () => open(Math.floor(Math.random() * (chosen()?.count ?? 1)))),
    ),
    asker.node,
    opened,
  );
  return { node, show: list, hide: () => asker.cancel() };
}

/** named is a decoder in words. @param {string} name */
const named = (name) => (name === 'ml' ? 'Maximum likelihood' : name.replace(/-/g, ' ').replace(/^./, (c) => c.toUpperCase()));
