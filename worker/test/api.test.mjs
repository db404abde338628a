import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { HEALTH_KEPT } from '../src/api/status.js';
import { document, operations } from './support/operations.mjs';
import { HTML, exported, page, recordNames, scratch, start, startFor, startSeen } from './support/site.mjs';
import { registered, until } from './support/waits.mjs';

const [first, copy, other] = [page(1, 0), page(1, 1), page(2, 0)];
const type = 'text/html; charset=utf-8';
const url = (address) => `?url=${encodeURIComponent(address)}`;
const NDJSON = { type: 'application/x-ndjson' };

let site;
before(async () => {
  site = await start({});
});
after(() => site.stop());

/** Registers a page; returns the answer. */
const register = (body, address, on = site) => on.api('POST', `register${url(address)}`, body, { type });
/** Asserts that an answer refuses, with a code for programs and a message for people. */
function refused(answer, status, code, what = '') {
  const message = `${what}: ${answer.body.toString().slice(0, 300)}`;
  assert.deepEqual([answer.status, answer.json?.error.code], [status, code], message);
  assert.ok(answer.json.error.message.length > 10, message);
}

test('every page of tests/vectors.json is read as recorded, by everybody', async () => {
  const root = new URL('../../', import.meta.url);
  const { pages } = JSON.parse(await readFile(new URL('tests/vectors.json', root), 'utf8'));
  for (const { page, contentType, url: address, article, keys } of pages) {
    // The worker neither reads posts nor writes markup here.
    const { posts, markdown, html, links, images, comments, ...expected } = article;
    const body = await readFile(new URL(page, root));
    const path = `fingerprint${address ? url(address) : ''}`;
    const { status, json } = await site.api('POST', path, body, { type: contentType ?? 'text/html', token: null });
    assert.equal(status, 200, page);
    const { digest, ...found } = json;
    assert.deepEqual(found, { ...expected, keys }, page);
  }
});

test('a page is new, then known; another is its copy; both are listed by address, id, copies and keys', async (t) => {
  const site = await startFor(t, {});
  const created = await register(first, 'https://a.example/1', site);
  assert.deepEqual([created.status, created.json.outcome], [201, 'new']);
  const id = created.json.article;
  const again = await register(first, 'https://a.example/1', site);
  assert.deepEqual([again.status, again.json], [200, { outcome: 'known', article: id }]);

  // The client sends only the copy's fingerprint.
  const { json: read } = await site.api('POST', 'fingerprint', copy, { type });
  const described = { url: 'https://b.example/2', title: read.title, fingerprint: read.fingerprint };
  await registered(site, 1);
  const checked = await site.api('POST', 'check', described);
  assert.equal(checked.status, 200);
  assert.deepEqual([checked.json.verdict, checked.json.original], ['same', 'https://a.example/1']);
  const { required } = document.components.schemas.Decision;
  assert.deepEqual(Object.keys(checked.json).sort(), required.toSorted());
  const unread = await site.api('POST', `check${url('https://c.example/')}`, other, { type });
  assert.equal(unread.json.verdict, 'different');
  const versions = [];
  for (const text of [first, page(1, 0, { length: 40 })]) {
    const { json } = await site.api('POST', `check${url('https://a.example/1')}`, text, { type });
    versions.push([json.verdict, json.known, json.changed, json.version?.verdict, json.version?.changes[0].kind]);
  }
  assert.deepEqual(versions, [
    ['different', true, false, undefined, undefined],
    ['different', true, true, 'partial', 'tail-added'],
  ]);
  assert.equal((await site.api('GET', 'articles')).json.articles.length, 1, 'a check registers nothing');
  const entered = await site.api('POST', 'register', described);
  assert.deepEqual([entered.status, entered.json], [200, { outcome: 'copy', article: id }]);
  assert.deepEqual((await site.api('POST', 'register', described)).json, { outcome: 'known', article: id });

  const { json: article } = await site.api('GET', `articles/${id}`);
  assert.deepEqual([article.url, article.count], ['https://a.example/1', 1]);
  const { json: byAddress } = await site.api('GET', `articles${url('https://a.example/1')}`);
  assert.deepEqual(byAddress.articles, [article]);
  assert.deepEqual((await site.api('GET', `articles${url('https://b.example/2')}`)).json.articles, []);
  const { json: copies } = await site.api('GET', `articles/${id}/copies`);
  const [{ firstSeen, score, ...rest }] = copies.copies;
  assert.deepEqual(rest, { url: 'https://b.example/2', title: read.title, verdict: 'same' });
  assert.ok(firstSeen > article.firstSeen && score > 0.8);
});

test('a cursor continues a list, with each article once, the newest or the most copied first', async (t) => {
  const site = await startFor(t, {});
  for (let i = 1; i <= 7; i++) await register(page(i, 0), `https://a.example/${i}`, site);
  for (let i = 1; i <= 3; i++) await register(page(5, i), `https://b.example/${i}`, site);
  await register(page(2, 1), 'https://b.example/2-1', site);
  /** The addresses in each page of a list. */
  const pagesOf = async (path, name) => {
    const pages = [];
    for (let cursor = ''; cursor !== null; ) {
      const { status, json } = await site.api('GET', `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      assert.equal(status, 200);
      pages.push(json[name].map(({ url }) => url));
      cursor = json.cursor;
    }
    return pages;
  };
  const a = (...numbers) => numbers.map((i) => `https://a.example/${i}`);
  const b = (...numbers) => numbers.map((i) => `https://b.example/${i}`);
  assert.deepEqual(await pagesOf('articles?limit=3', 'articles'), [a(7, 6, 5), a(4, 3, 2), a(1)]);
  assert.deepEqual((await pagesOf('articles?order=copied&limit=1', 'articles')).flat(), a(5, 2));
  const { json } = await site.api('GET', `articles${url('https://a.example/5')}`);
  assert.deepEqual(await pagesOf(`articles/${json.articles[0].id}/copies?limit=2`, 'copies'), [b(1, 2), b(3)]);
});

test('forgetting removes from register, list, view and copies, by id and by address', async (t) => {
  const site = await startFor(t, {});
  const { json: one } = await register(first, 'https://a.example/1', site);
  await register(copy, 'https://b.example/1', site);
  await register(other, 'https://a.example/2', site);
  await registered(site, 2);
  const names = async () => (await recordNames(site)).length;
  assert.equal(await names(), 2);
  const forget = async (path, articles, copies) =>
    assert.deepEqual((await site.api('DELETE', `articles${path}`)).json, { articles, copies });

  await forget(url('https://b.example/1'), 0, 1);
  assert.equal((await site.api('GET', `articles/${one.article}`)).json.count, 0);
  assert.deepEqual((await site.api('GET', `articles/${one.article}/copies`)).json.copies, []);

  await register(copy, 'https://b.example/1', site);
  await forget(`/${one.article}`, 1, 0);
  for (const [method, path] of [
    ['DELETE', ''],
    ['GET', ''],
    ['GET', '/copies'],
  ]) {
    refused(await site.api(method, `articles/${one.article}${path}`), 404, 'no_article');
  }
  await until(async () => (await names()) === 1, 'the record to be gone');
  await forget(url('https://a.example/2'), 1, 0);
  await until(async () => (await names()) === 0, 'all keys to be gone');
  assert.equal((await site.api('GET', 'export')).body.length, 0);
  refused(await site.api('DELETE', `articles${url('https://a.example/2')}`), 404, 'no_article');
  assert.equal((await register(copy, 'https://b.example/1', site)).json.outcome, 'new', 'its text can be first again');
});

test('forgetting finds an address however it is written, and no other', async (t) => {
  const site = await startFor(t, {});
  const stored = 'https://www.a.example/%E6%B0%B4/caf%C3%A9?id=7';
  await register(first, stored, site);
  await register(copy, 'https://b.example/1', site);
  for (const near of [
    'https://www.a.example/%E6%B0%B4/caf%C3%A9',
    'https://www.a.example/%E6%B0%B4/caf%C3%A9?id=8',
    'https://www.a.example/%E6%B0%B4?id=7',
    'https://shop.a.example/%E6%B0%B4/caf%C3%A9?id=7',
    'https://www.a.example/',
    'https://www.a.example/reset/6f1ed002ab5595859014ebf0951522d9',
  ]) {
    const answer = await site.api('DELETE', `articles${url(near)}`);
    refused(answer, 404, 'no_article', near);
    assert.match(answer.json.error.message, /canonical/);
  }
  const spelt = async (written, articles, copies) => {
    const { status, json } = await site.api('DELETE', `articles${url(written)}`);
    assert.deepEqual([status, json], [200, { articles, copies }], written);
  };
  for (const copied of ['http://www.b.example/1/', 'https://b.example/1?utm_source=x#top']) {
    await spelt(copied, 0, 1);
    await register(copy, 'https://b.example/1', site);
  }
  for (const written of [
    'http://a.example/%E6%B0%B4/caf%C3%A9?id=7',
    'https://m.a.example/%E6%B0%B4/caf%C3%A9/?id=7',
    'https://WWW.a.example/水/café?id=7&utm_source=x',
    'https://www.a.example/%e6%b0%b4/caf%c3%a9?fbclid=y&id=7#top',
  ]) {
    await spelt(written, 1, 0);
    await register(first, stored, site);
  }
});

test('an import takes in an export, and the second time changes nothing', async (t) => {
  const [from, to] = [await startFor(t, {}), await startFor(t, {})];
  for (let i = 1; i <= 6; i++) await register(page(i, 0), `https://a.example/${i}`, from);
  for (let i = 1; i <= 3; i++) await register(page(i, 1), `https://b.example/${i}`, from);
  const { headers, body } = await from.api('GET', 'export');
  assert.match(headers['content-type'], /^application\/x-ndjson/);
  const taken = await to.api('POST', 'import', body, NDJSON);
  assert.deepEqual(taken.json, { lines: 9, new: 6, copy: 3, known: 0, failed: 0, errors: [] });
  const { lines, articles } = await exported(to);
  assert.ok(articles.every(({ imported }) => Date.parse(imported) <= Date.now()));
  const before = (await exported(from)).lines;
  assert.deepEqual([lines.map(({ imported, ...line }) => line), before.length], [before, 9]);
  const again = await to.api('POST', 'import', body, NDJSON);
  assert.deepEqual(again.json, { lines: 9, new: 0, copy: 0, known: 9, failed: 0, errors: [] });
  await registered(to, 6);
  const { json } = await to.api('POST', `check${url('https://c.example/')}`, page(3, 2), { type });
  assert.equal(json.original, 'https://a.example/3', 'the view has it');
});

test('an import reports each invalid line and takes the others', async (t) => {
  const site = await startFor(t, {});
  await register(first, 'https://a.example/1', site);
  const good = JSON.parse((await site.api('GET', 'export')).body);
  await site.api('DELETE', `articles/${good.id}`);
  const { id: article, firstSeen } = good;
  const link = { kind: 'copy', article, url: 'https://b.example/', title: '', firstSeen, verdict: 'same', score: 1 };
  const lines = [
    ['{"kind":', 'json'],
    ['null', 'kind'],
    [{ ...good, kind: 'page' }, 'kind'],
    [{ ...good, fingerprint: good.fingerprint.slice(0, -4) }, 'record'],
    [{ ...good, url: 'javascript:alert(1)' }, 'address'],
    [{ ...good, id: '../../etc' }, 'id'],
    [{ ...good, id: good.id.replace('hani', 'latn') }, 'id'],
    [{ ...good, firstSeen: '3026-01-01T00:00:00.000Z' }, 'time'],
    [{ ...good, firstSeen: 'yesterday' }, 'time'],
    [{ ...link, score: 2 }, 'copy'],
    [{ ...link, article: 'none-1' }, 'copy'],
    [{ ...link, article: `latn-${'0'.repeat(32)}` }, 'no_article'],
    ['x'.repeat(70_000), 'too_long'],
    ['水'.repeat(30_000), 'too_long'],
  ];
  const text = lines.map(([line]) => `${typeof line === 'string' ? line : JSON.stringify(line)}\r\n`).join('\n');
  const body = `${text}\n${JSON.stringify(good)}\n${JSON.stringify(link)}`;
  const { status, json } = await site.api('POST', 'import', body, NDJSON);
  assert.equal(status, 200);
  assert.deepEqual([json.lines, json.new, json.copy, json.failed], [16, 1, 1, 14]);
  const codes = Object.fromEntries(json.errors.map(({ line, code }) => [line, code]));
  assert.deepEqual(
    lines.map((_, i) => codes[i + 1]),
    lines.map(([, code]) => code),
  );
});

test('invalid input is refused, with a message that says what to do', async () => {
  const described = { url: 'https://a.example/', fingerprint: null };
  const cases = [
    ['POST', `check${url('ftp://a.example/')}`, first, type, 400, 'address'],
    ['POST', 'check', first, type, 400, 'address'],
    ['POST', `fingerprint${url('//a.example')}`, first, type, 400, 'address'],
    ['POST', 'fingerprint', undefined, type, 415, 'content_type'],
    ['POST', 'fingerprint', first, 'text/plain', 415, 'content_type'],
    ['POST', 'check', first, 'image/png', 415, 'content_type'],
    ['POST', 'import', '{}', 'application/json', 415, 'content_type'],
    ['POST', 'check', '{', 'application/json', 400, 'json'],
    ['POST', 'check', '[]', 'application/json', 400, 'json'],
    ['POST', 'check', 'null', 'application/json', 400, 'json'],
    ['POST', 'check', Buffer.from([0x7b, 0xff, 0x7d]), 'application/json', 400, 'body'],
    ['POST', 'check', { url: 'https://a.example/' }, 'application/json', 400, 'page'],
    ['POST', 'check', { ...described, url: 5 }, 'application/json', 400, 'address'],
    ['POST', 'check', { ...described, fingerprint: 'AAAA' }, 'application/json', 400, 'fingerprint_version'],
    ['POST', 'check', { ...described, fingerprint: '\0"\ud800' }, 'application/json', 400, 'fingerprint_text'],
    ['POST', 'check', { ...described, fingerprint: {} }, 'application/json', 400, 'fingerprint_text'],
    ['POST', 'check', { ...described, title: 'x'.repeat(70_000) }, 'application/json', 413, 'too_long'],
    ['POST', 'check?url=https://a.example/', Buffer.alloc(3 << 20, 'x'), type, 413, 'too_long'],
    ['POST', 'register', described, 'application/json', 422, 'unknown'],
    ['POST', 'register?url=https://a.example/', '<p>Short.</p>', type, 422, 'unknown'],
    ['GET', 'articles?limit=0', undefined, type, 400, 'limit'],
    ['GET', 'articles?limit=1e9', undefined, type, 400, 'limit'],
    ['GET', 'articles?order=random', undefined, type, 400, 'order'],
    ['GET', 'articles?cursor=%00', undefined, type, 400, 'cursor'],
    ['GET', `articles?cursor=${btoa('["x",{}]')}`, undefined, type, 400, 'cursor'],
    ['GET', 'articles?url=a.example', undefined, type, 400, 'address'],
    ['GET', 'articles/hani-1', undefined, type, 404, 'not_found'],
    ['GET', `articles/nope-${'0'.repeat(32)}`, undefined, type, 404, 'no_article'],
    ['GET', `articles/latn-${'0'.repeat(32)}/copies`, undefined, type, 404, 'no_article'],
    ['DELETE', 'articles', undefined, type, 400, 'address'],
    ['GET', 'nothing', undefined, type, 404, 'not_found'],
  ];
  for (const [method, path, body, type, status, code] of cases) {
    refused(await site.api(method, path, body, { type }), status, code, `${method} ${path}`);
  }
});

test('the document describes every operation and its answers', async () => {
  const { json } = await site.api('GET', 'openapi.json', undefined, { token: null });
  assert.deepEqual(json, document);
  assert.equal(operations.length, 14);
  for (const { method, path, operation } of operations) {
    const { status } = await site.api(method, path, undefined);
    assert.ok(operation.responses[status], `${method} ${path} answers ${status}`);
  }
});

test('other methods are refused with a list of the possible ones; HEAD and OPTIONS are possible', async () => {
  for (const path of new Set(operations.map(({ path }) => path))) {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const answer = await site.api('PATCH', path, '');
    refused(answer, 405, 'method');
    assert.deepEqual(
      answer.headers.allow.split(', ').sort(),
      [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort(),
    );
    const options = await site.api('OPTIONS', path);
    assert.deepEqual([options.status, options.headers.allow], [204, answer.headers.allow]);
    if (!methods.includes('GET')) continue;
    const [head, get] = [await site.api('HEAD', path), await site.api('GET', path)];
    assert.deepEqual(
      [head.status, head.body.length, head.headers['content-type']],
      [get.status, 0, get.headers['content-type']],
    );
  }
});

test('every operation answers hostile input', { timeout: 60_000 }, async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const bodies = [
    '',
    '\0',
    '{}',
    'null',
    '0',
    '""',
    deep,
    '{"__proto__":{"url":1},"url":"https://a.example/"}',
    '{"url":"https://a.example/","fingerprint":"\\ud800"}',
    '{"kind":"article"}\n{"kind":"copy"}\n[]\n"x"',
    Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
    Buffer.alloc(70_000, 'A'),
    '<html>'.repeat(5000),
  ];
  const queries = [
    '',
    '?url=%00',
    '?url=https://%2f',
    '?url=https://a.example/%ff&limit=-1',
    '?cursor=bnVsbA',
    '?limit=NaN&order=__proto__',
    `?url=https://a.example/${'a'.repeat(3000)}`,
    "?url=https://a.example/'%3B--",
  ];
  const html = ['text/html; charset=nonsense', 'text/html;charset=utf-16'];
  const types = ['application/json', 'application/x-ndjson', '', ';;=,', ...html];
  const outcomes = {};
  for (const { method, path, operation } of operations) {
    const calls = queries.flatMap((query) =>
      method === 'POST' ? bodies.flatMap((body) => types.map((type) => [query, body, type])) : [[query, undefined, '']],
    );
    // Every body and type with one query, and every query with one body and type, each with its neighbours.
    const some = method === 'POST' ? calls.filter((_, i) => i % 7 === 0 || i < bodies.length * types.length) : calls;
    const ask = ([query, body, type]) => site.api(method, path + query, body, { type });
    const answers = await Promise.all(some.map(ask));
    for (const [i, { status, body, json }] of answers.entries()) {
      outcomes[status] = (outcomes[status] ?? 0) + 1;
      assert.ok(
        status < 500 && operation.responses[status],
        `${method} ${path} ${JSON.stringify(some[i]).slice(0, 200)}: ${status} ${body.toString().slice(0, 300)}`,
      );
      if (status >= 400 && method !== 'HEAD') assert.ok(json.error.code);
    }
  }
  const paths = ['', '%00', '../x', 'articles/%2e%2e', 'articles/%F0', '__proto__', 'articles//copies'];
  for (const path of [...paths, `articles/${'0'.repeat(5000)}`]) {
    for (const method of ['GET', 'POST', 'DELETE', 'TRACE', 'PUT']) {
      const { status } = await site.api(method, path, undefined);
      assert.ok(status < 500, `${method} ${path}: ${status}`);
    }
  }
  assert.ok(outcomes[200] > 0 && outcomes[400] > 0 && outcomes[415] > 0, JSON.stringify(outcomes));
  assert.equal((await site.api('GET', 'health')).status, 200, 'it goes on');
});

test('the counters are available as JSON and for Prometheus', async (t) => {
  const site = await startSeen(t, { pages: { '/1': { headers: HTML, body: first } } }, ['/1']);
  const { json } = await site.api('GET', 'stats');
  assert.deepEqual([json.pages, json.registered, json.asked], [1, 1, 1]);
  assert.ok(json.kvWrites >= 1 && json.kvWrites <= 2);
  assert.equal(json.days.length >= 1, true);
  assert.ok(json.cost > 5 / 1e6 && json.cost < 1e-3);
  const { body, headers } = await site.api('GET', 'metrics');
  assert.match(headers['content-type'], /^text\/plain; version=0\.0\.4/);
  assert.match(body.toString(), /^# TYPE offprint_kv_reads_total counter\noffprint_kv_reads_total \d+$/m);
  for (const line of body.toString().trim().split('\n')) {
    assert.match(line, /^(# TYPE [a-z_]+ counter|[a-z_]+(\{name="[^"]*"\})? \d+)$/);
  }
});

test('counters outlive the worker', async (t) => {
  const folder = join(scratch, 'counters');
  const first = await start({ folder });
  await first.api('GET', 'stats');
  await first.stop();
  const second = await startFor(t, { folder });
  assert.equal((await second.stats()).api, 2);
});

test('a site that does not answer is a bad gateway, and such failures are reported with the counters', async (t) => {
  const site = await startFor(t, { dead: true });
  assert.equal((await site.ask('/')).status, 502);
  const { json } = await site.api('GET', 'stats');
  assert.equal(json.failures.origin, 1);
  assert.equal(json.errors[0].cause, 'origin');
  assert.match((await site.api('GET', 'metrics')).body.toString(), /^offprint_failures_total\{name="origin"\} 1$/m);
});

test('with a token for reading, health names the parts that do not answer', async (t) => {
  const site = await startFor(t, {
    object(call) {
      if (call === 'health') throw new Error('the object is down');
    },
  });
  const answer = await site.api('GET', 'health');
  refused(answer, 503, 'unhealthy');
  assert.match(answer.json.error.message, /register/);
  assert.equal(answer.headers['retry-after'], '5');
  assert.equal((await site.api('GET', 'health', undefined, { token: null })).status, 200);
});

test('health with a token reports the state of each object, and faults of the settings', async (t) => {
  const site = await startFor(t, { vars: { OFFPRINT_POLICY: { rules: 5 }, OFFPRINT_READ_TOKEN: 'short' } });
  const { json } = await site.api('GET', 'health');
  assert.deepEqual([json.status, json.waiting], ['ok', 0]);
  assert.equal(Object.keys(json.register).length, 11);
  assert.equal(json.register.hani.waiting, 0);
  assert.equal(json.settings.valid, false);
  assert.deepEqual(
    json.settings.wrong.map(({ setting }) => setting),
    ['OFFPRINT_POLICY', 'OFFPRINT_READ_TOKEN'],
  );
  assert.ok(!JSON.stringify(json).includes('short'), 'a token is not reported');
  const { json: fine } = await (await startFor(t, {})).api('GET', 'health');
  assert.deepEqual(fine.settings, { valid: true, wrong: [] });
});

test("a stranger's health call asks neither store nor objects, nor reports faults", async (t) => {
  const calls = [];
  const watch = { store: (call) => void calls.push(call), object: (call) => void calls.push(call) };
  const site = await startFor(t, { ...watch, passing: true, vars: { OFFPRINT_POLICY: { rules: 5 } } });
  for (const token of [null, 'none-of-the-tokens']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await site.api(method, 'health', undefined, { token });
      // Without such work nothing runs on after the answer, such as a report of the counters.
      assert.deepEqual([answer.status, answer.headers['x-works']], [200, '0']);
      if (method === 'GET') assert.deepEqual(answer.json, { status: 'ok', settings: { valid: false } });
    }
  }
  assert.deepEqual(calls, []);
});

test('health asks all parts once in a while, however often it is called', async (t) => {
  const calls = [];
  const site = await startFor(t, { object: (call) => void calls.push(call) });
  const ask = async () => (await site.api('GET', 'health')).status;
  const begun = performance.now();
  const statuses = await Promise.all(Array.from({ length: 30 }, ask));
  assert.ok(
    statuses.every((status) => status === 200),
    statuses.join(),
  );
  const checks = calls.filter((call) => call === 'health').length;
  const rounds = 1 + Math.floor((performance.now() - begun) / HEALTH_KEPT);
  assert.ok(checks > 0 && checks % 11 === 0 && checks <= 11 * rounds, `${checks} calls in ${rounds} rounds`);
  const again = async () => (await ask()) === 200 && calls.filter((call) => call === 'health').length > checks;
  await until(again, 'another check');
});

test("every reason in the operator's view has Chinese words", async () => {
  const script = await readFile(new URL('../src/operator/operator.js', import.meta.url), 'utf8');
  const reasons = [...script.matchAll(/'((?:they|the|something) [^']+)'(?:,\s*'([^']*))?/g)];
  assert.ok(reasons.length > 20);
  for (const [, reason, chinese] of reasons) assert.match(chinese ?? '', /\p{Script=Han}/u, reason);
});

test("the operator's view is three files, and nothing else may run in it", async () => {
  for (const [path, type] of [
    ['', 'text/html'],
    ['operator.js', 'text/javascript'],
    ['operator.css', 'text/css'],
  ]) {
    const { status, headers, body } = await site.api('GET', path, undefined, { token: null });
    assert.equal(status, 200);
    assert.ok(headers['content-type'].startsWith(type));
    assert.match(
      headers['content-security-policy'],
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.ok(body.equals(await readFile(new URL(`../src/operator/${path || 'operator.html'}`, import.meta.url))));
  }
});
