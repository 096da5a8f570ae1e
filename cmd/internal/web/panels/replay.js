// The replay of a search: what an engine decided, pruned and learnt, event by event, drawn on the grid.

import { allCells, shapeOf } from '../cells.js';
import { button, h, icon, labelled, s, select } from '../dom.js';
import { Asker, bar, digits, legend, movers, slider, table, things, withoutMarks } from './kit.js';

/** @typedef {import('./kit.js').App} App */
/** @typedef {import('../types.js').View} View */
/**
 * @typedef {object} TraceEvent
 * @property {'decide' | 'fix' | 'prune' | 'fail' | 'solution' | 'restart' | 'learn'} type
 * @property {number} [depth] decisions before it
 * @property {string} [cell]
 * @property {number} [value]
 * @property {string} [by] the rule
 * @property {string[]} [clause] what was learnt, such as ["r1c1=5", "¬r2c2=3"]
 * @property {number} [conflict]
 */
/** @typedef {{depth: number, cell: string, value: number, fixed: boolean, decided: boolean}} Entry  a value fixed or pruned */

const most = 10000,
  between = 500,
  points = 600;

/** Paths of pictures on the button to play, for icon. */
const icons = { play: 'M8 5l11 7-11 7z', pause: 'M8 5v14M16 5v14' };

/** Trail replays events. It keeps copies of its state, so that going back is fast. */
class Trail {
  /** @param {TraceEvent[]} events */
  constructor(events) {
    this.events = events;
    /** @type {Entry[][]} what stands before event i·between */
    this.frames = [[]];
    for (let i = between; i <= events.length; i += between) this.frames.push(this.at(i));
  }

  /** at returns what stands after the first n events. @param {number} n @returns {Entry[]} */
  at(n) {
    const frame = Math.min(Math.floor(n / between), this.frames.length - 1);
    const entries = [...this.frames[frame]];
    for (let i = frame * between; i < n; i++) step(entries, this.events[i]);
    return entries;
  }
}

/**
 * step changes what stands by one event: a decision at a depth undoes its siblings.
 * @param {Entry[]} entries @param {TraceEvent} event
 */
function step(entries, event) {
  const { type, depth = 0, cell, value } = event;
  if (type === 'learn') return;
  while (entries.length && entries[entries.length - 1].depth > depth - (type === 'decide' ? 1 : 0)) entries.pop();
  if (cell === undefined || value === undefined || (type !== 'decide' && type !== 'fix' && type !== 'prune')) return;
  entries.push({ depth, cell, value, fixed: type !== 'prune', decided: type === 'decide' });
}

/** rate of a place of the slider, in events a second. @param {number} n */
const rate = (n) => Math.round(10 ** (n / 10));

/** @param {HTMLElement} element @param {App} app */
export function mountReplay(element, app) {
  const { store } = app;
  const recording = new Asker(app, 'Recording the search');
  /** @type {TraceEvent[]} */
  let events = [];
  let trail = new Trail(events);
  let at = 0,
    frame = 0,
    before = 0,
    due = 0;

  const engine = select([
    { value: 'native', text: 'native: backtracking' },
    { value: 'gophersat', text: 'gophersat: clause learning' },
  ]);
  const place = slider(
    'Event',
    { min: 0, max: 0, value: 0 },
    (n) => `${digits(n)} of ${digits(events.length)}`,
    jump,
  );
  const speed = slider(
    'Speed',
    { min: 0, max: 40, value: 12 },
    (n) => `${digits(rate(n))} a second`,
    () => {},
  );
  const play = button(icon(icons.play), () => (frame ? pause() : run()), { 'aria-label': 'Play' });
  const [start, back, on, end] = movers(
    ['To the start', 'One event back', 'One event on', 'To the end'],
    () => [0, at - 1, at + 1, events.length],
    jump,
  );
  const controls = h('div', { class: 'row', role: 'group', 'aria-label': 'Replay' }, start, back, play, on, end);
  const chart = s('svg', { class: 'depths', viewBox: `0 0 ${points} 60`, preserveAspectRatio: 'none', role: 'img' });
  const cursor = s('line', { class: 'cursor', y1: 0, y2: 60 });
  const now = h('p', { class: 'event' });
  const colours = legend('Colours of candidates', [
    ['role-eliminated', 'pruned now, or excluded by the clause'],
    ['role-pattern', 'asked for by the clause'],
  ]);
  const totals = h('p', {});
  /** @type {ReturnType<typeof table<[string, number]>>} */
  const rules = table('What each rule pruned', [
    { title: 'Rule', value: ([name]) => name },
    {
      title: 'Pruned',
      value: ([, n]) => n,
      show: ([, n], all) => bar(n, all.map((r) => r[1]), digits(n)),
    },
  ]);
  const shown = h(
    'div',
    { class: 'replay', hidden: true },
    totals,
    chart,
    controls,
    place.node,
    speed.node,
    now,
    colours,
    rules.node,
  );
  element.append(h('div', { class: 'row' }, labelled('Search of', engine), button('Record', record)), recording.node, shown);

  async function record() {
    reset();
    const answer = await recording.ask('trace', { puzzle: withoutMarks(store.puzzle), engine: engine.value, most });
    if (!answer) return;
    events = answer.events ?? [];
    trail = new Trail(events);
    totals.textContent = inWords(answer, events);
    rules.update(Object.entries(/** @type {Record<string, number>} */ (answer.byRule ?? {})).sort((a, b) => b[1] - a[1]));
    draw();
    shown.hidden = false;
    place.set(0, events.length);
    show(0);
    app.announce(totals.textContent);
  }

  /** draw shows the depth of each event, or the size of each learnt clause. */
  function draw() {
    const heights = events.map((e) => e.clause?.length ?? e.depth ?? 0);
    const top = Math.max(1, ...heights),
      width = Math.max(1, Math.ceil(heights.length / points));
    /** @type {string[]} */
    const line = [];
    for (let i = 0; i < heights.length; i += width) {
      const y = 58 - (56 * Math.max(...heights.slice(i, i + width))) / top;
      line.push(`${((i / Math.max(1, events.length)) * points).toFixed(1)},${y.toFixed(1)}`);
    }
    const learnt = events.some((e) => e.clause);
    chart.setAttribute('aria-label', `${learnt ? 'Literals of the learnt clauses' : 'Depth of the search'}, at most ${top}`);
    chart.replaceChildren(s('polyline', { points: line.join(' ') }), cursor);
  }

  /** @param {string} name @param {string} path */
  function showPlay(name, path) {
    play.setAttribute('aria-label', name);
    play.replaceChildren(icon(path));
  }

  function run() {
    if (at >= events.length) show(0);
    showPlay('Pause', icons.pause);
    [before, due] = [performance.now(), 0];
    frame = requestAnimationFrame(tick);
  }

  /** @param {number} time */
  function tick(time) {
    due += (Math.max(0, time - before) / 1000) * rate(speed.value);
    before = time;
    if (due >= 1) {
      show(at + Math.floor(due));
      due %= 1;
    }
    frame = at < events.length ? requestAnimationFrame(tick) : 0;
    if (!frame) pause();
  }

  function pause() {
    cancelAnimationFrame(frame);
    frame = 0;
    showPlay('Play', icons.play);
  }

  /** @param {number} n */
  function jump(n) {
    pause();
    show(n);
  }

  /** show draws what stands after n events. @param {number} n */
  function show(n) {
    at = Math.max(0, Math.min(events.length, n));
    place.set(at);
    const x = (at / Math.max(1, events.length)) * points;
    cursor.setAttribute('x1', String(x));
    cursor.setAttribute('x2', String(x));
    const event = events[at - 1];
    now.textContent = event ? `${at}. ${eventInWords(event)}` : 'Before the first event.';
    store.view = event?.clause ? viewOfClause(event.clause) : viewOf(trail.at(at), event);
  }

  /** viewOf what stands. @param {Entry[]} entries @param {TraceEvent | undefined} event @returns {View} */
  function viewOf(entries, event) {
    const shape = shapeOf(store.puzzle),
      givens = store.puzzle.givens ?? {};
    /** @type {Record<string, number>} */
    const found = {};
    /** @type {Record<string, Set<number>>} */
    const pruned = {};
    const marks = [];
    for (const entry of entries) {
      if (!entry.fixed) (pruned[entry.cell] ??= new Set()).add(entry.value);
      else if (givens[entry.cell] === undefined) found[entry.cell] = entry.value;
    }
    const candidates = Object.fromEntries(
      (shape ? allCells(shape) : [])
        .filter((cell) => givens[cell] === undefined && found[cell] === undefined)
        .map((cell) => [
          cell,
          (shape?.values ?? []).filter(
            (v) => !pruned[cell]?.has(v) || (event?.type === 'prune' && event.cell === cell && event.value === v),
          ),
        ]),
    );
    if (event?.cell !== undefined && event.value !== undefined && event.type === 'prune')
      marks.push({ cell: event.cell, value: event.value, role: 'eliminated' });
    return {
      candidates,
      found,
      marks,
      links: [],
      highlight: [
        { cells: entries.filter((e) => e.decided).map((e) => e.cell), tone: 'accent', label: 'decided' },
        { cells: event?.cell ? [event.cell] : [], tone: event?.type === 'fail' ? 'bad' : 'warn', label: 'of this event' },
      ],
    };
  }

  /** viewOfClause shows a clause's literals in their cells. @param {string[]} clause @returns {View} */
  function viewOfClause(clause) {
    const marks = clause
      .map((literal) => /^(¬?)(.+)=(\d+)$/.exec(literal))
      .filter((m) => m !== null)
      .map(([, not, cell, value]) => ({ cell, value: Number(value), role: not ? 'eliminated' : 'pattern' }));
    /** @type {Record<string, number[]>} */
    const candidates = {};
    for (const mark of marks) candidates[mark.cell] = [...(candidates[mark.cell] ?? []), mark.value].sort((a, b) => a - b);
    return {
      candidates,
      marks,
      links: [],
      highlight: [{ cells: Object.keys(candidates), tone: 'accent', label: 'in the learnt clause' }],
    };
  }

  function reset() {
    pause();
    recording.cancel();
    shown.hidden = true;
    [events, at] = [[], 0];
    store.view = {};
  }
  return { reset };
}

/** inWords the totals of a recording. @param {any} answer @param {TraceEvent[]} events */
function inWords(answer, events) {
  const learnt = events.filter((e) => e.type === 'learn').length;
  const parts = [
    answer.nodes !== undefined && things(answer.nodes, 'node'),
    answer.backtracks !== undefined && things(answer.backtracks, 'backtrack'),
    learnt && things(learnt, 'learnt clause'),
    answer.count !== undefined && things(answer.count, 'solution'),
  ].filter(Boolean);
  return `${things(events.length, 'event')}${answer.truncated ? ', cut off there' : ''}: ${parts.join(', ')}.`;
}

/** eventInWords @param {TraceEvent} event */
function eventInWords(event) {
  const { type, cell, value, by, depth = 0 } = event;
  const why = by ? ` (${by})` : '';
  switch (type) {
    case 'decide':
      return `Try ${cell} = ${value}, at depth ${depth}.`;
    case 'fix':
      return `${cell} = ${value} follows${why}.`;
    case 'prune':
      return `${cell} cannot be ${value}${why}.`;
    case 'fail':
      return `A contradiction at depth ${depth}${why}: back.`;
    case 'solution':
      return 'A solution.';
    case 'restart':
      return 'The search starts again.';
    default:
      return `Conflict ${digits(event.conflict ?? 0)} teaches: ${event.clause?.join(' ∨ ') || 'a contradiction'}.`;
  }
}
