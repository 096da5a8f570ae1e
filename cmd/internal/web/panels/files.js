// The panel of files and links: open a puzzle from anything, write it for other programs, save its picture.

import { button, h, isAbort, labelled, latest, offer, showError } from '../dom.js';
import { copy, download, formatName, formulas, linkOf, toPNG } from '../formats.js';
import { later } from './kit.js';

/** @typedef {import('../types.js').App} App */

/** asked is the question for a puzzle in a format. @param {import('../types.js').Puzzle} puzzle @param {string} format */
const asked = (puzzle, format) => /** @type {[string, object]} */ (formulas[format]
  ? ['export', { puzzle, format }] : ['convert', { puzzle, to: format, lossy: true }]);

/** Longer texts and lists are shown in part. */
const mostShown = 20_000, mostLost = 8;

/** @type {import('../types.js').Panel} */
export const panel = {
  id: 'files',
  title: 'Files',
  mount(element, app) {
    element.append(...[opening, writing, picture].map((part) => part(app, element)));
  },
};

/** @param {App} app @param {HTMLElement} element  the panel */
function opening(app, element) {
  const text = h('textarea', { rows: 4, spellcheck: 'false', placeholder: '81 characters, a link, YAML …' });
  const file = h('input', { type: 'file', class: 'unseen', tabindex: -1, 'aria-label': 'File with a puzzle' });
  const outcome = h('div', { class: 'stack tight', role: 'status' });
  const section = h('section', { class: 'drop' }, h('h2', {}, 'Open'),
    labelled('Text, or a link of f-puzzles, SudokuPad, Penpa+ or Interactive Sudoku Solver', text),
    h('div', { class: 'row' }, button('Open', () => open(text.value, ''), { class: 'primary' }),
      button('Choose a file', () => file.click()), file,
      h('span', { class: 'muted small' }, 'or drop one on the page')), outcome);

  /** @param {string | Promise<string>} content @param {string} name */
  async function open(content, name) {
    const read = async () => {
      const from = await content;
      if (!from.trim()) throw new Error('Found no text, expected a puzzle.');
      return app.call('open', { text: from, file: name || undefined });
    };
    try {
      const answer = read();
      if (!await app.open(answer.then((one) => one.puzzle))) return;
      const { puzzle, format, more, warnings } = await answer, { formats } = await app.about();
      showError(section, null);
      outcome.replaceChildren(h('p', { class: 'good small' },
        `Read as ${formatName(formats, format)}${more?.length ? `, with ${more.length + 1} puzzles` : ''}.`),
        warnings?.length ? h('ul', { class: 'list small warn' }, warnings.map((/** @type {string} */ one) => h('li', {}, one)))
          : '',
        more?.length ? choice(puzzle, more) : '');
    } catch (error) {
      outcome.replaceChildren();
      showError(section, error);
    }
  }

  /** choice is a control for the puzzles of a file. @param {import('../types.js').Puzzle} puzzle @param {string[]} more */
  function choice(puzzle, more) {
    const which = h('input', { type: 'number', min: 1, max: more.length + 1, value: 1 });
    which.addEventListener('change', () => {
      const at = Math.max(1, Math.min(which.valueAsNumber || 1, more.length + 1));
      const { solution, marks, ...others } = puzzle; // those are of the first one
      app.open(at === 1 ? puzzle : { ...others, givens: /** @type {any} */ (more[at - 2]) });
    });
    return labelled(`Puzzle, of ${more.length + 1}`, which);
  }

  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) await open(chosen.text(), chosen.name);
    file.value = '';
  });
  element.addEventListener('open', (event) => {
    const { text: content, file: from } = /** @type {CustomEvent} */ (event).detail;
    open(content, from);
  });
  return section;
}

/** @param {App} app @param {HTMLElement} element  the panel, which is shown and hidden */
function writing(app, element) {
  const format = h('select', {});
  const text = h('textarea', { rows: 5, readonly: true, spellcheck: 'false', class: 'mono',
    'aria-label': 'The puzzle in this format' });
  const lost = h('div', { role: 'status' });
  const link = h('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer', hidden: true }, 'Open the link');
  const save = button('Download', () => { if (answer) download(answer.file, answer.text, answer.type); });
  const actions = h('div', { class: 'row' }, button('Copy', ({ currentTarget }) =>
    done(copy(answer?.text ?? ''), 'copied', currentTarget)), save, link);
  const section = h('section', {}, h('h2', {}, 'Share'),
    h('div', { class: 'row' }, button('Copy a link to this page', ({ currentTarget }) =>
      done(linkOf(app.store.puzzle).then(copy), 'copied the link', currentTarget), { class: 'primary' })),
    ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) && h('p', { class: 'small muted' }, 'The link opens on this machine only, while the server runs. ',
      'To send the puzzle, write it as a link of another program. ', h('code', {}, 'qmsat count LINK'), ' reads both.'),
    labelled('Write it as', format), text, lost, actions);
  /** @typedef {{text: string, file: string, type: string, lost: string[]}} Answer */
  /** @type {Answer | null} */
  let answer = null;
  const signal = latest(), buttons = actions.querySelectorAll('button');
  let stale = true;

  /** offered sets what can be copied, saved and opened: nothing while it is not of the puzzle at hand. @param {Answer | null} now */
  function offered(now) {
    answer = now;
    link.hidden = true;
    for (const one of buttons) one.disabled = !now;
  }

  /** done says that a text was copied: its button does for two seconds. @param {Promise<void>} action @param {string} what @param {any} pressed */
  async function done(action, what, pressed) {
    try {
      await action;
      app.announce(what);
      pressed.style.minWidth = `${pressed.offsetWidth}px`;
      pressed.dataset.name ??= pressed.textContent;
      pressed.textContent = 'Copied';
      clearTimeout(pressed.dataset.timer);
      pressed.dataset.timer = setTimeout(() => { pressed.textContent = pressed.dataset.name; }, 2000);
      showError(section, null);
    } catch (error) {
      showError(section, error);
    }
  }

  async function write() {
    if (!format.value || element.hidden) return;
    stale = false;
    offered(null);
    try {
      offered(await app.call(...asked(app.store.puzzle, format.value), { signal: signal() }));
      showError(section, null);
    } catch (error) {
      if (isAbort(error)) return;
      showError(section, error);
    }
    const all = answer?.text ?? '', query = all.trim();
    const isLink = /^https?:\/\/\S+$/.test(query);
    text.value = all.length > mostShown ? `${all.slice(0, mostShown)}\n… ${all.length} characters in all` : all;
    lost.replaceChildren(...answer?.lost?.length ? [h('p', { class: 'small warn' },
      'This format does not hold all of the puzzle:'),
      h('ul', { class: 'list small' }, shorten(answer.lost).map((one) => h('li', {}, one)))] : []);
    link.hidden = !isLink;
    if (isLink) link.href = query;
  }

  const writeLater = later(300, write);
  format.addEventListener('change', write);
  app.store.addEventListener('puzzle', () => {
    stale = true;
    signal(); // an answer under way is not of this puzzle
    offered(null);
    writeLater();
  });
  element.addEventListener('show', async () => {
    try {
      const { formats } = await app.about();
      if (!format.options.length) {
        const written = formats.filter((one) => one.write && one.name !== 'svg').map(({ name }) => name);
        offer(format, [...written, ...Object.keys(formulas)].map((value) => ({ value, text: formatName(formats, value) })));
      }
      if (stale) write();
    } catch (error) {
      showError(section, error);
    }
  });
  return section;
}

/** shorten says of a long list how many more there are. @param {string[]} all */
const shorten = (all) => all.length <= mostLost ? all : [...all.slice(0, mostLost - 1), `and ${all.length - mostLost + 1} more`];

/** @param {App} app */
function picture(app) {
  const section = h('section', {}, h('h2', {}, 'Picture'), h('div', { class: 'row' },
    button('Save SVG', () => save(false)), button('Save PNG', () => save(true)), button('Print', () => window.print())));

  /** @param {boolean} asPNG */
  async function save(asPNG) {
    try {
      const { text, file, type } = await app.call('convert', { puzzle: app.store.puzzle, to: 'svg', lossy: true });
      if (asPNG) download(file.replace(/svg$/, 'png'), await toPNG(text));
      else download(file, text, type);
      showError(section, null);
    } catch (error) {
      showError(section, error);
    }
  }
  return section;
}
