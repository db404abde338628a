// Runs in a page whose button was clicked: takes the page, and reports when its program has gone elsewhere. What the
// page shows there is read when the button is clicked again.
import { api, isFirst } from '../shared/api.js';
import { page, watchNavigation } from './page.js';

if (isFirst('watch')) {
  watchNavigation(async (how) => {
    const message = { type: 'navigated', url: location.href, document: performance.timeOrigin, how };
    const answer = await api.runtime.sendMessage(message).catch(() => undefined); // The extension was updated.
    if (answer?.isKnown) page.stayed();
  });
}
