// Under load, no pages are read for persons. Whatever is left unread is read at a later visit.

import { limitsOf } from '../register/limits.js';

/** How many crawlers wait for a page to be judged. */
let waiting = 0;
/** The present second, and how many pages were read for persons in it. */
let [second, pages] = [0, 0];

/** Whether a page may be read for a person now; if so, it is counted. @param {Env} env */
export function mayReadForPerson(env) {
  if (waiting > 0) return false;
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) [second, pages] = [now, 0];
  return ++pages <= limitsOf(env).personsPerSecond;
}

/** Notes that a crawler waits for a judgement. @param {Promise<unknown>} judging */
export function crawlerWaits(judging) {
  waiting++;
  const over = () => waiting--;
  judging.then(over, over);
}
