// The page that a new user sees once: what the extension does, and when it is to read pages.
import { ask } from '../shared/ask.js';
import { readingOrigins } from '../shared/origins.js';
import { $, attempt, demand, say, tell, translate } from './page.js';

async function start() {
  translate();
  document.title = say('welcomeTitle');
  const settings = await ask('settings');
  for (const when of /** @type {const} */ (['chosen', 'everywhere', 'clicked'])) {
    $(when).onclick = () =>
      attempt(async () => {
        await demand(readingOrigins({ ...settings, when }));
        await ask('changeSettings', { changes: { when } });
        tell(say(`welcome_${when}`));
      });
  }
}

void attempt(start);
