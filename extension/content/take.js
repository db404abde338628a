// Runs in a page when the user clicks the button: takes the page, and reports when its program goes to another address.
// What it shows there is read at the next click.
import { api, isFirst } from '../shared/api.js';
import { page, watchNavigation } from './page.js';

if (isFirst('watch')) {
  watchNavigation(async (how) => {
    const message = { type: 'navigated', url: location.href, document: performance.timeOrigin, how };
    const answer = await api.runtime.sendMessage(message).catch(() => undefined); // The extension was updated.
    if (answer?.isKnown) page.stayed();
  });
}
