// The articles of a day in the browser's own history. The permissions for it are given back afterwards.
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';
import { coded } from '../shared/error.js';
import { EVERYWHERE, originsOf } from '../shared/origins.js';

const NEEDED = { permissions: /** @type {'history'[]} */ (['history']), origins: EVERYWHERE };
/** Pages in one message, which are fetched at once. */
const PIECE = 4;

/**
 * Reads the pages that were visited on a day. Call this on a click: the browser asks the user first.
 * @param {string} date as in `2026-11-25`, a day of the user's time zone
 * @param {(pages: number, sites: number) => Promise<boolean>} agree whether to fetch them
 * @param {(done: number, of: number) => void} report
 * @returns {Promise<import('../messages.js').DayRead | null>} null if there are none, or the user has not agreed
 */
export async function readDay(date, agree, report) {
  if (!(await api.permissions.request(NEEDED))) throw coded('permission', 'not granted');
  try {
    const [from, to] = [0, 1].map((days) => dayAt(date, days).getTime());
    const { pages } = await ask('visited', { from, to });
    const sites = new Set(pages.map(({ url }) => new URL(url).host)).size;
    if (pages.length === 0 || !(await agree(pages.length, sites))) return null;
    const total = { added: 0, known: 0, refused: 0, failed: 0 };
    for (let at = 0; at < pages.length; at += PIECE) {
      report(at, pages.length);
      const piece = await ask('readVisited', { pages: pages.slice(at, at + PIECE) });
      for (const name of Object.keys(total)) total[name] += piece[name];
    }
    return total;
  } finally {
    await giveBack();
  }
}

/** The beginning of a day, or of one some days later: a day may have 23 or 25 hours. */
function dayAt(date, days) {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year, month - 1, day + days);
}

async function giveBack() {
  const kept = originsOf(await ask('settings'));
  const origins = NEEDED.origins.filter((origin) => !kept.includes(origin));
  // Those that an administrator has granted cannot be given back.
  for (const spare of [{ permissions: NEEDED.permissions }, ...(origins.length ? [{ origins }] : [])])
    await api.permissions.remove(spare).catch(() => {});
}
