import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS, failing } from './support/faults.mjs';
import { CRAWLER, HTML, PERSON, exported, fixture, page, recordNames, startFor, startSeen } from './support/site.mjs';
import { inBudgets, listed, registered, until } from './support/waits.mjs';

const original = await fixture('zh-dam-original');
const reprint = await fixture('zh-dam-table-gbk');
const english = await fixture('en-barrage-original');
const pages = { '/original': original, '/reprint': reprint, '/english': english };

/** Asserts that the page arrives as the site sent it, marked as unjudged. */
function failedOpen(answer, { body, headers }) {
  assert.equal(answer.status, 200);
  assert.ok(answer.body.equals(body), 'the bytes differ');
  assert.equal(answer.headers.etag, headers.etag);
  assert.equal(answer.headers.offprint, 'unknown;error');
  assert.equal(answer.headers.link, undefined);
}

const failures = async (site) => (await site.stats()).failures;

test('when the store cannot be read, the register is asked', async (t) => {
  const site = await startSeen(t, { pages, ...failing({ store: ['get'] }) });
  assert.match((await site.ask('/reprint')).headers.offprint, /^same;.*"http:\/\/paper.example\/original"/);
  const { asked, failures } = await site.stats();
  assert.ok(asked === 2 && failures.kvRead > 0);
});

test('when neither store nor register can be read, pages go out unjudged', async (t) => {
  const { mend, ...fault } = failing({ store: ['get'], object: ['find'] });
  const site = await startFor(t, { pages, ...fault });
  failedOpen(await site.ask('/original'), original);
  const person = await site.ask('/original', { agent: PERSON });
  assert.ok(person.body.equals(original.body));
  assert.equal(person.headers.offprint, undefined);
  await until(async () => (await failures(site)).register === 2, 'two counted failures');
  mend();
  assert.match((await site.ask('/original')).headers.offprint, /^different;/);
});

for (const binding of ['REGISTER', 'ARTICLES', 'COUNTERS']) {
  test(`pages go out although ${binding} is bound to something else`, async (t) => {
    const site = await startFor(t, { pages, passing: true, vars: { [binding]: 'x' } });
    for (const agent of [CRAWLER, PERSON]) {
      const { status, headers, body } = await site.ask('/original', { agent });
      assert.deepEqual([status, headers['x-passes']], [200, 'true']);
      assert.ok(body.equals(original.body));
    }
    const { json } = await site.api('GET', 'health', undefined, { token: null });
    assert.deepEqual(json.settings, { valid: false });
  });
}

test('when the settings cannot be read, the site behind answers', async (t) => {
  const site = await startFor(t, { pages, passing: true });
  const headers = { 'x-breaks': '1' };
  assert.equal((await site.ask('/original', { headers })).headers['x-passes'], 'true');
  assert.equal((await site.ask('/_offprint/health', { headers })).headers['x-passes'], 'false');
});

test('a store that does not answer delays a crawler by the time of one request, and a person not at all', async (t) => {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  t.after(() => open());
  const silent = (call) => (call === 'find' ? opened : undefined);
  const site = await startFor(t, { pages, store: () => opened, object: silent });
  const waiting = inBudgets(site.ask('/original'));
  const person = site.ask('/english', { agent: PERSON });
  assert.ok((await Promise.race([person, waiting])).body?.equals(english.body), 'the crawler was first');
  const { answer, budgets } = await waiting;
  failedOpen(answer, original);
  assert.ok(budgets > 0.8 && budgets < 1.6, `${budgets} times that`);
  await until(async () => (await failures(site)).register >= 1, 'the counted failure');
  open();
  // Their next visits register them.
  await Promise.all(['/original', '/english'].map((path) => site.ask(path)));
  await registered(site, 2);
});

test('damaged records are counted and replaced, and the others count', async (t) => {
  const site = await startSeen(t, { pages });
  await listed(site, original.body);
  const kv = await site.kv();
  const [name] = await recordNames(site);
  const restored = async () => (await kv.get(name, 'text'))?.includes('"http://paper.example/original"');
  for (const [i, [damaged, verdict]] of [
    ['{"url": "http://', /^same;/],
    ['', /^same;/],
    ['{"url": 5}', /^(same|different);/],
  ].entries()) {
    await kv.put(name, damaged);
    pages['/reprint'] = { ...reprint, body: Buffer.concat([reprint.body, Buffer.from(`<!-- ${i} -->`)]) };
    assert.match((await site.ask('/reprint')).headers.offprint, verdict);
    assert.equal((await failures(site)).damaged, i + 1);
    await until(restored, 'the record to be written again');
  }
  t.after(() => (pages['/reprint'] = reprint));
  assert.equal((await site.stats()).registered, 1);
});

test('after a trap the page goes out, and the next is read by a new instance', async (t) => {
  const paragraph = (_, i) => `<p>Paragraph ${i} of ${i * 7919}, as long as all the others are, and no longer.</p>\n`;
  const paragraphs = Array.from({ length: 12_000 }, paragraph).join('');
  const body = Buffer.from(`<!doctype html><title>Heavy</title>${paragraphs}`);
  const heavy = { body, headers: { ...original.headers, etag: '"heavy"' } };
  assert.ok(heavy.body.length < 2 << 20, 'it is held');
  const vars = { OFFPRINT_POLICY: { rules: [{ class: 'other', action: 'refuse' }] } };
  const site = await startFor(t, { pages: { ...pages, '/heavy': heavy }, vars, tamper: withLittleMemory });
  assert.match((await site.ask('/original')).headers.offprint, /^different;/);
  await registered(site, 1);
  failedOpen(await site.ask('/heavy'), heavy);
  assert.deepEqual(await failures(site), { wasm: 1 });
  assert.match((await site.ask('/reprint')).headers.offprint, /^same;/);

  assert.equal((await site.ask('/original', { agent: 'curl/8' })).status, 403, 'the settings outlive the instance');

  const person = await site.ask('/heavy', { agent: PERSON });
  assert.ok(person.body.equals(heavy.body));
  assert.equal(person.headers.offprint, undefined);
  await until(async () => (await failures(site)).wasm === 2, 'a second counted failure');

  const together = ['/heavy', '/reprint', '/heavy', '/reprint', '/heavy', '/original'];
  for (const [i, { body }] of (await Promise.all(together.map((path) => site.ask(path)))).entries()) {
    assert.ok(body.equals({ '/heavy': heavy, ...pages }[together[i]].body), together[i]);
  }
  assert.match((await site.ask('/reprint')).headers.offprint, /^same;/);
});

test('when the site breaks off in the middle, the client notices, and the worker continues', async (t) => {
  const breaking = (_, response) => {
    response.writeHead(200, { ...original.headers, 'content-length': original.body.length });
    response.write(original.body.subarray(0, 9000), () => response.destroy());
  };
  const site = await startFor(t, { pages: { ...pages, '/broken': breaking } });
  for (const agent of [CRAWLER, PERSON]) {
    const answer = await site.ask('/broken', { agent });
    assert.ok(answer.broken, 'the page seems whole to the client');
    assert.ok(answer.body.equals(original.body.subarray(0, answer.body.length)));
  }
  await until(async () => (await failures(site)).origin === 2, 'two counted failures');
  assert.equal((await site.stats()).registered, 0, 'half a page is not registered');
  assert.match((await site.ask('/original')).headers.offprint, /^different;/);
});

/** The module with memory that can grow by no more than a megabyte, so that a long page exhausts it. */
function withLittleMemory(module) {
  const number = (at) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return { value, at };
    }
  };
  const bytes = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...bytes(value >> 7)]);
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const size = number(at + 1);
    if (id === 5) {
      // One memory; limits without a maximum; the minimum.
      assert.deepEqual([...module.subarray(size.at, size.at + 2)], [1, 0]);
      const minimum = number(size.at + 2).value;
      const content = [1, 1, ...bytes(minimum), ...bytes(minimum + 16)];
      const section = Buffer.from([5, ...bytes(content.length), ...content]);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(size.at + size.value)]);
    }
    at = size.at + size.value;
  }
  throw new Error('the module has no memory section');
}

const ARTICLES = 8;
const paths = Array.from({ length: ARTICLES }, (_, i) => `/${i}`);
const manyPages = Object.fromEntries(paths.map((path, i) => [path, { headers: HTML, body: page(i, 0) }]));
for (const [what, operations, fault] of FAULTS) {
  test(`when ${what}, every page arrives byte for byte, and none is lost`, { timeout: 60_000 }, async (t) => {
    const { mend, ...parts } = failing(operations, fault);
    const site = await startFor(t, { pages: manyPages, ...parts });
    const visitAll = (agent) => Promise.all(paths.map((path) => site.ask(path, { agent })));
    for (const agent of [CRAWLER, PERSON, CRAWLER]) {
      for (const [i, { status, body, broken }] of (await visitAll(agent)).entries()) {
        assert.equal(status, 200);
        assert.equal(broken, false);
        assert.ok(body.equals(manyPages[paths[i]].body), `${paths[i]} differs`);
      }
    }
    mend();
    await visitAll(CRAWLER);
    const allRegistered = async () => {
      const { json } = await site.api('GET', 'health');
      return json?.waiting === 0 && (await exported(site)).lines.length === ARTICLES;
    };
    await until(allRegistered, 'all registrations');
    for (const { headers } of await visitAll(CRAWLER)) assert.match(headers.offprint, /^different;score=0\.000;known/);
  });
}
