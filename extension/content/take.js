// In a page whose button was clicked: what takes it, and tells when its program has gone elsewhere. What
// stands there then is read when the button is clicked again.
import { api } from '../shared/api.js';
import { onLeft, page } from './page.js';

if (!globalThis.offprintWatches) {
  globalThis.offprintWatches = true;
  onLeft(async (how) => {
    const answer = await Promise.resolve(api.runtime.sendMessage({ type: 'left', url: location.href, document: performance.timeOrigin, how })).catch(() => undefined);
    if (answer?.isKnown) page.stayed();
  });
}
