// The page: it puts its parts together, keeps the address up to date, and follows the light and dark theme.

import { announce, button, byID, h, icon, showError } from './dom.js';
import { call, storageOf, takeToken } from './engine.js';
import { linkOf, unpack } from './formats.js';
import { mountGrid } from './grid.js';
import { isPlain, normalize, store } from './state.js';
import { keepFocus, mountPad, travel } from './tools.js';
import { mountGallery } from './gallery.js';
import { newPuzzle } from './layout.js';
import { inWords } from './palette.js';
import { panel as engines } from './panels/engines.js';
import { panel as files } from './panels/files.js';
import { panel as formula } from './panels/formula.js';
import { panel as keys } from './panels/keys.js';
import { panel as live } from './panels/live.js';
import { panel as setting } from './panels/set.js';
import { panel as why } from './panels/why.js';

/** @type {Promise<import('./types.js').About> | undefined} */
let about;

const base = {
  store, announce, showError, open,
  /** @type {import('./types.js').Call} */
  call: (method, request, options) => call(method, request, options).catch((error) => {
    throw inWords(error, request.puzzle);
  }),
  /** @returns {Promise<import('./types.js').About>} */
  about() {
    return about ??= call('about', {}).catch((error) => {
      about = undefined;
      throw error;
    });
  },
};
/** @type {import('./types.js').App} */
const app = { ...base, grid: mountGrid(byID('stage'), base) };

/** The panels, in the order of their tabs. @type {import('./types.js').Panel[]} */
const panels = [setting, live, why, engines, formula, files, keys];

// The theme: as the system says, unless the switch was used.

const dark = matchMedia('(prefers-color-scheme: dark)'), settings = storageOf('localStorage');

function paintTheme() {
  const theme = settings.getItem('qmsat-theme') ?? (dark.matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
  /** @type {HTMLLinkElement} */ (byID('night')).disabled = theme !== 'dark';
  themeSwitch.setAttribute('aria-pressed', String(theme === 'dark'));
}

const themeSwitch = button(icon('M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z'), () => {
  settings.setItem('qmsat-theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  paintTheme();
}, { class: 'quiet', 'aria-label': 'Dark theme', title: 'Dark theme' });
dark.addEventListener('change', paintTheme);

// The address.

/** The fragment that this page wrote or read last. */
let known = '';
/** The state of addresses that this page wrote while it showed true candidates: a link has none. */
const drafted = 'drafted';

async function writeAddress() {
  const { puzzle } = store, link = await linkOf(puzzle);
  if (puzzle !== store.puzzle || location.hash !== known) return; // another puzzle or address was set meanwhile, and its event is to come
  known = new URL(link).hash;
  history.replaceState(store.shades ? drafted : null, '', link);
}

async function readAddress() {
  if (location.hash === known) return;
  known = location.hash;
  const packed = takeToken(location.hash).get('q'), link = /[#&]open=(.*)$/s.exec(location.hash)?.[1];
  if ((packed || link) && history.state !== drafted) [store.shades, store.mode] = [false, 'value']; // it is to be solved
  try {
    // A link may have & and # of its own. It may be percent-encoded as a whole.
    const foreign = link && (link.includes('://') ? link : decodeURIComponent(link.replaceAll('+', ' ')));
    if (packed) await open(unpack(packed));
    else if (foreign) await open(call('open', { text: foreign }).then(({ puzzle }) => puzzle));
    else await writeAddress();
    showError(byID('sheet'), null);
  } catch (error) {
    showError(byID('sheet'), error);
  }
}

/** How often a puzzle was to be opened. */
let asked = 0;

/**
 * open shows another puzzle once it is known, and reports whether it did: not if meanwhile another one was opened or was to be.
 * @param {import('./types.js').Puzzle | Promise<import('./types.js').Puzzle>} wanted
 */
async function open(wanted) {
  const turn = ++asked, { opened } = store, isLate = () => turn !== asked || store.opened !== opened;
  try {
    const puzzle = await wanted;
    const { kinds } = isPlain(puzzle) ? { kinds: [] } : await base.about().catch(() => ({ kinds: [] }));
    if (isLate()) return false;
    store.open(normalize(puzzle, kinds));
    return true;
  } catch (error) {
    if (isLate()) return false;
    throw error;
  }
}

/** @type {number | undefined} */
let writing;
store.addEventListener('puzzle', () => {
  clearTimeout(writing);
  writing = window.setTimeout(() => writeAddress().then(() => null, (error) => error).then((error) => showError(byID('sheet'), error)), 200);
});
window.addEventListener('hashchange', readAddress);

// The sheet: what the puzzle is called, and its rules in words.

function paintSheet() {
  const { name, author, rules } = store.puzzle, error = byID('sheet').querySelector('.error');
  byID('sheet').replaceChildren(h('h2', { class: name ? undefined : 'untitled' }, name || 'Untitled puzzle'), ...author
    ? [h('span', { class: 'muted' }, `by ${author}`)] : [],
    ...error ? [error] : []);
  byID('rules').textContent = rules ?? '';
  document.title = name ? `${name} · qmsat` : 'qmsat';
  undo.ariaDisabled = String(!store.canUndo); // a button that is disabled loses the focus
  redo.ariaDisabled = String(!store.canRedo);
}
store.addEventListener('puzzle', paintSheet);

// What is dropped on the page is opened by the panel of files.

/** movesText says that text is dragged into a field, as browsers do by themselves. @param {DragEvent} event */
const movesText = ({ dataTransfer, target }) =>
  !dataTransfer?.types.includes('Files') && target instanceof Element && Boolean(target.closest('input, textarea'));

document.addEventListener('dragover', (event) => movesText(event) || event.preventDefault());
document.addEventListener('drop', (event) => {
  if (movesText(event)) return;
  event.preventDefault();
  const { dataTransfer } = event, file = dataTransfer?.files[0];
  const text = file ? file.text() : dataTransfer?.getData('text') ?? '';
  showPage('files');
  byID('panel-files').dispatchEvent(new CustomEvent('open', { detail: { text, file: file?.name ?? '' } }));
});

// The actions.

const undo = button(icon('M8 5 3.5 9.5 8 14M4 9.5h9.5a5.5 5.5 0 0 1 0 11H9'), () => travel(app, 'undo'),
  { class: 'quiet', 'aria-label': 'Undo', title: 'Undo (Ctrl Z)' });
const redo = button(icon('M16 5l4.5 4.5L16 14M20 9.5h-9.5a5.5 5.5 0 0 0 0 11H15'), () => travel(app, 'redo'),
  { class: 'quiet', 'aria-label': 'Redo', title: 'Redo (Ctrl Shift Z)' });
for (const one of [undo, redo]) one.addEventListener('mousedown', keepFocus);

const settingHelp = 'qmsat-help', help = byID('help');
/** showHelp shows the first steps, or closes them until they are asked for again. @param {boolean} on */
function showHelp(on) {
  help.hidden = !on;
  helpSwitch.setAttribute('aria-expanded', String(on));
}
const helpSwitch = button('?', () => {
  settings.setItem(settingHelp, 'shown');
  showHelp(true);
  help.scrollIntoView({ block: 'nearest' });
}, { class: 'quiet', 'aria-label': 'First steps', title: 'First steps', 'aria-controls': 'help' });
const showGallery = mountGallery(app);
help.append(h('ol', {},
  h('li', {}, button('Open an example', showGallery, { class: 'link' }), ', or click a cell and type a digit.'),
  h('li', {}, 'In ', h('strong', {}, 'Clues'), ', search for a clue, such as a thermometer, and draw it on the grid.'),
  h('li', {}, h('strong', {}, 'Live'), ' says if there is one solution, ', h('strong', {}, 'Why'), ' how to find it; ',
    h('strong', {}, 'Files'), ' shares it.')),
button(icon('M6 6l12 12M18 6 6 18'), () => {
  settings.setItem(settingHelp, 'closed');
  showHelp(false);
  helpSwitch.focus();
}, { class: 'quiet', 'aria-label': 'Close the first steps', title: 'Close' }));
showHelp(settings.getItem(settingHelp) !== 'closed');

byID('actions').append(button([h('span', { class: 'roomy' }, 'Open an '), 'example'], showGallery, { 'aria-label': 'Open an example' }),
  button('New', () => newPuzzle(app)), undo, redo, helpSwitch, themeSwitch);

// The skip links. Their targets are no addresses: the fragment is the puzzle's.
byID('skip').append(h('a', { href: '#stage', onclick: (/** @type {Event} */ event) => {
  event.preventDefault();
  app.grid.focus();
} }, 'Skip to the grid'), h('a', { href: '#tabs', onclick: (/** @type {Event} */ event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (byID('tabs').querySelector('[aria-selected=true]:not([hidden])'))?.focus();
} }, 'Skip to the panels'));

document.addEventListener('keydown', (event) => {
  const inText = event.target instanceof Element
    && event.target.closest('input:not([type=range]):not([type=checkbox]), textarea, dialog[open]');
  if (inText || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  travel(app, key === 'y' || event.shiftKey ? 'redo' : 'undo');
});

// The tabs.

/** @type {{panel: import('./types.js').Panel, tab: HTMLElement, element: HTMLElement, mounted: boolean}[]} */
const pages = panels.map((panel) => {
  const tab = button(panel.title, () => showPage(panel.id),
    { role: 'tab', id: `tab-${panel.id}`, 'aria-controls': `panel-${panel.id}`, 'aria-selected': 'false', tabindex: -1 });
  const element = h('section', { role: 'tabpanel', id: `panel-${panel.id}`, class: 'panel', 'aria-labelledby': `tab-${panel.id}`,
    hidden: true });
  return { panel, tab, element, mounted: false };
});

/** showPage shows a panel. @param {string} id */
function showPage(id) {
  for (const page of pages) {
    const shown = page.panel.id === id || page === own && wide.matches, was = !page.element.hidden;
    page.tab.setAttribute('aria-selected', String(shown));
    page.tab.tabIndex = shown ? 0 : -1;
    page.element.hidden = !shown;
    if (shown && !page.mounted) {
      page.mounted = true;
      page.panel.mount(page.element, app);
    }
    if (shown !== was) page.element.dispatchEvent(new Event(shown ? 'show' : 'hide'));
  }
}

byID('tabs').append(...pages.map(({ tab }) => tab));
byID('panels').append(...pages.map(({ element }) => element));
byID('tabs').addEventListener('keydown', (event) => {
  const tabs = pages.filter(({ tab }) => !tab.hidden), at = tabs.findIndex(({ tab }) => tab === document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const next = tabs[(to + tabs.length) % tabs.length];
  showPage(next.panel.id);
  next.tab.focus();
});

mountPad(byID('pad'), app);
paintTheme();
paintSheet();

// On wide screens the panel to set puzzles has a column of its own.

const wide = matchMedia('(min-width: 1160px)'), own = pages[0];

function arrange() {
  const chosen = pages.find(({ element }) => !element.hidden && element !== own.element) ?? pages[1];
  own.tab.hidden = wide.matches;
  byID(wide.matches ? 'left' : 'panels').prepend(own.element);
  showPage(chosen.panel.id);
}
wide.addEventListener('change', arrange);

// The engines are not asked about an empty grid while the address is read, unless that takes long.
await Promise.race([readAddress(), new Promise((done) => setTimeout(done, 1000))]);
arrange();
