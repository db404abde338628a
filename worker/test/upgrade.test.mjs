// What a register holds that an older version wrote: before articles had numbers, and each key its record in the store.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Miniflare, NoOpLog } from 'miniflare';
import { HTML, page } from './support/articles.mjs';
import { durableObjects, kvNamespaces, name, registered, scratch, start, startFor, until } from './support/site.mjs';

/** An object that takes out of its tables what came with numbers. */
const OLDER = `
  import { DurableObject } from 'cloudflare:workers';
  export class Counters extends DurableObject {}
  export class Register extends DurableObject {
    async age() {
      const { sql } = this.ctx.storage;
      sql.exec('DROP INDEX articles_by_number');
      sql.exec('ALTER TABLE articles DROP COLUMN number');
      sql.exec('ALTER TABLE keys DROP COLUMN number');
      sql.exec("DELETE FROM counts WHERE who <> 'articles'");
      await this.ctx.storage.deleteAlarm();
      return sql.exec('SELECT id, record, keys FROM articles').toArray();
    }
  }
  export default {
    async fetch(request, env) {
      const shard = new URL(request.url).pathname.slice(1);
      return Response.json(await env.REGISTER.getByName(shard).age());
    },
  };`;

/** Makes a folder of the present version one of the older; returns the articles in it. */
async function age(folder, shard) {
  const miniflare = new Miniflare({
    log: new NoOpLog(),
    name,
    modules: true,
    script: OLDER,
    compatibilityDate: '2026-04-01',
    durableObjects,
    kvNamespaces,
    kvPersist: join(folder, 'kv'),
    durableObjectsPersist: join(folder, 'objects'),
  });
  const articles = await (await miniflare.dispatchFetch(`http://register/${shard}`)).json();
  const kv = await miniflare.getKVNamespace('ARTICLES');
  for (const { name } of (await kv.list()).keys) await kv.delete(name);
  for (const { record, keys } of articles) {
    for (const key of JSON.parse(keys)) await kv.put(key, record);
  }
  await miniflare.dispose();
  await rm(join(folder, 'cache'), { recursive: true, force: true });
  return articles;
}

// All in Han characters, and so in one object.
const NUMBERS = [1, 3, 5];
const PATHS = NUMBERS.map((number) => `/${number}`);
const pages = Object.fromEntries(NUMBERS.map((i) => [`/${i}`, { body: page(i, 0), headers: HTML }]));
const copy = { headers: { host: 'copies.example' } };

test('articles of an older version are found at once, and told by the view once they have numbers', async (t) => {
  const folder = await mkdtemp(join(scratch, 'upgrade-'));
  const before = await start({ pages, folder });
  for (const path of PATHS) await before.ask(path);
  await registered(before, PATHS.length);
  const exported = (await before.api('GET', 'export')).body.toString();
  await before.stop();
  const lines = (text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const articles = (text) =>
    lines(text)
      .filter(({ kind }) => kind === 'article')
      .map(({ id, url, firstSeen }) => ({ id, url, firstSeen }));
  const [{ id }] = articles(exported);
  const [shard] = id.split('-');
  const aged = await age(folder, shard);
  assert.equal(aged.length, PATHS.length);

  const after = await startFor(t, { pages, folder });
  for (const path of PATHS) {
    const { offprint } = (await after.ask(path, copy)).headers;
    assert.match(offprint, new RegExp(`^same;score=[\\d.]+;first="http://paper\\.example${path}"`));
  }
  const kv = await after.kv();
  await until(async () => (await kv.list({ prefix: `fp1/${shard}/` })).keys.length === PATHS.length, 'the records');
  // What is known keeps its name and its time.
  assert.deepEqual(articles((await after.api('GET', 'export')).body.toString()), articles(exported));
  // The values of the older version go with their article.
  const old = aged.find((article) => article.id === id);
  const [key] = JSON.parse(old.keys);
  assert.ok(await kv.get(key));
  await after.api('DELETE', `articles/${id}`);
  await until(async () => (await kv.get(key)) === null, 'the old value');
});
