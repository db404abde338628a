// What the command line of the package has beside what the native one has; that both print the same
// is shown in tests/cli.test.mjs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { after, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import init, { keys } from 'offprint';
import { line } from '../cli/progress.js';
import { PAGES, lines, offprint, page, scratch, story } from './support/cli.mjs';

const write = scratch();
const pages = { '/1': page('One', story(1)), '/2': page('Two', story(2)), '/copy': page('Copy of one', story(1)) };
const item = ([path, html]) => `
  <item><title>Item &amp;amp; ${path}</title><link>${path}</link>
    <content:encoded><![CDATA[${html}]]></content:encoded></item>`;
const rss = (base) => `<?xml version="1.0"?>
  <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
  <title>News</title><link>${base}/</link>${Object.entries(pages).map(item).join('')}
  </channel></rss>`;

const asked = [];
const server = http.createServer((request, response) => {
  asked.push(request);
  const { url } = request;
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (pages[url]) response.writeHead(200, html).end(pages[url]);
  else if (url === '/feed') response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss(base));
  else if (url === '/moved') response.writeHead(302, { location: '/1' }).end();
  else if (url === '/slow') response.writeHead(200, html).write('<p>x');
  else if (url === '/broken')
    response.writeHead(200, { ...html, 'content-length': 99 }).write('<p>x', () => response.destroy());
  else response.writeHead(404).end('gone');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const base = `http://127.0.0.1:${server.address().port}`;

/** The line that a program fails with. */
async function failure(words, stdin) {
  const { code, err } = await offprint(words, stdin);
  assert.equal(code, 2, err);
  return err.trimEnd();
}

test('pages are fetched by their addresses, by a client that says who it is', async () => {
  const [article] = await lines(['read', `${base}/moved`, '--jsonl']);
  assert.deepEqual([article.id, article.url, article.title], [`${base}/moved`, `${base}/1`, 'One']);
  assert.match(asked.at(-1).headers['user-agent'], /^offprint\/\d+\.\d+\.\d+ \(\+https:/);
  const { code, out } = await offprint(['compare', `${base}/1`, `${base}/copy`, '--jsonl']);
  assert.deepEqual([code, JSON.parse(out).verdict], [0, 'same']);
});

test('what cannot be fetched is told', async () => {
  assert.equal(
    await failure(['read', `${base}/gone`]),
    `offprint: the server answered 404, ${base}/gone: check the address, or try again later`,
  );
  assert.match(await failure(['read', `${base}/slow`, '--timeout', '1']), /no whole answer in 1 s, .*--timeout/);
  assert.match(
    await failure(['read', `${base}/broken`]),
    /cannot fetch \(.*\), .*: check the address and the connection/,
  );
  assert.match(await failure(['read', 'http://127.0.0.1:9/']), /cannot fetch/);
});

test('no more is read of a page than is wanted', async () => {
  const [{ truncated, length }] = await lines(['read', `${base}/1`, '--max-bytes', '500', '--jsonl']);
  assert.ok(truncated && length < 500);
});

test('the entries of a feed are the pages it links to, or what it holds', async () => {
  const addresses = Object.keys(pages).map((path) => base + path);
  const fetched = await lines(['dedupe', `${base}/feed`]);
  assert.deepEqual(
    fetched.map(({ id, verdict, of }) => [id, verdict, of]),
    [
      [addresses[0], 'different', null],
      [addresses[1], 'different', null],
      [addresses[2], 'same', addresses[0]],
    ],
  );
  const file = write('news.xml', rss(base));
  asked.length = 0;
  const held = await lines(['read', file, '--feed-content', '--jsonl']);
  assert.equal(asked.length, 0);
  assert.deepEqual(
    held.map(({ title }) => title),
    ['Item & /1', 'Item & /2', 'Item & /copy'],
  );
  const [{ verdict }] = (await lines(['dedupe', file, '--feed-content'])).slice(-1);
  assert.equal(verdict, 'same');
});

test('every kind of feed is known by how it begins', async () => {
  const body = pages['/1'];
  const atom = `<?xml version="1.0"?><!-- by hand --><feed xmlns="http://www.w3.org/2005/Atom">
    <title>News</title><id>urn:n</id>
    <entry><title>Entry</title><id>urn:1</id><link rel="self" href="/self"/><link href="${base}/1"/>
    <content type="html">${body.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</content></entry></feed>`;
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'News',
    items: [{ id: '1', url: `${base}/1`, title: 'Entry', content_html: body }],
  });
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel><title>News</title></channel><item rdf:about="${base}/1">
    <title>Entry</title><link>${base}/1</link></item></rdf:RDF>`;
  for (const feed of [atom, json, rdf]) {
    const [fetched] = await lines(['read', '-', '--jsonl'], feed);
    assert.deepEqual([fetched.id, fetched.title], [`${base}/1`, 'One']);
  }
  for (const feed of [atom, json]) {
    const [held] = await lines(['read', '-', '--jsonl', '--feed-content'], feed);
    assert.deepEqual(
      [held.id, held.title, held.length],
      [`${base}/1`, 'Entry', (await lines(['read', `${base}/1`, '--jsonl']))[0].length],
    );
  }
  assert.match(await failure(['read', '-', '--as', 'feed'], '<html>'), /not a feed .*standard input/);
});

test('an entry that cannot be had does not end the others', async () => {
  const { code, out, err } = await offprint([
    'dedupe',
    write('half.rss', rss(base).replace('<link>/2<', '<link>/gone<')),
  ]);
  assert.equal(code, 2);
  assert.match(err, /answered 404/);
  assert.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).verdict),
    ['different', 'same'],
  );
});

/** A record of a web archive. */
function record(type, url, content, contentType) {
  const bytes = Buffer.from(content);
  const head = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    ...(url ? [`WARC-Target-URI: ${url}`] : []),
    'WARC-Date: 2020-01-02T03:04:05Z',
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000${Math.floor(bytes.length % 10)}>`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n\r\n')]);
}

function answer(url, html, status = '200 OK', type = 'text/html', encoding = 'gzip') {
  const body = { gzip: gzipSync, br: brotliCompressSync }[encoding](html);
  const kind = `Content-Type: ${type}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}`;
  const head = Buffer.from(`HTTP/1.1 ${status}\r\n${kind}\r\n\r\n`);
  return record('response', url, Buffer.concat([head, body]), 'application/http; msgtype=response');
}

const records = [
  record('warcinfo', null, 'software: by hand\r\n', 'application/warc-fields'),
  answer('https://a.example/1', page('One', story(1))),
  answer('https://a.example/gone', page('Gone', story(3)), '404 Not Found'),
  answer('https://a.example/image', 'GIF89a', '200 OK', 'image/gif'),
  answer('https://a.example/1', page('Again', story(4))),
  record('resource', 'https://b.example/copy', page('Copy', story(1)), 'text/html; charset=utf-8'),
  answer('<https://a.example/2>', page('Two', story(2)), '200 OK', 'text/html', 'br'),
];

test('web archives are read, compressed by record or not', async () => {
  const plain = write('crawl.warc', Buffer.concat(records));
  const packed = write('crawl.warc.gz', Buffer.concat(records.map((bytes) => gzipSync(bytes))));
  const ids = ['https://a.example/1', 'https://b.example/copy', 'https://a.example/2'];
  const [one, other] = [await lines(['read', plain, '--jsonl']), await lines(['read', packed, '--jsonl'])];
  assert.deepEqual(
    one.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(
    one.map(({ title, url }) => [title, url]),
    [
      ['One', ids[0]],
      ['Copy', ids[1]],
      ['Two', ids[2]],
    ],
  );
  assert.deepEqual(other, one);
  assert.deepEqual(await lines(['read', '-', '--as', 'warc', '--jsonl'], readFileSync(packed)), one);
  const judged = await lines(['dedupe', packed]);
  assert.deepEqual(
    judged.map(({ verdict, of }) => [verdict, of]),
    [
      ['different', null],
      ['same', ids[0]],
      ['different', null],
    ],
  );
});

test('what stands on other pages of a host in an archive counts less', async () => {
  const standing = story(90).slice(0, 6);
  const numbers = [10, 11, 12, 13, 14, 15, 16, 17];
  const pages = numbers.map((n) =>
    answer(`https://courier.example/${n}`, page(`Report ${n}`, [...story(n), ...standing])),
  );
  const copy = answer('https://b.example/copy', page('Copy', story(17)));
  const bytes = Buffer.concat([...pages, copy]);
  const archive = write('host.warc', bytes);
  const score = async (words, stdin) => (await lines(['dedupe', ...words], stdin)).at(-1).score;
  const alone = await score([archive, '--no-site-memory']);
  assert.ok((await score([archive])) > alone);
  // What comes in a stream comes once, and verdicts in a file are those of no run in particular.
  assert.equal(await score(['-'], bytes), alone);
  assert.equal(await score([archive, '--index', write('host.jsonl')]), alone);
});

test('an archive without pages, or that is none, is told', async () => {
  assert.match(await failure(['read', write('empty.warc', records[0])]), /nothing to read .*empty\.warc/);
  assert.match(await failure(['read', write('no.warc', 'this is no archive\r\n\r\n')]), /no\.warc/);
  assert.match(await failure(['read', write('no.warc.gz', 'this is no archive')]), /no\.warc\.gz/);
  assert.match(await failure(['dedupe', 'no.warc', '--order', 'x']), /--order is for a folder or a list/);
});

test('a table of pages holds their keys, as lines or as Parquet', async () => {
  const [ndjson, parquet] = [write('out.ndjson'), write('out.parquet')];
  for (const table of [ndjson, parquet]) {
    const { code, out, err } = await offprint(['read', PAGES, '--output', table]);
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /^offprint: skipped \d+ files that are no pages, .*\n$/);
    assert.match(err, /: \d+ \.json \(.*\), \d+ \.txt \(.*\), 1 \.md \(README\.md\)\n$/);
    assert.ok(!existsSync(`${table}.part`));
  }
  const rows = readFileSync(ndjson, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const read = await lines(['read', PAGES, '--jsonl']);
  await init();
  for (const [at, { read_keys, write_keys, markdown, ...row }] of rows.entries()) {
    const { fingerprint } = read[at];
    assert.deepEqual({ read: read_keys, write: write_keys }, fingerprint ? keys(fingerprint) : { read: [], write: [] });
    assert.equal(markdown, null, 'unless it was asked for');
    for (const [column, value] of Object.entries(row)) {
      const field = column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      assert.deepEqual(value, read[at][field], column);
    }
  }
  assert.deepEqual(await parquetReadObjects({ file: await asyncBufferFromFile(parquet) }), rows);
  const documented = readFileSync(new URL('../../docs/sql/README.md', import.meta.url), 'utf8');
  for (const column of Object.keys(rows[0])) assert.match(documented, new RegExp(`^\\| \`${column}\` \\|`, 'm'));
  assert.match(await failure(['read', PAGES, '--output', write('out.csv')]), /let it end in/);
  assert.match(
    await failure(['read', PAGES, '--output', write('out.ndjson'), '--iscc']),
    /--iscc is for what is printed/,
  );
  assert.match(await failure(['read', PAGES, '--output', write('none/out.ndjson')]), /cannot write/);
});

test('a page that cannot be read does not keep the others out of a table', async () => {
  const feed = write('some.rss', rss(base).replace('<link>/2<', '<link>/gone<'));
  const table = write('some.ndjson');
  assert.equal((await offprint(['read', feed, '--output', table])).code, 2);
  assert.equal(readFileSync(table, 'utf8').trimEnd().split('\n').length, 2);
});

test('pairs with fingerprints are compared without their pages', async () => {
  const ids = ['zh-dam-original', 'zh-dam-table-gbk', 'en-kettle', 'zh-notice'].map((slug) => `${slug}/page`);
  const articles = new Map((await lines(['read', PAGES, '--jsonl'])).map((article) => [article.id, article]));
  const pairs = ids.map((b) => ({ a: ids[0], b }));
  const list = write('pairs.jsonl', pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
  const expected = await lines(['pairs', '--docs', PAGES, '--pairs', list]);
  const rows = pairs.map(({ a, b }) => ({
    a,
    b,
    a_fingerprint: articles.get(a).fingerprint,
    b_fingerprint: articles.get(b).fingerprint,
  }));
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  assert.deepEqual(await lines(['pairs', '--fingerprints', '-'], text), expected);
  assert.deepEqual(
    expected.map(({ verdict }) => verdict),
    ['same', 'same', 'different', 'unknown'],
  );
  assert.match(
    await failure(['pairs', '--fingerprints', '-'], '{"a":"x","b":"y","a_fingerprint":"?"}'),
    /cannot compare `x` and `y`/,
  );
  assert.match(await failure(['pairs', '--fingerprints', write('no.parquet', 'PAR1')]), /cannot use this Parquet file/);
  assert.match(await failure(['pairs', '--fingerprints', 'x', '--docs', 'y']), /belong together/);
});

test('an index in a file goes on where the last run ended', async () => {
  const index = write('seen.jsonl');
  const whole = await lines(['dedupe', PAGES]);
  const first = whole
    .slice(0, 9)
    .map(({ id }) => `${JSON.stringify({ id })}\n`)
    .join('');
  const begun = await lines(['dedupe', PAGES, '--index', index, '--order', write('begin.jsonl', first)]);
  assert.deepEqual(begun, whole.slice(0, 9));
  // A run that was ended while it wrote leaves half a line.
  appendFileSync(index, '{"id":"half');
  const rest = await lines(['dedupe', PAGES, '--index', index]);
  assert.deepEqual(
    rest.slice(0, 9),
    // Whether one of the two was gated is not kept.
    whole.slice(0, 9).map((line) => ({ ...line, reads: 0, known: true, gated: null })),
  );
  assert.deepEqual(rest.slice(9), whole.slice(9));
  assert.ok((await lines(['dedupe', PAGES, '--index', index])).every(({ known }) => known));
  assert.match(await failure(['dedupe', PAGES, '--index', index, '--method', 'minhash']), /only the method/);
  const foreign = write('foreign', 'something else');
  assert.match(await failure(['dedupe', PAGES, '--index', foreign]), /not an index of this program/);
  assert.equal(readFileSync(foreign, 'utf8'), 'something else');
});

test('many pages are read by several threads, in their order', async () => {
  for (let at = 0; at < 200; at += 1) write(`many/${String(at).padStart(3, '0')}.html`, page(`Page ${at}`, story(at)));
  write('many/150.txt', Buffer.from([0xff]));
  const read = await lines(['read', write('many'), '--jsonl']);
  assert.deepEqual(
    read.map(({ title }) => title),
    Array.from({ length: 200 }, (_, at) => `Page ${at}`),
  );
  const { code, out, err } = await offprint(['dedupe', write('many')]);
  assert.equal(code, 2);
  const said = err.split('\n');
  assert.equal(said.length, 3, err);
  assert.match(said[0], /^offprint: a text that is not UTF-8, .*150\.txt: convert it, `iconv -t UTF-8` does$/);
  assert.match(said[1], /^offprint: 200 read, 1 failed: /);
  const ids = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(
    ids,
    Array.from({ length: 200 }, (_, at) => `${String(at).padStart(3, '0')}${at === 150 ? '.html' : ''}`),
  );
});

test('a reader that goes away ends the program without an error', async () => {
  const { spawn } = await import('node:child_process');
  const { CLI } = await import('./support/cli.mjs');
  const child = spawn(process.execPath, [CLI, 'read', PAGES, '--jsonl']);
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  assert.match(err, /^offprint: skipped [^\n]*\n$/);
});

test('every command explains itself, and a wrong word is told', async () => {
  for (const words of [
    ['--help'],
    ['read', '--help'],
    ['compare', '-h'],
    ['pairs', '--help'],
    ['dedupe', '--help'],
    ['origins', '-h'],
  ]) {
    const { code, out, err } = await offprint(words);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /Usage: offprint/);
  }
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.equal((await offprint(['--version'])).out, `offprint ${version}\n`);
  assert.equal(
    await failure([]),
    'offprint: no command given, offprint: give read, compare, pairs, dedupe, origins, index; see `offprint --help`',
  );
  assert.equal(
    await failure(['read', 'a', '--ouput', 'b']),
    "offprint: unknown option '--ouput', read: see `offprint read --help`",
  );
  assert.equal(
    await failure(['read', 'a', '--as', 'book']),
    'offprint: --as book is none of page, feed, warc, read: see `offprint read --help`',
  );
  assert.equal(await failure(['read']), 'offprint: <PATH> is missing, read: see `offprint read --help`');
  assert.match(await failure(['read', 'a', '--max-bytes', 'many']), /no whole number/);
  assert.match(await failure(['dedupe', 'a', '--method', 'guess']), /no such method, guess: give offprint, /);
});

test('the bar tells how far the work is', () => {
  assert.equal(line(10, 40, 5), `${'█'.repeat(10)}${'░'.repeat(30)} 10/40 documents, 15 s left`);
  assert.equal(line(10, undefined, 5), '10 documents, 2/s');
});
