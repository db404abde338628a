// The settings. Every change is saved at once.
import { ask, onChanged } from '../shared/ask.js';
import { shownHost } from '../shared/address.js';
import { typedHost } from '../shared/site.js';
import { $, h, present } from '../../shared/dom.js';
import { bindKept, showKept } from './kept.js';
import { attempt, button, changeSettings, say, tell, translate } from './page.js';

/** @import { Settings } from '../messages.js' */

/** @type {Settings} */
let settings;

const linkBox = $('#links', HTMLInputElement);

async function start() {
  translate('settingsTitle');
  offerTimes();
  document.querySelector('[value=chosen]')?.closest('label')?.after($('#sites'));
  linkBox.onchange = () => change({ links: linkBox.checked });
  bindKept(change);
  onChanged(({ what }) => what !== 'page' && attempt(load));
  await load();
}

/** Shows the choices for when pages are read. */
function offerTimes() {
  const times = /** @type {const} */ (['clicked', 'chosen', 'everywhere']);
  const choices = times.map((value) => {
    const input = h('input', { type: 'radio', name: 'when', value, onchange: () => change({ when: value }) });
    const hint = h('span.quiet.small', say(`when_${value}Hint`));
    return h('label.choice', input, h('span', say(`when_${value}`)), hint);
  });
  $('#when').firstElementChild?.after(...choices);
}

async function load() {
  settings = await ask('settings');
  /** @type {HTMLInputElement | null} */
  const chosen = document.querySelector(`[name=when][value=${settings.when}]`);
  if (chosen) chosen.checked = true;
  linkBox.checked = settings.links;
  $('#sites').hidden = settings.when !== 'chosen';
  for (const name of /** @type {const} */ (['sites', 'blocklist', 'override'])) showList(name);
  await showKept(settings);
}

async function change(/** @type {Partial<Settings>} */ changes) {
  await attempt(async () => {
    await changeSettings(settings, changes);
    tell(say('saved'));
  });
  await attempt(load); // Shows the old value of a setting that could not be changed.
}

/** An editable list of sites. @param {'sites' | 'blocklist' | 'override'} name */
function showList(name) {
  const items = settings[name];
  /** @param {string[]} items */
  const keep = (items) => change({ [name]: items }).then(() => $(`#${name}`).querySelector('input')?.focus());
  const lines = items.map((item, i) => {
    const about = { class: 'quiet', 'aria-label': say('remove', shownHost(item)) };
    const remove = button('×', () => keep(items.toSpliced(i, 1)), about);
    return h('li', h('span', { dir: 'auto' }, shownHost(item)), remove);
  });
  const label = say('siteLabel');
  const about = { placeholder: label, 'aria-label': label, autocomplete: 'off', spellcheck: 'false' };
  const input = h('input', { type: 'text', ...about });
  const form = h('form.row', input, h('button', say('add')));
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    const item = typed && typedHost(typed);
    if (item === null) return tell(say('notASite', typed), { bad: true });
    if (item && !items.includes(item)) void keep([...items, item]);
    else input.value = '';
  };
  const list = lines.length ? h('ul', ...lines) : h('p.quiet.small', say('listEmpty'));
  const heading = name === 'sites' && h('h2', say(name));
  $(`#${name}`).replaceChildren(...present([heading, list, form]));
}

void attempt(start);
