// Elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with attributes and children. `on…` listens, `style` is an object (the policy of the site forbids the
 * attribute), `true` is an attribute without a value, and null, undefined and false are left out.
 */
export const h = (name, attributes, ...children) => make(document.createElement(name), attributes, children);

/** The same for SVG. */
export const svg = (name, attributes, ...children) => make(document.createElementNS(SVG, name), attributes, children);

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style')
      for (const [property, is] of Object.entries(value)) element.style.setProperty(property, is);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * A choice between several values: `[value, text]` each.
 *
 * @param {(value: string) => void} changed
 */
export function oneOf(label, choices, value, changed) {
  const name = `choice-${(made += 1)}`;
  return h(
    'fieldset',
    { class: 'one-of' },
    h('legend', { class: 'unseen' }, label),
    choices.map(([each, text]) =>
      h(
        'label',
        {},
        h('input', {
          type: 'radio',
          name,
          value: each,
          class: 'unseen',
          checked: each === value,
          onchange: () => changed(each),
        }),
        h('span', {}, text),
      ),
    ),
  );
}

let made = 0;

/**
 * The text between two places of an element, or of two elements.
 * @param {Element} first
 * @param {number} start
 * @param {Element} last
 * @param {number} end
 */
export function rangeOf(first, start, last, end) {
  const range = new Range();
  const [from, to] = [position(first, start), position(last, end)];
  range.setStart(from.node, from.at);
  range.setEnd(to.node, to.at);
  return range;
}

/** The text node at a place of an element, and the place in it. */
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
