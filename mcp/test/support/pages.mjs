// A site on this computer.
import { after } from 'node:test';
import { listen } from '../../../tests/server.mjs';

const STORY = [
  'The lock keeper of Harrow Sluice has counted barges for thirty-one years, and on Tuesday he noted the last one.',
  'From next week the gates will be worked from a control room in Ostwick, forty miles down the canal, by two clerks.',
  'The waterways board says that the change will save ninety thousand pounds a year and keep the canal open at night.',
  'Boatmen fear that a gate which nobody watches will jam on driftwood, as the one at Pell did twice last winter.',
  'A petition against the plan has six hundred names, most of them from the villages between the sluice and Pell.',
];

/** A page with an article, and with what a test adds to it. */
export function page({ title = 'The last barge at Harrow Sluice', head = '', body = '' } = {}) {
  const paragraphs = STORY.map((line) => `<p>${line}</p>`).join('\n');
  return `<!doctype html><meta charset="utf-8"><title>${title}</title>${head}
<article><h1>${title}</h1>${paragraphs}${body}</article>`;
}

export const TEXT = STORY.join('\n');

/**
 * Serves answers by path: a page, or a function of request and response. It counts connections and requests.
 * @param {Record<string, string | Buffer | import('node:http').RequestListener>} answers
 */
export async function serve(answers) {
  const seen = { connections: 0, requests: /** @type {string[]} */ ([]) };
  const { server, port, origin, close } = await listen((request, response) => {
    seen.requests.push(request.url);
    const answer = answers[request.url];
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(answer ?? 'Nothing here.');
  });
  server.on('connection', () => seen.connections++);
  after(close);
  return { seen, port, at: (path) => origin + path };
}

/** An answer of this type. */
export const typed = (type, body) => (_, response) => response.writeHead(200, { 'content-type': type }).end(body);

/** A redirect. */
export const redirect = (location) => (_, response) => response.writeHead(302, { location }).end();
