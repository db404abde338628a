// The frame of every page: its words, and the switches of language and colours.

import { language, translate } from './i18n.js';

const THEMES = ['auto', 'light', 'dark'];
const root = document.documentElement;

/** @returns {any} the element of the frame that has this id */
const $ = (id) => document.getElementById(id);

/** Shows the frame in the language of the document, and binds its switches; `changed` is called after a change of
 * language. */
export function frame(changed) {
  translate(document);
  const other =
    language() === 'zh'
      ? { tag: 'en', text: 'English', label: 'Switch to English' }
      : { tag: 'zh-Hans', text: '中文', label: '改用中文' };
  const button = $('language');
  button.textContent = other.text;
  button.lang = other.tag;
  button.setAttribute('aria-label', other.label);
  button.onclick = () => {
    root.lang = other.tag;
    keep('language', other.tag);
    frame(changed);
    void changed();
  };
  colour();
}

function colour() {
  const { theme = THEMES[0] } = root.dataset;
  const button = $('theme');
  button.dataset.tLabel = `theme.${theme}`;
  button.onclick = () => {
    root.dataset.theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    keep('theme', root.dataset.theme);
    colour();
  };
  translate(button.parentElement);
}

/** Stores a choice for the next page. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
  }
}
