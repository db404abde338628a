// The page that a new user sees once: what will happen on front pages, and on which sites.
import { $ } from '../../shared/dom.js';
import { api } from '../shared/api.js';
import { shownHost } from '../shared/address.js';
import { typedHost } from '../shared/site.js';
import { ask } from '../shared/ask.js';
import { attempt, changeSettings, say, tell, translate } from './page.js';
/** @import { Settings } from '../messages.js' */

const siteField = $('#site', HTMLInputElement);

async function start() {
  translate();
  document.title = say('welcomeTitle');
  siteField.placeholder = say('siteLabel');
  $('#choose').onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(choose);
  };
  $('#everywhere').onclick = () => attempt(() => change({ when: 'everywhere' }, say('welcome_everywhere')));
  show(await ask('settings'));
  // If a browser cannot say whether the button is visible, the advice does no harm.
  const { isOnToolbar = false } = (await api.action?.getUserSettings?.()) ?? {};
  $('#pin').hidden = isOnToolbar;
}

/** @type {Settings} */
let settings;

function show(/** @type {Settings} */ now) {
  settings = now;
  $('#chosen').hidden = now.sites.length === 0;
  $('#chosen').textContent = say('welcomeChosen', now.sites.map(shownHost).join(say('listComma')));
}

async function choose() {
  const host = typedHost(siteField.value);
  if (host === null) return tell(say('notASite', siteField.value), { bad: true });
  await change(
    { when: 'chosen', sites: [...new Set([...settings.sites, host])] },
    say('siteAutomatic', shownHost(host)),
  );
  siteField.value = '';
}

async function change(/** @type {Partial<Settings>} */ changes, /** @type {string} */ done) {
  show(await changeSettings(settings, changes));
  tell(done);
}

void attempt(start);
