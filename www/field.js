// A text field with marks. They are highlights of the field's own characters: a second layer behind the field would
// have to break every line as the browser does in the field.

import { h, rangeOf } from './dom.js';

/** Whether the browser has highlights, and plain-text fields in which they can be drawn. */
export function canMark() {
  const plain = 'plaintext-only';
  return 'Highlight' in globalThis && h('div', { contenteditable: plain }).contentEditable === plain;
}

export class Field {
  element;
  #marks;

  /**
   * @param {object} attributes
   * @param {string[]} names of the marks, as `::highlight()` in a style sheet has them; where marks overlap, the later
   * shows. Without names, or where {@link canMark} is false, the field is a plain one.
   */
  constructor(attributes, names) {
    this.#marks = names;
    this.element =
      names.length > 0
        ? h('div', { contenteditable: 'plaintext-only', role: 'textbox', 'aria-multiline': 'true', ...attributes })
        : h('textarea', attributes);
  }

  get text() {
    return this.#marks.length > 0 ? this.element.textContent : this.element.value;
  }

  set text(text) {
    if (this.#marks.length > 0) this.element.textContent = text;
    else this.element.value = text;
  }

  /** @param {{ start: number, end: number, name: string }[]} ranges in UTF-16 code units, which replace the earlier
   * ones */
  mark(ranges) {
    for (const [priority, name] of this.#marks.entries()) {
      const own = ranges.filter((range) => range.name === name);
      const highlight = new Highlight(...own.map(({ start, end }) => rangeOf(this.element, start, this.element, end)));
      highlight.priority = priority;
      CSS.highlights.set(name, highlight);
    }
  }

  /** Removes all marks: they belong to the document, not to the field. */
  clear() {
    for (const name of this.#marks) CSS.highlights.delete(name);
  }
}
