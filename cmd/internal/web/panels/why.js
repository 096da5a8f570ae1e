// The panel "why": the steps by which people solve the puzzle, drawn on the grid.

import { button, h } from '../dom.js';
import { Asker, digits, enter, legend, movers, pencilled, things, whileShown, withEntries, withoutMarks } from './kit.js';

/** @typedef {import('./kit.js').App} App */
/** @typedef {import('../types.js').Candidate} Candidate */
/**
 * @typedef {{technique: string, text: string, words: string, level: string, score: number, rating: number,
 *   placements: Candidate[], eliminations: Candidate[], marks: (Candidate & {role: string})[],
 *   links: {from: Candidate, to: Candidate, strong: boolean}[], cells: string[],
 *   candidates: Record<string, number[]>, found: Record<string, number>}} Step  with the candidates and values before it
 */
/** @typedef {import('../types.js').Puzzle} Puzzle */

const roles = [
  ['pattern', 'what the step rests on'],
  ['second', 'its other half'],
  ['fin', 'fins'],
  ['placed', 'placed'],
  ['eliminated', 'eliminated'],
];

/** @type {import('../types.js').Panel} */
export const panel = { id: 'why', title: 'Why', mount };

/** @param {HTMLElement} element @param {App} app */
function mount(element, app) {
  const { store } = app;
  const asker = new Asker(app, 'Explaining');
  /** @type {Step[]} */
  let steps = [];
  let at = 0;
  let ours = false; // the change of the puzzle is a step applied

  const grade = h('p', { class: 'grade' });
  const heading = h('h3', {});
  const words = h('p', {}),
    text = h('p', { class: 'muted small' });
  const colours = h('div', {});
  const list = h('ol', { class: 'steps', 'aria-label': 'Steps', onkeydown: key });
  const [first, previous, next, last] = movers(
    ['First step', 'Previous step', 'Next step', 'Last step'],
    () => [0, at - 1, at + 1, steps.length - 1],
    go,
  );
  const bar = h(
    'div',
    { class: 'row', role: 'group', 'aria-label': 'Steps back and forth', onkeydown: key },
    ...[first, previous, next, last],
    button('Apply this step to the grid', apply),
  );

  const shown = h('section', { hidden: true }, heading, words, text, colours, bar, list);
  element.append(
    h(
      'section',
      {},
      h(
        'div',
        { class: 'row' },
        button('Solve from the givens', () => explain(false)),
        button('Solve from here', () => explain(true)),
      ),
      asker.node,
      grade,
    ),
    shown,
  );

  /** @param {boolean} here from what the solver entered */
  async function explain(here) {
    const { puzzle } = store;
    const asked = { ...(here ? { puzzle: withEntries(puzzle), left: pencilled(puzzle) } : { puzzle: withoutMarks(puzzle) }), view: true };
    clear();
    const answer = await asker.ask('explain', asked);
    if (!answer) return;
    steps = answer.steps.map((/** @type {any} */ step) => ({ ...step, ...step.view }));
    grade.textContent = inWords(here ? null : answer, steps, answer.end?.broken) + (answer.cause ? ` Cut short: ${answer.cause}.` : '');
    list.replaceChildren(
      ...steps.map((step, i) =>
        h(
          'li',
          {},
          button(`${i + 1}. ${step.text}`, () => go(i), { class: 'level-' + step.level, tabindex: '-1' }),
        ),
      ),
    );
    app.announce(grade.textContent);
    go(0);
  }

  function clear() {
    steps = [];
    list.replaceChildren();
    grade.textContent = '';
    go(0);
  }

  /** go shows a step. @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps[at];
    const held = document.activeElement; // a disabled button loses the focus
    first.disabled = previous.disabled = at === 0;
    next.disabled = last.disabled = at >= steps.length - 1;
    shown.hidden = !step;
    [...list.children].forEach((item, i) => {
      const choice = /** @type {HTMLElement} */ (item.firstElementChild);
      choice.tabIndex = i === at ? 0 : -1;
      if (i === at) choice.setAttribute('aria-current', 'step');
      else choice.removeAttribute('aria-current');
    });
    if (!step) {
      store.view = {};
      return;
    }
    scrollTo(/** @type {HTMLElement} */ (list.children[at]));
    if (list.contains(held) || (bar.contains(held) && held?.matches(':disabled')))
      /** @type {HTMLElement} */ (list.children[at].firstElementChild).focus({ preventScroll: true });
    heading.textContent = `Step ${at + 1} of ${steps.length}: ${titleOf(step)}`;
    words.textContent = step.words;
    text.textContent = `${step.text} (${step.level}, score ${digits(step.score)}, rating ${step.rating})`;
    const used = new Set(step.marks?.map((mark) => mark.role));
    colours.replaceChildren(
      legend('Colours of candidates and links', [
        ...roles.filter(([role]) => used.has(role)).map(([role, words]) => ['role-' + role, words]),
        ...(step.links?.length ? [['role-link', 'links; weak ones dashed']] : []),
      ]),
    );
    store.view = {
      caption: step.words,
      candidates: step.candidates,
      found: step.found,
      marks: step.marks,
      links: step.links,
      highlight: [{ cells: step.cells ?? [], tone: 'accent', label: 'of this step' }],
    };
  }

  /** scrollTo moves the list alone, not the page. @param {HTMLElement} item */
  function scrollTo(item) {
    const [top, bottom] = [item.offsetTop - list.offsetTop, item.offsetTop - list.offsetTop + item.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: steps.length - 1 }[
      event.key
    ];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
    app.announce(`${heading.textContent}. ${steps[at]?.words ?? ''}`);
  }

  function apply() {
    const step = steps[at];
    ours = true;
    try {
      store.edit('apply ' + titleOf(step), (puzzle) => applied(puzzle, step));
    } finally {
      ours = false;
    }
    app.announce('Applied: ' + step.words);
    go(at + 1);
  }

  go(0);
  whileShown(
    element,
    app,
    (puzzle) => ({ ...withEntries(puzzle), candidates: pencilled(puzzle) }),
    () => {
      if (!ours) explain(Object.values(store.puzzle.marks ?? {}).some(({ value, centre }) => value !== undefined || centre?.length));
    },
    () => asker.cancel(),
  );
}

/**
 * applied is the puzzle with the values and centre marks after a step.
 * @param {Puzzle} puzzle @param {Step} step @returns {Puzzle}
 */
function applied(puzzle, step) {
  const after = enter(puzzle, Object.fromEntries(step.placements.map((p) => [p.cell, p.value])));
  const marks = { ...after.marks };
  for (const { cell, value } of step.eliminations) {
    const before = marks[cell]?.centre?.length ? marks[cell].centre : (step.candidates[cell] ?? []);
    marks[cell] = { ...marks[cell], centre: before.filter((/** @type {number} */ v) => v !== value) };
  }
  return { ...after, marks };
}

/** titleOf a step is its technique. @param {Step} step */
const titleOf = (step) => step.text.split(':')[0];

/**
 * inWords a grade; without one the steps did not begin at the givens.
 * @param {any} grade @param {Step[]} steps @param {boolean | undefined} broken nothing is left for a cell or for a number in a house
 */
function inWords(grade, steps, broken) {
  if (!grade) {
    const count = steps.length ? things(steps.length, 'step') + ' from here.' : '';
    if (broken) return `The entries contradict each other. ${count}`;
    return count || 'No step: either it is done, or nothing that people do helps from here.';
  }
  const hardest = steps.find((step) => step.technique === grade.hardest);
  const level = [
    `level ${grade.level}`,
    `score ${digits(grade.score)}`,
    grade.rating !== null && `rating ${grade.rating}`,
    hardest && `hardest: ${titleOf(hardest)}`,
  ]
    .filter(Boolean)
    .join(', ');
  const open =
    grade.solutions === 'none'
      ? ' The puzzle has no solution.'
      : grade.solutions && grade.solutions !== '1'
        ? ' The puzzle has several solutions.'
        : '';
  if (!grade.solved && !steps.length) return `No step is known.${open}`;
  const found = `${grade.solved ? 'Solved' : 'Not solved'} in ${things(steps.length, 'step')}`;
  return open ? `${found}.${open}` : `${found}: ${level}.`; // a puzzle without a single solution has no level
}
