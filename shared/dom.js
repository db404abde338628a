// Elements.

/**
 * @typedef {{ of(event: Event): unknown }['of']} Listener as a method, so that it may ask for the kind of event it gets
 * @typedef {Listener | Record<string, string> | string | number | boolean | null | undefined} Attribute
 * @typedef {{ [on: `on${string}`]: Listener, [name: string]: Attribute }} Attributes
 * @typedef {Node | string | number | boolean | null | undefined | Child[]} Child
 */
/**
 * The element of a name with classes.
 * @template {string} Name, Elements
 * @typedef {Name extends keyof Elements ? Elements[Name] : Name extends `${infer Tag}.${string}`
 *   ? Named<Tag, Elements> : Elements[keyof Elements & ('span' | 'g')]} Named
 */
/** @template {string} Name @typedef {Named<Name, HTMLElementTagNameMap>} ElementOf */
/** @template {string} Name @typedef {Named<Name, SVGElementTagNameMap>} SvgOf */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element: its name with its classes, such as `p.quiet.small`; attributes, if it has any; and children. `on…`
 * listens, `style` is an object (the policy of the site forbids the attribute), `true` is an attribute without a value,
 * and null, undefined and false are left out. @template {string} Name @param {Name} name
 * @param {(Attributes | Child)[]} rest
 */
export const h = (name, ...rest) =>
  /** @type {ElementOf<Name>} */ (make((tag) => document.createElement(tag), name, rest));

/** The same for SVG. @template {string} Name @param {Name} name @param {(Attributes | Child)[]} rest */
export const svg = (name, ...rest) =>
  /** @type {SvgOf<Name>} */ (make((tag) => document.createElementNS(SVG, tag), name, rest));

/**
 * @param {(tag: string) => Element & ElementCSSInlineStyle} create
 * @param {string} name @param {(Attributes | Child)[]} rest
 */
function make(create, name, rest) {
  const [tag = '', ...classes] = name.split('.');
  const [first, ...others] = rest;
  const [attributes, children] = isPlain(first) ? [first, others] : [{}, rest];
  const element = create(tag);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(attributes)) {
    if (isMissing(value)) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'object')
      for (const [property, is] of Object.entries(value)) element.style.setProperty(property, is);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  const present = /** @type {unknown[]} */ (children).flat(Infinity).filter((child) => !isMissing(child));
  element.append(.../** @type {Node[]} */ (present));
  return element;
}

/**
 * The element that a selector finds, of a kind if one is given; an error without it.
 * @template {Element} T @overload @param {string} selector @param {new () => T} kind @returns {T}
 */
/** @overload @param {string} selector @returns {HTMLElement} */
/** @param {string} selector */
export function $(selector, kind = HTMLElement) {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new TypeError(`no ${kind.name} is ${selector}`);
}

/** @param {unknown} value @returns {value is Attributes} */
const isPlain = (value) => value?.constructor === Object;

/** @param {unknown} value @returns {value is null | undefined | false} */
const isMissing = (value) => value === null || value === undefined || value === false;

/** The parts that are not missing. @template T @param {(T | null | undefined | false | '')[]} parts */
export const present = (parts) => parts.flatMap((part) => (part === '' || isMissing(part) ? [] : [part]));

/**
 * A table that scrolls if it is too wide; `head` has texts, or cells. @param {string} label @param {string} name
 * @param {(string | Node)[]} head @param {Child[]} bodies
 */
export function scrollable(label, name, head, ...bodies) {
  const cells = head.map((cell) => (typeof cell === 'string' ? h('th', { scope: 'col' }, cell) : cell));
  const table = h(name, h('thead', h('tr', cells)), bodies);
  return h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': label }, table);
}

/**
 * A choice between several values: `[value, text]` each. @param {string} label @param {string[][]} choices
 * @param {string} value @param {(value: string) => void} changed
 */
export function oneOf(label, choices, value, changed) {
  const name = `choice-${(made += 1)}`;
  const choice = (/** @type {string[]} */ [each = '', text]) => {
    const about = { type: 'radio', name, value: each, checked: each === value, onchange: () => changed(each) };
    return h('label', h('input.unseen', about), h('span', text));
  };
  return h('fieldset.one-of', h('legend.unseen', label), choices.map(choice));
}

let made = 0;

/**
 * The text between two places of an element, or of two elements. @param {Element} first @param {number} start
 * @param {Element} last @param {number} end
 */
export function rangeOf(first, start, last, end) {
  const range = new Range();
  const [from, to] = [position(first, start), position(last, end)];
  range.setStart(from.node, from.at);
  range.setEnd(to.node, to.at);
  return range;
}

/** The text node at a place of an element, and the place in it. @param {Element} element @param {number} at */
function position(element, at) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const next = () => /** @type {Text | null} */ (walker.nextNode());
  let node = next();
  while (node && at > node.length) {
    at -= node.length;
    node = next();
  }
  return node ? { node, at } : { node: element, at: element.childNodes.length };
}

/** Waits until the browser has drawn, so that the page stays responsive during long work. */
export const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Whether the visitor prefers reduced motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
