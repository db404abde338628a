// The native program, run as users run it: OFFPRINT, or what cargo built last.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const NATIVE = process.env.OFFPRINT ?? fileURLToPath(new URL('../../../target/debug/offprint', import.meta.url));
export const PAGES = fileURLToPath(new URL('../../../tests/pages', import.meta.url));

/** Runs a program and returns what it did. */
export async function run(program, words, stdin = '') {
  const child = spawn(program, words, { stdio: 'pipe' });
  child.stdin.on('error', () => {}); // It need not read its input.
  child.stdin.end(stdin);
  const text = async (stream) => {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

export function offprint(words, stdin) {
  return run(NATIVE, words, stdin);
}

/** What is printed for files in a folder that are not pages, and the numbers of `dedupe`; neither is a failure. */
const SKIPPED = /^offprint: (skipped \d+ files? that (is|are) no pages?, |[\d,]+ read in ).*\n/gm;

/** Standard output of a run that has to go well, one object a line. */
export async function lines(words, stdin) {
  const { code, out, err } = await offprint(words, stdin);
  if (code || err.replace(SKIPPED, '')) throw new Error(`exit code ${code}: ${err}`);
  return out.trimEnd().split('\n').map(JSON.parse);
}

/** A folder of its own for the tests of one file, and a way to write into it. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'offprint-cli-'));
  after(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    const path = join(folder, name);
    if (content !== undefined) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    return path;
  };
}

/** Twenty-four sentences on a subject, the same each time, unlike those on other subjects. */
export function story(subject) {
  const syllables = 'ka to mi re su lo ne vi da po gu ha be zo fi ru'.split(' ');
  let state = subject * 7919 + 1;
  const word = () => {
    const syllable = () => syllables[(state = (state * 48271) % 0x7fffffff) % 16];
    return syllable() + syllable() + syllable();
  };
  return Array.from({ length: 24 }, () => `The ${Array.from({ length: 10 }, word).join(' ')}.`);
}

/** A page with a body of these sentences. */
export function page(title, sentences) {
  const body = sentences.map((sentence) => `<p>${sentence}</p>`).join('');
  return (
    `<!doctype html><html lang=en><title>${title}</title><body><nav><a href=/>Home</a></nav>` +
    `<article><h1>${title}</h1>${body}</article><footer>All rights reserved</footer>`
  );
}
