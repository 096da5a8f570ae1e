// The palette of constraints: choose a kind, draw it on the grid, fill in its other fields; and the list of those that the puzzle
// has.
// Forms follow from the fields of a kind, so that a new kind needs nothing here.

import { button, h, icon, labelled, select, showError } from './dom.js';
import { parseCells, sayCells, shapeOf, writeCells } from './cells.js';
import { cellsOf } from './grid.js';
import { checkbox } from './panels/kit.js';
import { set } from './state.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Field} Field */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Puzzle} Puzzle */

/** What is drawn along cells in order; other cells are sets. */
const paths = new Set(['line', 'shafts', 'arms', 'bulb', 'copy']);

/** isSwitch reports whether a kind needs no fields: it is on or off. @param {Kind} kind */
const isSwitch = (kind) => kind.fields.every(({ optional }) => optional)
  && !kind.fields.some(({ key }) => key === 'row' || key === 'line');

/** isPair reports whether a kind is about two cells side by side, as in its example. @param {Kind} kind */
function isPair(kind) {
  const match = /cells: (r\d+c\d+-r\d+c\d+)[,}]/.exec(kind.example);
  const cells = match ? parseCells(match[1], { rows: 9, columns: 9, boxRows: 3, boxColumns: 3, values: [], regions: null }) : [];
  return cells.length === 2 && kind.group === 'pairs and cells';
}

/** title writes a kind's name for people. @param {string} name */
const title = (name) => name.replace(/-/g, ' ').replace(/^./, (c) => c.toUpperCase());

/**
 * sayPart writes a clue as the list of clues does, where an engine names it as a part of the puzzle, and "" for other parts.
 * @param {{kind: string, name?: string, entry?: string, cells: string[]}} part  with the clue of a model file
 * @param {Puzzle} puzzle
 */
export function sayPart({ kind, name = '', entry = '', cells }, puzzle) {
  const shape = shapeOf(puzzle), all = String([...cells].sort());
  const clue = shape && puzzle.constraints?.find((one) => one.kind === kind && (one.name ?? '') === name
    && String(cellsOf(one, shape).sort()) === all
    && Object.values(one).every((value) => typeof value !== 'number' || !entry || entry.includes(`: ${value}`)));
  return clue ? sayEntry(clue, shape) : entry.replace(/^\{kind: ([^,}]+),?(.*)\}$/s, (_, one, rest) =>
    title(one) + rest.replace(/\w+: (?=\[?r\d)/g, '').replace(/(\w+): /g, '$1 '));
}

/**
 * inWords names the clue or the given that an error is about, where an engine tells the column in the text of the puzzle. It leaves
 * out a flag of the command.
 * @param {Error} error @param {Puzzle | undefined} puzzle
 */
export function inWords(error, puzzle) {
  const [place, column] = /^puzzle:1:(\d+): |^--to \S+: /.exec(error.message) ?? [];
  if (!place || !puzzle) return error;
  const text = JSON.stringify(puzzle), shape = shapeOf(puzzle);
  const around = (/** @type {string} */ part) => {
    const end = text.indexOf(part) + part.length;
    return end - part.length < Number(column) && Number(column) <= end;
  };
  const clue = shape && puzzle.constraints?.find((one) => around(JSON.stringify(one)));
  const given = Object.entries(puzzle.givens ?? {}).find(([cell, value]) => around(`"${cell}":${JSON.stringify(value)}`));
  const rest = error.message.slice(place.length);
  return new Error(clue ? `${sayEntry(clue, shape)}: ${rest.replace(`${clue.kind}: `, '')}` : given ? `given ${given[0]}: ${rest}` : rest);
}

/** isOn reports whether a puzzle has a kind that is a switch. @param {Puzzle} puzzle @param {Kind} kind */
const isOn = (puzzle, kind) => Boolean(kind.short && puzzle[kind.short.key]?.includes?.(kind.short.word))
  || (puzzle.constraints ?? []).some((entry) => entry.kind === kind.name);

/**
 * turn switches a kind on or off: by its short form if it has one.
 * @param {Puzzle} puzzle
 * @param {Kind} kind
 * @param {boolean} on
 */
function turn(puzzle, kind, on) {
  const { key = '', word = '' } = kind.short ?? {};
  let p = puzzle;
  if (on && key) return set(p, key, [...p[key] ?? [], word]);
  if (on) return withConstraints(p, [...p.constraints ?? [], { kind: kind.name }]);
  if (key && p[key]) {
    const words = p[key].filter((/** @type {string} */ one) => one !== word);
    p = set(p, key, words.length ? words : undefined);
  }
  return withConstraints(p, (p.constraints ?? []).filter((entry) => entry.kind !== kind.name));
}

/** @param {Puzzle} puzzle @param {Entry[]} constraints */
const withConstraints = (puzzle, constraints) => set(puzzle, 'constraints', constraints.length ? constraints : undefined);

/**
 * sayEntry writes a constraint for people: its name or kind, its cells, then its other fields.
 * @param {Entry} entry
 * @param {import('./cells.js').Shape} shape
 */
function sayEntry(entry, shape) {
  const words = Object.entries(entry).filter(([key]) => key !== 'kind' && key !== 'name').map(([key, value]) => {
    const sets = Array.isArray(value) && (key === 'sets' || paths.has(key)) ? value : [value];
    const cells = sets.map((item) => typeof item === 'string' || Array.isArray(item) ? parseCells(item, shape) : []);
    if (cells.every((list) => list.length)) return cells.map((list) => sayCells(list, paths.has(key))).join(', ');
    return value === true ? key : `${key} ${typeof value === 'object' ? JSON.stringify(value).replace(/"/g, '') : value}`;
  });
  return `${entry.name ?? title(entry.kind)} ${words.join(', ')}`;
}

/**
 * mountPalette puts the palette into an element. It returns what closes its form.
 * @param {HTMLElement} element
 * @param {App} app
 * @param {Kind[]} kinds
 * @param {string[]} groups
 */
export function mountPalette(element, app, kinds, groups) {
  const { store } = app;
  const search = h('input', { type: 'search', placeholder: `Search ${kinds.length} kinds`, 'aria-label': 'Search kinds of clues',
    oninput: filter, onfocus: () => search.select() });
  const found = h('p', { class: 'unseen', role: 'status' });
  /** @type {{kind: Kind, item: HTMLElement, box: HTMLInputElement | null}[]} */
  const items = kinds.map((kind) => {
    if (!isSwitch(kind)) {
      return { kind, box: null, item: h('li', {}, button(title(kind.name), () => form.open(kind, null), { class: 'kind', title: kind.summary })) };
    }
    const { input: box, node } = checkbox(title(kind.name), false, () => {
      const on = box.checked;
      apply(`${kind.name} ${on ? 'on' : 'off'}`, (p) => turn(p, kind, on), chooser);
    });
    node.title = kind.summary;
    return { kind, box, item: h('li', {}, node) };
  });
  const sections = groups.map((group) => {
    const own = items.filter(({ kind }) => kind.group === group);
    return { own, details: h('details', { hidden: !own.length }, h('summary', {}, title(group)),
      h('ul', { class: 'kinds' }, own.map(({ item }) => item))) };
  });
  const chooser = h('div', { class: 'stack' }, search, found, h('div', {}, sections.map(({ details }) => details)));
  const list = h('ul', { class: 'clues' });
  const clues = h('section', {}, h('h2', {}, 'In this puzzle'), list);
  const form = mountForm(app, kinds, () => { chooser.hidden = form.element.childElementCount > 0; });
  element.append(h('section', { 'aria-label': 'Add a clue' }, h('h2', {}, 'Clues'), form.element, chooser), clues);

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { own, details } of sections) {
      let shown = 0;
      for (const { kind, item } of own) {
        const text = `${kind.name} ${kind.name.replace(/-/g, ' ')} ${kind.summary} ${kind.group}`.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) shown++;
      }
      details.hidden = shown === 0;
      details.open = words.length > 0;
      count += shown;
    }
    found.className = count ? 'unseen' : 'muted small';
    found.textContent = !count ? `No kind matches “${search.value.trim()}”.` : words.length ? `${count} kinds found` : '';
  }

  /** apply changes the puzzle if the engine can read it; its complaint is shown in an element. */
  async function apply(/** @type {string} */ label, /** @type {(p: Puzzle) => Puzzle} */ edit, /** @type {Element} */ place) {
    const applied = await change(app, label, edit, place);
    if (!applied) paintSwitches();
  }

  function paintSwitches() {
    for (const { kind, box } of items) if (box) box.checked = isOn(store.puzzle, kind);
  }

  function paint() {
    const shape = shapeOf(store.puzzle), constraints = store.puzzle.constraints ?? [];
    paintSwitches();
    element.hidden = !shape;
    clues.hidden = !constraints.length && !items.some(({ kind }) => kind.short && store.puzzle[kind.short.key]);
    if (!shape) return;
    const remove = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      button(icon('M6 6l12 12M18 6 6 18'), act, { class: 'quiet', 'aria-label': `Remove ${text}`, title: 'Remove' });
    list.replaceChildren(...constraints.map((entry, index) => {
      const text = sayEntry(entry, shape), chosen = store.clue === index;
      const drop = () => {
        store.edit(`remove ${entry.kind}`, (p) => withConstraints(p, (p.constraints ?? []).filter((_, i) => i !== index)));
        app.announce(`removed ${text}`);
        (list.children[Math.min(index, list.children.length - 1)]?.querySelector('button') ?? search).focus();
      };
      return h('li', { class: chosen ? 'chosen' : undefined },
        button(text, () => {
          store.clue = chosen ? null : index;
          /** @type {HTMLElement | undefined} */ (list.children[index]?.firstElementChild)?.focus();
        }, { class: 'clue quiet', 'aria-pressed': String(chosen),
          onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Delete') drop(); } }),
        button(icon('M4 20h4L19 9l-4-4L4 16zM13 7l4 4'), () => {
          store.clue = index;
          form.open(kinds.find(({ name }) => name === entry.kind) ?? null, entry);
        }, { class: 'quiet', 'aria-label': `Edit ${text}`, title: 'Edit' }),
        remove(text, drop));
    }), ...items.filter(({ kind, box }) => box?.checked
      && !constraints.some((entry) => entry.kind === kind.name)).map(({ kind }) =>
      h('li', {}, h('span', { class: 'clue', title: kind.summary }, title(kind.name)),
        remove(title(kind.name), () => store.edit(`${kind.name} off`, (p) => turn(p, kind, false))))));
  }
  store.addEventListener('puzzle', paint);
  store.addEventListener('clue', paint);
  paint();
  return form.hide;
}

/**
 * change edits the puzzle if the engine can read the outcome; otherwise it shows why not. If the puzzle was edited meanwhile, the
 * engine is asked again; if another puzzle was opened, nothing changes.
 * @param {App} app @param {string} label @param {(p: Puzzle) => Puzzle} edit @param {Element} place
 */
async function change({ store, call }, label, edit, place) {
  const { opened } = store;
  for (;;) {
    const before = store.puzzle, next = edit(before);
    try {
      await call('draw', { puzzle: next });
    } catch (error) {
      showError(place, error);
      return false;
    }
    if (store.opened !== opened) return false;
    if (store.puzzle !== before) continue;
    showError(place, null);
    store.edit(label, () => next);
    return true;
  }
}

/**
 * mountForm makes the form of one clue, empty at first. changed is called when it opens or closes.
 * @param {App} app @param {Kind[]} kinds @param {() => void} changed
 */
function mountForm(app, kinds, changed) {
  const { store, grid } = app;
  const element = h('div', { class: 'form' });
  /** @type {Control[]} */
  let controls = [];
  /** @type {{kind: Kind | null, entry: Entry | null} | null} */
  let opened = null;
  let name = '';
  /** What the fields said when nothing was entered into them, and whether a clue that they said was refused. */
  let untouched = '', isRefused = false;
  const add = h('button', { type: 'submit', class: 'primary' });
  const leave = button('Done', () => { if (saves()) submit(false, true); else close(); }, { class: 'quiet' });
  /** What had the focus before the form. @type {HTMLElement | null} */
  let opener = null;

  function close() {
    if (!opened) return;
    grid.take(null);
    element.replaceChildren();
    opened = null;
    changed();
    if (opener?.isConnected) opener.focus();
  }

  /** rest stops drawing. */
  function rest() {
    grid.take(null);
    for (const pick of element.querySelectorAll('[data-draws]')) press(pick, false);
  }

  /** stays reports whether the form has input, which it keeps: drawing ends. */
  function stays() {
    if (!opened || !isTouched()) return false;
    rest();
    return true;
  }

  /** hide closes a form without input. */
  const hide = () => { if (!stays()) close(); };

  /** dismiss is hide by the user. If the form stays, the focus goes to the button to leave it, which says what it does. */
  function dismiss() {
    hide();
    if (!opened) return;
    leave.focus();
    app.announce('The form keeps what was entered.');
  }

  /**
   * open shows the form for a new clue of a kind, or for a constraint of the puzzle. A form that has input stays.
   * @param {Kind | null} kind
   * @param {Entry | null} entry
   */
  function open(kind, entry) {
    if (opened) dismiss();
    if (opened) return;
    grid.take(null);
    opener = /** @type {HTMLElement} */ (document.activeElement);
    opened = { kind, entry };
    name = kind?.name ?? entry?.kind ?? '';
    controls = kind ? kind.fields.map((field) => control(field, kind, entry?.[field.key])) : [whole(entry)];
    const ordered = requiredFirst(controls.filter(({ field }) => field.key !== 'name'));
    const own = controls.find(({ field }) => field.key === 'name');
    element.replaceChildren(h('form', { class: 'stack', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      submit();
    }, oninput: update, onchange: update, onclick: update, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') dismiss(); } },
    h('div', { class: 'row between' }, h('h3', { tabindex: -1, class: 'form-title' },
      `${entry ? 'Edit' : 'New'}: ${title(name)}`),
      leave),
    kind && h('p', { class: 'small muted' }, kind.summary),
    ordered.map((one) => one.element), own && h('details', {}, h('summary', { class: 'small muted' }, 'Name'), own.element),
    h('div', { class: 'row' }, add), kind && h('p', { class: 'small muted' }, 'Example: ',
      h('code', {}, kind.example.split('\n').pop() ?? ''))));
    add.textContent = entry ? 'Save' : 'Add';
    begin();
    changed();
    if (!entry) draw();
    focus();
  }

  /** begin takes what the fields say as what they said before anything was entered. */
  function begin() {
    untouched = said();
    update();
  }

  /** said returns what the fields say. */
  const said = () => JSON.stringify(controls.map(({ read: value }) => {
    try {
      return value();
    } catch (error) {
      return String(error);
    }
  }));

  const isTouched = () => said() !== untouched;

  /** saves reports whether to leave the form is to add or save its clue. */
  const saves = () => isTouched() && ready() && !isRefused;

  /** update names the button to leave the form by what it does, and shows whether a clue can be added. @param {Event} [event] */
  function update(event) {
    if (!opened) return;
    if (event?.type === 'input') isRefused = false;
    add.ariaDisabled = String(!ready());
    leave.textContent = !isTouched() || saves() ? 'Done' : `Close without ${opened.entry ? 'saving' : 'adding'}`;
  }

  /** requiredFirst orders controls. @param {Control[]} all */
  const requiredFirst = (all) => [...all.filter(({ field }) => !field.optional), ...all.filter(({ field }) => field.optional)];

  /** draw starts to draw the first field of a new clue that can be drawn. */
  const draw = () => controls.find((one) => one.draw && (!one.field.optional || one.field.key === 'row'))?.draw?.();

  /** focus goes to the form's title: a field would bring up the keyboard of a phone. */
  const focus = () => /** @type {HTMLElement | null} */ (element.querySelector('.form-title'))?.focus({ preventScroll: Boolean(store.drawing) });

  /** read returns what the form says. It throws an Error for a field that has no value but needs one. */
  function read() {
    return opened?.kind ? entryOf(opened.kind, controls) : controls[0].read();
  }

  /** entryOf returns the constraint that the fields of a kind say. @param {Kind} kind @param {Control[]} fields */
  function entryOf(kind, fields) {
    /** @type {Entry} */
    const entry = { kind: kind.name };
    for (const { field, read: value } of fields) {
      const v = value();
      if (v !== undefined) entry[field.key] = v;
      else if (!field.optional) throw new Error(`${title(field.key)} is missing.`);
    }
    return entry;
  }

  /**
   * submit adds or saves the clue. The form of a new clue is emptied before the engine has read it, so that the next one can be
   * drawn meanwhile: one of the same kind, and after a drawn one with the same options. A form without input stays as it is.
   * @param {boolean} [isDrawn] @param {boolean} [closes]  the form is left with the clue
   */
  async function submit(isDrawn = false, closes = Boolean(opened?.entry)) {
    if (!opened || !ready() && !isTouched()) return;
    const form = opened, { entry } = opened, place = /** @type {Element} */ (element.firstElementChild);
    const label = `${entry ? 'edit' : 'add'} ${name}`, done = `${entry ? 'saved' : 'added'} ${name}`;
    const emptied = entry ? [] : controls.filter(({ field: { type, optional } }) =>
      type !== 'bool' && !(isDrawn && optional && type !== 'cells'));
    try {
      const own = read(), values = emptied.map((one) => one.read());
      for (const one of emptied) one.write(undefined);
      isRefused = false;
      if (!entry) begin();
      if (!closes) draw();
      const edit = (/** @type {Puzzle} */ p) => !entry ? withConstraints(p, [...p.constraints ?? [], own])
        : p.constraints?.includes(entry) ? withConstraints(p, p.constraints.map((one) => one === entry ? own : one)) : p;
      if (await change(app, label, edit, place)) {
        const shape = shapeOf(store.puzzle);
        app.announce(done);
        if (opened === form && closes) close();
        else if (opened === form && store.drawing && shape) grid.say(`Added: ${sayEntry(own, shape)}. ${isTouched() ? enters : 'Draw another, or press Done.'}`);
      } else if (opened === form && !entry) {
        emptied.forEach((one, i) => one.write(values[i]));
        draw();
      }
    } catch (error) {
      showError(place, error);
    }
    if (opened === form) isRefused = Boolean(place.querySelector(':scope > .error'));
    update();
  }

  /** lacks reports whether a field has no value. One that cannot be read is not empty: submit says what is wrong with it. */
  function lacks(/** @type {Control} */ { read: value }) {
    try {
      return value() === undefined;
    } catch {
      return false;
    }
  }

  /** ready reports whether no field lacks a value, so that a drawn line is a clue at once. */
  const ready = () => controls.every((one) => one.field.optional || !lacks(one));

  /**
   * @typedef {{field: Field, element: HTMLElement, read: () => any, write: (value: any) => void, draw?: () => void}} Control
   */

  /**
   * parts makes the control of a list of constraints: each has the fields of its kind.
   * @param {Field} field @param {Entry[]} value @returns {Control}
   */
  function parts(field, value) {
    /** @type {{kind: Kind, fields: Control[], node: HTMLElement}[]} */
    let all = [];
    const list = h('div', { class: 'stack' });
    const add = (/** @type {Kind | undefined} */ kind, /** @type {Entry | null} */ entry) => {
      if (!kind) return;
      const fields = kind.fields.map((one) => control(one, kind, entry?.[one.key], true));
      const node = h('fieldset', { class: 'part' }, h('legend', {}, title(kind.name)), requiredFirst(fields).map((one) => one.element),
        button(`Remove ${title(kind.name)}`, () => {
          all = all.filter((one) => one.node !== node);
          node.remove();
          more.focus();
        }));
      all.push({ kind, fields, node });
      list.append(node);
    };
    const kindOf = (/** @type {string} */ wanted) => kinds.find((kind) => kind.name === wanted);
    const more = select([{ value: '', text: 'Choose a kind' }, ...kinds.map((kind) =>
      ({ value: kind.name, text: title(kind.name) }))], { onchange: () => {
      add(kindOf(more.value), null);
      more.value = '';
    } });
    const write = (/** @type {Entry[]} */ entries = []) => {
      all = [];
      list.replaceChildren();
      for (const entry of entries) add(kindOf(entry.kind), entry);
    };
    write(value);
    return { field, element: h('div', { class: 'stack' }, list, labelled('Add a part', more)), write,
      read: () => all.length ? all.map(({ kind, fields }) => entryOf(kind, fields)) : undefined };
  }

  /**
   * control makes the control of a field. That of a part does not go on with the form when its cells are drawn.
   * @param {Field} field @param {Kind} kind @param {any} value @param {boolean} [isPart] @returns {Control}
   */
  function control(field, kind, value, isPart = false) {
    if (field.type.startsWith('entries') && (value ?? []).every?.((/** @type {any} */ one) =>
      kinds.some(({ name: known }) => known === one.kind))) return parts(field, value ?? []);
    const { type, key } = field, label = title(key) + (field.optional ? '' : ' *');
    if (type === 'bool') {
      const { input: box, node } = checkbox(title(key), value === true, () => {});
      return { field, element: node, read: () => box.checked || undefined, write: (v) => { box.checked = v; } };
    }
    const many = type === 'cells-list' || type.startsWith('entr');
    const input = many ? h('textarea', { rows: 2 })
      : h('input', { type: 'text', inputmode: type === 'int' ? 'numeric' : undefined, autocomplete: 'off' });
    const example = hint(kind, key);
    if (example) input.placeholder = `e.g. ${example}`;
    const codec = codecs[type] ?? codecs.json;
    const write = (/** @type {any} */ v) => { input.value = v === undefined ? '' : codec.write(v); };
    write(value);
    const read = () => input.value.trim() === '' ? undefined : codec.read(input.value, key);
    if (!isPart && type === 'int' && (key === 'row' || key === 'column')) {
      return { field, element: labelled(label, input), read, write, draw: key === 'row' ? () => side() : undefined };
    }
    if (!type.startsWith('cells')) return { field, element: labelled(label, input), read, write };
    const draw = () => {
      for (const other of element.querySelectorAll('[data-draws]')) press(other, other === pick);
      const shape = shapeOf(store.puzzle);
      const isPath = paths.has(key), drawn = shape && type === 'cells' ? parseCells(read() ?? [], shape) : [];
      grid.take({ name: title(kind.name).toLowerCase(), type: type === 'cells' && isPair(kind) ? 'pair' : isPath || type === 'cells-list' ? 'path' : 'set',
        cells: drawn, enter: () => { if (!isPart) forward(field, true); }, leave: dismiss, anew() { if (!isPart && type === 'cells') conclude(); }, done: (cells) => {
        if (cells.length < (field.least ?? 1)) {
          draw();
          return grid.say(`${title(kind.name)} needs ${field.least} cells or more.`);
        }
        write(type === 'cells' ? writeCells(cells) : [...read() ?? [], writeCells(cells)]);
        isRefused = false;
        update();
        if (isPart) return;
        grid.say(`Drawing: ${title(kind.name).toLowerCase()}. ${enters}`);
        if (opened && !opened.entry && type === 'cells' && (isPath || isPair(kind)) && ready()) submit(true);
        else forward(field, false, !isPath && !isPair(kind));
      } });
    };
    const pick = button('Draw', () => {
      if (pick.getAttribute('aria-pressed') !== 'true') return draw();
      return rest();
    }, { 'aria-pressed': 'false', 'data-draws': true });
    const use = button('Use selection', () => {
      if (!store.selection.size) return;
      const cells = writeCells([...store.selection]);
      write(type === 'cells' ? cells : [...read() ?? [], cells]);
    });
    return { field, read, write, draw, element: h('div', { class: 'stack tight' }, labelled(label, input),
      h('div', { class: 'row' }, pick, use)) };
  }

  /**
   * forward goes on with the next field that has no value yet, and ends if there is none.
   * @param {Field} field
   * @param {boolean} [ends]
   * @param {boolean} [isSet]  more of its cells may follow: a phone's keyboard would hide the grid
   */
  function forward(field, ends = false, isSet = false) {
    const rest = controls.slice(controls.findIndex((one) => one.field === field) + 1);
    const next = rest.find((one) => (!one.field.optional || one.field.key === 'sum') && lacks(one));
    if (isSet && (next?.draw || matchMedia('(pointer: coarse)').matches)) return;
    if (next?.draw) next.draw();
    else if (next) next.element.querySelector('input')?.focus();
    else if (ends) submit();
  }

  /** conclude adds a new clue that is complete, before another one is drawn. */
  const conclude = () => { if (!opened?.entry && saves()) submit(); };

  /** side takes a click beside the grid. */
  function side() {
    grid.take({ name: `${title(name).toLowerCase()}, by a click beside the grid`, type: 'side', cells: [], done() {}, enter: () => submit(), leave: dismiss, side(row, column, end) {
      conclude();
      const write = (/** @type {string} */ key, /** @type {any} */ value) =>
        controls.find(({ field }) => field.key === key)?.write(value);
      write('row', row < 0 ? undefined : row + 1);
      write('column', column < 0 ? undefined : column + 1);
      write('end', end);
      isRefused = false;
      update();
      forward({ key: '', type: '' });
      app.announce(row < 0 ? `column ${column + 1}` : `row ${row + 1}`);
    } });
  }

  /** whole edits a constraint of another kind as JSON. @param {Entry | null} entry @returns {Control} */
  function whole(entry) {
    const input = h('textarea', { rows: 6, class: 'mono' });
    input.value = JSON.stringify(entry, null, 1);
    return { field: { key: 'entry', type: 'json' }, element: labelled('The constraint, as JSON', input), write() {},
      read: () => codecs.json.read(input.value, 'The constraint') };
  }

  store.addEventListener('puzzle', () => {
    if (opened?.entry && !store.puzzle.constraints?.includes(opened.entry)) close();
  });
  return { element, open, hide };
}

/** What to do with a clue that is drawn. */
const enters = 'Enter or another drag adds it. Ctrl, Shift or Multi goes on with it. Done adds it and ends drawing.';

/** press shows whether a button to draw is on. @param {Element} pick @param {boolean} on */
function press(pick, on) {
  pick.setAttribute('aria-pressed', String(on));
  pick.textContent = on ? 'Drawing: tap to stop' : 'Draw';
}

/** hint returns what a field is in the kind's example. @param {Kind} kind @param {string} key */
function hint(kind, key) {
  const match = new RegExp(`\\b${key}: (\\[.*?\\](?=[,}])|'[^']*'|[^,}]+)`).exec(kind.example);
  return match ? match[1].replace(/^'|'$/g, '') : '';
}

/** @param {string} text @param {string} key */
function number(text, key) {
  if (!/^-?\d+$/.test(text.trim())) throw new Error(`${title(key)}: found ${text.trim()}, expected a whole number.`);
  return Number(text);
}

/**
 * codecs write and read the values of fields in forms.
 * @type {Record<string, {write: (value: any) => string, read: (text: string, key: string) => any}>}
 */
const codecs = {
  text: { write: String, read: (text) => text },
  int: { write: String, read: number },
  ints: {
    write: (list) => list.join(', '),
    read: (text, key) => text.split(/[\s,]+/).filter(Boolean).map((word) => number(word, key)),
  },
  ranges: {
    write: (list) => list.join(', '),
    read: (text, key) => text.split(/[\s,]+/).filter(Boolean).map((word) => /^\d+\.\.\d+$/.test(word) ? word : number(word, key)),
  },
  'ints-list': {
    write: (lists) => lists.map((/** @type {number[]} */ list) => list.join(' ')).join('; '),
    read: (text, key) => text.replace(/^\s*\[\s*\[|\]\s*\]\s*$/g, '').split(/;|\]\s*,\s*\[/).map((list) =>
      codecs.ints.read(list, key)),
  },
  domain: {
    write: (value) => Array.isArray(value) ? value.join(', ') : String(value),
    read: (text) => text.includes(',') ? text.split(/[\s,]+/) : text.trim(),
  },
  cells: { write: (value) => Array.isArray(value) ? value.join(', ') : String(value), read: (text) => list(text) },
  'cells-list': {
    write: (value) => (Array.isArray(value) ? value : [value]).map(codecs.cells.write).join('\n'),
    read: (text) => text.split('\n').filter((line) => line.trim()).map(list),
  },
  json: {
    write: (value) => JSON.stringify(value),
    read(text, key) {
      try {
        return JSON.parse(text);
      } catch {
        throw new Error(`${title(key)}: expected JSON, such as [{"kind": "killer", "cells": "r1c1-r1c3"}].`);
      }
    },
  },
};

/** list splits cells at commas: a single text stays one. @param {string} text */
function list(text) {
  const words = text.split(',').map((word) => word.trim()).filter(Boolean);
  return words.length === 1 ? words[0] : words;
}
