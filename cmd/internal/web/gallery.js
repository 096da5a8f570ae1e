// The gallery: a dozen examples to open, each with a small picture, and the sets of the library.

import { button, h, labelled, select } from './dom.js';
import { Asker, digits, number } from './panels/kit.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {{title: string, rules: string, puzzle: import('./types.js').Puzzle, svg: string}} Example */

/**
 * mountGallery puts the gallery into a dialog of the page, and returns a function that shows it.
 * @param {App} app
 */
export function mountGallery(app) {
  const reading = new Asker(app, 'Drawing the examples');
  const list = h('ul', { class: 'gallery' });
  const dialog = h('dialog', { class: 'wide', 'aria-labelledby': 'gallery-title' },
    h('div', { class: 'stack' },
      h('div', { class: 'row between' }, h('h2', { id: 'gallery-title' }, 'Open an example'), button('Close', () => dialog.close())),
      reading.node, list));
  const library = mountLibrary(app, () => dialog.close());
  dialog.firstElementChild?.append(library.node);
  dialog.addEventListener('close', () => reading.cancel());
  document.body.append(dialog);

  /** card is a picture to press. @param {Example} example */
  function card({ title, rules, puzzle, svg }) {
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    for (const name of ['width', 'height', 'role']) root.removeAttribute(name);
    return h('li', {}, button([h('span', { class: 'qmsat-board', 'aria-hidden': 'true' }, document.importNode(root, true)),
      h('strong', {}, title), ' ', h('span', { class: 'muted small' }, rules)], async () => {
      dialog.close();
      if (await app.open(puzzle)) app.announce(`Opened: ${title}.`);
    }));
  }

  return async () => {
    dialog.showModal();
    library.list();
    if (!list.children.length) {
      const answer = await reading.ask('examples', {});
      if (!answer) return;
      list.replaceChildren(...answer.map(card));
    }
    if (document.activeElement?.textContent === 'Close') list.querySelector('button')?.focus(); // nothing else was chosen meanwhile
  };
}

/**
 * mountLibrary makes what lists the sets of puzzles that come with the program. done is called when a puzzle was opened.
 * @param {App} app @param {() => void} done
 */
function mountLibrary(app, done) {
  const set = select([], { onchange: () => fit() }), which = h('div', { class: 'field' });
  const index = number(1, 1, 1), name = select([]);
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
    const { count = 1, names, title = '' } = chosen() ?? {}, at = (to + count) % count;
    const answer = await asker.ask('library', { name: set.value, index: at });
    if (!answer) return;
    index.value = String(at + 1);
    name.value = String(at);
    if (!await app.open(answer.puzzle)) return;
    done();
    app.announce(`Opened: ${title}, ${names?.[at] ?? `${digits(at + 1)} of ${digits(count)}`}.`);
  }
  const at = () => chosen()?.names ? Number(name.value) : Number(index.value) - 1;
  const node = h('details', {}, h('summary', {}, 'More puzzles, by sets'),
    h('div', { class: 'stack' }, h('div', { class: 'row' }, labelled('Set', set), which),
      h('div', { class: 'row' }, button('Open', () => open(at())), button('Next', () => open(at() + 1)),
        button('Any', () => open(Math.floor(Math.random() * (chosen()?.count ?? 1))))), asker.node));
  return { node, list };
}
