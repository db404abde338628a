// The frame of every page: its words, and the switches of language and colours.

import { isTraditional, language, prepare, translate } from './i18n.js';

const THEMES = ['auto', 'light', 'dark'];
const root = document.documentElement;

/** @returns {any} the element of the frame that has this id */
const $ = (/** @type {string} */ id) => document.getElementById(id);

/**
 * Shows the frame in the language of the document, and binds its switches; `changed` is called after a change of
 * language. @param {() => unknown} changed
 */
export async function frame(changed) {
  await prepare();
  translate(document);
  const isChinese = language() === 'zh';
  const script = isTraditional() ? 'zh-Hans' : 'zh-Hant';
  // Without the script of the head, where a policy forbids it, it is unknown.
  choice($('language'), isChinese ? 'en' : (root.dataset.chinese ?? 'zh-Hans'), changed);
  choice($('script'), script, changed);
  $('script').hidden = !isChinese;
  colour();
}

/** What leads to a language. */
const SWITCHES = /** @type {Record<string, [text: string, label: string]>} */ ({
  en: ['English', 'Switch to English'],
  zh: ['中文', '改用中文'],
  'zh-Hans': ['简体', '改用简体'],
  'zh-Hant': ['繁體', '改用繁體'],
});

function choice(/** @type {HTMLElement} */ button, /** @type {string} */ tag, /** @type {() => unknown} */ changed) {
  const [text, label] = SWITCHES[button.id === 'language' ? tag.slice(0, 2) : tag];
  button.textContent = text;
  button.lang = tag;
  button.setAttribute('aria-label', label);
  button.onclick = async () => {
    root.lang = tag;
    keep('language', tag);
    await frame(changed);
    void changed();
  };
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

/** Stores a choice for the next page. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
  }
}
