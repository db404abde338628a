// The native program, run as users run it: OFFPRINT, or what cargo built last.
import { spawn } from 'node:child_process';
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
