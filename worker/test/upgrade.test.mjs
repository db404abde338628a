// A register of the former release, opened by this one.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Miniflare } from 'miniflare';
import init, { Reader, edge } from 'offprint/edge';
import { HTML, page } from './support/articles.mjs';
import { durableObjects, exported, listed, name, packName, scratch, startFor, until } from './support/site.mjs';

const TABLES = await readFile(new URL('support/register-1.sql', import.meta.url), 'utf8');
const reversed = (text) => [...text].reverse().join('');

/** Fills the object `hani` of a folder as the former release did. */
async function filled(folder, statements) {
  const script = `
    import { DurableObject } from 'cloudflare:workers';
    export class Register extends DurableObject {
      run(statements) {
        for (const [query, ...values] of statements) this.ctx.storage.sql.exec(query, ...values);
      }
    }
    export class Counters extends DurableObject {}
    export default {
      async fetch(request, { REGISTER }) {
        await REGISTER.getByName('hani').run(await request.json());
        return new Response();
      },
    };`;
  const former = new Miniflare({
    name,
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    durableObjects,
    durableObjectsPersist: join(folder, 'objects'),
  });
  const response = await former.dispatchFetch('http://former/', { method: 'POST', body: JSON.stringify(statements) });
  assert.equal(response.status, 200, await response.text());
  await former.dispose();
}

function fingerprintOf(body) {
  const reader = new Reader({ url: 'http://paper.example/' });
  reader.write(body);
  const { fingerprint } = reader.end();
  reader.free();
  return fingerprint;
}

/** What the former release stored of an article. */
function article(number, url, body, firstSeen) {
  const reader = new Reader({ url });
  reader.write(body);
  const { title, fingerprint, keys } = reader.end();
  reader.free();
  const id = `hani-${String(number).padStart(32, '0')}`;
  const record = { id, url, title, credit: null, published: null, firstSeen, alone: true, fingerprint };
  const own = keys.write.map((key) => `fp1/${key}`);
  const columns = 'INSERT INTO articles (id, number, url, first_seen, record, keys) VALUES (?, ?, ?, ?, ?, ?)';
  return [
    [columns, id, number, url, firstSeen, JSON.stringify(record), JSON.stringify(own)],
    ...own.map((key) => ['INSERT OR IGNORE INTO keys VALUES (?, ?, ?)', reversed(key), id, number]),
  ];
}

test('a register of the former release is brought up to date, and a stolen story leaves its paper unharmed', async (t) => {
  await init();
  const folder = join(scratch, 'former');
  const [stub, whole, other] = [page(1, 0, { length: 3 }), page(1, 0), page(3, 0)];
  const [PAPER, SCRAPER] = ['http://paper.example/dam', 'http://scraper.example/s'];
  const copy = `INSERT INTO copies VALUES (?, ?, 'T', '2026-01-03T00:00:00.000Z', 'same', 1, ?)`;
  const ofScraper = (url, rank) => [copy, `hani-${'2'.padStart(32, '0')}`, url, rank];
  await filled(folder, [
    [TABLES],
    ...article(1, PAPER, stub, '2026-01-01T00:00:00.000Z'),
    ...article(2, SCRAPER, whole, '2026-01-02T00:00:00.000Z'),
    ofScraper('http://copies.example/1', '1'),
    ofScraper(PAPER, '2'),
    ['UPDATE articles SET copies = 2 WHERE number = 2'],
    ...article(3, 'http://paper.example/other', other, '2026-01-04T00:00:00.000Z'),
    ["INSERT INTO counts VALUES ('', 'articles', 3)"],
  ]);
  const html = (body) => ({ headers: HTML, body });
  const pages = { '/dam': html(whole), '/other': html(other), '/copy': html(whole) };
  const site = await startFor(t, { pages, folder });
  const kv = await site.kv();
  // As the former release named them.
  for (const former of ['keys1/hani', ...[1, 2, 3].map((n) => `fp1/hani/${n}`)]) await kv.put(former, '{}');
  const visit = async (path, host = 'paper.example') => (await site.ask(path, { headers: { host } })).headers.offprint;
  assert.match(await visit('/other'), /^different;.*;known;/);
  // Once the view has the keys of addresses, the paper is not called a copy even before the register has settled it.
  const isUpToDate = async () => {
    const name = await packName(kv, 'heads', '/hani');
    const head = name && (await kv.get(name, 'arrayBuffer'));
    const keys = new edge.Keys();
    if (!head || !keys.load('keys1/hani', new Uint8Array(head))) return false;
    const [, , found] = keys.lookUp(fingerprintOf(page(101, 0)), PAPER, 'paper.example');
    return found.length > 0;
  };
  await until(isUpToDate, 'the keys of addresses');
  await listed(site, other);
  assert.match(await visit('/dam'), /^different;.*;known;changed;/);
  const isBack = async () => (await exported(site)).articles.filter(({ url }) => url === PAPER).length === 2;
  await until(isBack, 'the paper to have its story');
  assert.match(await visit('/dam'), /^different;.*;known;/);
  assert.match(await visit('/copy', 'more.example'), /^same;.*;confidence=0;/);
  const { articles } = await exported(site);
  assert.deepEqual(articles.map(({ url }) => url).sort(), [PAPER, PAPER, 'http://paper.example/other', SCRAPER]);
  const { register, settings } = (await site.api('GET', 'health')).json;
  assert.equal(register.hani.articles, 4);
  // The names of the former release are known to be this register's own, and its records are gone.
  assert.deepEqual(settings.wrong, []);
  const { keys } = await kv.list({ prefix: 'fp1/hani/' });
  assert.deepEqual(keys, []);
});
