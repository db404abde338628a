// The part of the settings about what is kept: how much, for how long, and the history as a file.
import { ask } from '../shared/ask.js';
import { exportHistory, importHistory } from '../shared/transfer.js';
import { $, h } from '../../shared/dom.js';
import { attempt, say, tell, words } from './page.js';
/** @import { Settings } from '../messages.js' */

/** Days; 0 means forever. */
const RETENTIONS = [0, 30, 90, 365, 730];

const textBox = $('#keepText', HTMLInputElement);
const limitField = $('#textLimit', HTMLInputElement);
const retentionList = $('#retention', HTMLSelectElement);
const fileField = $('#file', HTMLInputElement);

export function bindKept(/** @type {(changes: Partial<Settings>) => unknown} */ change) {
  retentionList.append(...RETENTIONS.map((days) => new Option(retentionText(days), String(days))));
  textBox.onchange = () => change({ keepText: textBox.checked });
  limitField.onchange = () => limitField.reportValidity() && change({ textLimit: limitField.valueAsNumber });
  retentionList.onchange = () => change({ retention: Number(retentionList.value) || null });
  $('#export').onclick = () => attempt(() => progress(save));
  $('#import').onclick = () => fileField.click();
  fileField.onchange = () => attempt(takeIn);
  $('#forgetAll').onclick = () => attempt(forgetAll);
}

/** @param {number} days */
const retentionText = (days) => (days ? say('retentionAfter', words.days(days)) : say('retentionNever'));

export async function showKept(/** @type {Settings} */ { keepText, textLimit, retention }) {
  textBox.checked = keepText;
  limitField.value = String(textLimit);
  limitField.disabled = !keepText;
  retentionList.value = String(retention ?? 0);
  const { articles, bytes, quota, texts } = await ask('usage');
  const size = bytes === null ? say('unknownSize') : words.size(bytes);
  const facts = [
    [say('usageArticles'), words.number(articles)],
    [say('usageSize'), bytes === null || quota === null ? size : say('sizeOf', size, words.size(quota))],
    [say('usageTexts'), say('textsOf', words.number(texts.count), words.size(texts.bytes), words.size(texts.limit))],
  ];
  $('#usage').replaceChildren(...facts.flatMap(([name, value]) => [h('dt', name), h('dd', value)]));
  for (const id of ['forgetAll', 'export']) $(`#${id}`, HTMLButtonElement).disabled = articles === 0;
}

/** Saves all articles in a file. */
async function save() {
  const { articles } = await ask('usage');
  const { file, number } = await exportHistory();
  const href = URL.createObjectURL(file);
  h('a', { href, download: `offprint-${new Date().toISOString().slice(0, 10)}.json` }).click();
  // The browser takes the file later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  const left = articles - number;
  return words.join([words.count('exported', number), left > 0 && words.count('exportLeft', left)]);
}

async function takeIn() {
  const [file] = fileField.files ?? [];
  fileField.value = '';
  if (!file) return;
  await progress(async () => {
    /** @param {number} done @param {number} of */
    const show = (done, of) => ($('#progress').textContent = say('marksAt', done, of));
    const { added, known, refused } = await importHistory(file, show);
    return say('imported', ...[added, known, refused].map((n) => words.number(n)));
  });
}

/** Runs a long action, and reports the result. @param {() => Promise<string>} work */
async function progress(work) {
  $('#progress').textContent = say('working');
  try {
    tell(await work());
  } finally {
    $('#progress').textContent = '';
  }
}

async function forgetAll() {
  const { articles } = await ask('usage');
  if (!confirm(words.count('forgetAllSure', articles))) return;
  await ask('forgetAll', {});
  tell(say('allForgotten'));
}
