// The native program, run as users run it: OFFPRINT, or what cargo built last.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const NATIVE = process.env.OFFPRINT ?? fileURLToPath(new URL('../../../target/debug/offprint', import.meta.url));
export const PAGES = fileURLToPath(new URL('../../../tests/pages', import.meta.url));

/** Runs a program and returns what it did. */
export function run(program, words) {
  return new Promise((resolve) => {
    const ended = (error, out, err) => resolve({ code: error?.code ?? 0, out, err });
    execFile(program, words, { maxBuffer: 2 ** 28 }, ended).stdin.end();
  });
}

export function offprint(words) {
  return run(NATIVE, words);
}

/** What is printed for files in a folder that are not pages, and the numbers of `dedupe`; neither is a failure. */
const SKIPPED = /^offprint: (skipped \d+ files? that (is|are) no pages?, |[\d,]+ read in ).*\n/gm;

/** Standard output of a run that has to go well, one object a line. */
export async function lines(words) {
  const { code, out, err } = await offprint(words);
  if (code || err.replace(SKIPPED, '')) throw new Error(`exit code ${code}: ${err}`);
  return out.trimEnd().split('\n').map(JSON.parse);
}
