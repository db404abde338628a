// The frame of every page: its words, and the switches of language and colours.

import { $ } from '../shared/dom.js';
import { isTraditional, language, prepare, translate } from './i18n.js';

const THEMES = ['auto', 'light', 'dark'];
const root = document.documentElement;

/**
 * Shows the frame in the language of the document, and binds its switches. `changed` is called when the language
 * changes. @param {() => unknown} changed
 */
export async function frame(changed) {
  await prepare();
  translate(document);
  const isChinese = language() === 'zh';
  const script = isTraditional() ? 'zh-Hans' : 'zh-Hant';
  // Where a policy forbids the script in the head, the visitor's script is unknown.
  if (isChinese) choice($('#language'), 'en', SWITCHES.en, changed);
  else choice($('#language'), root.dataset.chinese ?? 'zh-Hans', SWITCHES.zh, changed);
  choice($('#script'), script, SWITCHES[script], changed);
  $('#script').hidden = !isChinese;
  colour();
}

/** The text and the label of the switch to each language. @satisfies {Record<string, Switch>} */
const SWITCHES = {
  en: ['English', 'Switch to English'],
  zh: ['中文', '改用中文'],
  'zh-Hans': ['简体', '改用简体'],
  'zh-Hant': ['繁體', '改用繁體'],
};

/**
 * @typedef {[text: string, label: string]} Switch
 * @param {HTMLElement} button @param {string} tag @param {Switch} words @param {() => unknown} changed
 */
function choice(button, tag, [text, label], changed) {
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
  const { theme = 'auto' } = root.dataset;
  const button = $('#theme');
  button.dataset.tLabel = `theme.${theme}`;
  button.onclick = () => {
    const next = THEMES[THEMES.indexOf(theme) + 1] ?? 'auto';
    root.dataset.theme = next;
    keep('theme', next);
    colour();
  };
  translate(button.parentElement ?? document);
}

/** Stores a choice for the next page. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The browser may forbid storage. Then the choice is gone with the page.
  }
}
