// The panel of engines: all side by side on this puzzle, and a replay of a search.

import { button, h, labelled, select } from '../dom.js';
import { Asker, bar, checkbox, digits, number, onceKnown, seconds, section, table, things, whileShown, withoutMarks } from './kit.js';
import { mountReplay } from './replay.js';

/** @typedef {import('./kit.js').App} App */
/**
 * @typedef {object} Lane what is known of an engine's run
 * @property {string} engine
 * @property {string} [count]
 * @property {boolean} [complete]
 * @property {number} [seconds]
 * @property {number} [open] seconds before the search
 * @property {Record<string, number>} [effort]
 * @property {string} [state]
 * @property {string} [outcome]
 * @property {string} [error]
 */

const usual = ['native', 'gini', 'gophersat', 'frontier'];

/** @type {import('../types.js').Panel} */
export const panel = { id: 'engines', title: 'Engines', mount };

/** @param {HTMLElement} element @param {App} app */
function mount(element, app) {
  const { store } = app;
  const choices = h('fieldset', { class: 'choices' }, h('legend', {}, 'Engines'));
  const limit = number(10000, 1, 1e6),
    timeout = number(20, 1, 60);
  const run = button('Run them', race, { class: 'primary', hidden: true }); // until the engines are known
  const racing = new Asker(app, 'Racing', limit, timeout);
  const verdict = h('div', { class: 'verdict', role: 'status' });
  const measure = select([{ value: '', text: 'Largest' }], { onchange: () => lanes.update([...runs.values()]) });
  /** @type {Map<string, HTMLInputElement>} */
  const boxes = new Map();
  /** @type {Map<string, Lane>} */
  const runs = new Map();

  /** effortOf a run: the measure chosen, or its largest. @param {Lane} lane @returns {[string, number]} */
  function effortOf(lane) {
    const entries = Object.entries(lane.effort ?? {});
    const chosen = entries.find(([name]) => name === measure.value);
    return chosen ?? (measure.value ? ['', 0] : entries.reduce((most, e) => (e[1] > most[1] ? e : most), ['', 0]));
  }
  /** @type {ReturnType<typeof table<Lane>>} */
  const lanes = table('Engines on this puzzle', [
    { title: 'Engine', value: (lane) => lane.engine, show: (lane) => h('span', {}, lane.engine,
      h('span', { class: 'state' + (lane.error ? ' bad' : '') }, lane.error ?? lane.outcome ?? lane.state ?? 'waiting')) },
    {
      title: 'Solutions',
      value: (lane) => Number(lane.count ?? -1),
      show: (lane) => lane.error ? '–' : lane.complete ? digits(lane.count ?? '0') : h('span', { class: 'least' }, `≥ ${digits(lane.count ?? '0')}`),
    },
    {
      title: 'Time',
      value: (lane) => lane.seconds ?? 0,
      show: (lane, all) =>
        bar(
          lane.seconds ?? 0,
          all.map((l) => l.seconds ?? 0),
          seconds(lane.seconds ?? 0) + (lane.open ? ` + ${seconds(lane.open)} to load` : ''),
          stateOf(lane),
        ),
    },
    {
      title: 'Effort',
      value: (lane) => effortOf(lane)[1],
      show: (lane, all) => {
        const [name, value] = effortOf(lane);
        const none = lane.state === 'running' && !lane.effort ? 'told at the end' : '–';
        return bar(value, all.map((l) => effortOf(l)[1]), name ? `${digits(value)} ${name}` : none, stateOf(lane));
      },
    },
  ]);

  const replay = section('Replay of a search');
  element.append(
    h(
      'section',
      {},
      choices,
      h(
        'div',
        { class: 'row' },
        labelled('Solutions ≤', limit),
        labelled('Seconds', timeout),
        labelled('Effort', measure),
        run,
      ),
      racing.node,
      verdict,
      lanes.node,
    ),
    replay,
  );
  const player = mountReplay(replay, app);

  const list = onceKnown(app, choices, (about) => {
    const more = h('details', {}, h('summary', {}, 'All others that are registered'));
    for (const engine of about.engines) {
      const choice = checkbox(engine.name, usual.includes(engine.name), () => {});
      choice.node.title = engine.about;
      boxes.set(engine.name, choice.input);
      (usual.includes(engine.name) ? choices : more).append(choice.node);
    }
    choices.append(more);
    run.hidden = false;
  });

  async function race() {
    const engines = [...boxes].filter(([, box]) => box.checked).map(([name]) => name);
    verdict.replaceChildren();
    runs.clear();
    for (const engine of engines) runs.set(engine, { engine });
    lanes.update([...runs.values()]);
    if (!engines.length) return app.showError(racing.node, new Error('no engine is chosen: choose one or more'));
    const asked = { puzzle: withoutMarks(store.puzzle), engines, limit: Number(limit.value), timeout: Number(timeout.value) };
    const answer = await racing.ask('race', asked, (event) => take([event]));
    if (!answer && racing.control) return; // another race took the place of this one
    if (!answer) return take([...runs.values()].filter((lane) => !lane.complete).map((lane) => ({ ...lane, state: 'stopped' })));
    take(answer.engines);
    const finished = [...runs.values()].filter((lane) => !lane.error);
    judge(answer, finished);
  }

  /** take merges what is new. @param {Lane[]} news */
  function take(news) {
    for (const lane of news) runs.set(lane.engine, { ...runs.get(lane.engine), ...lane });
    const names = new Set([...runs.values()].flatMap((lane) => Object.keys(lane.effort ?? {})));
    if (names.size + 1 !== measure.options.length) {
      const chosen = measure.value;
      measure.replaceChildren(
        h('option', { value: '' }, 'Largest'),
        ...[...names].sort().map((name) => h('option', { value: name }, name)),
      );
      measure.value = names.has(chosen) ? chosen : '';
    }
    lanes.update([...runs.values()]);
  }

  /** @param {any} answer @param {Lane[]} finished */
  function judge(answer, finished) {
    const failing = answer.disagreement,
      complete = finished.filter((lane) => lane.complete);
    if (failing) {
      verdict.append(h('p', { class: 'bad' }, '✗ The engines disagree: ' + failing.reason));
      if (failing.shrunk)
        verdict.append(
          h('p', {}, `In the smallest case, of ${things(failing.tries, 'try').replace('trys', 'tries')}: ${failing.shrunk}`),
        );
      if (failing.text)
        verdict.append(
          h('pre', { tabindex: '0', 'aria-label': 'The smallest failing case' }, failing.text),
          button('Open it', () => openText(failing.text)),
        );
    } else if (answer.agree) {
      verdict.append(
        h(
          'p',
          { class: 'good' },
          complete.length > 1
            ? `✓ ${complete.length} engines agree: ${things(complete[0].count ?? 0, 'solution')}, each of them checked.`
            : '✓ The engines found the same solutions, each of them checked, as far as they went.',
        ),
      );
    } else {
      verdict.append(h('p', {}, 'No two engines got far enough to be compared.'));
    }
    app.announce(verdict.textContent ?? '');
  }

  /** @param {string} text */
  async function openText(text) {
    const answer = await racing.ask('open', { text, file: 'case.yaml' });
    if (answer) await app.open(answer.puzzle);
  }

  whileShown(
    element,
    app,
    withoutMarks,
    (changed) => {
      list();
      player.reset();
      if (!changed) return;
      racing.cancel();
      verdict.replaceChildren();
      runs.clear();
      lanes.update([]);
    },
    () => {
      racing.cancel();
      player.reset();
    },
  );
}

/** stateOf a run is the class of its bars. @param {Lane} lane */
const stateOf = (lane) => (lane.error ? 'failed' : lane.complete ? 'done' : 'running');
