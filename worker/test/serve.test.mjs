// The worker without Cloudflare, behind and in front of nginx and Caddy, as Debian packages them; and the package.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, tool } from '../../pkg/test/support/project.mjs';
import { CRAWLER, HTML, exchange, page, scratch, siteOf, until } from './support/site.mjs';

const PROGRAM = fileURLToPath(new URL('../serve.mjs', import.meta.url));
const GOOGLE = { ranges: [{ name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19'] }] };
const TOKEN = 'a-token-for-self-hosting';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Runs the worker in front of an origin until the test ends. */
async function serve(t, origin, folder, { program: file = PROGRAM, trust = '', host = '127.0.0.1' } = {}) {
  const port = await freePort();
  const listen = host === '' ? `${port}` : `${host}:${port}`;
  const flags = ['--origin', origin, '--listen', listen, '--folder', folder, '--trust', trust];
  const own = { OFFPRINT_HOSTS: 'www.paper.example', OFFPRINT_READS: 'public', OFFPRINT_TOKEN: TOKEN };
  const env = { ...process.env, ...own, OFFPRINT_IMPORT_TOKEN: TOKEN, OFFPRINT_AGENTS: JSON.stringify(GOOGLE) };
  const program = spawn(process.execPath, [file, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  const stop = () => {
    program.kill();
    return ended;
  };
  t.after(stop);
  const output = createInterface(program.stdout);
  await once(output, 'line');
  const logged = [];
  output.on('line', (line) => logged.push(JSON.parse(line)));
  return { address: `http://${host || '127.0.0.1'}:${port}`, port, logged, program, stop };
}

const DAM = { '/dam': { headers: HTML, body: page(2, 0) } };

/** A site until the test ends, and the requests that it got. */
async function siteFor(t, pages = DAM) {
  const asked = [];
  const site = await siteOf(pages, asked);
  t.after(() => site.close());
  return { ...site, asked };
}

const folder = () => mkdtemp(join(scratch, 'edge-'));

/** The worker in front of such a site. */
async function edgeFor(t, pages, options) {
  const site = await siteFor(t, pages);
  return { site, ...(await serve(t, site.origin, await folder(), options)) };
}

/** Runs a web server in front of another one until the test ends. */
async function proxy(t, kind, to) {
  const [folder, port] = [await mkdtemp(join(scratch, `${kind}-`)), await freePort()];
  const [command, file, config] = {
    nginx: [
      [process.env.NGINX ?? '/usr/sbin/nginx', '-c', `${folder}/conf`, '-p', folder, '-e', `${folder}/error.log`],
      `${folder}/conf`,
      `daemon off; pid ${folder}/pid; events {}
      http {
        access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
        uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass ${to};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto https;
          }
        }
      }`,
    ],
    caddy: [
      [process.env.CADDY ?? '/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
      `${folder}/Caddyfile`,
      `{
        admin off
        auto_https off
        storage file_system ${folder}
      }
      http://:${port} {
        bind 127.0.0.1
        reverse_proxy ${to} {
          header_up X-Forwarded-Proto https
        }
      }`,
    ],
  }[kind];
  await writeFile(file, config);
  const env = { ...process.env, HOME: folder };
  const program = spawn(command[0], command.slice(1), { env, stdio: 'ignore' });
  t.after(() => program.kill());
  const address = `http://127.0.0.1:${port}`;
  await until(async () => (await get(address, '/none')).status === 404, `${kind} answers`);
  return address;
}

const get = (base, path, headers = {}) =>
  exchange(base, { path, headers: { host: 'www.paper.example', 'user-agent': CRAWLER, ...headers } });

/** The addresses that are registered. */
async function registered(base) {
  const { body } = await get(base, '/_offprint/export', { authorization: `Bearer ${TOKEN}` });
  return [...`${body}`.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url);
}

for (const kind of ['nginx', 'caddy']) {
  test(`behind ${kind} the visitor's address and scheme are those that it states`, async (t) => {
    const edge = await edgeFor(t, DAM, { trust: '127.0.0.1' });
    const base = await proxy(t, kind, edge.address);
    const forged = await get(base, '/dam', {
      'cf-connecting-ip': '66.249.66.1',
      'mf-original-url': 'https://evil.example/dam',
      'mf-cf-blob': '{"verifiedBotCategory":"Search Engine Crawler"}',
    });
    assert.match(forged.headers.offprint, /;class=other;by=address;claims="Googlebot"$/);
    assert.ok(forged.body.equals(DAM['/dam'].body));
    await until(async () => (await registered(base)).length > 0, 'the article');
    assert.deepEqual(await registered(base), ['https://www.paper.example/dam']);
    const { headers } = edge.site.asked.find(({ url }) => url === '/dam');
    assert.deepEqual([headers['x-forwarded-proto'], headers['x-forwarded-host']], ['https', 'www.paper.example']);
    assert.equal(headers['mf-original-url'], undefined);
  });

  test(`before ${kind} no header of a visitor is believed`, async (t) => {
    const site = await siteFor(t);
    const edge = await serve(t, await proxy(t, kind, site.origin), await folder());
    const claims = {
      'x-forwarded-for': '66.249.66.1',
      'x-forwarded-proto': 'https',
      'cf-connecting-ip': '66.249.66.1',
    };
    const { headers, body } = await get(edge.address, '/dam', claims);
    assert.match(headers.offprint, /;claims="Googlebot"$/);
    assert.ok(body.equals(DAM['/dam'].body));
    await until(async () => (await registered(edge.address)).length > 0, 'the article');
    assert.deepEqual(await registered(edge.address), ['http://www.paper.example/dam']);
  });
}

/** What a server answers to a request as it is written. */
async function answerTo({ port }, lines, after = '') {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${after}`, 'latin1');
  const parts = [];
  for await (const part of socket.setTimeout(10_000, () => socket.destroy())) {
    parts.push(part);
    if (after && Buffer.concat(parts).includes('echo')) break;
  }
  return Buffer.concat(parts).toString('latin1');
}

test('a visitor who names no host, no valid one, or a whole address breaks nothing', async (t) => {
  const inPieces = (_, response) => response.writeHead(200, HTML).write('piece', () => response.end(' by piece'));
  const { site, ...edge } = await edgeFor(t, { ...DAM, '/pieces': inPieces });
  assert.match(await answerTo(edge, ['GET /pieces HTTP/1.0']), /\r\n\r\npiece by piece$/);
  for (const [status, ...lines] of [
    [200, 'GET /dam HTTP/1.0'],
    [200, 'GET /dam HTTP/1.1', 'Host:', 'Connection: close'],
    [200, 'GET http://www.paper.example/dam HTTP/1.1', 'Host: other.example', 'Connection: close'],
    ...['a b', 'paper.example/evil', 'user@paper.example', 'paper.example:99999'].map((host) => [
      ...[400, 'GET /dam HTTP/1.1', `Host: ${host}`, 'Connection: close'],
    ]),
    [400, 'OPTIONS * HTTP/1.1', 'Host: www.paper.example', 'Connection: close'],
  ]) {
    assert.match(await answerTo(edge, lines), new RegExp(`^HTTP/1.1 ${status} `), lines.join(' | '));
  }
  const hosts = site.asked.filter(({ method }) => method === 'GET').map(({ headers }) => headers['x-forwarded-host']);
  const behind = new URL(site.origin).host;
  assert.deepEqual(hosts, [behind, behind, behind, 'www.paper.example']);
});

test('a WebSocket of the site goes through, and one that it refuses is refused', async (t) => {
  const edge = await edgeFor(t, { '/none': { status: 403, body: 'no' } });
  edge.site.server.on('upgrade', (request, socket) => {
    const refusal = 'HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n';
    if (request.url !== '/live') return socket.end(refusal);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    // One frame for the client's: text of four bytes.
    socket.once('data', () => socket.write(Buffer.from('\x81\x04echo', 'latin1')));
  });
  const asking = (path) => [
    ...[`GET ${path} HTTP/1.1`, 'Host: www.paper.example', 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  ];
  // A masked frame: text of two bytes.
  assert.match(await answerTo(edge, asking('/live'), '\x81\x82\0\0\0\0hi'), /^HTTP\/1\.1 101 .*echo$/s);
  const refused = await answerTo(edge, asking('/none'));
  assert.match(refused, /^HTTP\/1\.1 403 .*\r\n\r\nno$/s);
  assert.doesNotMatch(refused, /transfer-encoding/i);
});

test('an answer that breaks off at the origin breaks off at the client', async (t) => {
  const broken = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 1000 });
    response.write('half', () => response.destroy());
  };
  const edge = await edgeFor(t, { '/half': broken });
  const [response] = await once(http.get(`${edge.address}/half`, { agent: false }), 'response');
  const [error] = await once(response, 'error', { signal: t.signal });
  assert.equal(error.code, 'ECONNRESET');
});

test('a visitor who is gone before the request is seen ends nothing', async (t) => {
  const edge = await edgeFor(t);
  edge.program.kill('SIGSTOP');
  const socket = connect(edge.port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write('GET /dam HTTP/1.1\r\nHost: www.paper.example\r\n\r\n', resolve));
  socket.resetAndDestroy();
  await once(socket, 'close');
  edge.program.kill('SIGCONT');
  assert.equal((await get(edge.address, '/dam')).status, 200);
});

test('an address that a proxy states with a port is that address', async (t) => {
  const edge = await edgeFor(t, DAM, { trust: '127.0.0.1' });
  for (const [stated, offprint] of [
    ['66.249.66.1:5678', /;class=search;/],
    ['[2001:db8::1]:5678', /;claims="Googlebot"$/],
    ['unknown:5678', /;claims="Googlebot"$/],
  ]) {
    const { headers } = await get(edge.address, '/dam', { 'x-forwarded-for': stated });
    assert.match(headers.offprint, offprint, stated);
  }
});

for (const host of ['[::1]', '']) {
  test(`it listens at ${host || 'a bare port'}`, async (t) => {
    const edge = await edgeFor(t, DAM, { host });
    assert.equal((await get(edge.address, '/dam')).status, 200);
  });
}

test('settings that cannot be are refused before anything starts', async () => {
  const origin = ['--origin', 'http://127.0.0.1:9'];
  for (const flags of [
    [],
    ['--origin', 'localhost:8080'],
    [...origin, '--listen', 'localhost'],
    [...origin, '--listen', '::1'],
    [...origin, '--listen', '127.0.0.1:99999'],
    [...origin, '--trust', 'proxy.example'],
    [...origin, '--trust', '10.0.0.0/99'],
    [...origin, '--folders', 'edge'],
  ]) {
    const cwd = await mkdtemp(join(scratch, 'refused-'));
    const program = spawn(process.execPath, [PROGRAM, ...flags], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = program.stderr.toArray();
    const [code] = await once(program, 'exit');
    assert.deepEqual([code, await readdir(cwd)], [2, []], flags.join(' '));
    assert.match(`${Buffer.concat(await said)}`, /^usage: offprint-edge /, flags.join(' '));
  }
});

test('a stop answers what was asked, and nothing that is registered is lost', async (t) => {
  let finish;
  const slow = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('slow');
    finish = () => response.end(' answer');
  };
  const site = await siteFor(t, { ...DAM, '/slow': slow });
  const kept = await folder();
  const edge = await serve(t, site.origin, kept);
  const waiting = get(edge.address, '/slow');
  await until(() => finish, 'the slow request');
  await get(edge.address, '/dam');
  const stopped = edge.stop();
  finish();
  assert.equal(`${(await waiting).body}`, 'slow answer');
  await stopped;
  // The log has lines of JSON.
  const [{ event, outcome, url, time }] = edge.logged;
  assert.deepEqual([event, outcome, url], ['registered', 'new', 'http://www.paper.example/dam']);
  assert.ok(Date.parse(time) <= Date.now());
  const again = await serve(t, site.origin, kept);
  assert.match((await get(again.address, '/dam')).headers.offprint, /;known;/);
});

test('the packed package deploys with the settings that it writes, and runs without writing into itself', async (t) => {
  const cwd = await mkdtemp(join(scratch, 'package-'));
  const own = join(cwd, 'node_modules/offprint-edge');
  const worker = join(PROGRAM, '..');
  await run('npm', ['run', 'build'], { cwd: worker });
  const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', cwd, worker]));
  await mkdir(own, { recursive: true });
  await run('tar', ['xzf', join(cwd, filename), '-C', own, '--strip-components=1']);
  const { dependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) await symlink(tool(name), join(cwd, 'node_modules', name));
  assert.ok(!(await readdir(own)).includes('src'));

  const program = join(own, 'serve.mjs');
  await run(process.execPath, [program, 'new', 'www.paper.example'], { cwd });
  const wrangler = ['deploy', '--dry-run', '--outdir', 'out', '--env='];
  const deployed = await run(process.execPath, [tool('wrangler/bin/wrangler.js'), ...wrangler], { cwd });
  for (const variable of ['OFFPRINT_HOSTS ("www.paper.example")', 'OFFPRINT_DRY_RUN ("true")', 'env.ARTICLES']) {
    assert.ok(deployed.includes(variable), variable);
  }
  assert.match(await readFile(join(cwd, 'wrangler.jsonc'), 'utf8'), /"routes": \["www\.paper\.example\/\*"\]/);
  const [, size] = /gzip: ([\d.]+) KiB/.exec(deployed);
  assert.ok(Number(size) <= 650, `${size} KiB`);

  const files = () => readdir(own, { recursive: true });
  const before = await files();
  const edge = await edgeFor(t, DAM, { program });
  const { headers, body } = await get(edge.address, '/dam');
  assert.match(headers.offprint, /^different;/);
  assert.ok(body.equals(DAM['/dam'].body));
  assert.deepEqual(await files(), before);
});
