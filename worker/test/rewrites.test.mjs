// Pages that report an earlier article in other words: verdicts mention it if the setting is on, and no action follows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RETOLD, paragraphsOf } from '../../tests/retold.mjs';
import { cost } from '../src/operator/costs.js';
import { answerFor } from '../src/policy/answer.js';
import { findingOf } from './support/finding.mjs';
import { HTML, PERSON, exported, inBudgets, listed, page, recordNames, startFor, until } from './support/site.mjs';

const ON = { OFFPRINT_REWRITES: 'true' };
const POLICY = {
  rules: [
    { class: 'search', verdict: 'same', action: 'redirect' },
    { class: 'search', verdict: 'partial', site: 'same', action: 'refuse' },
  ],
};

/** A page of paragraphs. */
const html = (title, paragraphs, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${title}</title><article><h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></html>`;

const pageOf = (lang, name) => html(RETOLD[lang][name].title, paragraphsOf(RETOLD[lang][name]), lang);

const pages = Object.fromEntries(
  Object.keys(RETOLD).flatMap((lang) =>
    Object.keys(RETOLD[lang]).map((name) => [`/${lang}/${name}`, { headers: HTML, body: pageOf(lang, name) }]),
  ),
);

/** Asks for a page, and waits until the register has it, if it is to have it; returns the verdict's header. */
async function visit(site, path, { host = 'paper.example', isRegistered = true } = {}) {
  const answer = await site.ask(path, { headers: { host } });
  assert.equal(answer.status, 200);
  const url = encodeURIComponent(`http://${host}${path}`);
  const isThere = async () => (await site.api('GET', `articles?url=${url}`)).json.articles.length === 1;
  if (isRegistered) await until(isThere, 'the register');
  return answer.headers.offprint;
}

const report = (lang) => `http://paper.example/${lang}/report`;

for (const lang of ['en', 'zh']) {
  test(`a page in other words is reported, on its first visit and later ones, ${lang}`, async (t) => {
    const calls = [];
    const vars = { ...ON, OFFPRINT_POLICY: POLICY };
    const site = await startFor(t, { pages, vars, object: (call) => void calls.push(call) });
    assert.doesNotMatch(await visit(site, `/${lang}/report`), /rewritten/);
    const header = await visit(site, `/${lang}/retold`, { host: 'portal.example' });
    const field = /^different;score=0\.\d{3};rewritten;of="([^"]+)";rewritten-score=(\d\.\d{3});class=/;
    const [, of, score] = field.exec(header);
    assert.equal(of, report(lang));
    assert.ok(Number(score) >= 0.95 && Number(score) <= 1);
    assert.doesNotMatch(await visit(site, `/${lang}/other`, { host: 'third.example' }), /rewritten/);
    await listed(site, pageOf(lang, 'retold'));
    // Once known, the finding comes from its record: without a call, and with one read as before.
    const looked = () => calls.filter((call) => ['sharing', 'claim', 'find'].includes(call));
    const before = looked();
    const again = await visit(site, `/${lang}/retold`, { host: 'portal.example' });
    assert.match(again, new RegExp(`;rewritten;of="${of}";rewritten-score=${score};known;`));
    assert.doesNotMatch(await visit(site, `/${lang}/report`), /rewritten/, 'the earlier one mentions nothing');
    assert.deepEqual(looked(), before);
    assert.equal(before.filter((call) => call === 'sharing').length, 3, 'once for each new article');

    const person = await site.ask(`/${lang}/retold`, { agent: PERSON, headers: { host: 'portal.example' } });
    assert.equal(person.headers.offprint, undefined);
    const { json } = await site.api('GET', 'articles');
    const records = json.articles.map(({ url, rewritten }) => [url, rewritten]);
    assert.deepEqual(records.find(([url]) => url.includes('portal'))[1].of, report(lang));
    assert.equal(records.filter(([, rewritten]) => rewritten).length, 1);
    assert.ok(json.articles.every((record) => !('facts' in record)));
    await until(async () => (await site.stats()).rewritten === 1, 'the counter');
  });
}

test('while off, it makes no call, no row and no byte', async (t) => {
  const calls = [];
  const site = await startFor(t, { pages, object: (call) => void calls.push(call) });
  for (const [i, name] of ['report', 'retold', 'other'].entries()) {
    assert.doesNotMatch(await visit(site, `/en/${name}`, { host: `host${i}.example` }), /rewritten/);
  }
  const names = await recordNames(site);
  const kv = await site.kv();
  for (const name of names) assert.deepEqual(Object.keys(JSON.parse(await kv.get(name))).includes('rewritten'), false);
  const text = (await site.api('GET', 'export')).body.toString();
  assert.doesNotMatch(text, /rewritten|facts|sketch/);
  assert.deepEqual([calls.includes('claim'), calls.includes('sharing')], [true, false]);
  assert.ok(!(await site.stats()).rewritten);
});

test('what it costs: one call and four rows for a new article, and no key of KV', async (t) => {
  const N = 12;
  // Articles that share no words and no facts.
  const made = (i) => {
    const word = (k) => `Zor${String.fromCharCode(97 + (i % 26))}${'aeiou'[k % 5]}${'lmnrst'[(k >> 1) % 6]}${k}`;
    const sentence = (k) =>
      `On the ${1 + ((i + k) % 27)}th of March ${word(k)} told the court of ${word(k + 40)} that ` +
      `${1000 + 37 * i + 211 * k} barrels of ${word(k + 80)} had been lost near the harbour of ${word(k + 120)}, ` +
      'and nobody had seen who took them.';
    return html(
      `${word(0)} before the court`,
      [0, 1, 2].map((p) => [0, 1, 2].map((k) => sentence(3 * p + k)).join(' ')),
    );
  };
  const paths = Object.fromEntries(Array.from({ length: N }, (_, i) => [`/${i}`, { headers: HTML, body: made(i) }]));
  const costs = async (vars) => {
    const site = await startFor(t, { pages: paths, vars });
    const before = await site.stats();
    for (let i = 0; i < N; i++) await visit(site, `/${i}`, { host: `host${i}.example` });
    await listed(site, made(0));
    let after;
    await until(async () => (after = await site.stats()).settled === N && after.published === N, 'the counters');
    const per = (name) => (after[name] - before[name]) / N;
    // Heads are written and counters reported by the clock.
    return { kvReads: per('kvReads'), rowsRead: per('rowsRead'), rowsWritten: per('rowsWritten') };
  };
  const [without, withIt] = [await costs({}), await costs(ON)];
  const more = Object.fromEntries(Object.keys(without).map((name) => [name, withIt[name] - without[name]]));
  const million = (cost({ ...more, objectRequests: 1 }) * 1e6).toFixed(2);
  t.diagnostic(`more for each new article: ${JSON.stringify(more)}; a million: $${million}`);
  assert.ok(Math.abs(more.rowsWritten - 4) <= 1, `${more.rowsWritten} rows`);
  assert.ok(more.kvReads <= 0.5, `${more.kvReads} reads of KV`);
  assert.ok(more.rowsRead <= 100, `${more.rowsRead} rows read`);
});

test('an article that moves is named where it is, one that is deleted is named no longer', async (t) => {
  const [old, moved] = [report('en'), 'http://new-paper.example/en/report'];
  let isMoved = false;
  const handle = (request, response) => {
    const away = isMoved && request.headers['x-forwarded-host'] === 'paper.example';
    response.writeHead(away ? 301 : 200, away ? { location: moved } : HTML);
    response.end(away ? undefined : pages['/en/report'].body);
  };
  const vars = (behind) => ({ ...ON, ORIGINS: { 'paper.example': behind, 'new-paper.example': behind } });
  const site = await startFor(t, { pages: { ...pages, '/en/report': handle }, vars });
  await visit(site, '/en/report');
  await visit(site, '/en/retold', { host: 'portal.example' });
  const kv = await site.kv();
  /** Waits until register and view name that address, or none. */
  const named = (of) =>
    until(async () => {
      const { articles } = (await site.api('GET', 'articles')).json;
      const values = await Promise.all((await recordNames(site)).map((name) => kv.get(name)));
      const view = values.filter(Boolean).map((text) => JSON.parse(text));
      return [articles, view].every((records) => records.find(({ rewritten }) => rewritten)?.rewritten.of === of);
    }, `${of} in register and view`);
  await named(old);
  isMoved = true;
  await visit(site, '/en/report', { host: 'new-paper.example' });
  await named(moved);
  const { json } = await site.api('DELETE', `articles?url=${encodeURIComponent(moved)}`);
  assert.equal(json.articles, 1);
  await named(undefined);
});

test('a page that was brought elsewhere is found after an export and an import', async (t) => {
  const from = await startFor(t, { pages, vars: ON });
  await visit(from, '/en/report');
  const { lines } = await exported(from);
  const [{ facts }] = lines;
  assert.deepEqual([facts.keys.length, Buffer.from(facts.sketch, 'base64url').length <= 400], [4, true]);
  const to = await startFor(t, { vars: ON });
  /** The answer of a check of the page in other words, once the article is registered with such facts. */
  const mentionedFor = async (facts) => {
    await to.api('DELETE', `articles?url=${encodeURIComponent(report('en'))}`);
    const line = JSON.stringify({ ...lines[0], facts });
    const { json } = await to.api('POST', 'import', line, { type: 'application/x-ndjson' });
    assert.deepEqual([json.new, json.failed], [1, 0]);
    const html = pageOf('en', 'retold');
    const checked = await to.api('POST', 'check?url=https://portal.example/1', html, { type: 'text/html' });
    assert.equal(checked.json.verdict, 'different');
    return checked.json.rewritten;
  };
  assert.equal((await mentionedFor(facts)).of, report('en'));
  // Without a sketch, with one that is damaged or of another form, the article is as without.
  const { sketch, keys } = facts;
  for (const damaged of [undefined, 'x', { sketch: 5, keys }, { sketch: 'AAAA', keys }, { sketch, keys: ['%'] }]) {
    assert.equal(await mentionedFor(damaged), undefined, JSON.stringify(damaged));
  }
  await until(async () => (await to.stats()).failures.damaged === 1, 'the counter');
});

test('a malformed record is ignored, and an object that fails does not delay the answer', async (t) => {
  let fault = async () => {};
  const site = await startFor(t, { pages, vars: ON, object: (call) => call === 'sharing' && fault() });
  for (const lang of ['en', 'zh']) await visit(site, `/${lang}/report`);
  const without = /^different;score=0\.\d{3};class=/;
  fault = () => Promise.reject(new Error('out of order'));
  assert.match(await visit(site, '/en/retold', { host: 'portal.example' }), without);
  fault = () => pause(60_000);
  const { answer, budgets } = await inBudgets(site.ask('/zh/retold', { headers: { host: 'portal.example' } }));
  assert.match(answer.headers.offprint, without);
  assert.ok(budgets < 0.5, `${budgets} of the time that a request waits at most`);
  await until(async () => (await site.stats()).failures.rewrites === 2, 'the counter');
  await listed(site, pageOf('en', 'retold'));
  const kv = await site.kv();
  const score = 0.99;
  const impossible = { of: 'https://a.example/', score: 7 };
  for (const rewritten of ['x', 5, { of: 'javascript:alert(1)', score }, impossible]) {
    for (const name of await recordNames(site)) {
      await kv.put(name, JSON.stringify({ ...JSON.parse(await kv.get(name)), rewritten }));
    }
    const field = await visit(site, '/en/retold', { host: 'portal.example' });
    assert.match(field, /^different;score=0\.\d{3};known;class=/, JSON.stringify(rewritten));
  }
});

test('a page full of the facts of others is not named as their source', async (t) => {
  // Several reports, one after the other, as a page would have them that wants to be named as the source of every
  // report.
  const all = Object.values(RETOLD.en).filter((made) => made !== RETOLD.en.report);
  const filler = Array.from(
    { length: 40 },
    (_, i) =>
      `Village ${i} of Okrund lost ${100 + 13 * i} roofs on ${1 + (i % 28)} May, said Warden Ulm${i} Brask; ` +
      `repairs at ${20 + i} houses cost ${3000 + 71 * i} crowns and take ${2 + i} weeks.`,
  );
  const paths = {
    '/full': { headers: HTML, body: html('Everything', [...all.flatMap(paragraphsOf), ...filler]) },
    '/report': pages['/en/report'],
  };
  const site = await startFor(t, { pages: paths, vars: ON });
  await visit(site, '/full', { host: 'attacker.example' });
  assert.doesNotMatch(await visit(site, '/report'), /rewritten/);
});

test('pages that flood the keys of an article do not hide it, and look-ups stay bounded', async (t) => {
  const site = await startFor(t, { pages, vars: ON });
  await visit(site, '/en/report');
  const [line] = (await exported(site)).lines;
  // Later articles under the same keys as the first, more than are looked at under one.
  const flood = [];
  for (let i = 0; i < 300; i++) {
    const { json } = await site.api('POST', 'fingerprint', page(2 * i, 0, { length: 6 }), { type: 'text/html' });
    const id = `latn-${(i + 1).toString(16).padStart(32, '0')}`;
    const about = { id, url: `https://flood.example/${i}`, firstSeen: new Date().toISOString() };
    flood.push({ ...line, ...about, fingerprint: json.fingerprint, facts: { ...line.facts, sketch: 'AAAA' } });
  }
  const text = flood.map((line) => JSON.stringify(line)).join('\n');
  const { json } = await site.api('POST', 'import', text, { type: 'application/x-ndjson' });
  assert.equal(json.new, flood.length);
  /** Rows read, once all of them were reported. */
  const rowsRead = async () => {
    for (let last = -1; ; await pause(6000)) {
      const { rowsRead } = await site.stats();
      if (rowsRead === last) return rowsRead;
      last = rowsRead;
    }
  };
  const before = await rowsRead();
  const header = await visit(site, '/en/retold', { host: 'portal.example' });
  assert.ok(header.includes(`;rewritten;of="${report('en')}";`), header);
  const read = (await rowsRead()) - before;
  assert.ok(read > 4 * 256 && read < 8 * 256 + 500, `${read} rows`);
});

test('pages of a client that was refused are not looked up', async (t) => {
  const calls = [];
  const vars = { ...ON, OFFPRINT_LIMITS: { perHost: 1, perClient: 1 } };
  const site = await startFor(t, { pages, vars, object: (call) => void calls.push(call) });
  await visit(site, '/en/report');
  const refused = { isRegistered: false };
  assert.match(await visit(site, '/en/retold', refused), /rewritten/, 'the register has yet to refuse');
  await until(async () => calls.filter((call) => call === 'claim').length === 2, 'the refusal');
  await visit(site, '/en/other', refused);
  assert.equal(calls.filter((call) => call === 'sharing').length, 2);
  assert.equal((await exported(site)).lines.length, 1, 'a refused page is not registered');
});

test('no rule, redirect or other header depends on it', () => {
  const finding = findingOf({ verdict: 'different', score: 0.04, site: null, confidence: 0, digest: null });
  const rewritten = { of: 'https://paper.example/a"\\b\n', score: 0.9964 };
  const client = { class: 'search', by: 'agent', claim: null };
  for (const action of ['forward', 'refuse', 'not-modified', 'markdown', 'clean', 'redirect', 'annotate']) {
    const policy = ['same', 'partial', 'different'].map((verdict) => ({ class: 'search', verdict, action }));
    const settings = { policy, agents: { signed: new Map() } };
    const visit = { url: 'https://b.example/', method: 'GET', client, status: 200 };
    const [plain, reported, off] = [
      [finding, true],
      [{ ...finding, rewritten }, true],
      [{ ...finding, rewritten }, false],
    ].map(([finding, rewrites]) => answerFor(finding, visit, { ...settings, rewrites }));
    assert.deepEqual(off, plain, action);
    const without = ({ set, ...answer }) => ({ ...answer, set: set.filter(([name]) => name !== 'Offprint') });
    assert.deepEqual(without(reported), without(plain), action);
    if (action === 'forward') continue;
    const [, field] = reported.set.find(([name]) => name === 'Offprint');
    const parameters = 'rewritten;of="https://paper.example/a%22%5Cb%0A";rewritten-score=0.996';
    assert.equal(field, `different;score=0.040;${parameters};class=search;by=agent`);
  }
});
