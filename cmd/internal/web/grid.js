// The grid: the picture that draw returns, what panels lay over it, and a layer of cells for mouse, touch, keyboard and screen
// readers.

import { byID, h, icon, button, s, showError } from './dom.js';
import { allCells, isCell, nameOf, parseCells, placeOf, regionNumber, sayCell, shapeOf } from './cells.js';
import { colourName, enter, erase, valueIn } from './marks.js';
import { set } from './state.js';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Square} Square */
/**
 * Gesture takes what is drawn on the grid in place of a selection: a path along cells, a set of them, a pair beside each other,
 * or a side of a row or column. Its cells are shown as a draft.
 * Enter says that it is complete, Escape that drawing ends. Before a drag that does not go on with the cells,
 * anew may take others.
 * @typedef {{name: string, type: 'path' | 'set' | 'pair' | 'side', cells: Cell[], done: (cells: Cell[]) => void,
 *   enter: () => void, leave: () => void, anew?: () => void, side?: (row: number, column: number, end: boolean) => void}} Gesture
 */

const zooms = { least: 0.4, most: 4, step: 1.25 };

/**
 * mountGrid puts the grid into an element.
 * @param {HTMLElement} stage
 * @param {Omit<import('./types.js').App, 'grid'>} app
 */
export function mountGrid(stage, app) {
  const { store } = app;
  const picture = h('div', { class: 'picture qmsat-board', 'aria-hidden': 'true' });
  const overlay = s('svg', { class: 'overlay', 'aria-hidden': 'true' });
  const layer = h('div', { class: 'cells', role: 'grid', 'aria-multiselectable': 'true', 'aria-label': 'Puzzle' });
  const sides = h('div', { class: 'sides', hidden: true });
  const board = h('div', { class: 'board' }, picture, overlay, layer, sides);
  const scroll = h('div', { class: 'scroll' }, board);
  const notes = h('details', { class: 'notes' });
  const messages = h('div', { class: 'messages' }), noGrid = h('p', { class: 'messages muted', hidden: true });
  const said = h('span', { role: 'status' });
  const drawLine = h('p', { class: 'draw-line small', hidden: true }, said, ' ', button('To the form', () =>
    document.querySelector('.form')?.scrollIntoView({ block: 'nearest' }), { class: 'link' }));
  const zoomed = h('span', { class: 'zoomed' }, '100 %');
  const tools = h('div', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
    button(icon('M5 12h14'), () => setZoom(zoom / zooms.step), { 'aria-label': 'Zoom out' }), zoomed,
    button(icon('M5 12h14M12 5v14'), () => setZoom(zoom * zooms.step), { 'aria-label': 'Zoom in' }),
    button('Fit', () => setZoom(1)));
  stage.append(scroll, drawLine, noGrid, messages, tools, notes);

  // A phone shows a small grid with the panel once the large one has scrolled away.
  const small = h('span', { class: 'qmsat-board', 'aria-hidden': 'true' }), caption = h('span', { class: 'caption' });
  const mini = byID('mini');
  mini.append(button([small, caption, h('span', { class: 'unseen' }, 'Back to the grid')], () =>
    board.scrollIntoView({ block: 'center' })));
  const narrow = matchMedia('(max-width: 759px)');
  let away = false;
  new IntersectionObserver(([{ intersectionRatio }]) => {
    away = intersectionRatio < 0.35;
    paintSmall();
  }, { threshold: [0.35] }).observe(board);

  function paintSmall() {
    mini.hidden = !away || !narrow.matches || !picture.firstChild || !Object.keys(store.view).length;
    document.documentElement.style.setProperty('--mini', mini.hidden ? '0px' : '');
    small.style.aspectRatio = board.style.aspectRatio;
    small.replaceChildren(...mini.hidden ? [] : [...picture.children, overlay].map((one) => one.cloneNode(true)));
    caption.textContent = store.view.caption ?? '';
  }

  let zoom = 1;
  /** @type {Map<Cell, Square>} */
  let squares = new Map();
  /** @type {Map<Cell, HTMLElement>} */
  const nodes = new Map();
  /** @type {Gesture | null} */
  let gesture = null;
  let drawn = '', next = '', drawing = false;
  /** What store.opened was when the picture was drawn. */
  let shown = 0;

  // The picture.

  /** request returns what draw is asked: pencil marks are left out where candidates are shown. */
  function request() {
    const { counts, highlight, limit, exact, least, caption: _, ...drawnView } = store.view;
    const { marks } = store.puzzle;
    const plain = (counts || drawnView.candidates) && marks
      ? Object.fromEntries(Object.entries(marks).flatMap(([cell, { centre, corner, ...mark }]) =>
        Object.keys(mark).length ? [[cell, mark]] : [])) : marks;
    return JSON.stringify({ puzzle: set(store.puzzle, 'marks', plain), ...drawnView });
  }

  /** redraw asks for a new picture, one at a time: the last request counts. */
  async function redraw() {
    next = request();
    if (drawing || next === drawn) return;
    drawing = true;
    for (let asked = ''; next !== drawn && next !== asked;) {
      asked = next;
      drawn = ''; // after an error the same is asked again at the next change
      try {
        if (store.puzzle.grid) show(await app.call('draw', JSON.parse(asked)));
        else clear();
        showError(messages, null);
        drawn = asked;
      } catch (error) {
        if (!shapeOf(store.puzzle) || store.opened !== shown) clear();
        showError(messages, error);
      }
    }
    drawing = false;
  }

  /** clear takes the picture away, with all that is for a grid: the puzzle has none, or none that can be drawn. */
  function clear() {
    const { grid, variables = {} } = store.puzzle, names = Object.keys(variables);
    stage.classList.add('blank');
    noGrid.hidden = Boolean(grid);
    noGrid.textContent = `This puzzle has no grid, so it has no picture. Its variables are ${names.slice(0, 8).join(', ')}${
      names.length > 8 ? ` and ${names.length - 8} more` : ''}. The panels answer questions about them.`;
    for (const part of [picture, overlay, layer]) part.replaceChildren();
    nodes.clear();
    squares.clear();
    notes.hidden = true;
  }

  /** @param {import('./types.js').Geometry} geometry */
  function show(geometry) {
    stage.classList.remove('blank');
    noGrid.hidden = true;
    const { svg, width, height, cells } = geometry;
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    root.removeAttribute('width');
    root.removeAttribute('height');
    picture.replaceChildren(document.importNode(root, true));
    overlay.setAttribute('viewBox', `0 0 ${width} ${height}`);
    board.style.aspectRatio = `${width} / ${height}`;
    board.style.setProperty('--ratio', String(width / height));
    notes.hidden = !geometry.notes?.length;
    notes.replaceChildren(h('summary', {}, 'How to read the picture'),
      h('ul', {}, (geometry.notes ?? []).map((note) => h('li', {}, note))));
    squares = new Map(cells.filter(({ name }) => isCell(name)).map((square) => [square.name, square]));
    place(width, height);
    store.geometry = geometry;
    shown = store.opened;
    paint();
  }

  /** place puts an element for each cell over the picture, in rows. @param {number} width @param {number} height */
  function place(width, height) {
    const names = [...squares.keys()];
    if (names.join() !== [...nodes.keys()].join()) {
      nodes.clear();
      /** @type {Map<number, HTMLElement>} */
      const rows = new Map();
      for (const name of names) {
        const [row, column] = placeOf(name);
        if (!rows.has(row)) rows.set(row, h('div', { role: 'row', 'aria-rowindex': row + 1 }));
        const node = h('div', { role: 'gridcell', class: 'cell', 'aria-colindex': column + 1, 'data-cell': name, tabindex: -1 });
        nodes.set(name, node);
        rows.get(row)?.append(node);
      }
      layer.replaceChildren(...rows.values());
    }
    for (const [name, { x, y, size }] of squares) {
      const { style } = /** @type {HTMLElement} */ (nodes.get(name));
      style.left = `${100 * x / width}%`;
      style.top = `${100 * y / height}%`;
      style.width = `${100 * size / width}%`;
      style.height = `${100 * size / height}%`;
    }
    describe();
    markSelected();
  }

  /** describe gives the cells their names for screen readers. */
  function describe() {
    const { givens = {}, marks = {} } = store.puzzle, { counts, found } = store.view;
    for (const [name, node] of nodes) {
      const mark = marks[name] ?? {}, words = [];
      if (givens[name] !== undefined) words.push(`given ${givens[name]}`);
      else if (mark.value !== undefined) words.push(`value ${mark.value}`);
      else if (found?.[name] !== undefined) words.push(`found ${found[name]}`);
      else words.push('empty');
      if (mark.corner?.length) words.push(`corner ${mark.corner.join(' ')}`);
      if (mark.centre?.length) words.push(`centre ${mark.centre.join(' ')}`);
      if (mark.colours?.length) words.push(mark.colours.map(colourName).join(' '));
      if (counts?.[name] && words.includes('empty')) words.push(`possible ${Object.keys(counts[name]).join(' ')}`);
      node.setAttribute('aria-label', `${sayCell(name)}, ${words.join(', ')}`);
    }
  }

  function markSelected() {
    for (const [name, node] of nodes) {
      node.setAttribute('aria-selected', String(store.selection.has(name)));
      node.tabIndex = name === store.focus ? 0 : -1;
    }
  }

  // The overlay.

  function paint() {
    overlay.replaceChildren();
    const shape = shapeOf(store.puzzle);
    for (const { cells, tone, label } of store.view.highlight ?? []) {
      overlay.append(s('g', { class: `highlight ${tone}` }, label && s('title', {}, label), outline(cells, 1.5)));
    }
    if (store.mode === 'region' && shape) { // cells that lack a region are shown
      const lacking = allCells(shape).filter((cell) => lacksRegion(cell, shape));
      overlay.append(s('g', { class: 'lacking' }, lacking.map((cell) => square(cell, 4))),
        s('g', { class: 'numbers' }, allCells(shape).map((cell) => numberIn(cell, shape))));
    }
    const clue = store.clue === null ? null : store.puzzle.constraints?.[store.clue];
    if (clue && shape) overlay.append(s('g', { class: 'clue' }, outline(cellsOf(clue, shape), 3)));
    paintCounts(shape);
    overlay.append(s('g', { class: 'selection' }, outline([...store.selection], 1.5)));
    if (gesture?.cells.length) overlay.append(s('g', { class: 'draft' }, gesture.type === 'path' ? path(gesture.cells) : outline(gesture.cells, 4)));
    paintSmall();
  }

  /**
   * paintCounts writes true candidates at the places where draw writes candidates.
   * @param {import('./cells.js').Shape | null} shape
   */
  function paintCounts(shape) {
    if (!store.view.counts || !shape) return;
    overlay.append(s('g', { class: 'counts' }, shades(store).map(({ cell, value, kind }) => {
      const at = squares.get(cell), isAlone = kind === 'count-alone';
      if (!at) return null;
      const { x, y, text } = isAlone ? { x: at.x + at.size / 2, y: at.y + at.size / 2, text: 0.55 * at.size }
        : placeIn(at, shape.values, Number(value));
      return s('text', { x, y: y + 0.36 * text, 'font-size': text, class: kind }, value);
    })));
  }

  /** @param {Cell} cell @param {number} inset */
  function square(cell, inset) {
    const at = squares.get(cell);
    if (!at) return null;
    return s('rect', { x: at.x + inset, y: at.y + inset, width: at.size - 2 * inset, height: at.size - 2 * inset, rx: 2 });
  }

  /** numberIn writes the number of a cell's region. @param {Cell} cell @param {import('./cells.js').Shape} shape */
  function numberIn(cell, shape) {
    const at = squares.get(cell), [row, column] = placeOf(cell);
    if (!at || lacksRegion(cell, shape)) return null;
    return s('text', { x: at.x + at.size - 4, y: at.y + at.size - 5, 'font-size': 11 },
      regionNumber(shape.regions?.[row]?.[column] ?? ''));
  }

  /** outline fills cells and draws their common rim. @param {Cell[]} cells @param {number} inset */
  function outline(cells, inset) {
    const all = new Set(cells);
    let fill = '', rim = '';
    for (const cell of all) {
      const at = squares.get(cell);
      if (!at) continue;
      const [row, column] = placeOf(cell);
      const has = (/** @type {number} */ down, /** @type {number} */ right) => all.has(nameOf(row + down, column + right));
      const ends = (/** @type {number} */ down, /** @type {number} */ right) => {
        const other = squares.get(nameOf(row + down, column + right));
        return has(down, right) && other ? other : null;
      };
      const [up, down, left, right] = [ends(-1, 0), ends(1, 0), ends(0, -1), ends(0, 1)];
      const x1 = left ? at.x : at.x + inset, x2 = right ? right.x : at.x + at.size - inset;
      const y1 = up ? at.y : at.y + inset, y2 = down ? down.y : at.y + at.size - inset;
      fill += `M${x1} ${y1}H${x2}V${y2}H${x1}Z`;
      if (!up) rim += `M${x1} ${y1}H${x2}`;
      if (!down) rim += `M${x1} ${y2}H${x2}`;
      if (!left) rim += `M${x1} ${y1}V${y2}`;
      if (!right) rim += `M${x2} ${y1}V${y2}`;
      // Where two sides go on but the corner between them is not in the set, the rim turns inwards.
      for (const [v, one, other, corner, dx, dy] of /** @type {const} */ ([['u', up, left, has(-1, -1), x1, y1],
        ['u', up, right, has(-1, 1), x2, y1],
        ['d', down, left, has(1, -1), x1, y2], ['d', down, right, has(1, 1), x2, y2]])) {
        if (!one || !other || corner) continue;
        const inX = other === left ? inset : -inset, inY = v === 'u' ? inset : -inset;
        rim += `M${dx + inX} ${dy}V${dy + inY}H${dx}`;
      }
    }
    return s('g', {}, s('path', { d: fill, class: 'fill' }), s('path', { d: rim, class: 'rim' }));
  }

  /** @param {Cell[]} cells */
  function path(cells) {
    const points = cells.flatMap((cell) => {
      const at = squares.get(cell);
      return at ? [`${at.x + at.size / 2},${at.y + at.size / 2}`] : [];
    });
    const [x, y] = points[0]?.split(',') ?? [0, 0];
    return [s('polyline', { points: points.join(' ') }), s('circle', { cx: x, cy: y, r: 7 })];
  }

  // Mouse and touch.

  /** @param {PointerEvent} event */
  function pointOf(event) {
    const { width, height } = store.geometry ?? { width: 1, height: 1 }, box = layer.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width * width, y: (event.clientY - box.top) / box.height * height };
  }

  /** cellAt returns the cell at a point; within says how near to its middle the point must be, as a part of its size. */
  function cellAt(/** @type {{x: number, y: number}} */ { x, y }, within = 1) {
    for (const [name, at] of squares) {
      const [dx, dy] = [Math.abs(x - at.x - at.size / 2), Math.abs(y - at.y - at.size / 2)];
      if (Math.max(dx, dy) <= at.size / 2 && Math.hypot(dx, dy) <= within * at.size) return name;
    }
    return null;
  }

  /** candidateAt returns the candidate that draw writes at a point of a cell, or null. */
  function candidateAt(/** @type {Cell} */ cell, /** @type {{x: number, y: number}} */ { x, y }) {
    const at = squares.get(cell), shape = shapeOf(store.puzzle);
    if (!at || !shape || valueIn(store.puzzle, cell) !== undefined || store.view.found?.[cell] !== undefined) return null;
    return store.view.candidates?.[cell]?.find((value) => {
      const place = placeIn(at, shape.values, value);
      return Math.hypot(x - place.x, y - place.y) <= place.size / 2;
    }) ?? null;
  }

  /** clueBeside returns the index of the clue that is drawn at a point at an end of its row or column, or -1. */
  function clueBeside(/** @type {{x: number, y: number}} */ { x, y }) {
    const shape = shapeOf(store.puzzle);
    return (store.puzzle.constraints ?? []).findIndex(({ row, column, end }) => {
      const lane = shape ? parseCells(row ? `row ${row}` : `column ${column}`, shape) : [];
      const at = squares.get((end ? lane[lane.length - 1] : lane[0]) ?? '');
      if (!at) return false;
      const [along, across] = row ? [x - at.x, y - at.y] : [y - at.y, x - at.x];
      return across >= 0 && across <= at.size && (end ? along > at.size : along < 0);
    });
  }

  /** @type {Map<number, {x: number, y: number}>} */
  const touches = new Map();
  /** @type {{adds: boolean, before: Set<Cell>, start: Cell, cells: Cell[], at: {x: number, y: number}} | null} */
  let drag = null;
  /** @type {{distance: number, zoom: number} | null} */
  let pinch = null;
  let multi = false, lastTap = { cell: '', time: 0 };

  const spread = () => {
    const [a, b] = [...touches.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  layer.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (touches.size === 2) {
      if (drag && !gesture) store.select(drag.before);
      drag = null;
      pinch = { distance: spread(), zoom };
      return;
    }
    const cell = cellAt(pointOf(event));
    if (!cell) {
      store.select([]);
      const clue = clueBeside(pointOf(event));
      if (clue >= 0) store.clue = clue;
      return;
    }
    event.preventDefault();
    layer.setPointerCapture(event.pointerId);
    focus(cell);
    const adds = event.ctrlKey || event.metaKey || event.shiftKey || multi;
    const again = lastTap.cell === cell && event.timeStamp - lastTap.time < 350;
    lastTap = { cell, time: event.timeStamp };
    if (gesture) {
      const goesOn = gesture.type === 'set' && (adds || gesture.cells.includes(cell));
      if (gesture.cells.length && !goesOn) gesture.anew?.();
      begin(cell, pointOf(event));
      return;
    }
    if (again) {
      selectEqual(cell);
      return;
    }
    const before = store.selection;
    drag = { adds: !(adds && before.has(cell)), before, start: cell, cells: [cell], at: pointOf(event) };
    const base = adds ? [...before] : [];
    store.select(drag.adds ? [...base, cell] : base.filter((one) => one !== cell), candidateAt(cell, drag.at));
  });

  layer.addEventListener('pointermove', (event) => {
    const last = touches.get(event.pointerId);
    if (!last) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch && touches.size === 2) {
      setZoom(pinch.zoom * spread() / pinch.distance);
      scroll.scrollBy((last.x - event.clientX) / 2, (last.y - event.clientY) / 2);
      return;
    }
    if (!drag) return;
    // A fast pointer skips cells: look along its way.
    const to = pointOf(event), steps = Math.ceil(Math.hypot(to.x - drag.at.x, to.y - drag.at.y) / 6), from = drag.at;
    for (let i = 1; i <= steps; i++) reach({ x: from.x + (to.x - from.x) * i / steps, y: from.y + (to.y - from.y) * i / steps });
    drag.at = to;
  });

  /** reach goes on with a drag at a point. */
  function reach(/** @type {{x: number, y: number}} */ point) {
    const cell = cellAt(point, gesture ? 0.42 : 0.6);
    if (!drag || !cell || cell === drag.cells[drag.cells.length - 1]) return;
    if (gesture) {
      proceed(cell);
      return;
    }
    drag.cells.push(cell);
    store.focus = cell;
    store.select(drag.adds ? [...store.selection, cell] : [...store.selection].filter((one) => one !== cell));
  }

  /** @param {PointerEvent} event */
  const end = (event) => {
    touches.delete(event.pointerId);
    if (touches.size < 2) pinch = null;
    if (drag && gesture) finish(pointOf(event));
    drag = null;
  };
  layer.addEventListener('pointerup', end);
  layer.addEventListener('pointercancel', end);

  /** begin starts to draw at a cell. @param {Cell} cell @param {{x: number, y: number}} at */
  function begin(cell, at) {
    if (!gesture) return;
    drag = { adds: gesture.type !== 'set' || !gesture.cells.includes(cell), before: new Set(gesture.cells), start: cell,
      cells: [cell], at };
    if (gesture.type !== 'set') gesture.cells = [cell];
    else gesture.cells = drag.adds ? [...gesture.cells, cell] : gesture.cells.filter((one) => one !== cell);
    paint();
  }

  /** proceed draws on to a cell. Back to the cell before takes the last one of a path away. @param {Cell} cell */
  function proceed(cell) {
    if (!gesture || !drag) return;
    drag.cells.push(cell);
    const { cells } = gesture;
    if (gesture.type === 'path') gesture.cells = cell === cells[cells.length - 2] ? cells.slice(0, -1) : [...cells, cell];
    else if (gesture.type === 'pair') gesture.cells = [drag.start, cell];
    else gesture.cells = drag.adds ? [...new Set([...cells, cell])] : cells.filter((one) => one !== cell);
    paint();
  }

  /** finish hands over what was drawn. A click alone makes a pair with the neighbour at the nearest side. */
  function finish(/** @type {{x: number, y: number}} */ { x, y }) {
    if (!gesture) return;
    const at = squares.get(gesture.cells[0] ?? '');
    if (gesture.type === 'pair' && gesture.cells.length === 1 && at) {
      const [row, column] = placeOf(gesture.cells[0]), [dx, dy] = [x - at.x - at.size / 2, y - at.y - at.size / 2];
      const beside = Math.abs(dx) > Math.abs(dy) ? nameOf(row, column + Math.sign(dx)) : nameOf(row + Math.sign(dy), column);
      if (squares.has(beside)) gesture.cells = [gesture.cells[0], beside];
    }
    gesture.done(gesture.cells);
    paint();
  }

  /** selectEqual selects all cells with the cell's value, or else with its colours. @param {Cell} cell */
  function selectEqual(cell) {
    const value = valueIn(store.puzzle, cell), colours = String(store.puzzle.marks?.[cell]?.colours ?? '');
    const equal = [...squares.keys()].filter((one) => value !== undefined ? valueIn(store.puzzle, one) === value
      : colours !== '' && String(store.puzzle.marks?.[one]?.colours ?? '') === colours);
    if (equal.length) store.select(equal);
  }

  // The keyboard.

  /** focus moves the keyboard's focus to a cell. @param {Cell} cell */
  function focus(cell) {
    store.focus = cell;
    markSelected();
    nodes.get(cell)?.focus({ preventScroll: zoom <= 1 });
  }

  layer.addEventListener('keydown', (event) => {
    const shape = shapeOf(store.puzzle);
    if (!shape || event.isComposing) return;
    const [row, column] = placeOf(store.focus), within = event.ctrlKey || event.metaKey;
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [within ? 0 : row, 0], End: [within ? shape.rows - 1 : row, shape.columns - 1] };
    const to = moves[event.key], numpad = event.code.startsWith('Numpad');
    if (to && !numpad && !event.altKey) {
      const cell = nameOf(Math.max(0, Math.min(to[0], shape.rows - 1)), Math.max(0, Math.min(to[1], shape.columns - 1)));
      focus(cell);
      if (event.shiftKey) store.select([...store.selection, cell]);
      else if (!within) store.select([cell]);
    } else if (event.key === ' ' && within) {
      const others = [...store.selection].filter((cell) => cell !== store.focus);
      store.select(store.selection.has(store.focus) ? others : [...others, store.focus]);
    } else if (event.key === 'a' && within) {
      store.select(squares.keys());
      app.announce(`${squares.size} cells selected`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      app.announce(erase(store));
    } else if (event.key === 'Enter' && gesture) {
      if (gesture.type !== 'side' && !gesture.cells.length && store.selection.size) {
        gesture.cells = [...store.selection];
        gesture.done(gesture.cells);
        paint();
      } else gesture.enter();
    } else if (event.key === 'Escape') {
      if (gesture) gesture.leave();
      store.select([]);
    } else if (!enter(store, event, app.announce)) {
      return;
    }
    event.preventDefault();
  });

  layer.addEventListener('focusin', (event) => {
    const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (!cell) return;
    store.focus = cell;
    markSelected();
    if (store.selection.size === 0 && touches.size === 0 && !gesture) store.select([cell]);
  });

  // Zoom.

  /** @param {number} to */
  function setZoom(to) {
    const middle = [(scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth,
      (scroll.scrollTop + scroll.clientHeight / 2) / scroll.scrollHeight];
    zoom = Math.abs(to - 1) < 0.04 ? 1 : Math.max(zooms.least, Math.min(to, zooms.most));
    board.style.setProperty('--zoom', String(zoom));
    zoomed.textContent = `${Math.round(100 * zoom)} %`;
    scroll.scrollTo(middle[0] * scroll.scrollWidth - scroll.clientWidth / 2,
      middle[1] * scroll.scrollHeight - scroll.clientHeight / 2);
  }

  // Sides, for clues outside of the grid.

  function paintSides() {
    sides.hidden = gesture?.type !== 'side';
    const shape = shapeOf(store.puzzle), geometry = store.geometry;
    if (sides.hidden || !shape || !geometry) return;
    /** @param {number} row @param {number} column @param {boolean} end */
    const spot = (row, column, end) => {
      const cell = nameOf(row < 0 ? end ? shape.rows - 1 : 0 : row, column < 0 ? end ? shape.columns - 1 : 0 : column);
      const at = squares.get(cell);
      if (!at) return ''; // the picture is of a smaller grid
      const away = end ? at.size + 9 : -9;
      const [x, y] = row < 0 ? [at.x + at.size / 2, at.y + away] : [at.x + away, at.y + at.size / 2];
      const where = row < 0 ? `${end ? 'below' : 'above'} column ${column + 1}` : `${end ? 'right' : 'left'} of row ${row + 1}`;
      const node = button('', () => gesture?.side?.(row, column, end),
        { class: 'side', tabindex: -1, 'aria-label': `Clue ${where}`, title: where });
      node.style.left = `${100 * x / geometry.width}%`;
      node.style.top = `${100 * y / geometry.height}%`;
      return node;
    };
    sides.replaceChildren(...[false, true].flatMap((end) => [...Array(shape.rows).keys()].map((row) => spot(row, -1, end))
      .concat([...Array(shape.columns).keys()].map((column) => spot(-1, column, end)))));
  }

  for (const name of ['puzzle', 'view']) {
    store.addEventListener(name, () => {
      describe();
      redraw();
      paint();
    });
  }
  for (const name of ['clue', 'mode']) store.addEventListener(name, paint);
  store.addEventListener('geometry', paintSides);
  store.addEventListener('selection', () => {
    markSelected();
    paint();
  });
  redraw();

  /** say writes a line below the grid while something is drawn. @param {string} text */
  function say(text) {
    drawLine.hidden = !text;
    if (said.textContent !== text) said.textContent = text;
  }

  return {
    say,
    focus: () => focus(store.focus),
    /** take lets a gesture take what is drawn; null selects cells again. @param {Gesture | null} taken */
    take(taken) {
      if (taken && !gesture && narrow.matches) scroll.scrollIntoView({ block: 'nearest' });
      gesture = taken;
      drag = null;
      store.drawing = taken ? `Drawing: ${taken.name}. Press Done to enter digits.` : '';
      say(store.drawing);
      board.classList.toggle('drawing', Boolean(taken));
      paintSides();
      paint();
    },
    /** @param {boolean} on  a tap adds to the selection */
    setMulti(on) { multi = on; },
  };
}

/**
 * lacksRegion reports whether a cell of a jigsaw is in no region.
 * @param {Cell} cell
 * @param {import('./cells.js').Shape} shape
 */
export function lacksRegion(cell, shape) {
  const [row, column] = placeOf(cell);
  return !shape.regions || (shape.regions[row]?.[column] ?? '.') === '.';
}

/**
 * cellsOf lists the cells that a constraint names, also those of rows and columns.
 * @param {import('./types.js').Entry} entry
 * @param {import('./cells.js').Shape} shape
 * @returns {Cell[]}
 */
export function cellsOf(entry, shape) {
  return [...new Set(Object.entries(entry).flatMap(([key, value]) => {
    if (key === 'row' || key === 'column') return parseCells(`${key} ${value}`, shape);
    if (key === 'of' && Array.isArray(value)) return value.flat().flatMap((part) => part && typeof part === 'object'
      ? cellsOf(part, shape) : []);
    return typeof value === 'string' || Array.isArray(value) && value.flat().every((item) => typeof item === 'string')
      ? parseCells(value, shape) : [];
  }))];
}

/**
 * placeIn returns the middle of a value's place in a cell, where draw writes candidates, and the sizes of the place and of its text.
 * @param {Square} square @param {number[]} values  of the grid @param {number} value
 */
function placeIn({ x, y, size, lanes }, values, value) {
  const side = Math.ceil(Math.sqrt(values.length)), index = values.indexOf(value), row = Math.floor(index / side), one = (size - 3) / side;
  const [left, middle, step, height] = lanes?.[row] ?? [x + 1.5 + one / 2, y + 1.5 + (row + 0.5) * one, one, one];
  return { x: left + index % side * step, y: middle, size: Math.min(height, Math.max(step, 0.8 * height)),
    text: Math.min(0.85 * height, step / (0.64 * String(value).length)) };
}

/**
 * shades lists the true candidates of open cells, each with the class of its colour: the only value of its cell, 100 solutions or
 * more, at least one where counting was cut short, or one, few, some or many.
 * @param {import('./state.js').Store} store
 */
export function shades({ puzzle, view: { counts = {}, found = {}, limit = 100, exact = true, least = false } }) {
  const kindOf = (/** @type {number} */ count) => count >= limit ? 'all' : least ? 'least' : count <= 1 ? 'one' : count <= 3 ? 'few'
    : count < 10 ? 'some' : 'many';
  return Object.entries(counts).filter(([cell]) => valueIn(puzzle, cell) === undefined && found[cell] === undefined)
    .flatMap(([cell, byValue]) => Object.entries(byValue).map(([value, count], _, { length }) =>
      ({ cell, value, kind: `count-${exact && length === 1 ? 'alone' : kindOf(count)}` })));
}
