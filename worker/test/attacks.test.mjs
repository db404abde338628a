// Strangers request, publish and claim things that could harm an honest page; its crawlers must get the page unharmed.
// The policy is the strictest that an operator is likely to set.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { CRAWLER, GPT, HTML, PERSON, addresses, idle, page, paragraphs, startSeen, until } from './support/site.mjs';

const DAM = '/2026/dam';
const POLICY = {
  rules: [
    { class: ['search', 'agent'], verdict: 'same', site: 'same', action: 'redirect' },
    { class: ['training', 'archive'], verdict: ['same', 'partial'], site: 'same', action: 'refuse' },
    { class: 'other', verdict: 'same', site: 'same', action: 'refuse' },
  ],
};
const CRAWLERS = [CRAWLER, GPT, 'curl/8.0'];
const honest = (stated) => ({ body: page(1, 0, stated), headers: HTML });
const canonical = (url) => ({ head: `<link rel="canonical" href="${url}">` });
const onStaging = (stated) => ({ host: 'staging.paper.example', ...stated });
const LINK = `</style.css>; rel=preload, <..${DAM}>; rel="canonical"`;
const at = (host, more) => ({ ...more, headers: { host, ...more?.headers } });

/** Starts a site whose pages are known by path, or by host and path. */
const site = (t, pages, settings) => seen(t, pages, [], settings);
/** The same, after these visits. */
const seen = (t, pages, visits, settings) =>
  startSeen(t, { pages, vars: { OFFPRINT_POLICY: POLICY, ...settings } }, visits);

/** All that is registered, as text. */
const stored = async (site) => (await site.api('GET', 'export')).body.toString();

/** Waits until all claims of visits are settled. */
function settled(site) {
  const isOver = ({ pages, recalled, claims, registered, published, withheld, refused }) =>
    registered <= published && pages + recalled > 0 && (claims > 0 || refused > 0 || Object.keys(withheld).length > 0);
  return idle(site, isOver);
}

/** Asserts that every crawler gets the honest page itself, and no header says anything against it. */
async function assertUnharmed(site, path = DAM, host = 'paper.example') {
  for (const agent of CRAWLERS) {
    const { status, headers, body } = await site.ask(path, at(host, { agent }));
    const what = `${agent}: ${status} ${JSON.stringify(headers)}`;
    assert.equal(status, 200, what);
    assert.ok(body.length > 1000, what);
    assert.doesNotMatch(headers['x-robots-tag'] ?? '', /noindex/, what);
    assert.doesNotMatch(headers.link ?? '', /canonical/, what);
    assert.equal(headers.location, undefined, what);
    assert.doesNotMatch(headers.offprint, /;original=/, what);
  }
}

const STATED = canonical(`http://paper.example${DAM}`);
const OVER = 'unavailable_after: Monday, 02-Feb-2026 08:00:00 GMT';
/** A list that shows the article whole, and another one below it. */
const BOTH = { body: [...paragraphs(1, 24), ...paragraphs(3, 24)], held: ['/latest', '/p/dam'] };
/**
 * Where the article is shown first: its path, what differs there from the honest page, the path of that, and its head.
 * `held` are the addresses registered in the end, if they are not just the address of the honest page.
 */
const SHOWN_FIRST = [
  ['under a port', DAM, { host: 'paper.example:8443' }],
  ['under a dot behind the host', DAM, { host: 'paper.example.' }],
  ['under another host of the same worker', DAM, { host: 'other.paper.example' }],
  ['under the host with www', DAM, { host: 'www.paper.example', held: [`http://www.paper.example${DAM}`] }],
  ['under a host of the platform', DAM, { host: 'worker.account.workers.dev' }],
  ['under a bare address', DAM, { host: '192.0.2.7' }],
  ['under a query', `${DAM}?buy=pills`],
  ['under a query that looks like an id', `${DAM}?id=1`],
  ['under a slash behind the path', `${DAM}/`, { held: [`${DAM}/`] }],
  ['on a staging host that states itself', DAM, onStaging(canonical(`http://staging.paper.example${DAM}`))],
  ['on a staging host that states the page', DAM, onStaging(STATED)],
  ['on an AMP page', '/amp/dam', STATED],
  ['in a print view', '/print/dam'],
  ['in a print view that states the page in its header', '/output/dam', { headers: { link: LINK } }],
  ['in a preview', '/preview/dam'],
  ['on a page that says noindex', '/early/dam', { head: '<meta name="robots" content="noindex, follow">' }],
  ['on a page whose header says noindex', '/early/dam', { headers: { 'x-robots-tag': 'noindex' } }],
  ['on a page whose time is over', '/early/dam', { head: `<meta name="robots" content="${OVER}">` }],
  ['on a page whose header says that its time is over', '/early/dam', { headers: { 'x-robots-tag': OVER } }],
  ['on the front page', '/'],
  ['on the page of the section', '/2026/'],
  ['under its address in capitals', '/2026/DAM'],
  ['under its address with an empty part', '/2026//dam'],
  ['under its address as a file', '/2026/dam.html'],
  ['under its address with a session parameter', '/2026/dam;x=1'],
  ['under its address with an encoded letter', '/2026/%64am'],
  ['under its address behind a program', '/index.php/2026/dam'],
  ['under its address with an ending of its own', '/2026/dam,evil'],
  ['under its address as a folder', '/2026/dam/index.html'],
  [
    'under a plainer address than the stated one',
    DAM,
    {},
    '/2026/Dam.html',
    canonical('http://paper.example/2026/Dam.html'),
  ],
  ['under its parameters in another order', '/dam?x=1&id=7', { parameters: 'id,x' }, '/dam?id=7&x=1'],
  ...['7;x', '7e0', '%EF%BC%97', '7-dam', '7&id=8'].map((id) => [
    `under its parameter as ${id}`,
    `/dam?id=${id}`,
    { parameters: 'id' },
    '/dam?id=7',
  ]),
  ['as a parameter of the front page', '/?p=0x7', { parameters: 'p' }, '/?p=7'],
  ...['/blog/', '/tag/x', '/page/2', '/latest', '/2026/05/'].map((list) => [`in a list, ${list}`, list, {}, '/p/dam']),
  ['in a list, with another article', '/latest', BOTH, '/p/dam'],
];

for (const [what, path, odd = {}, article = DAM, own = {}] of SHOWN_FIRST) {
  test(`an article that is shown first ${what} is the original at its own address`, async (t) => {
    const { host = 'paper.example', headers, parameters = '', held = [article], ...shown } = odd;
    const handle = (request, response) => {
      const isOdd = request.url === path && request.headers['x-forwarded-host'] === host;
      response.writeHead(200, isOdd ? { ...HTML, ...headers } : HTML);
      response.end(request.method === 'HEAD' ? undefined : honest(isOdd ? shown : own).body);
    };
    const server = await site(t, { [article]: handle, [path]: handle }, { OFFPRINT_PARAMETERS: parameters });
    await server.ask(path, at(host, { agent: PERSON }));
    await settled(server);
    await assertUnharmed(server, article);
    const urls = held.map((path) => new URL(path, 'http://paper.example').href).sort();
    await until(async () => isDeepStrictEqual(await addresses(server), urls), `no address but ${urls}`);
    assert.match((await server.ask(article)).headers.offprint, /^different;.*;known;/);
    const copy = (await server.ask(article, at('copies.example'))).headers.offprint;
    assert.equal(/;(first|original)="([^"]+)"/.exec(copy)?.[2], urls.at(-1), copy);
    // Nor is the other page sent to the article for as long as it shows it.
    const { status, headers: again } = await server.ask(path, at(host));
    assert.equal(status, 200);
    assert.match(again.offprint, /^different;/);
  });
}

const GATE = '<meta itemprop="isAccessibleForFree" content="False">';
/** The beginning of the honest page's article, on another site. */
const beginning = { body: page(1, 3, { head: GATE, length: 3 }), headers: HTML };

test('a copy that calls itself gated is not the same, and its original is named', async (t) => {
  const host = await seen(t, { [DAM]: honest(), '/stub': beginning }, [DAM]);
  const { json } = await host.api('POST', 'check?url=http://other.example/1', beginning.body, { type: 'text/html' });
  assert.deepEqual([json.verdict, json.gated, json.sides.map(({ gated }) => gated)], ['partial', true, [false, true]]);
  const { offprint } = (await host.ask('/stub', at('scraper.example'))).headers;
  assert.match(offprint, /^partial;score=0\.\d{3};first="http:\/\/paper\.example\/2026\/dam";.*;gated;/);
});

test('what is personal in an address is neither stored nor reported', async (t) => {
  const paths = [
    `${DAM}?email=jane%40mail.example`,
    `${DAM}?session=4711secret`,
    '/u/jane@mail.example/dam',
    '/(S(4711secret0z5v55vlm25s55))/dam',
    '/share/4711ec2e7ab5595859014ebf0951522d/dam',
    '/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.4711secret',
    `${DAM};sid=4711secret`,
    `${DAM}&PHPSESSID=4711secret`,
    '/dam/Zk3vB9qLx2Rt7WmPc4YdQ84711secret',
  ];
  const host = await site(t, Object.fromEntries([DAM, ...paths].map((path) => [path, honest()])));
  for (const path of paths) await host.ask(path);
  await settled(host);
  await assertUnharmed(host);
  const copy = await host.ask(DAM, at('copies.example'));
  for (const text of [await stored(host), JSON.stringify(copy.headers), ...host.logged]) {
    assert.doesNotMatch(text, /jane|4711secret|4711ec2e|eyJ/);
  }
  assert.ok((await host.stats()).withheld.personal >= paths.length);
});

test('an original on a host that is served elsewhere is not missing because this site lacks it', async (t) => {
  const pages = { '/1': honest(), [DAM]: honest() };
  const server = await site(t, pages);
  const original = 'http://blog.paper.example/1';
  await server.api('POST', `register?url=${encodeURIComponent(original)}`, pages['/1'].body, { type: 'text/html' });
  delete pages['/1'];
  const copy = await server.ask(DAM);
  assert.match(copy.headers.offprint, /^same;.*first="http:\/\/blog\.paper\.example\/1"/);
  assert.ok((await stored(server)).includes(original));
});

test('a site that moves to another domain is not the copy of itself', async (t) => {
  let moved = false;
  const dam = honest();
  const path = (request, response) => {
    if (moved && request.headers['x-forwarded-host'] === 'old-paper.example') {
      response.writeHead(301, { location: `http://new-paper.example${DAM}` });
      return response.end();
    }
    response.writeHead(200, HTML);
    response.end(dam.body);
  };
  const vars = (behind) => ({
    OFFPRINT_POLICY: POLICY,
    ORIGINS: { 'old-paper.example': behind, 'new-paper.example': behind },
  });
  const next = await startSeen(t, { pages: { [DAM]: path }, vars }, [[DAM, at('old-paper.example')]]);
  moved = true;
  await assertUnharmed(next, DAM, 'new-paper.example');
  await until(async () => (await stored(next)).includes('new-paper.example'), 'the move');
  assert.doesNotMatch(await stored(next), /old-paper\.example/);
  // Copies get the new address.
  const copy = await next.ask(DAM, at('copies.example'));
  assert.doesNotMatch(JSON.stringify(copy.headers), /old-paper/);
});

test('2,000 hostile requests write a bounded number of rows, and the honest page is still known', {
  timeout: 300_000,
}, async (t) => {
  const body = page(1, 0);
  const other = (i) => page(1001 + 2 * i, 0);
  const pages = new Proxy(
    {},
    { get: (_, path) => ({ headers: HTML, body: /^\/new\//.test(path) ? other(Number(path.slice(5))) : body }) },
  );
  const server = await seen(t, pages, [DAM], { OFFPRINT_LIMITS: { perClient: 100, perHost: 150, articles: 1000 } });
  const before = await server.stats();
  const hostile = Array.from(
    { length: 2000 },
    (_, i) => [`${DAM}?x=${i}`, `/variant/${i}/dam`, `/new/${i}`, `${DAM}?email=${i}@mail.example`][i % 4],
  );
  for (let i = 0; i < hostile.length; i += 50) {
    const from = (n) => ({ 'cf-connecting-ip': `2001:db8:0:${n % 3}::${n.toString(16)}` });
    const ask = (path, j) => server.ask(path, { agent: 'curl/8.0', headers: from(i + j) });
    const some = hostile.slice(i, i + 50).map(ask);
    for (const { status } of await Promise.all(some)) assert.ok(status < 500, `${status}`);
  }
  await idle(server);
  const after = await server.stats();
  const { articles, full, refused } = (await server.api('GET', 'health')).json.register.hani;
  const rows = after.rowsWritten - before.rowsWritten;
  const { registered: held, copies } = after;
  t.diagnostic(JSON.stringify({ rows, held, copies, refused: after.refused, articles, full }));
  // Articles and copies are counted apart.
  assert.ok(held + copies <= 302, `${held} articles and ${copies} copies`);
  assert.ok(rows < 5000, `${rows} rows`);
  assert.ok(after.refused > 0 && refused > 0 && full < 1);
  await assertUnharmed(server);
});

const MADE_UP = Array.from({ length: 12 }, (_, i) => i);
for (const [what, hostile] of [
  ['made-up pages', (i) => [`/made-up/${i}`, page(1001 + 2 * i, 0)]],
  ['known articles under made-up addresses', (i) => [`${i % 2 ? '/old' : '/x'}/${i}`, page(3, 0)]],
]) {
  test(`${what} use up no allowance that an engine or a page that states its address needs`, async (t) => {
    const pages = {
      '/old': { body: page(3, 0), headers: HTML },
      [DAM]: honest(),
      '/stated': { body: page(5, 0, canonical('http://paper.example/stated')), headers: HTML },
      '/other': { body: page(7, 0), headers: HTML },
      ...Object.fromEntries(MADE_UP.map(hostile).map(([path, body]) => [path, { body, headers: HTML }])),
    };
    const agents = { ranges: [{ name: 'Googlebot', class: 'search', addresses: ['192.0.2.0/24'] }] };
    const vars = { OFFPRINT_LIMITS: { perHost: 3, perClient: 1000 }, OFFPRINT_AGENTS: agents };
    const server = await site(t, pages, vars);
    const from = (network) => ({ headers: { 'cf-connecting-ip': network } });
    await server.ask('/old', { ...from('192.0.2.1'), agent: CRAWLER });
    for (const i of MADE_UP) {
      await server.ask(hostile(i)[0], { ...from(`2001:db8:0:${i}::1`), agent: 'curl/8.0' });
      await idle(server);
    }
    assert.ok((await server.stats()).refused > 0);
    await server.ask(DAM, { ...from('192.0.2.1'), agent: CRAWLER });
    await server.ask('/stated', from('2001:db8:1::1'));
    if (what === 'known articles under made-up addresses') await server.ask('/other', from('2001:db8:2::1'));
    await idle(server);
    const held = await stored(server);
    for (const path of [DAM, '/stated']) assert.ok(held.includes(`"url":"http://paper.example${path}"`), path);
    assert.equal(held.includes('/other"'), what === 'known articles under made-up addresses');
  });
}

test('few networks do not use up what a host may register in a day', async (t) => {
  const plain = (i) => [`/plain/${i}`, { body: page(2001 + 2 * i, 0), headers: HTML }];
  const pages = { ...Object.fromEntries(Array.from({ length: 32 }, (_, i) => plain(i))), [DAM]: honest() };
  const server = await site(t, pages, { OFFPRINT_LIMITS: { perHost: 16, perClient: 8, personsPerSecond: 1000 } });
  const from = (network) => ({ headers: { 'cf-connecting-ip': `2001:db8:${network}::1` } });
  for (let i = 0; i < 32; i++) {
    // Anyone who has a /48 has many networks of the size that providers give to one client.
    await server.ask(plain(i)[0], { ...from(`${i % 4}:${i}`), agent: PERSON });
    await idle(server);
  }
  assert.ok((await server.stats()).refused > 0);
  await server.ask(DAM, from(9));
  await idle(server);
  assert.ok((await stored(server)).includes(`"url":"http://paper.example${DAM}"`));
});

test('a register that is nearly full takes no more pages of strangers, and still those of the API', async (t) => {
  const pages = Object.fromEntries([1, 3, 5].map((i) => [`/${i}`, { body: page(i, 0), headers: HTML }]));
  const server = await site(t, pages, { OFFPRINT_LIMITS: { articles: 2 } });
  for (const path of ['/1', '/3', '/5']) {
    await server.ask(path);
    await settled(server);
  }
  const { articles, refused } = (await server.api('GET', 'health')).json.register.hani;
  assert.equal(articles, 2);
  assert.ok(refused >= 1);
  const { status } = await server.api('POST', 'register?url=http://paper.example/5', page(5, 0), { type: 'text/html' });
  assert.equal(status, 201);
});

test('of many copies the first, the last, and examples are kept, and the others are estimated', async (t) => {
  const pages = new Proxy({}, { get: () => ({ headers: HTML, body: page(1, 0) }) });
  const server = await seen(t, pages, [DAM]);
  for (let i = 0; i < 200; i += 20) {
    const ask = (_, j) => server.ask('/dam', at(`copies-${i + j}.example`));
    await Promise.all(Array.from({ length: 20 }, ask));
  }
  await idle(server);
  const [article] = (await server.api('GET', 'articles')).json.articles;
  const { copies } = (await server.api('GET', `articles/${article.id}/copies?limit=100`)).json;
  assert.equal(copies.length, 64);
  assert.ok(article.count > 130 && article.count < 300, `${article.count} copies, of 200`);
  assert.ok(article.firstCopied <= article.lastCopied);
});
