// Two servers for trying things out: a site of sample pages for the worker, and the demo site of www/.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { samples, site } from '../../www/build.mjs';

/** The sample site: each page at /<slug> with its own bytes and Content-Type, and an index. */
export async function sampleSite(port) {
  const pages = new Map((await samples()).map((page) => [`/${page.slug}`, page]));
  return listen(port, async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    const page = pages.get(pathname);
    if (page) {
      send(response, 200, page.contentType, await readFile(page.file));
    } else if (pathname === '/') {
      send(response, 200, 'text/html; charset=utf-8', index([...pages.values()]));
    } else {
      send(response, 404, 'text/html; charset=utf-8', '<!doctype html><title>404</title><p>Nothing here.\n');
    }
  });
}

function index(pages) {
  const escaped = (text) => text.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const rows = pages.map(
    ({ slug, title, lang, family, relation, note }) =>
      `<tr><td><a href="/${slug}">${slug}</a><td lang="${lang}">${escaped(title)}
<td>${family}<td>${relation}<td>${escaped(note)}`,
  );
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sample site</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
td,th{padding:.35rem .8rem .35rem 0;vertical-align:top;text-align:left;border-top:1px solid #8884}</style>
<h1>Sample site</h1>
<p>${pages.length} pages, and one that is <a href="/missing">missing</a>.
<table><tr><th>page<th>title<th>family<th>to the original<th>what it shows
${rows.join('\n')}
</table>
`;
}

/** The demo site, see www/build.mjs; `policy` is a Content-Security-Policy next to those that its pages state. */
export async function demoPage(port, policy) {
  const files = await site();
  return listen(port, async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://page').pathname.slice(1)) || 'index.html';
    const file = files.get(path);
    if (file === undefined) return send(response, 404, 'text/plain', 'Nothing here.\n');
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const headers = policy ? { 'content-security-policy': policy } : {};
    const body = file instanceof URL ? await readFile(file) : file;
    if (!PACKED.test(type) || !/\bgzip\b/.test(request.headers['accept-encoding'])) {
      return send(response, 200, type, body, headers);
    }
    // Like common hosts.
    const packed = gzipSync(body, { level: 4 });
    send(response, 200, type, packed, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
  });
}

/** Types that compression makes smaller. */
const PACKED = /^text|javascript|json|svg|wasm/;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

function send(response, status, type, body, headers) {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** A server of this machine only, at this port, or if that is taken, at any other. */
export async function listen(port, handle) {
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error) => {
      console.error(`${request.method} ${request.url}: ${error.message}`);
      response.destroy();
    });
  });
  const listening = (at) => once(server.listen(at, '127.0.0.1'), 'listening');
  await listening(port).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.log(`Port ${port} is taken, so this uses another one.`);
    return listening(0);
  });
  return server;
}
