// The settings. Each is saved as soon as it is changed.
import { api } from '../shared/api.js';
import { ask, onChanged } from '../shared/ask.js';
import { dataOf, originsOf } from '../shared/origins.js';
import { $, attempt, button, choose, demand, element, say, tell, translate, words } from './page.js';
import { camel } from './words.js';

const THRESHOLDS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** @type {import('../messages.js').Settings} */
let settings;

async function start() {
  translate();
  document.title = `${say('settingsTitle')} · Offprint`;
  offer('when', 'when', ['clicked', 'chosen', 'everywhere']);
  document.querySelector('[value=chosen]').closest('label').after($('sites'));
  offer('original', 'originalIs', ['evidence', 'first-seen', 'longest', 'preferred']);
  for (const share of THRESHOLDS) choose($('threshold'), share, thresholdText);
  $('threshold').onchange = () => change({ threshold: Number($('threshold').value) });
  $('rewrites').onchange = () => change({ rewrites: $('rewrites').checked });
  $('shared').onsubmit = (event) => event.preventDefault();
  $('address').onchange = $('on').onchange = changeShared;
  onChanged(({ what }) => what === 'settings' && attempt(load));
  await load();
}

const thresholdText = (share) => (share ? say('thresholdAt', words.percent(share)) : say('thresholdAuto'));

/** Shows the values of a setting in its group; their messages begin with `key`. */
function offer(name, key, values) {
  const choices = values.map((value) => {
    const input = element('input', { type: 'radio', name, value, onchange: () => change({ [name]: value }) });
    const said = element('span', say(`${key}_${camel(value)}`));
    const hint = say(`${key}_${camel(value)}Hint`);
    return element('label.choice', input, said, hint && element('span.quiet.small', hint));
  });
  $(name)
    .querySelector('legend')
    .after(...choices);
}

async function load() {
  settings = await ask('settings');
  for (const name of ['when', 'original']) {
    /** @type {HTMLInputElement} */
    const chosen = document.querySelector(`[name="${name}"][value="${settings[name]}"]`);
    chosen.checked = true;
  }
  choose($('threshold'), settings.threshold, thresholdText);
  $('threshold').value = settings.threshold;
  $('rewrites').checked = settings.rewrites;
  $('address').value = settings.shared.address;
  $('on').checked = settings.shared.on;
  $('sites').hidden = settings.when !== 'chosen';
  $('preferred').hidden = settings.original !== 'preferred';
  showList('sites', hostOf, 'siteLabel', 'sites');
  showList('never', hostOf, 'siteLabel');
  showList('anyway', hostOf, 'siteLabel');
  showList('askers', (id) => id, 'askerLabel');
  showList('preferred', (name) => name, 'sourceLabel', 'preferred');
}

/**
 * Changes settings, once the browser has granted the permissions that they need: these must be requested first, while
 * the browser still sees the user's click. Permissions that are no longer needed are given back.
 */
async function change(changes) {
  await attempt(async () => {
    const [before, after] = [settings, { ...settings, ...changes }].map(neededBy);
    const wanted = without(after, before);
    if (wanted) await demand(wanted);
    await ask('changeSettings', { changes });
    const spare = without(before, after);
    if (spare) await api.permissions.remove(spare);
    tell(say('saved'));
  });
  await attempt(load); // A setting that could not be changed is shown as it was.
}

/** The permissions that settings need, in the form in which the browser takes them. */
const neededBy = (settings) => ({ origins: originsOf(settings), data_collection: dataOf(settings) });

/**
 * The parts of one that the other lacks, without empty ones: browsers may not know all of it. Null if nothing is left.
 */
function without(needed, others) {
  const isOther = (kind) => (item) => !others[kind].includes(item);
  const kinds = Object.entries(needed).map(([kind, list]) => [kind, list.filter(isOther(kind))]);
  const left = kinds.filter(([, list]) => list.length > 0);
  return left.length ? Object.fromEntries(left) : null;
}

function changeShared() {
  const [address, on] = [$('address').value.trim(), $('on').checked];
  $('address').required = on;
  if ($('address').reportValidity()) return change({ shared: { address, on } });
  $('on').checked = settings.shared.on;
}

/** An editable list of sites, or of sources, which have an order. `clean` turns the input into an item, or null. */
function showList(name, clean, label, heading) {
  const items = settings[name];
  const ordered = name === 'preferred';
  const keep = (items, focus) => change({ [name]: items }).then(() => $(name).querySelector(focus)?.focus());
  const lines = items.map((item, i) => {
    const moveUp = () => keep(items.with(i, items[i - 1]).with(i - 1, item), `li:nth-child(${i}) button`);
    const remove = () => keep(items.toSpliced(i, 1), 'input');
    return element(
      'li',
      element('span', { dir: 'auto' }, item),
      ordered && i > 0 && button('↑', moveUp, { className: 'plain', ariaLabel: say('moveUp', item) }),
      button('×', remove, { className: 'plain', ariaLabel: say('remove', item) }),
    );
  });
  const about = { placeholder: say(label), ariaLabel: say(label), autocomplete: 'off', spellcheck: false };
  const input = element('input', { type: 'text', ...about });
  const form = element('form.row', input, element('button', say('add')));
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    const item = typed && clean(typed);
    if (item === null) return tell(say('notASite', typed), { bad: true });
    if (item && !items.includes(item)) void keep([...items, item], 'input');
    else input.value = '';
  };
  $(name).classList.toggle('ordered', ordered);
  const list = lines.length ? element('ul', ...lines) : element('p.quiet.small', say('listEmpty'));
  $(name).replaceChildren(...(heading ? [element('h2', say(heading))] : []), list, form);
}

/** The host in the input, which may be a name or an address. */
function hostOf(typed) {
  try {
    const { hostname } = new URL(/^https?:\/\//.test(typed) ? typed : `https://${typed}`);
    return hostname.includes('.') ? hostname.replace(/^www\./, '') : null;
  } catch {
    return null;
  }
}

void attempt(start);
