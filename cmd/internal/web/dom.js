// Elements, live regions and errors. Styles are set through CSSOM: the page's policy forbids inline ones.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * h creates an HTML element. Properties that start with "on" are listeners, others are attributes; true is an empty attribute,
 * false and undefined leave one out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * s creates an SVG element as h does.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} properties
 * @param {(Child | Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * button creates a button with a text or a picture; what it does is its name for screen readers if it has no text.
 * @param {Child | Child[]} content
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [properties]
 */
export function button(content, onclick, properties = {}) {
  return h('button', { type: 'button', onclick, ...properties }, content);
}

/**
 * labelled puts a label before a control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Record<string, any>} [properties]
 */
export function labelled(label, control, properties = {}) {
  return h('label', { class: 'field', ...properties }, h('span', {}, label), control);
}

/**
 * select creates a list to choose from.
 * @param {(string | {value: string, text: string})[]} options
 * @param {Record<string, any>} [properties]
 */
export function select(options, properties = {}) {
  const element = h('select', properties);
  offer(element, options);
  return element;
}

/**
 * offer replaces what there is to choose from, and chooses the first.
 * @param {HTMLSelectElement} element
 * @param {(string | {value: string, text: string})[]} options
 */
export function offer(element, options) {
  element.replaceChildren(...options.map((o) => typeof o === 'string' ? h('option', { value: o }, o)
    : h('option', { value: o.value }, o.text)));
}

/**
 * byID returns an element of index.html.
 * @param {string} id
 */
export function byID(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

/** @type {number | undefined} */
let pending;

/**
 * announce tells screen readers, politely.
 * @param {string} text
 */
export function announce(text) {
  const region = byID('announcer');
  clearTimeout(pending);
  region.textContent = '';
  pending = window.setTimeout(() => { region.textContent = text; }, 60);
}

/**
 * showError writes an error into an element with role "alert", the first of its kind in the given one; null takes it away.
 * @param {Element} element
 * @param {unknown} error
 */
export function showError(element, error) {
  let place = element.querySelector(':scope > .error');
  if (!error) {
    place?.remove();
    return;
  }
  if (!place) element.append(place = h('p', { class: 'error', role: 'alert' }));
  place.textContent = error instanceof Error ? error.message : String(error);
}

/**
 * isAbort reports whether an error only says that a call was cancelled.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * latest makes calls of which only the last one counts: each cancels the one before it.
 * @returns {() => AbortSignal}
 */
export function latest() {
  let controller = new AbortController();
  return () => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
}

/**
 * icon draws a small picture from paths on a square of 24.
 * @param {string} path
 */
export const icon = (path) => s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: path }));
