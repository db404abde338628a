// The web as the documents of this package have it: a few addresses, and the fixture that each shows.
import { meta, page } from './pages.mjs';

const SHOWN = {
  'https://paper.example/dam': 'zh-dam-original',
  'https://portal.example/dam': 'zh-dam-table-gbk',
  'https://portal.example/summary': 'zh-dam-abridged',
  'https://paper.example/barrage': 'en-barrage-original',
};

/** What is at an address. */
export function answer(url) {
  const slug = SHOWN[url];
  if (!slug) throw new TypeError(`nothing is at ${url}`);
  const response = new Response(page(slug), { headers: { 'content-type': meta(slug).contentType } });
  return Object.defineProperty(response, 'url', { value: String(url) });
}

globalThis.fetch = async (request) => answer(request.url ?? String(request));
