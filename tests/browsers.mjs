// Pages in Chromium and in Firefox. `chromium()` or `firefox()` starts a browser, and Puppeteer
// drives it: Chromium over its own protocol, Firefox over WebDriver BiDi.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import puppeteer from 'puppeteer-core';
import { listen } from './server.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** The path of a program: the one that a variable names, or Debian's. */
function program(variable, name, debian = name) {
  const path = process.env[variable] ?? `/usr/bin/${name}`;
  if (existsSync(path)) return path;
  throw new Error(`no ${path}: \`apt-get install ${debian}\`, or name a program like it in the variable ${variable}`);
}

export const screenProgram = () => program('XVFB', 'Xvfb', 'xvfb');

/** Starts Chromium, with `args` in addition to those that every machine needs. */
export function chromium({ args = [], ...options } = {}) {
  return puppeteer.launch({
    executablePath: program('CHROMIUM', 'chromium'),
    args: ['--no-sandbox', '--disable-gpu', ...args],
    defaultViewport: { width: 1280, height: 720 },
    ...options,
  });
}

export function firefox(options) {
  return puppeteer.launch({ browser: 'firefox', executablePath: program('FIREFOX', 'firefox-esr'), ...options });
}

export const BROWSERS = { Chromium: chromium, Firefox: firefox };

/** Serves a folder as a site on this machine, with `headers`; returns its address, and a function to close it. */
export async function serve(folder, headers = {}) {
  const { origin, close } = await listen(async (request, response) => {
    const path = normalize(decodeURI(new URL(request.url, 'http://localhost').pathname));
    const file = join(folder, path === '/' ? 'index.html' : path);
    // A folder without a page or an icon gets an empty one.
    const body = await readFile(file).catch(() => (['/', '/favicon.ico'].includes(path) ? '' : null));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(body === null ? 404 : 200, { 'content-type': type, ...headers });
    response.end(body);
  });
  return { address: `${origin}/`, close };
}

/**
 * Opens a folder as a site; returns the value of the promise `done` of its page.
 * @param {typeof chromium | typeof firefox} start
 * @param {string} folder
 * @param {(page: import('puppeteer-core').Page) => unknown} [use] gets another value from the page
 */
export async function inBrowser(start, folder, use) {
  const site = await serve(folder);
  try {
    return await openInBrowser(start, site.address, use);
  } finally {
    site.close();
  }
}

/** The same for an address. */
export async function openInBrowser(start, address, use = (page) => page.evaluate('done')) {
  const browser = await start();
  try {
    const page = await browser.newPage();
    const broken = new Promise((_, reject) => page.on('pageerror', reject));
    await page.goto(address);
    return await Promise.race([use(page), broken]);
  } finally {
    await browser.close();
  }
}
