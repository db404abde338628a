#!/usr/bin/env node
// The worker without Cloudflare: on the real workerd, with its store and register in a folder, behind or in front of a
// web server on this machine. docs/edge/self-hosted.md explains it.
//
//   offprint-edge --origin http://127.0.0.1:8080 [--listen [HOST:]PORT] [--folder DIR] [--trust ADDR,…]
//
// All other settings are variables of the environment, as in docs/edge/settings.md. For Cloudflare, `offprint-edge new
// www.example.com` writes the settings of a site's worker.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { BlockList, isIP } from 'node:net';
import { relative } from 'node:path';
import { Duplex, pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { bundle, bundled } from './local.mjs';

/** Longest time that requests may take to end once the program is told to stop, and work after the last one, in ms. */
const GRACE = 10_000;
const AFTERMATH = 1000;
/** Headers by which a client could claim what only a proxy or the platform says. */
const CLAIMS = /^(cf-|mf-|x-forwarded-|x-real-ip$|forwarded$|true-client-ip$)/;

const USAGE = `usage: offprint-edge --origin http://127.0.0.1:8080 [--listen [HOST:]PORT] [--folder DIR]
                      [--trust ADDR,…]
       offprint-edge new www.example.com`;
const HERE = new URL('.', import.meta.url);
/** The bundle of the package; the repository has the sources instead. */
const BUNDLE = fileURLToPath(new URL('dist', HERE));

const { values, positionals } = argumentsOf();
if (positionals[0] === 'new' && positionals.length === 2) {
  await writeSettings(positionals[1]);
  process.exit();
}
if (positionals.length > 0 || !/^https?:/i.test(values.origin ?? '') || !URL.canParse(values.origin)) misused();
const { host, port } = placeOf(values.listen);
const trusted = trustedBy(values.trust);
const isTrusted = (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isBuilt = !existsSync(new URL('src', HERE));
const { bindings, ...options } = isBuilt ? bundled(BUNDLE) : await bundle(`${values.folder}/bundle`);
const named = Object.entries(process.env).filter(([name]) => /^(OFFPRINT_|ORIGINS$)/.test(name));
const worker = new Miniflare({
  ...options,
  bindings: { ...bindings, ...Object.fromEntries(named), ORIGIN: values.origin },
  kvPersist: `${values.folder}/kv`,
  durableObjectsPersist: `${values.folder}/objects`,
  host: '127.0.0.1',
  port: 0,
  log: new Log(LogLevel.WARN),
});
const inner = await worker.ready;
const agent = new http.Agent({ keepAlive: true });

const server = http.createServer((request, response) => {
  const asked = passedOn(request);
  if (!asked) return response.writeHead(400).end();
  asked.on('response', (answer) => {
    response.writeHead(answer.statusCode, ofPage(answer.rawHeaders));
    // A page that breaks off must not look like one that is slow.
    pipeline(answer, response, () => {});
  });
  asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => asked.destroy());
  request.pipe(asked);
});
server.on('upgrade', (request, socket, head) => {
  const asked = passedOn(request);
  if (!asked) return socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  /** @param {http.IncomingMessage} answer @param {import('node:stream').Readable} behind @param {Buffer} first */
  const join = ({ statusCode, statusMessage, rawHeaders }, behind, first) => {
    // Without an upgrade, a body ends where the connection does.
    const headers = statusCode === 101 ? rawHeaders : [...ofPage(rawHeaders), 'Connection', 'close'];
    const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []));
    socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '\r\n'].join('\r\n'));
    socket.write(first);
    pipeline(behind, socket, () => {});
    if (behind instanceof Duplex) pipeline(socket, behind, () => {});
  };
  asked.on('upgrade', join);
  asked.on('response', (answer) => join(answer, answer, Buffer.alloc(0)));
  asked.on('error', () => socket.destroy());
  socket.on('error', () => asked.destroy());
  asked.end(head);
});

/** Headers without those of their connection: a client of HTTP/1.0 knows no chunks. @param {string[]} raw */
const ofPage = (raw) => raw.filter((_, i) => !/^(connection|keep-alive|transfer-encoding)$/i.test(raw[i - (i % 2)]));

/** The request as the worker gets it; undefined without a valid address. @param {http.IncomingMessage} request */
function passedOn(request) {
  const peer = request.socket.remoteAddress?.replace(/^::ffff:/, '');
  if (!peer) return undefined; // The client is gone.
  const { address, scheme, chain } = visitorOf(peer, request.headers);
  // A proxy may be asked for a whole address; monitors of HTTP/1.0 name no host.
  const [, named = request.headers.host || new URL(values.origin).host, path] = /^(?:https?:\/\/([^/?]*))?(.*)$/is.exec(
    request.url,
  );
  if (/[/?#@\\]/.test(named) || !path.startsWith('/') || !URL.canParse(`${scheme}://${named}`)) return undefined;
  const kept = Object.entries(request.headers).filter(([name]) => !CLAIMS.test(name));
  const headers = {
    ...Object.fromEntries(kept),
    host: named,
    'cf-connecting-ip': address,
    'x-forwarded-for': chain.join(', '),
    'mf-original-url': `${scheme}://${named}${path}`,
  };
  return http.request({ agent, host: inner.hostname, port: inner.port, method: request.method, path, headers });
}

server.listen(port, host, () => console.log(`Offprint listens at ${values.listen}, before ${values.origin}`));

/**
 * The client: the last address that no trusted proxy has, the scheme that the nearest one states, and all addresses
 * that are known. Headers of any other client are not believed.
 */
function visitorOf(peer, headers) {
  if (!isTrusted(peer)) return { address: peer, scheme: 'http', chain: [peer] };
  const stated = (headers['x-forwarded-for'] ?? '').split(',').map((address) => withoutPort(address.trim()));
  const chain = [...stated.filter((address) => isIP(address)), peer];
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return { address: chain.findLast((address) => !isTrusted(address)) ?? peer, scheme, chain };
}

/** An address as `192.0.2.1:5678` or `[2001:db8::1]:5678` has it, as some proxies write it. @param {string} stated */
const withoutPort = (stated) => stated.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');

/** @returns {never} */
function misused() {
  console.error(USAGE);
  process.exit(2);
}

function argumentsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        origin: { type: 'string' },
        listen: { type: 'string', default: '127.0.0.1:8787' },
        folder: { type: 'string', default: 'offprint-edge' },
        trust: { type: 'string', default: '' },
      },
    });
  } catch {
    return misused();
  }
}

/** @param {string} listen */
function placeOf(listen) {
  const [, named = '127.0.0.1', port] = /^(?:(.*):)?(\d{1,5})$/.exec(listen) ?? [];
  const host = named.replace(/^\[(.*)\]$/, '$1');
  if (port === undefined || Number(port) > 65_535 || (/[:[\]]/.test(host) && isIP(host) !== 6)) return misused();
  return { host, port: Number(port) };
}

/** @param {string} list addresses and networks */
function trustedBy(list) {
  const trusted = new BlockList();
  try {
    for (const address of list.split(',').filter(Boolean)) {
      const [network, bits] = address.split('/');
      const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
      if (bits) trusted.addSubnet(network, Number(bits), family);
      else trusted.addAddress(network, family);
    }
  } catch {
    return misused();
  }
  return trusted;
}

/** Writes `wrangler.jsonc` for the worker of a host into this folder: with its route, and with a dry run at first. */
async function writeSettings(host) {
  const own = [
    ['"src/index.js"', JSON.stringify(relative('', `${BUNDLE}/index.js`))],
    ['"OFFPRINT_HOSTS": ""', `"OFFPRINT_HOSTS": ${JSON.stringify(host)}`],
    ['"OFFPRINT_DRY_RUN": "false"', '"OFFPRINT_DRY_RUN": "true"'],
    ['// "routes": [{ "pattern": "www.example.com/*", "zone_name": "example.com" }]', `"routes": ["${host}/*"]`],
  ];
  const template = await readFile(new URL('wrangler.jsonc', HERE), 'utf8');
  const written = own.reduce((text, [from, to]) => text.replace(from, to), template);
  await writeFile('wrangler.jsonc', written, { flag: 'wx' });
  console.log('Wrote wrangler.jsonc. Next: npx wrangler deploy --env=""');
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  // Miniflare would end the runtime at once.
  process.removeAllListeners(signal);
  process.once(signal, stop);
}

/** Finishes the open requests, gives the register time to take in their pages, and ends. */
async function stop() {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, GRACE))]);
  await new Promise((resolve) => setTimeout(resolve, AFTERMATH));
  await worker.dispose();
  process.exit();
}
