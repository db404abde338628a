// Sites on this machine: the pages of tests/pages under the hosts that they name, and some that need a browser. Every
// host ends in `.example`, and browsers resolve all of them to this server.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listen } from '../../../tests/server.mjs';

const PAGES = fileURLToPath(new URL('../../../tests/pages/', import.meta.url));
/** A PNG of one transparent pixel. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Name → address, and the body of a fixture page, one paragraph per line. */
export const fixtures = new Map(
  readdirSync(PAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const { url, contentType } = JSON.parse(readFileSync(`${PAGES}${name}/meta.json`, 'utf8'));
      const read = (file) => readFileSync(`${PAGES}${name}/${file}`);
      return [
        name,
        { url: url?.replace('https:', 'http:'), contentType, read, body: read('body.txt').toString().trimEnd() },
      ];
    }),
);

export const urlOf = (name) => fixtures.get(name).url;
export const bodyOf = (name) => fixtures.get(name).body.split('\n');

/** An article's page in a plain template. */
export function pageOf(title, paragraphs, { head = '', lang = 'zh', before = '', after = '' } = {}) {
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>${before}<article><h1>${title}</h1>\n${body}\n</article>${after}</body></html>`;
}

/** Starts the server. `made` maps addresses to pages, or to functions that answer. */
export async function startSites(made = {}) {
  const extra = new Map(Object.entries(made));
  /** Every requested address, in order. */
  const requests = [];
  const byUrl = new Map([...fixtures.values()].map((fixture) => [fixture.url, fixture]));
  const { port, close } = await listen((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`).href;
    requests.push(url);
    const page = extra.get(url);
    if (typeof page === 'function') return page(request, response);
    if (page !== undefined) return send(response, 200, 'text/html; charset=utf-8', page);
    const fixture = byUrl.get(url);
    if (fixture) return send(response, 200, fixture.contentType ?? 'text/html', fixture.read('page.html'));
    if (url.endsWith('/favicon.ico')) return send(response, 200, 'image/png', ICON);
    return send(response, 404, 'text/plain', 'There is no such page.');
  });
  return { port, requests, put: (url, page) => extra.set(url, page), close };
}

export function send(response, status, type, body, headers = {}) {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body);
}
