// The pipeline of docs/sql in DuckDB: pages → candidates → verdicts → clusters.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import init, { Collection, origins } from 'offprint/full';
import { page, paragraphs } from '../../tests/articles.mjs';
import { folder } from '../../tests/folder.mjs';
import { words } from '../../tests/words.mjs';
import { PAGES, lines, offprint } from './support/cli.mjs';

const scratch = await folder();
const at = (name) => join(scratch, name);
/** Writes pages into a folder, by name; the folder. */
function write(name, pages) {
  mkdirSync(at(name));
  for (const [page, html] of pages) writeFileSync(at(`${name}/${page}.html`), html);
  return at(name);
}
const sql = (name) => readFileSync(new URL(`../../docs/sql/${name}`, import.meta.url), 'utf8');
const statement = (name) => sql(`duckdb/${name}.sql`);

async function duckdb() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return {
    run: (text) => connection.run(text),
    rows: async (text) => (await connection.runAndReadAll(text)).getRowObjects(),
    close: () => connection.closeSync(),
  };
}

/**
 * Follows docs/sql/README.md over a folder; its clusters, what is nearest to each page, and the number of
 * candidates.
 */
async function clusters(folder) {
  const [pages, candidates, verdicts] = ['pages.parquet', 'candidates.parquet', 'verdicts.ndjson'].map(at);
  assert.deepEqual(await offprint(['read', folder, '--output', pages]), { code: 0, out: '', err: '' });
  const db = await duckdb();
  await db.run(`CREATE TABLE pages AS SELECT * FROM '${pages}'`);
  await db.run(statement('candidates'));
  await db.run(`COPY candidates TO '${candidates}'`);
  const { code, out } = await offprint(['pairs', '--fingerprints', candidates]);
  assert.equal(code, 0);
  writeFileSync(verdicts, out);
  await db.run(`CREATE TABLE verdicts AS SELECT * FROM '${verdicts}'`);
  await db.run(statement('nearest'));
  const connected = await offprint(['clusters', verdicts, '--output', at('clusters.parquet')]);
  assert.deepEqual(connected, { code: 0, out: '', err: '' });
  const [, joined] = /-c "(CREATE TABLE clusters[^"]*)"/.exec(sql('README.md'));
  await db.run(joined.replace('clusters.parquet', at('clusters.parquet')));
  const nearest = await db.rows('SELECT b AS id, verdict, a AS of FROM nearest ORDER BY id');
  const found = await db.rows(
    'SELECT cluster, list(id ORDER BY id) AS ids FROM clusters GROUP BY cluster ORDER BY cluster',
  );
  const [{ count }] = await db.rows('SELECT count(*) AS count FROM candidates');
  db.close();
  return {
    groups: found.map(({ ids }) => ids.items).filter((ids) => ids.length > 1),
    nearest,
    candidates: Number(count),
  };
}

/** What `dedupe` puts together. */
function together(judged) {
  const groups = new Map();
  for (const { id, verdict, of } of judged) {
    const group = verdict === 'same' ? groups.get(of) : [];
    group.push(id);
    groups.set(id, group);
  }
  return [...new Set(groups.values())]
    .map((ids) => ids.sort())
    .filter((ids) => ids.length > 1)
    .sort();
}

const ours = (slug) => [slug, readFileSync(`${PAGES}/${slug}/page.html`)];

test('over our pages the clusters are those of dedupe', async () => {
  const slugs = words`
    zh-dam-original zh-dam-big5 zh-dam-credited zh-dam-abridged zh-dam-merged zh-dam-table-gbk zh-dam-teasers
    zh-dam-lying-gbk zh-dam-page-one zh-dam-same-opening en-barrage-original en-barrage-reprint en-barrage-abridged
    en-barrage-same-day zh-nightbus-original zh-nightbus-portal zh-nightbus-quoted en-kettle zh-notice
    zh-ferry-missing`;
  const some = write('pages', slugs.map(ours));
  const { groups, nearest } = await clusters(some);
  const judged = await lines(['dedupe', some]);
  assert.ok(groups.length >= 3);
  assert.deepEqual(groups, together(judged));
  await init();
  const collection = new Collection();
  const articles = await lines(['read', some, '--jsonl']);
  for (const article of articles) collection.add(article.id, article);
  const found = collection.dedupe();
  const named = found.clusters.map((members) => members.map((place) => articles[place].id).sort());
  assert.deepEqual(named.sort(), groups, 'one policy, whatever puts them together');
  const count = found.unique.length + found.unknown.length + named.flat().length;
  assert.equal(count, articles.length);
  const copies = judged.filter(({ of }) => of).map(({ id, verdict, of }) => ({ id, verdict, of }));
  assert.deepEqual(nearest, copies);
});

test('a query selects the pages whose origins are counted', async () => {
  const slugs = readdirSync(PAGES).filter((name) => !name.includes('.'));
  const all = write('all', slugs.map(ours));
  const { out } = await offprint(['read', all, '--jsonl']);
  const articles = at('articles.ndjson');
  writeFileSync(articles, out);
  const [, statement, query] = /```sql\n(CREATE TABLE articles[^;]*);\n\n(SELECT[^;]*);/.exec(sql('README.md'));
  const db = await duckdb();
  await db.run(statement.replace('articles.ndjson', articles));
  const rows = await db.rows(query);
  db.close();
  await init();
  const found = JSON.parse((await offprint(['origins', all, '--json'])).out);
  assert.equal(origins(rows).sentence, found.sentence);
  assert.ok(found.origins.length > 5);
});

test('a story that everyone carries is one cluster, and boilerplate none', async () => {
  const boilerplate = paragraphs(1998, 6);
  const pages = Array.from({ length: 90 }, (_, i) => {
    // Each copy has one paragraph of its own.
    const copy = paragraphs(14, 24).with(i % 24, ...paragraphs(200 + 2 * i, 1));
    const other = [...paragraphs(600 + 2 * i, 24), ...boilerplate];
    const name = String(i).padStart(2, '0');
    return [
      [`copy-${name}`, page(14, 3 * i, { body: copy })],
      [`other-${name}`, page(600 + 2 * i, 0, { body: other })],
    ];
  });
  const { groups, candidates } = await clusters(write('shared', pages.flat()));
  assert.deepEqual(
    groups.map((ids) => [ids.length, ids[0]]),
    [[90, 'copy-00']],
  );
  assert.ok(candidates <= 180 * 16 * 32, `${candidates} candidates`);
});
