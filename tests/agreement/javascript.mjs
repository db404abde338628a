// The surfaces in JavaScript: the npm package, the decisions of the edge, the extension's history, the tools of MCP.

import 'fake-indexeddb/auto';
import { join } from 'node:path';
import initEdge, { Reader, edge } from 'offprint/edge';
import { Collection, IndexedDbIndex, MemoryIndex, compare, fold, origins } from 'offprint/full';
import { load } from '../../extension/history/core.js';
import { History } from '../../extension/history/history.js';
import { recordOf } from '../../extension/history/records.js';
import { ArticleIndex } from '../../mcp/src/core.js';
import { IndexFile } from '../../mcp/src/index-file.js';
import { reader } from '../../mcp/src/items.js';
import compareTool from '../../mcp/src/tools/compare.js';
import originsTool from '../../mcp/src/tools/origins.js';
import seenTool from '../../mcp/src/tools/seen.js';
import { domainOf, withDomain, withDomains } from '../../worker/src/site/domains.js';
import { folded, linked } from './answers.mjs';
import {
  APART,
  byWords,
  clustered,
  copied,
  found,
  foundByTitle,
  foundUngated,
  judged,
  keyed,
  lookedUp,
  lookedUpAtEdge,
} from './mappings.mjs';

/** Asks about one after the other. */
async function inTurn(items, ask) {
  const answers = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}

/** The time at which page `i` arrives. */
const arrival = (i) => new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString();

/** The answers of an index on pages that arrive: of `add`, or of `find` before it. */
function inIndex(pages, index, finds) {
  return inTurn(pages.entries(), async ([i, { id, article }]) => {
    const known = { ...article, id, firstSeen: arrival(i) };
    const [first = APART] = finds ? await index.find(known) : [];
    const added = await index.add(known);
    return finds ? { ...first, of: first.id } : added;
  });
}

function collected(pages) {
  const collection = new Collection();
  for (const { id, article } of pages) collection.add(id, article);
  return collection;
}

/** Which second pages are in a cluster with an earlier one. */
function inClusters(pairs, clusters) {
  const later = new Set(clusters.flatMap(([, ...others]) => others));
  return pairs.map((_, i) => (later.has(2 * i + 1) ? { verdict: 'same' } : APART));
}

async function inHistory(pages) {
  await load();
  const history = new History('agreement');
  const ids = new Map(pages.map(({ id, url }) => [url, id]));
  const answers = await inTurn(pages.entries(), async ([i, { article }]) => {
    if (!article.fingerprint) return APART;
    const { others } = await history.remember(recordOf(article, new Date(arrival(i))), { text: null });
    const [first] = others;
    return first ? { ...first.relation, of: ids.get(first.record.url) } : APART;
  });
  return answers;
}

/** Second pages at the edge, over a store of records by key; `judge` gives the answer and what is to be stored. */
async function atEdge(pairs, judge) {
  await initEdge();
  const store = new Map();
  const arrive = ({ url, html }, i) => {
    const reading = new Reader({ url });
    reading.write(new TextEncoder().encode(html));
    const domain = domainOf(url);
    const page = { ...reading.end(), domain, own: true, hosts: [new URL(url).host] };
    const keys = edge.readKeys(page.fingerprint ?? undefined, edge.address(page), domain);
    const taken = keys.filter((key) => store.has(key)).map((key) => [key, store.get(key)]);
    const { answer, write, record } = judge(page, withDomains(taken), arrival(i));
    for (const key of record ? write : []) store.set(key, record);
    return answer;
  };
  const answers = pairs.flatMap(({ pages }) => pages).map(arrive);
  return answers.filter((_, i) => i % 2);
}

function decided(page, taken, now) {
  const decision = edge.decide(page, taken, now);
  return { ...decision, answer: decision };
}

function settled(page, taken, now) {
  const { claim } = edge.decide(page, taken, now);
  if (!claim) return { answer: APART };
  const settled = edge.settle(withDomain(claim.record), taken, [], now);
  return { ...settled, answer: settled.link ?? APART };
}

/** Calls tools of MCP, in front of a web that has the pages. */
function tools(pages, folder) {
  const web = new Map(pages.map(({ url, html }) => [url, html]));
  const articleOf = reader(async (url) => {
    const { headers, body } = new Response(web.get(url), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    return /** @type {any} */ ({ url, headers, body });
  });
  const file = new IndexFile(join(folder, 'seen.jsonl'));
  const means = { articleOf, signal: AbortSignal.timeout(600_000), index: new ArticleIndex(file), file };
  return (tool, given) => tool.run(given, means).then(({ data }) => data);
}

/** @param {import('../agreement.test.mjs').Corpus} corpus */
export function surfaces({ pairs, pages, folder }) {
  const sides = pairs.map(({ pages }) => pages);
  const ofSides = sides.flat().map(({ article }) => article);
  const call = tools(pages, folder);
  const ids = new Map(pages.map(({ id, url }) => [url, id]));
  return {
    'npm compare': { expects: judged, ask: () => sides.map(([a, b]) => compare(a.article, b.article)) },
    'npm compare, fingerprints': {
      expects: byWords,
      ask: () => sides.map(([a, b]) => compare(a.article.fingerprint, b.article.fingerprint)),
    },
    'npm MemoryIndex.add': { at: 'pages', expects: lookedUp, ask: () => inIndex(pages, new MemoryIndex(), false) },
    'npm MemoryIndex.find': { at: 'pages', expects: found, ask: () => inIndex(pages, new MemoryIndex(), true) },
    'npm IndexedDbIndex.add': {
      ...{ at: 'pages', expects: lookedUp },
      ask: () => inIndex(pages, new IndexedDbIndex('agreement-npm'), false),
    },
    'npm Collection.dedupe': {
      expects: copied,
      ask: () => inClusters(pairs, collected(sides.flat()).dedupe().clusters),
    },
    'npm Collection.origins': {
      expects: clustered,
      ask: () => linked(pairs, collected(sides.flat()).origins().clusters),
    },
    'npm origins': { expects: clustered, ask: () => linked(pairs, origins(ofSides).clusters) },
    'npm fold': { expects: clustered, ask: () => folded(pairs, fold(ofSides).groups) },
    'extension history': { at: 'pages', expects: keyed(foundByTitle), ask: () => inHistory(pages) },
    'edge decide': { expects: keyed(lookedUpAtEdge), ask: () => atEdge(pairs, decided) },
    'edge settle': { expects: keyed(foundUngated), ask: () => atEdge(pairs, settled) },
    'mcp compare': {
      expects: judged,
      ask: () =>
        inTurn(sides, ([a, b]) =>
          call(compareTool, { first: { address: a.url }, second: { address: b.url }, rewrites: false }),
        ),
    },
    'mcp seen': {
      ...{ at: 'pages', expects: found },
      ask: () =>
        inTurn(pages, async ({ url }) => {
          const { matches } = await call(seenTool, { item: { address: url }, remember: true });
          const [first] = matches;
          return first ? { ...first, of: ids.get(first.address) } : APART;
        }),
    },
    'mcp origins': {
      expects: clustered,
      ask: () =>
        inTurn(sides, async (sides) => {
          const items = sides.map(({ url }) => ({ address: url }));
          const { copies } = await call(originsTool, { items, fetch: true, rewrites: false });
          return copies[0] ?? APART;
        }),
    },
  };
}
