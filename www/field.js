// A field whose text bears marks. They are highlights of the field's own characters: a second layer behind it would
// have to break every line as the browser breaks those of the field.

import { h, rangeOf } from './dom.js';

/** Whether the browser has highlights, and fields of plain text that they can be drawn in. */
export function canMark() {
  return (
    'Highlight' in globalThis && h('div', { contenteditable: 'plaintext-only' }).contentEditable === 'plaintext-only'
  );
}

export class Field {
  element;
  #marks;

  /**
   * @param {object} attributes
   * @param {string[]} names of the marks, as `::highlight()` in a style sheet has them; where marks overlap, the later
   *   shows. Without any, as where {@link canMark} is false, the field is a plain one.
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

  /** @param {{ start: number, end: number, name: string }[]} ranges in UTF-16 code units, instead of those before */
  mark(ranges) {
    for (const [priority, name] of this.#marks.entries()) {
      const highlight = new Highlight(
        ...ranges.filter((range) => range.name === name).map((range) => this.#range(range)),
      );
      highlight.priority = priority;
      CSS.highlights.set(name, highlight);
    }
  }

  /** Takes all marks away: they belong to the document, not to the field. */
  clear() {
    for (const name of this.#marks) CSS.highlights.delete(name);
  }

  #range({ start, end }) {
    return rangeOf(this.element, start, this.element, end);
  }
}
