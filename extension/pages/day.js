// The articles of a day in the browser's own history.
import { ask } from '../shared/ask.js';
import { inPieces, withEverywhere } from './everywhere.js';

/**
 * Reads the pages that were visited on a day. Call this on a click: the browser asks the user first.
 * @param {string} date as in `2026-11-25`, a day of the user's time zone
 * @param {(pages: number, sites: number) => Promise<boolean>} agree whether to fetch them
 * @param {(done: number, of: number) => void} report
 * @returns {Promise<import('../messages.js').DayRead | null>} null without pages, or if the user has not agreed
 */
export const readDay = (date, agree, report) =>
  withEverywhere({ permissions: ['history'] }, async () => {
    const [from, to] = [0, 1].map((days) => dayAt(date, days).getTime());
    const { pages } = await ask('visited', { from, to });
    const sites = new Set(pages.map(({ url }) => new URL(url).host)).size;
    if (pages.length === 0 || !(await agree(pages.length, sites))) return null;
    const total = { added: 0, known: 0, refused: 0, failed: 0 };
    const readSome = async (pages) => {
      const piece = await ask('readVisited', { pages });
      for (const name of Object.keys(total)) total[name] += piece[name];
    };
    await inPieces(pages, readSome, report);
    return total;
  });

/** The beginning of a day, or of one some days later: a day may have 23 or 25 hours. */
function dayAt(date, days) {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year, month - 1, day + days);
}
