import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import init, { edge, Reader } from 'offprint/edge';
import { failing } from './support/faults.mjs';
import { HTML, listed, packName, page, registered, scratch, start, startFor, until } from './support/site.mjs';

// All in Han characters, and so in one object.
const ARTICLES = 8;
const paths = Array.from({ length: ARTICLES }, (_, i) => 2 * i + 1);
const pages = {};
for (const i of paths) {
  for (const copy of [0, 1]) pages[`/${i}/${copy}`] = { headers: HTML, body: page(i, copy) };
}
const visit = (site, i, copy) => site.ask(`/${i}/${copy}`, { headers: { host: `site-${copy}.example` } });

/** A folder with a register of all articles, and a view that lists all of them. */
async function filled(name) {
  const folder = join(scratch, name);
  const site = await start({ pages, folder });
  for (const i of paths) await visit(site, i, 0);
  await registered(site, ARTICLES);
  await listed(site, pages['/1/0'].body);
  await site.stop();
  return folder;
}

/** Starts it again, in a data centre with an empty cache; `since` returns what was counted since. */
async function startAnew(t, folder, settings = {}) {
  await rm(join(folder, 'cache'), { recursive: true, force: true });
  const site = await startFor(t, { pages, folder, ...settings });
  const before = await site.stats();
  const since = async (name) => (await site.stats())[name] - before[name];
  return { ...site, since };
}

/** The verdict's header without the time. */
const fieldOf = ({ headers }) => headers.offprint.replace(/seen="[^"]*";?/, '');

test('an isolate that has just started judges by the view alone', async (t) => {
  const site = await startAnew(t, await filled('anew'), failing({ object: ['find'] }));
  for (const i of paths) assert.match((await visit(site, i, 1)).headers.offprint, /^same;.*"http:\/\/site-0.example/);
  assert.equal(await site.since('asked'), 0);
  const reads = await site.since('kvReads');
  assert.ok(reads > 0 && reads <= 1 + 2 * ARTICLES, `${reads} reads`);
});

for (const [what, change] of [
  ['missing', (kv, name) => kv.delete(name)],
  ['empty', (kv, name) => kv.put(name, '')],
  ['torn', async (kv, name) => kv.put(name, (await kv.get(name, 'arrayBuffer')).slice(0, 100))],
  [
    'damaged',
    async (kv, name) => {
      const bytes = new Uint8Array(await kv.get(name, 'arrayBuffer'));
      bytes[bytes.length - 2] ^= 1;
      return kv.put(name, bytes);
    },
  ],
  ['foreign text', (kv, name) => kv.put(name, 'x'.repeat(5000))],
]) {
  test(`with a head that is ${what} pages are answered as with it`, async (t) => {
    const site = await startAnew(t, await filled(what.replaceAll(' ', '-')));
    const kv = await site.kv();
    const head = await packName(kv, 'heads', '/hani');
    await change(kv, head);
    for (const i of paths) {
      assert.match(fieldOf(await visit(site, i, 0)), /^different;.*;known;/);
      assert.match(fieldOf(await visit(site, i, 1)), /^same;.*"http:\/\/site-0.example/);
    }
    assert.equal(await site.since('asked'), 2 * ARTICLES);
    assert.equal(await site.since('registered'), 0, 'one was registered again');
    assert.deepEqual((await site.stats()).failures, what === 'missing' ? {} : { keys: 1 });
    // It is written again, at once since this object has just started.
    const isWhole = async () => {
      const bytes = await kv.get(head, 'arrayBuffer');
      return bytes !== null && new edge.Keys().load('keys1/hani', new Uint8Array(bytes));
    };
    await init();
    await until(isWhole, 'the head to be written again');
  });
}

test('an old head costs only time: an article that it does not list is not registered twice', async (t) => {
  const folder = join(scratch, 'old');
  const first = await start({ pages, folder });
  await visit(first, 1, 0);
  await registered(first, 1);
  await listed(first, pages['/1/0'].body);
  const name = await packName(await first.kv(), 'heads', '/hani');
  const head = await (await first.kv()).get(name, 'arrayBuffer');
  for (const i of paths) await visit(first, i, 0);
  await registered(first, ARTICLES);
  await listed(first, pages['/1/0'].body);
  await first.stop();
  const site = await startAnew(t, folder);
  await (await site.kv()).put(name, head);
  assert.match(fieldOf(await visit(site, 3, 1)), /^different;/);
  await until(async () => (await site.since('copies')) === 1, 'the copy');
  assert.match(fieldOf(await visit(site, 3, 1)), /^same;/, 'the register has reported it');
  assert.match(fieldOf(await visit(site, 1, 1)), /^same;/);
  assert.equal(await site.since('registered'), 0);
});

test('many articles are published in packs, and found by them', { timeout: 300_000 }, async (t) => {
  await init();
  const folder = join(scratch, 'packs');
  /** When a pack was to be written; the first time fails. */
  const attempts = [];
  const store = (name, [key]) => {
    if (name !== 'put' || !key.endsWith('/hani/0/0')) return;
    if (attempts.push(Date.now()) === 1) throw new Error('KV PUT failed: 429 Too Many Requests');
  };
  const first = await start({ pages, folder, store });
  await visit(first, 1, 0);
  await registered(first, 1);
  const all = 4500;
  const many = (i) => page(2 * i + 1001, 0, { length: 6 });
  const check = async (site, i) =>
    (await site.api('POST', 'check?url=https://other.example/', many(i), { type: 'text/html' })).json;
  const lines = Array.from({ length: all }, (_, i) => {
    const reader = new Reader({ url: `https://many.example/${i}` });
    reader.write(many(i));
    const { title, fingerprint } = reader.end();
    reader.free();
    const id = `hani-${i.toString(16).padStart(32, '0')}`;
    const firstSeen = new Date(Date.UTC(2026, 0, 1) + i).toISOString();
    const unknown = { credit: null, published: null };
    const record = { id, url: `https://many.example/${i}`, title, ...unknown, firstSeen, fingerprint };
    return `${JSON.stringify({ kind: 'article', ...record })}\n`;
  });
  for (const half of [0, all / 2]) {
    const written = lines.slice(half, half + all / 2).join('');
    const { json } = await first.api('POST', 'import', written, { type: 'application/x-ndjson' });
    assert.equal(json.new, all / 2);
    // What health reports may be some seconds old.
    const isWritten = async () => {
      const { register } = (await first.api('GET', 'health')).json ?? {};
      return register?.hani.articles === 1 + half + all / 2 && register.hani.waiting === 0;
    };
    await until(isWritten, 'all records to be written', 120);
    await listed(first, pages['/1/0'].body);
  }
  assert.ok(attempts[1] - attempts[0] >= 9000, 'a pause after the failure');
  const { keys } = await (await first.kv()).list({ prefix: 'packs/' });
  assert.match(keys.map(({ name }) => name).join(' '), /^packs\/\w{16}\/hani\/0\/0$/);
  await first.stop();

  const site = await startAnew(t, folder);
  // On a busy machine the packs may come too late for the first page, which the register then answers.
  await listed(site, pages['/1/0'].body);
  const asked = await site.since('asked');
  for (const i of [0, 10, all / 2, all - 1]) {
    assert.equal((await check(site, i)).original, `https://many.example/${i}`);
  }
  assert.equal(await site.since('asked'), asked);
  const reads = await site.since('kvReads');
  assert.ok(reads <= 2 + 2 + 8, `${reads} reads`);

  const kv = await site.kv();
  const pack = await packName(kv, 'packs', '/hani/0/0');
  await kv.put(pack, (await kv.get(pack, 'arrayBuffer')).slice(0, 5000));
  await site.stop();
  const torn = await startAnew(t, folder);
  assert.equal((await check(torn, 0)).original, 'https://many.example/0');
  assert.ok((await torn.since('asked')) > 0);
});
