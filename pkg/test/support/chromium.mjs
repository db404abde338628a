// Programs in Chromium.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import http from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Opens a folder as a site; returns what the promise `done` of its page comes to.
 * @param {string} folder
 * @param {(page: import('playwright-core').Page) => unknown} [use] asks the page for something else
 */
export async function inChromium(folder, use) {
  const server = http.createServer(async (request, response) => {
    const path = normalize(decodeURI(new URL(request.url, 'http://localhost').pathname));
    const file = join(folder, path === '/' ? 'index.html' : path);
    // A folder without a page of its own gets an empty one.
    const body = await readFile(file).catch(() => (path === '/' ? '' : null));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(body === null ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await openInChromium(`http://127.0.0.1:${server.address().port}/`, use);
  } finally {
    server.close();
  }
}

/** The same of an address. */
export async function openInChromium(address, use = (page) => page.evaluate('done')) {
  if (!existsSync(PROGRAM)) {
    throw new Error(`no ${PROGRAM}: \`apt-get install chromium\`, or name the program in the variable CHROMIUM`);
  }
  const browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const broken = new Promise((_, reject) => page.on('pageerror', reject));
    await page.goto(address);
    return await Promise.race([use(page), broken]);
  } finally {
    await browser.close();
  }
}
