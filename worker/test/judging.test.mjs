import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { HTML, PERSON, fixture, page, scratch, start, startFor, startSeen } from './support/site.mjs';
import { idle, registered, remembered, until } from './support/waits.mjs';

/** The copies are on a different site. */
const COPIES = { headers: { host: 'copies.example' } };
const ORIGINAL = 'http://paper.example/original';
const pages = {
  '/original': await fixture('zh-dam-original'),
  '/reprint': crediting(await fixture('zh-dam-table-gbk'), 'paper.example'),
  '/abridged': await fixture('zh-dam-abridged'),
  '/same-opening': await fixture('zh-dam-same-opening'),
  '/english': await fixture('en-barrage-original'),
  '/english-reprint': await fixture('en-barrage-reprint'),
  '/notice': await fixture('zh-notice'),
  '/image': { body: 'GIF89a', headers: { 'content-type': 'image/gif' } },
};

/** A page that credits a host: a name could be anybody's. */
function crediting({ body, headers }, host) {
  const text = body.toString('latin1').replace(/<title/i, `<meta name="source" content="${host}">$&`);
  return { body: Buffer.from(text, 'latin1'), headers };
}

/** All operations of the store. */
const operations = [];
let site;

before(async () => {
  site = await start({ pages, store: (name, keys) => void operations.push({ name, keys }) });
  await site.ask('/original');
  await registered(site, 1);
});
after(() => site.stop());

/** The answer to a visit, and the operations of the store that it causes. */
async function operationsOf(visit) {
  await settled();
  const from = operations.length;
  const answer = await visit();
  await settled();
  const named = (name) => operations.slice(from).filter((operation) => operation.name === name);
  return { answer, reads: named('get'), writes: named('put') };
}

/** Waits until everything is written. */
function settled() {
  const written = () => operations.filter(({ name }) => name === 'put').length;
  return idle(site, ({ registered, published, kvWrites }) => registered === published && kvWrites === written());
}

test('a new article is different from all others and is registered: no record is read, one is written', async () => {
  const { answer, reads, writes } = await operationsOf(() => site.ask('/english'));
  assert.equal(answer.headers.offprint, 'different;score=0.000;class=search;by=agent');
  const isRecord = ({ keys: [name] }) => name.startsWith('fp4/');
  assert.deepEqual(reads.filter(isRecord), []);
  assert.equal(writes.filter(isRecord).length, 1);
  const kv = await site.kv();
  for (const { keys } of writes.filter(isRecord)) {
    const record = await kv.get(keys[0], 'json');
    assert.equal(record.url, 'http://paper.example/english');
    assert.match(record.firstSeen, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.match(record.id, /^latn-[0-9a-f]{32}$/);
  }
});

test('a known article is known, and costs no write; unchanged it is not even looked up', async () => {
  const known = 'different;score=0.000;known;class=search;by=agent';
  const again = await operationsOf(() => site.ask('/original'));
  assert.equal(again.answer.headers.offprint, known);
  assert.ok(again.answer.body.equals(pages['/original'].body));
  assert.deepEqual([again.reads.length, again.writes.length], [0, 0]);
  const { body, headers } = pages['/original'];
  pages['/original'] = { body, headers: { ...headers, etag: '"changed"' } };
  const changed = await operationsOf(() => site.ask('/original'));
  assert.equal(changed.answer.headers.offprint, known);
  assert.ok(changed.reads.length <= 1);
  assert.equal(changed.writes.length, 0);
});

test('a page is answered by an earlier finding once its bytes are seen to be the same', async () => {
  const { body, headers } = pages['/english'];
  let finish;
  pages['/stalling'] = (_, response) => {
    response.writeHead(200, headers).write(body.subarray(0, 5000));
    if (finish === undefined) return response.end(body.subarray(5000));
    finish = () => response.end(body.subarray(5000));
  };
  // Until its finding is remembered, which happens after the answer.
  const before = await site.stats();
  const recalled = async () => (await site.stats()).recalled - before.recalled;
  await until(async () => {
    await site.ask('/stalling');
    return (await recalled()) > 0;
  }, 'an answer from memory');
  const [{ pages: read }, earlier] = [await site.stats(), await recalled()];
  let head;
  finish = null;
  const answer = site.ask('/stalling', { onHead: (response) => (head = response.headers) });
  await until(() => finish, 'the beginning of the page');
  assert.equal(await recalled(), earlier);
  assert.equal(head, undefined);
  finish();
  assert.ok((await answer).body.equals(body));
  assert.match(head.offprint, /^(different|same);/);
  assert.deepEqual([(await site.stats()).pages, await recalled()], [read, earlier + 1]);
});

test('a reprint in another template and charset names the original, and is not registered', async () => {
  const { answer, writes } = await operationsOf(() => site.ask('/reprint', COPIES));
  assert.equal(answer.status, 200);
  const [verdict, score, original, confidence, seen, ...who] = answer.headers.offprint.split(';');
  assert.deepEqual([verdict, original, ...who], ['same', `original="${ORIGINAL}"`, 'class=search', 'by=agent']);
  assert.match(score, /^score=(0\.\d{3}|1\.000)$/);
  assert.match(confidence, /^confidence=\d+$/);
  assert.match(seen, /^seen="20[\d:.TZ-]+"$/);
  assert.deepEqual([answer.headers.link, answer.headers['x-robots-tag']], [undefined, undefined]);
  assert.ok(answer.body.equals(pages['/reprint'].body));
  assert.equal(writes.length, 0);
});

test('a page with too little text is unknown, and costs nothing', async () => {
  const { answer, reads, writes } = await operationsOf(() => site.ask('/notice'));
  assert.equal(answer.headers.offprint, 'unknown;score=0.000;class=search;by=agent');
  assert.deepEqual([reads.length, writes.length], [0, 0]);
});

test('the headers of the site stay next to those of the worker', async (t) => {
  const rules = [{ verdict: 'same', site: 'cross', action: 'annotate', canonical: true, by: ['agent'] }];
  const site = await startSeen(t, { pages, vars: { OFFPRINT_POLICY: { rules } } });
  const { body, headers } = pages['/reprint'];
  const own = { link: '</style.css>; rel=preload', 'x-robots-tag': 'noarchive', offprint: 'different' };
  pages['/with-headers'] = { body, headers: { ...headers, ...own } };
  const answer = await site.ask('/with-headers', COPIES);
  assert.equal(answer.headers.link, `</style.css>; rel=preload, <${ORIGINAL}>; rel="canonical"`);
  assert.equal(answer.headers['x-robots-tag'], 'noarchive');
  assert.match(answer.headers.offprint, /^same;[^,]*$/);
});

test('an original that is seen late is not called a copy of the page that credits it', async (t) => {
  const pages = {
    '/reprint': { body: page(1, 0, { byline: '来源：www.paper.example' }), headers: HTML },
    '/1': { body: page(1, 0), headers: HTML },
  };
  const site = await startSeen(t, { pages }, [['/reprint', COPIES]]);
  const { status, headers } = await site.ask('/1');
  assert.equal(status, 200);
  assert.match(headers.offprint, /^same;.*;copy="https?:\/\/copies\.example\/reprint";confidence=\d+;/);
  assert.deepEqual([headers.link, headers['x-robots-tag']], [undefined, undefined]);
});

test('a page is registered under the address that it states, if that is on the same host', async (t) => {
  const path = '/xianyu/2026/03/81204.html?from=timeline';
  const visit = [path, { headers: { host: 'lanan-news.example' } }];
  const site = await startSeen(t, { pages: { ...pages, [path]: pages['/original'] } }, [visit]);
  const { headers } = await site.ask('/reprint', COPIES);
  assert.match(headers.offprint, /;first="https?:\/\/www\.lanan-news\.example\/xianyu\/2026\/03\/81204\.html";/);
});

test('an isolate uses what another found about a page, unless the page has changed', async (t) => {
  const folder = join(scratch, 'shared');
  const first = await start({ pages, folder });
  await first.ask('/original');
  await registered(first, 1);
  const { headers } = await first.ask('/reprint');
  const remembered = async () => {
    await first.ask('/reprint');
    return (await first.stats()).recalled > 0;
  };
  await until(remembered, 'the finding to be remembered').finally(() => first.stop());
  const changing = { ...pages };
  const second = await startFor(t, { pages: changing, folder });
  const asked = async (path) => {
    const before = await second.stats();
    const answer = await second.ask(path);
    const after = await second.stats();
    return [answer.headers.offprint, after.recalled - before.recalled, after.kvReads - before.kvReads];
  };
  assert.deepEqual(await asked('/reprint'), [headers.offprint, 1, 0]);
  assert.match((await asked('/original'))[0], /;known;/);
  changing['/reprint'] = {
    ...pages['/reprint'],
    body: Buffer.concat([pages['/reprint'].body, Buffer.from('<!-- -->')]),
  };
  const [answer, recalled, reads] = await asked('/reprint');
  assert.deepEqual([answer, recalled], [headers.offprint, 0]);
  assert.ok(reads <= 3, `${reads}`);
});

test('a page that was read for a person is not read again until it changes', async (t) => {
  const site = await startSeen(t, { pages }, [['/original', { agent: PERSON }]]);
  await remembered(site, '/original');
  const before = await site.stats();
  await site.ask('/original');
  const after = await site.stats();
  assert.deepEqual([after.pages, after.recalled - before.recalled], [1, 1]);
});

test('the counters count pages, verdicts, answers and operations', async (t) => {
  const site = await startSeen(t, { pages });
  for (const path of ['/reprint', '/abridged', '/notice', '/image']) await site.ask(path);
  await registered(site, 2);
  await site.ask('/same-opening', { agent: PERSON });
  await registered(site, 3);
  const { kvReads, kvWrites, ...stats } = await site.stats();
  const expected = {
    ...{ pages: 5, crawlers: 4, persons: 1, same: 1, partial: 1, different: 2, unknown: 1, recalled: 0, copies: 2 },
    ...{ answers: { annotate: 4 }, failures: {} },
  };
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(stats[name], value, name);
  assert.ok(kvReads <= 10 && kvWrites >= 3 && kvWrites <= 6, `${kvReads} reads, ${kvWrites} writes`);
});
