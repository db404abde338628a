import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder until a test ends, or those of the file. @param {{ after(end: () => unknown): void }} [test] */
export async function folder(test = { after }) {
  const path = await mkdtemp(join(tmpdir(), 'offprint-'));
  test.after(() => rm(path, { recursive: true, force: true }));
  return path;
}
