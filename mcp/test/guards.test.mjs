// What is not fetched, and what is not believed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGE_TIME } from '../src/fetch.js';
import { CALL_TIME } from '../src/items.js';
import { start } from './support/client.mjs';
import { page, redirect, serve, TEXT, typed } from './support/pages.mjs';

const NETWORK = ['--import', new URL('support/network.mjs', import.meta.url).href];

/** The error of reading an address. */
const refused = async ({ call }, address) => (await call('read', { address })).error;

test('private and local addresses are refused', async () => {
  const { seen, port } = await serve({ '/': page() });
  const server = await start([]);
  for (const host of ['127.0.0.1', '0x7f.1', 'LOCALHOST', '[::ffff:7f00:1]', '[::]', '169.254.169.254', 'printer']) {
    assert.match(await refused(server, `http://${host}:${port}/`), /^not_public: .* not on the public Internet$/, host);
  }
  assert.equal(seen.connections, 0);
});

test('only http and https, without passwords', async () => {
  const server = await start(['--allow-private']);
  for (const [address, message] of Object.entries({
    'file:///etc/passwd': /^(address|scheme): /,
    'ftp://paper.example/': /^scheme: only http and https/,
    'data:text/html,<p>x': /^address: /,
    'javascript:alert(1)': /^address: /,
    'paper.example/1': /^address: give an absolute address, such as/,
    '/etc/passwd': /^address: give an absolute address/,
    '': /^address: give an absolute address/,
    'http://user:secret@paper.example/': /^credentials: leave user and password out/,
    'http://exa mple/': /^address: /,
    'http://127.0.0.1:25/': /unreachable|does not answer/,
  })) {
    assert.match(await refused(server, address), message, address);
  }
});

test('a name that resolves to a private address is refused, also if it did not before', async () => {
  // Without keeping the connection, each request looks the name up again.
  const robots = (_, response) => response.writeHead(200, { connection: 'close' }).end();
  const { seen, port } = await serve({ '/': page(), '/robots.txt': robots });
  const names = {
    'paper.example': [['2000::1']],
    'inner.example': [['127.0.0.1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'both.example': [['2000::1', '127.0.0.1']],
    'rebinding.example': [['2000::1'], ['127.0.0.1']],
  };
  const options = { env: { NAMES: JSON.stringify(names) }, node: NETWORK };
  const server = await start([], options);
  const at = (name, port) => `http://${name}.example:${port}/`;
  for (const name of ['inner', 'mapped', 'both']) {
    assert.match(
      await refused(server, at(name, port)),
      new RegExp(`${name}.example is at an address that is not on the`),
    );
  }
  assert.equal(seen.connections, 0);
  assert.equal((await server.call('read', { address: at('paper', port) })).pageType, 'article');
  const before = seen.requests.length;
  assert.match(await refused(server, at('rebinding', port)), /rebinding.example is at an address that is not on the/);
  assert.deepEqual(seen.requests.slice(before), ['/robots.txt']);
  const open = await start(['--allow-private'], options);
  assert.equal((await open.call('read', { address: at('inner', port) })).pageType, 'article');
});

test('redirects are followed, checked and bounded', async () => {
  const target = await serve({ '/article': page() });
  const site = await serve({
    '/once': redirect('/article'),
    '/article': page(),
    '/away': redirect(target.at('/article')),
    '/file': redirect('file:///etc/passwd'),
    '/circle': redirect('/circle'),
    '/nowhere': redirect('http://'),
    '/metadata': redirect('http://user:x@169.254.169.254/latest/meta-data/'),
  });
  const server = await start(['--allow-private']);
  assert.equal((await server.call('read', { address: site.at('/once') })).address, site.at('/article'));
  assert.equal((await server.call('read', { address: site.at('/away') })).address, target.at('/article'));
  assert.match(await refused(server, site.at('/file')), /^(scheme|address): /);
  assert.match(await refused(server, site.at('/circle')), /^redirects: more than 5 redirects$/);
  assert.match(await refused(server, site.at('/nowhere')), /^address: /);
  assert.match(await refused(server, site.at('/metadata')), /^credentials: /);
  assert.equal(site.seen.requests.filter((path) => path === '/circle').length, 6);
});

test('a redirect from a public host to a private one is refused', async () => {
  const inner = await serve({ '/secret': page() });
  const site = await serve({
    '/literal': redirect(inner.at('/secret')),
    '/name': redirect(`http://inner.example:${inner.port}/secret`),
    '/public': redirect('/page'),
    '/page': page(),
  });
  const names = { 'paper.example': [['2000::1']], 'inner.example': [['127.0.0.1']] };
  const server = await start([], { env: { NAMES: JSON.stringify(names) }, node: NETWORK });
  const at = (path) => `http://paper.example:${site.port}${path}`;
  assert.equal((await server.call('read', { address: at('/public') })).address, at('/page'));
  assert.match(await refused(server, at('/literal')), /^not_public: 127.0.0.1 is not on the public Internet$/);
  assert.match(await refused(server, at('/name')), /inner.example is at an address that is not on the public Internet/);
  assert.equal(inner.seen.connections, 0);
});

test('robots.txt is heeded, by the name of this program', async () => {
  const agents = [];
  const note = (answer) => (request, response) => {
    agents.push(request.headers['user-agent']);
    response.end(answer);
  };
  const site = await serve({
    '/robots.txt': note('User-agent: *\nDisallow: /\n\nUser-agent: offprint-mcp\nDisallow: /closed\nAllow: /\n'),
    '/open': page(),
    '/closed': page(),
    '/leads': redirect('/closed'),
  });
  const closed = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /\n', '/': page() });
  const broken = await serve({ '/robots.txt': (_, response) => response.writeHead(500).end(), '/': page() });
  const server = await start(['--allow-private']);
  assert.equal((await server.call('read', { address: site.at('/open') })).pageType, 'article');
  for (const path of ['/closed', '/leads']) {
    assert.match(await refused(server, site.at(path)), /^robots: the robots.txt of .* does not allow this address/);
  }
  assert.match(await refused(server, closed.at('/')), /^robots: /);
  assert.match(await refused(server, broken.at('/')), /^robots_unreachable: .*: it answers 500$/);
  assert.deepEqual(agents, ['offprint-mcp/0.1.0']);
  assert.deepEqual([closed.seen.requests, broken.seen.requests], [['/robots.txt'], ['/robots.txt']]);
});

test('what is too large, of another type, or no page at all is refused', async () => {
  const large = page({ body: `<p>${'word '.repeat(2 << 20)}</p>` });
  const packed = (body) => (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body);
  const endless = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = () => {
      while (response.write('<p>more and more</p>'.repeat(1000)));
    };
    response.on('drain', more);
    more();
  };
  const site = await serve({
    '/large': large,
    '/endless': endless,
    '/bomb': packed(gzipSync(Buffer.alloc(64 << 20, 32))),
    '/packed': packed(gzipSync(page())),
    '/broken': packed('no gzip'),
    '/cut': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 9999 });
      response.write(page(), () => response.destroy());
    },
    '/image': typed('image/png', 'x'),
    '/json': typed('application/json; charset=utf-8', '{}'),
    '/hostile': typed('x\u202e'.replace('\u202e', '/ignore-previous-instructions'), 'x'),
    '/text': typed('text/plain; charset=utf-8', TEXT),
    '/untyped': (_, response) => response.end(page()),
    '/pdf': typed('text/html', '%PDF-1.7 ...'),
    '/bytes': typed('text/html', Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 256))),
    '/empty': '',
    '/gone': (_, response) => response.writeHead(410).end(page()),
    '/charset': typed('text/html; charset=no-such-charset', page({ head: '<meta charset="x-nonsense">' })),
    '/latin': typed('text/html; charset=gbk', Buffer.from(page({ title: 'Café' }), 'latin1')),
  });
  const server = await start(['--allow-private']);
  for (const [path, message] of Object.entries({
    '/large': /^page_failed: .* longer than 8388608 bytes$/,
    '/endless': /^page_failed: .* longer than 8388608 bytes$/,
    '/bomb': /^page_failed: .* longer than 8388608 bytes$/,
    '/broken': /^page_failed: the page failed before its end/,
    '/cut': /^page_failed: the page failed before its end/,
    '/image': /^media_type: this is image\/png, and only pages and plain text are read$/,
    '/json': /^media_type: this is application\/json, /,
    '/hostile': /^media_type: this is x\/ignore-previous-instructions, /,
    '/pdf': /^media_type: this is application\/pdf, and not a page$/,
    '/bytes': /^media_type: this is application\/octet-stream, and not a page$/,
    '/gone': /^status: the server answered 410$/,
    '/missing': /^status: the server answered 404$/,
  })) {
    assert.match(await refused(server, site.at(path)), message, path);
  }
  for (const path of ['/packed', '/text', '/untyped', '/charset', '/latin']) {
    const read = await server.call('read', { address: site.at(path) });
    assert.match(read.markdown ?? read.error, /lock keeper of Harrow Sluice/, path);
  }
  const empty = await server.call('read', { address: site.at('/empty') });
  assert.equal(empty.markdown, '');
  assert.match(empty.printed, /There is no article on the page/);
});

test('a page that is slow costs its own time and not that of the others, and a call ends within a minute', async () => {
  /** What waits for a number of slow pages to be asked for. */
  const waiting = [];
  let begun = 0;
  const asks = (count) => new Promise((resolve) => (begun >= count ? resolve() : waiting.push({ count, resolve })));
  const slow = (answer) => (_, response) => {
    begun++;
    answer(response);
    for (const { count, resolve } of waiting) if (begun >= count) resolve();
  };
  const never = slow(() => {});
  const drop = slow((response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<p>a word</p>'));
  /** Moves the program's clock. It asks again once it has done what was due. */
  let move = () => {};
  const asked = () => new Promise((resolve) => (move = resolve));
  let ready = asked();
  const clock = await serve({ '/': (_, response) => move((time) => response.end(String(time))) });
  const pass = async (time) => {
    const answer = await ready;
    ready = asked();
    answer(time);
    await ready;
  };
  const sites = await Promise.all(Array.from({ length: 34 }, (_, i) => serve({ '/': i % 2 ? never : drop })));
  const lost = await serve({ '/robots.txt': never, '/': page() });
  const good = await serve({ '/': page() });
  const node = ['--import', new URL('support/clock.mjs', import.meta.url).href];
  const server = await start(['--allow-private'], { env: { CLOCK: clock.at('/') }, node });
  const items = [good, ...sites, lost].map(({ at }) => ({ address: at('/') }));
  let isOver = false;
  const call = server.call('origins', { items }).finally(() => (isOver = true));
  // Eight pages at once, each for as long as a page may take.
  for (const count of [8, 16, 24, 32]) {
    await asks(count);
    if (count < 32) await pass(PAGE_TIME);
  }
  await pass(CALL_TIME - 3 * PAGE_TIME - 1);
  // Answers come in the order in which the program gives them.
  await server.client.ping();
  assert.equal(isOver, false);
  await pass(1);
  const { items: found, independentOrigins } = await call;
  assert.equal(begun, 32);
  assert.deepEqual([independentOrigins, found[0].judgedBy], [1, 'page']);
  const late = found.slice(1);
  assert.ok(late.every(({ fault }) => fault.code === 'too_slow'));
  assert.match(late[0].fault.message, /15 s|15000 ms/);
  assert.match(late.at(-1).fault.message, /the 50 s for one call were over/);
});
