// Other extensions, such as a clipper, may ask whether an article was read before, if the reader has named them: an
// answer reveals what was read. `../README.md` describes the message.
import { coded } from '../shared/error.js';
import { PAGE } from '../shared/page.js';
import { load, read, recover } from '../history/core.js';
import { recordOf } from '../history/records.js';
import { failureOf } from './reading.js';
import { settings } from './settings.js';

/** The most copies in an answer. */
const COPIES = 20;

/**
 * Answers another extension. Nothing is remembered.
 * @param {import('../history/history.js').History} history
 * @param {unknown} message
 * @param {{ id?: string }} sender
 * @returns {Promise<import('../messages.d.ts').Seen | { ok: false, error: { code: string, message: string } }>}
 */
export async function answerSeen(history, message, { id }) {
  try {
    if (!(await settings()).askers.includes(id ?? '')) throw coded('asker', 'the reader has not permitted you to ask');
    const { type, url, html } = Object(message);
    const isRight = type === 'seen' && URL.canParse(url) && typeof html === 'string' && html.length <= PAGE;
    if (!isRight) throw coded('question', 'send { type: "seen", url, html }: a page and its address');
    await load();
    const article = await read(html, { url });
    if (article.abstention) return { ok: true, article: false, seen: null, copies: [] };
    const { own, others } = await history.place(recordOf(article));
    const copies = others.slice(0, COPIES).map(({ record, relation }) => {
      return { ...known(record), verdict: relation.verdict, score: relation.score };
    });
    return { ok: true, article: true, seen: own && known(own), copies };
  } catch (error) {
    recover(error);
    return { ok: false, error: failureOf(error) };
  }
}

const known = ({ url, title, site, host, firstSeen }) => ({ url, title, site: site ?? host, firstSeen });
