// The live panel: what is true of the puzzle as it stands, while it is edited.

import { button, byID, h, labelled } from '../dom.js';
import { shades } from '../grid.js';
import { withGivens } from '../marks.js';
import { sayPart } from '../palette.js';
import { isEmpty } from '../state.js';
import {
  Asker,
  checkbox,
  digits,
  legend,
  magnitude,
  muted,
  number,
  promptly,
  seconds,
  section,
  things,
  valuesOf,
  whileShown,
  withEntries,
} from './kit.js';

/** @typedef {import('./kit.js').App} App */
/** @typedef {{kind: string, name?: string, entry?: string, cells: string[], value?: number | null}} Part  of a conflict */

/** @type {import('../types.js').Panel} */
export const panel = { id: 'live', title: 'Live', mount };

/** @param {HTMLElement} element @param {App} app */
function mount(element, app) {
  const { store } = app;
  const fact = (/** @type {string} */ name) => {
    const value = h('dd', {}, '…');
    return { value, nodes: [h('dt', {}, name), value] };
  };
  const solvable = fact('Solvable'),
    unique = fact('Unique'),
    solutions = fact('Solutions');
  const status = new Asker(app, 'Looking for solutions');
  const counting = new Asker(app, 'Counting solutions');
  const conflicting = new Asker(app, 'Finding a conflict');
  const differing = new Asker(app, 'Looking for two solutions');

  const shade = checkbox('Show true candidates', store.shades, () => {
    store.shades = shade.input.checked;
    paint();
  });
  const countAlways = checkbox('Count all solutions', true, update);
  const further = button('Count for a minute', () => count(60), { hidden: true });
  const confirmed = button('Confirm by another engine', () => count(60, true), { hidden: true });
  const whyNot = button('Why not unique?', differ, { hidden: true });
  const seed = number(1, 0, 2 ** 31);
  const estimating = new Asker(app, 'Estimating', seed);
  const estimateButton = button('Estimate', estimate);
  const estimated = muted();
  const colours = h('div');
  const timing = muted(),
    entered = muted();
  const verdict = byID('verdict');
  const conflict = h('div', { class: 'conflict', hidden: true });
  const difference = h('p'),
    offers = h('div', { class: 'literals', role: 'group', 'aria-label': 'Cells that differ' });
  const two = h(
    'div',
    { class: 'stack tight', hidden: true },
    difference,
    h('div', { class: 'row' }, button('Show the other solution', () => showOne(1 - shown)), button('Hide the solutions', () => showOne(-1))),
    muted('Make one of these a given:'),
    offers,
  );

  element.append(
    h(
      'section',
      {},
      h('dl', { class: 'facts' }, ...solvable.nodes, ...unique.nodes, ...solutions.nodes),
      whyNot, // above what comes and goes while it is aimed at
      differing.node,
      two,
      status.node,
      counting.node,
      further,
      confirmed,
      timing,
      entered,
      conflict,
      conflicting.node,
    ),
    section('While you edit', shade.node, colours, countAlways.node),
    section(
      'Estimate the number of solutions',
      h('div', { class: 'row' }, labelled('Seed', seed), estimateButton),
      estimated,
      estimating.node,
    ),
  );

  /** What is shown. @type {any} */
  let known;
  /** What is told of the puzzle as it stands. @type {any} */
  let told;
  /** @type {Part[]} */
  let parts = [];
  let announced = '';
  /** Two solutions, and where they differ. @type {{solutions: Record<string, number>[], differ: string[]} | undefined} */
  let pair;
  /** Which of them is shown. */
  let shown = 0;

  /** puzzle is what is asked about. */
  const puzzle = () => withEntries(store.puzzle);

  function paint() {
    const { counts, limit, exact, complete } = known ?? {};
    const hasGrid = Boolean(store.puzzle.grid);
    const view = hasGrid && !isEmpty(puzzle()) && shade.input.checked && known?.solvable && counts ? { counts, limit, exact, least: !complete } : {};
    const caption = verdict.hidden ? '' : verdict.textContent;
    store.view = parts.length
      ? { caption, highlight: parts.map((p) => ({ cells: p.cells, tone: 'bad', label: 'conflict: ' + wordsOf(p, store.puzzle) })) }
      : pair
        ? { caption: difference.textContent, found: pair.solutions[shown], highlight: [{ cells: pair.differ, tone: 'accent', label: 'the solutions differ' }] }
        : { caption, ...view };
    const kinds = new Set(shades(store).map(({ kind }) => kind));
    shade.node.hidden = !hasGrid;
    colours.hidden = !kinds.size;
    colours.replaceChildren(legend('Colours of candidates by their solutions', shadesInWords.filter(([kind]) => kinds.has(kind))));
  }

  function update() {
    cancel();
    shade.input.checked = store.shades;
    turn++;
    estimated.textContent = '';
    pair = undefined;
    told = {};
    least = 0n;
    stale = window.setTimeout(renew, 80);
    ask();
  }

  function cancel() {
    clearTimeout(stale);
    clearTimeout(pause);
    ask.cancel();
    for (const asker of [status, counting, estimating, conflicting, differing]) asker.cancel();
  }

  // Timers: for what was known, and for a count, which waits for a pause between keys.
  let stale = 0, pause = 0;
  /** How many puzzles were asked about. */
  let turn = 0;
  /** How many solutions there are at least. */
  let least = 0n;

  /** renew what was known of another puzzle, and show what is known of this one. */
  function renew() {
    stale = 0;
    timing.textContent = '';
    setFact(solutions.value, '…');
    const digits = Object.values(store.puzzle.marks ?? {}).filter(({ value }) => value !== undefined).length;
    entered.textContent = digits ? `With the ${things(digits, 'digit')} that a solver entered.` : '';
    [known, parts] = [told, []];
    conflict.hidden = further.hidden = confirmed.hidden = true;
    two.hidden = !pair;
    offer();
    judge();
    paint();
  }
  const ask = promptly(20, askNow);

  async function askNow() {
    const answer = await status.ask('status', { puzzle: puzzle(), limit: 100, within: 0.35 }, tell);
    if (!answer) return;
    tell(answer);
    timing.textContent =
      answer.seconds === undefined
        ? ''
        : `Found in ${seconds(answer.seconds)} by ${answer.engine}.${answer.complete ? '' : ` ${unfinished(answer)}: ${answer.cause}.`}`;
    say(answer);
    if (answer.solvable === false) return findConflict(false);
    if (!answer.solvable) return;
    const { bound, all } = solutionsOf(answer);
    confirmed.hidden = !all;
    least = BigInt(bound);
    if (all) setFact(solutions.value, `${digits(bound)} (${answer.engine}, ${seconds(answer.seconds)})`);
    else setFact(solutions.value, `at least ${digits(bound)}`, 'least');
    if (all) return;
    if (isEmpty(puzzle())) {
      setFact(solutions.value, 'not counted');
      timing.textContent = 'The grid is empty. Once it has a digit or a clue, its candidates are shown and its solutions are counted.';
    } else if (countAlways.input.checked) pause = window.setTimeout(count, 250, 20);
    else return;
    further.hidden = !isEmpty(puzzle());
  }

  /**
   * tell shows what is known once candidates are, or once they take long. To paint what is known before would delay them.
   * @param {any} event
   */
  function tell(event) {
    told = { ...told, ...event };
    if (!told.counts && stale) return;
    clearTimeout(stale);
    renew();
  }

  /** judge shows whether there is a solution, and one only. */
  function judge() {
    const word = (/** @type {boolean | null | undefined} */ b) =>
      b === undefined ? '…' : b === null ? 'not known' : b ? '✓ yes' : '✗ no';
    const { solvable: some, unique: one } = told, isMany = some && one === false, isNew = isEmpty(puzzle());
    setFact(solvable.value, word(some), some ? 'good' : some === false ? 'bad' : '');
    setFact(unique.value, one === false ? 'no' : word(one), one ? 'good' : isMany && !isNew ? 'warn' : ''); // no error of an empty grid
    whyNot.hidden = !isMany || isNew;
    if (some === false) [solutions.value.textContent, estimated.textContent] = ['0', ''];
    verdict.hidden = !some && some !== false;
    setFact(verdict, !some ? '✗ No solution' : one ? '✓ Exactly one solution' : one === false ? 'Several solutions' : '✓ Solvable',
      !some ? 'bad' : isMany ? isNew ? 'muted' : 'warn' : 'good');
  }

  /** say announces changes only. @param {any} answer */
  function say(answer) {
    const now =
      answer.solvable === null
        ? 'Not known whether there is a solution.'
        : !answer.solvable
          ? 'No solution.'
          : answer.unique
            ? 'Exactly one solution.'
            : 'Several solutions.';
    if (now !== announced) app.announce((announced = now));
  }

  /** @param {number} timeout seconds @param {boolean} confirm  by an engine of the other kind */
  async function count(timeout, confirm = false) {
    further.hidden = confirmed.hidden = true;
    const mine = turn, before = solutions.value.textContent ?? '';
    const atLeast = (/** @type {string} */ count) => {
      if (BigInt(count) > least) least = BigInt(count);
      setFact(solutions.value, 'at least ' + digits(String(least)), 'least');
    };
    const slow = setTimeout(estimate, 3000);
    const answer = await counting.ask('count', { puzzle: puzzle(), timeout, confirm: confirm ? 'auto' : undefined }, (event) => {
      if (event.count) atLeast(event.count);
      else counting.say([event.share ? `${(100 * event.share).toFixed(1)} %` : '', event.text ?? ''].filter(Boolean).join(' · '));
    });
    clearTimeout(slow);
    if (mine !== turn) return;
    further.hidden = confirm || Boolean(answer?.complete);
    if (!answer) {
      confirmed.hidden = !confirm;
      if (confirm) setFact(solutions.value, before);
      return;
    }
    confirmed.hidden = !answer.complete || confirm;
    const by = [answer.engine, answer.confirmed ? 'confirmed by ' + answer.confirm : confirm && 'not confirmed in time', seconds(answer.seconds)]
      .filter(Boolean)
      .join(', ');
    if (!answer.complete) atLeast(answer.count);
    if (answer.complete) setFact(solutions.value, `${digits(answer.count)} (${by})`);
    else solutions.value.append(` (${by})`);
    if (answer.complete) estimating.cancel();
    app.announce(`${answer.complete ? '' : 'At least '}${things(answer.count, 'solution')}.`);
  }

  async function estimate() {
    const answer = await estimating.ask('estimate', { puzzle: puzzle(), samples: 1000, seed: Number(seed.value) });
    if (!answer) return;
    if (!answer.samples && answer.lower === undefined) return app.showError(estimating.node, answer.cause);
    const from = `from ${things(answer.samples, 'sample')} with seed ${answer.seed}`;
    estimated.textContent =
      answer.lower !== undefined
        ? `No sample met a solution, ${from}. A search found ${answer.estimate ? 'all' : 'at least'} ${things(answer.lower, 'solution')}.`
        : `About ${magnitude(answer.estimate)} solutions, ${from}. ` +
          (answer.low === undefined
            ? 'Fewer than two samples met one, so there is no interval.'
            : `The 95 % interval is ${magnitude(answer.low)} to ${magnitude(answer.high)}.`);
    app.announce(estimated.textContent);
  }

  async function differ() {
    const answer = await differing.ask('solve', { puzzle: puzzle(), differ: true });
    if (!answer) return;
    if (answer.solutions.length < 2)
      return app.showError(differing.node, answer.cause || `The engines disagree: ${answer.engine} finds no second solution.`);
    pair = { ...answer, solutions: answer.solutions.map(valuesOf) };
    showOne(0);
  }

  /** showOne of the two solutions; hide them if it is negative. @param {number} which */
  function showOne(which) {
    if (which < 0) [pair, shown] = [undefined, 0];
    else shown = which;
    if ((two.hidden = !pair)) whyNot.focus();
    else difference.textContent = `Two solutions differ in ${things(pair?.differ.length ?? 0, 'cell')}. This is solution ${shown + 1} of 2.`;
    offer();
    app.announce(pair ? (difference.textContent ?? '') : '');
    paint();
  }

  /** offer the values in cells that differ, those that leave the fewest solutions first, as many as there are cells. */
  function offer() {
    const { differ = [], solutions = [] } = pair ?? {}, { counts, limit, complete } = known ?? {};
    const all = differ.flatMap((cell) => solutions.map((one) => ({ cell, value: one[cell], left: counts?.[cell]?.[one[cell]] ?? Infinity })));
    all.sort((a, b) => a.left - b.left || 0); // Infinity - Infinity is no number
    offers.replaceChildren(...all.slice(0, differ.length).map(({ cell, value, left }) =>
      button(`${cell} = ${value}` + (left === Infinity ? '' : `: ${complete && left < limit ? '' : 'at least '}${left} left`),
        () => makeGiven(cell, value), { class: 'literal' })));
  }

  /** makeGiven of a cell in which two solutions differ, so that one of them goes. @param {string} cell @param {number} value */
  function makeGiven(cell, value) {
    status.node.focus(); // the button goes
    store.edit(`given ${value}`, (p) => withGivens(p, [cell], value));
    app.announce(`${cell} = ${value} is a given now.`);
  }

  /** @param {boolean} smallest */
  async function findConflict(smallest) {
    const answer = await conflicting.ask('conflict', { puzzle: puzzle(), smallest }, (event) => conflicting.say(event.text));
    if (!answer) return;
    if (answer.outcome === 'satisfiable')
      return app.showError(conflicting.node, `The engines disagree: ${known.engine} finds no solution, another one finds one.`);
    const [found] = answer.conflicts;
    if (!found) return app.showError(conflicting.node, answer.cause ?? 'No conflict was found.');
    parts = found.parts;
    paint();
    const alone = parts.length === 1;
    const extent = found.smallest
      ? 'the fewest possible'
      : found.minimal
        ? 'none can be left out'
        : 'perhaps not all are needed';
    const sentence =
      `${alone ? 'This alone has no solution' : `These ${parts.length} have no solution together: ${extent}`}` +
      `${found.confirmed ? '; confirmed by an unrelated engine' : ''}.`;
    conflict.replaceChildren(
      h('h3', {}, 'Why there is no solution'),
      h('p', {}, sentence),
      h(
        'ul',
        {},
        ...parts.map((p) =>
          h(
            'li',
            {},
            button(wordsOf(p, store.puzzle), () => store.select(p.cells)),
          ),
        ),
      ),
    );
    conflict.hidden = false;
    if (!alone && !found.smallest) conflict.append(button('Look for fewer', () => {
      conflicting.node.focus();
      findConflict(true);
    }));
    app.announce(`${sentence} ${parts.map((p) => wordsOf(p, store.puzzle)).join('; ')}`);
  }

  whileShown(element, app, withEntries, update, () => {
    cancel();
    verdict.hidden = true;
  });
}

/** The colours of candidates, as the legend has them. @type {[string, string][]} */
const shadesInWords = [
  ['count-alone', 'the only value'],
  ['count-one', '1 solution'],
  ['count-few', '2 or 3'],
  ['count-some', '4 to 9'],
  ['count-many', '10 to 99'],
  ['count-least', 'at least 1, not counted to the end'],
  ['count-all', '100 or more'],
];

/** setFact shows a text in a look. @param {HTMLElement} node @param {string} text @param {string} [look] a class */
function setFact(node, text, look = '') {
  node.textContent = text;
  node.className = look;
}

/**
 * solutionsOf says how many solutions there are at least, by the candidates of one cell, and whether these are all.
 * @param {any} answer
 */
function solutionsOf({ counts: candidates, limit, complete }) {
  let bound = 0, all = false;
  for (const byValue of Object.values(candidates)) {
    const counts = Object.values(byValue);
    bound = Math.max(bound, counts.reduce((sum, count) => sum + count, 0));
    all ||= complete && counts.every((count) => count < limit);
  }
  return { bound, all };
}

/** unfinished says what the numbers of an answer that is not complete mean. @param {any} answer */
function unfinished(answer) {
  return answer.exact
    ? 'The candidates are exact; each has at least as many solutions as shown'
    : 'Cut short, candidates may be missing';
}

/** wordsOf a part of a conflict. @param {Part} part @param {import('../types.js').Puzzle} puzzle */
function wordsOf(part, puzzle) {
  if (part.value !== undefined && part.value !== null) return `${part.kind} ${part.cells[0]} = ${part.value}`;
  return sayPart(part, puzzle) || `${part.name || part.cells.join(' ')}: ${part.kind}`;
}
