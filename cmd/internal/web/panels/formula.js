// The panel of the formula: what an encoding writes for this puzzle, how large it is, and what follows from it.

import { shapeOf } from '../cells.js';
import { button, h, labelled, offer, select } from '../dom.js';
import { download, formatName, formulas } from '../formats.js';
import { sayPart } from '../palette.js';
import { Asker, bar, digits, enter, later, muted, onceKnown, section, table, things, whileShown, withoutMarks } from './kit.js';

/** @typedef {import('./kit.js').App} App */
/** @typedef {{encoding: string, variables: number, clauses: number, literals: number, auxiliary: number, error?: string}} Size */
/** @typedef {{id: number, name: string}} Literal */
/** @typedef {{literals: number[], text: string[]}} Clause */
/** @typedef {{kind: string, name?: string, entry?: string, cells: string[]}} Constraint */
/** @typedef {Literal & {clause: number[] | null, decision: number}} Implied */

const parts = /** @type {const} */ ([
  ['cells', 'Cells', 'extended'],
  ['amo', 'At most one', 'pairwise'],
  ['sums', 'Sums', 'auto'],
  ['rules', 'Rules', 'tseitin'],
]);
const page = 50,
  most = 300;

/** @type {import('../types.js').Panel} */
export const panel = { id: 'formula', title: 'Formula', mount };

/** @param {HTMLElement} element @param {App} app */
function mount(element, app) {
  const { store } = app;
  const measuring = new Asker(app, 'Measuring encodings'),
    reading = new Asker(app, 'Writing clauses');
  const propagating = new Asker(app, 'Propagating'),
    writing = new Asker(app, 'Writing the file'),
    decoding = new Asker(app, 'Reading the answer');
  const puzzle = () => withoutMarks(store.puzzle);

  // The encoding.
  const choices = parts.map(([, text]) => {
    const choice = select([], { onchange: () => changed() });
    return { choice, about: muted(), node: labelled(text, choice) };
  });
  const encoding = () => (choices[0].choice.value ? choices.map(({ choice }) => choice.value).join('/') : '');
  /** @type {Record<string, string>} */
  const meaning = {};
  const encodings = h('div', { class: 'parts' }, ...choices.map(({ node, about }) => h('div', {}, node, about)));
  const list = onceKnown(app, encodings, ({ encodings, formats }) => {
    offer(format, [...Object.keys(formulas), 'yaml'].map((value) => ({ value, text: formatName(formats, value) })));
    parts.forEach(([key, , usual], i) => {
      for (const { name, about } of encodings[key]) {
        meaning[key + name] = about;
        choices[i].choice.append(h('option', { value: name, selected: name === usual }, name));
      }
    });
    describe();
  });
  function describe() {
    parts.forEach(([key], i) => {
      choices[i].about.textContent = meaning[key + choices[i].choice.value] ?? '';
    });
  }
  function changed() {
    describe();
    chosen.splice(0);
    refresh();
  }

  // Sizes side by side.
  /** @type {Map<string, Size>} */
  const measured = new Map();
  const vary = select([
    { value: 'cells', text: 'Cells' },
    { value: 'amo', text: 'At most one' },
    { value: 'sum', text: 'Sums' },
    { value: 'rules', text: 'Rules' },
    { value: 'all', text: 'All, one at a time' },
  ]);
  const column = (/** @type {string} */ name, /** @type {'variables' | 'clauses' | 'literals' | 'auxiliary'} */ key) => ({
    title: name,
    value: (/** @type {Size} */ s) => (s.error ? undefined : s[key]),
    show: (/** @type {Size} */ s, /** @type {Size[]} */ all) =>
      s.error ? '–' : bar(s[key], all.map((o) => o[key]), digits(s[key])),
  });
  /** @type {ReturnType<typeof table<Size>>} */
  const sizes = table('Sizes of encodings', [
    {
      title: 'Encoding',
      value: (s) => s.encoding,
      show: (s) =>
        h(
          'span',
          {},
          button(s.encoding, () => use(s.encoding), { class: 'link', title: 'Use this encoding' }),
          s.error ? h('span', { class: 'bad' }, ' ' + s.error) : '',
        ),
    },
    column('Variables', 'variables'),
    column('Clauses', 'clauses'),
    column('Literals', 'literals'),
    column('Auxiliary', 'auxiliary'),
  ]);
  async function measure() {
    measured.clear();
    const take = (/** @type {Size[]} */ list) => {
      for (const s of list) measured.set(s.encoding, s);
      sizes.update([...measured.values()]);
    };
    const answer = await measuring.ask('sizes', { puzzle: puzzle(), vary: vary.value, timeout: 60 }, (event) => take([event]));
    if (!answer) return;
    take(answer);
    app.announce(things(measured.size, 'encoding') + ' measured.');
  }
  /** use chooses an encoding. @param {string} text */
  function use(text) {
    const names = text.split('/');
    choices.forEach(({ choice }, i) => {
      choice.value = names[i] ?? parts[i][2];
    });
    changed();
    app.announce('Encoding ' + text);
  }

  // Clauses of a cell, a candidate or a constraint.
  let cell = '',
    offset = 0;
  /** @type {Map<number, string>} names of literals, by number */
  const names = new Map();
  const cellName = h('output', {}, 'none selected');
  const value = select([], { onchange: () => read() });
  const constraint = select([], { onchange: () => read() });
  const form = select(
    [
      { value: 'symbols', text: 'Symbols' },
      { value: 'dimacs', text: 'DIMACS' },
    ],
    { onchange: () => relabel() },
  );
  const total = h('p', {}),
    note = muted();
  const variables = h('div', { class: 'literals', role: 'group', 'aria-label': 'Variables' });
  const clauses = h('ol', { class: 'clauses', 'aria-label': 'Clauses', tabindex: '0' });
  const more = button('More clauses', () => read(offset), { hidden: true });

  /** text of a literal. @param {number} literal */
  const text = (literal) =>
    form.value === 'dimacs' ? String(literal) : (names.get(literal) ?? not(names.get(-literal) ?? String(-literal)));
  /** literalButton makes a literal true. @param {number} literal */
  const literalButton = (literal) =>
    button(text(literal), () => choose(literal), {
      class: 'literal',
      'data-literal': literal,
      title: 'Make it true and propagate',
    });
  /** clauseIn symbols or DIMACS. @param {number[]} literals */
  function clauseOf(literals) {
    const between = form.value === 'dimacs' ? ' ' : ' ∨ ';
    return [
      ...literals.flatMap((l, i) => (i ? [between, literalButton(l)] : [literalButton(l)])),
      form.value === 'dimacs' ? ' 0' : literals.length ? '' : 'the empty clause',
    ];
  }
  /** @type {Clause[]} */
  let shown = [];
  /** @type {Literal[]} */
  let named = [];
  function relabel() {
    const at = element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-literal') : null;
    variables.replaceChildren(...named.slice(0, most).flatMap(({ id }) => [literalButton(id), literalButton(-id)]));
    clauses.replaceChildren(...shown.map((c) => h('li', {}, ...clauseOf(c.literals))));
    showImplied();
    if (at) /** @type {HTMLElement | null} */ (element.querySelector(`[data-literal="${at}"]`))?.focus({ preventScroll: true });
  }

  /** read asks for clauses. @param {number} [from] @returns {Promise<void>} */
  async function read(from = 0) {
    const asked = {
      puzzle: puzzle(),
      encoding: encoding(),
      cell: cell || undefined,
      value: cell && value.value ? Number(value.value) : undefined,
      constraint: constraint.value ? Number(constraint.value) : undefined,
      offset: from,
      most: page,
    };
    const answer = await reading.ask('formula', asked);
    if (!answer) return;
    const isFirst = !constraints.length;
    fillConstraints(answer.constraints ?? []);
    if (isFirst && takeClue()) return read();
    const size = answer.size;
    total.textContent =
      `${things(answer.total, 'clause')} of ${digits(size.clauses)}; ${things(size.variables, 'variable')}, ` +
      `${digits(size.auxiliary)} of them auxiliary; ${things(size.literals, 'literal')}.`;
    note.textContent = [answer.note, answer.together?.length ? `Written together with ${answer.together.join('; ')}.` : '']
      .filter(Boolean)
      .join(' ');
    for (const v of answer.variables ?? []) names.set(v.id, v.name);
    for (const c of answer.clauses ?? [])
      c.literals.forEach((/** @type {number} */ l, /** @type {number} */ i) => names.set(l, c.text[i]));
    [named, shown] = from ? [named, [...shown, ...(answer.clauses ?? [])]] : [answer.variables ?? [], answer.clauses ?? []];
    offset = shown.length;
    more.hidden = offset >= answer.total;
    relabel();
    app.announce(total.textContent);
  }

  /** @type {Constraint[]} */
  let constraints = [];
  /** fillConstraints offers constraints: those of the cell come first. @param {Constraint[]} now */
  function fillConstraints(now) {
    constraints = now;
    const before = Number(constraint.value) < now.length ? constraint.value : '';
    const options = now.map((c, i) => h('option', { value: i }, clip(sayPart(c, store.puzzle) || `${c.name || c.kind}: ${c.cells.join(' ')}`)));
    const [here, others] = [true, false].map((has) => options.filter((_, i) => now[i].cells.includes(cell) === has));
    constraint.replaceChildren(h('option', { value: '' }, 'none'));
    if (here.length) constraint.append(h('optgroup', { label: 'With ' + cell }, here));
    constraint.append(...others);
    constraint.value = before;
  }
  /** isApart reports whether the cell is not in the constraint, so that no clause has both. */
  const isApart = () => cell && constraint.value && !constraints[Number(constraint.value)]?.cells.includes(cell);
  /** takeClue chooses the clue that is chosen in the grid or its list, and reports whether the constraints have it. */
  function takeClue() {
    const entry = store.clue === null ? undefined : store.puzzle.constraints?.[store.clue];
    const after = (store.puzzle.constraints ?? []).slice(store.clue ?? 0).filter((c) => c.kind === entry?.kind).length;
    const at = constraints.map((c, i) => ({ c, i })).filter(({ c }) => c.kind === entry?.kind).at(-after); // houses come first
    constraint.value = String(at?.i ?? '');
    if (isApart()) showCell('');
    return Boolean(at);
  }

  // Propagation by hand.
  /** @type {number[]} */
  const chosen = [];
  /** @type {any} */
  let propagated;
  const decided = h('div', { class: 'literals', role: 'group', 'aria-label': 'Literals made true; press one to take it back' });
  const follows = h('p', {});
  const implied = h('ol', { class: 'clauses', 'aria-label': 'What follows', tabindex: '0', hidden: true });
  const clearButton = button('Take all back', () => {
    chosen.splice(0);
    propagate();
  });

  /** @param {number} literal */
  function choose(literal) {
    if (chosen.includes(literal)) return;
    chosen.push(literal);
    propagate();
  }
  async function propagate() {
    const answer = await left();
    if (!answer) return;
    propagated = answer;
    relabel();
    app.announce(follows.textContent ?? '');
  }
  /** left asks what the choices leave, and shows it in the grid. */
  async function left() {
    const answer = await propagating.ask('propagate', { puzzle: puzzle(), encoding: encoding(), literals: chosen });
    if (!answer) return undefined;
    for (const l of answer.implied) names.set(l.id, l.name);
    store.view = {
      candidates: openOnly(answer.candidates),
      highlight: answer.conflict ? [{ cells: cellsIn(answer.conflict.map(text)), tone: 'bad', label: 'of the conflict' }] : [],
    };
    return answer;
  }
  function showImplied() {
    decided.replaceChildren(
      ...chosen.map((l) =>
        button(
          text(l) + ' ×',
          () => {
            chosen.splice(chosen.indexOf(l), 1);
            propagate();
          },
          { class: 'literal', 'aria-label': 'Take back ' + text(l) },
        ),
      ),
    );
    clearButton.hidden = !chosen.length;
    implied.hidden = !propagated;
    follows.textContent = '';
    if (!propagated) return;
    const units = /** @type {Implied[]} */ (propagated.implied).filter((l) => l.clause);
    const first = units.filter((l) => l.decision === 0).length;
    const conflict = propagated.conflict && [h('span', { class: 'bad' }, '✗ conflict: '), ...clauseOf(propagated.conflict)];
    follows.textContent =
      `${things(units.length - first, 'literal')} more ${units.length - first === 1 ? 'follows' : 'follow'} from ` +
      `${things(chosen.length, 'choice')}; ${things(first, 'literal')} from the formula alone.` +
      (propagated.consistent ? '' : ' A clause is false: a conflict.');
    const last = units.filter((l) => l.decision > 0 || !chosen.length).slice(0, most);
    implied.replaceChildren(
      ...last.map((l) => h('li', { class: 'implied' }, h('strong', {}, text(l.id)), ' from ', ...clauseOf(l.clause ?? []))),
      ...(conflict ? [h('li', {}, ...conflict)] : []),
    );
  }
  /** openOnly leaves out givens. @param {Record<string, number[]>} candidates */
  const openOnly = (candidates) =>
    Object.fromEntries(Object.entries(candidates).filter(([name]) => store.puzzle.givens?.[name] === undefined));

  // Files and answers.
  const format = select([]);
  async function write() {
    const answer = await (format.value === 'yaml'
      ? writing.ask('convert', { puzzle: puzzle(), to: 'yaml', lossy: true })
      : writing.ask('export', { puzzle: puzzle(), format: format.value, encoding: encoding() || undefined }));
    if (!answer) return;
    download(answer.file, answer.text, answer.type);
    lost.textContent = answer.lost?.length ? 'This format has no place for: ' + answer.lost.join('; ') : '';
    app.announce('Saved as ' + answer.file);
  }
  const lost = muted();
  const output = h('textarea', { rows: 4, spellcheck: 'false', placeholder: 's SATISFIABLE\nv 1 -2 -3 … 0' });
  const decoded = h('p', { role: 'status' });
  /** @type {Record<string, number>} */
  let solution = {};
  const enterButton = button('Enter it in the grid', () => store.edit('enter the answer', (p) => enter(p, solution)), {
    hidden: true,
  });
  async function decode() {
    propagating.cancel(); // it writes on the grid, too
    const answer = await decoding.ask('decode', { puzzle: puzzle(), encoding: encoding(), output: output.value });
    if (!answer) return;
    solution = answer.solution ?? {};
    enterButton.hidden = !answer.solution;
    decoded.textContent = answer.unsatisfiable
      ? 'The solver says that there is no solution.'
      : 'The answer is a solution: see the grid.';
    store.view = { found: solution };
  }

  element.append(
    section('Encoding', encodings),
    section(
      'Sizes side by side',
      h('div', { class: 'row' }, labelled('Vary', vary), button('Measure', measure)),
      measuring.node,
      sizes.node,
    ),
    section(
      'Clauses',
      muted(
        'Click a cell in the grid, one of its candidates or a number beside the grid. Or choose a value or a constraint here. ' +
          'Press a literal to make it true and see what follows.',
      ),
      h(
        'div',
        { class: 'row' },
        h('span', { class: 'field' }, h('span', {}, 'Cell'), cellName),
        labelled('Value', value),
        labelled('Constraint', constraint),
        labelled('Write as', form),
      ),
      reading.node,
      total,
      note,
      variables,
      clauses,
      more,
    ),
    section(
      'Propagation',
      h('div', { class: 'row' }, button('Propagate the formula', propagate), clearButton),
      decided,
      propagating.node,
      follows,
      implied,
    ),
    section('Files', h('div', { class: 'row' }, labelled('Format', format), button('Download', write)), writing.node, lost),
    section(
      'A solver’s answer',
      labelled('Output of a solver, for one of these files', output),
      h('div', { class: 'row' }, button('Show the grid', decode), enterButton),
      decoding.node,
      decoded,
    ),
  );

  let shownNow = false;
  const readLater = later(120, () => {
    if (shownNow) read();
  });
  const leftLater = later(120, () => {
    if (shownNow && !propagating.control) left();
  });
  function refresh() {
    for (const asker of [reading, propagating, decoding]) asker.cancel();
    [propagated, solution, named, shown] = [undefined, {}, [], []];
    names.clear();
    enterButton.hidden = more.hidden = true;
    decoded.textContent = note.textContent = '';
    total.textContent = '…';
    store.view = {};
    relabel();
    readLater();
    leftLater();
  }
  /** @param {string} now */
  function showCell(now) {
    cell = now;
    cellName.textContent = cell || 'none selected';
  }
  function take() {
    showCell([...store.selection].pop() ?? '');
    if (store.candidate !== undefined) value.value = String(store.candidate ?? '');
    if (isApart()) constraint.value = '';
    readLater();
  }
  take();
  store.addEventListener('selection', take);
  store.addEventListener('clue', () => {
    takeClue();
    readLater();
  });
  whileShown(
    element,
    app,
    withoutMarks,
    (changed) => {
      shownNow = true;
      if (changed) {
        offer(value, [{ value: '', text: 'any' }, ...(shapeOf(store.puzzle)?.values ?? []).map(String)]);
        fillConstraints([]);
      }
      chosen.splice(0);
      measuring.cancel();
      measured.clear();
      sizes.update([]);
      list();
      refresh();
    },
    () => {
      shownNow = false;
      for (const asker of [measuring, reading, propagating, writing, decoding]) asker.cancel();
    },
  );
}

/** not denies a literal's name. @param {string} name */
const not = (name) => (name.startsWith('¬') ? name.slice(1) : '¬' + name);

/** cellsIn literals such as ¬r1c1=5. @param {string[]} literals */
const cellsIn = (literals) => [...new Set(literals.flatMap((l) => l.match(/r\d+c\d+/g) ?? []))];

/** clip shortens a long text. @param {string} text */
const clip = (text) => (text.length > 60 ? text.slice(0, 59) + '…' : text);
