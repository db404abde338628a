// The surfaces in Python, and those that it reaches: C, and the functions that Spark and datatrove call. One process
// answers for all of them; see surfaces.py.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NATIVE, run } from '../../pkg/test/support/cli.mjs';
import { clustered, copied, found, judged, listed, lookedUp, lookedUpUnscored } from './mappings.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** How the system names a library, and Python a module. */
const NAMES = { win32: ['', '.dll', 'pyd'], darwin: ['lib', '.dylib', 'abi3.so'], linux: ['lib', '.so', 'abi3.so'] };
const [before, after, module] = NAMES[process.platform] ?? NAMES.linux;
const library = (name) => join(dirname(NATIVE), `${before}${name}${after}`);

/** The answers by surface. */
async function asked({ pairs, pages, folder }) {
  // The package, as a wheel would install it.
  mkdirSync(join(folder, 'offprint'));
  copyFileSync(library('_offprint'), join(folder, 'offprint', `_offprint.${module}`));
  for (const name of ['__init__.py', '_schema.py', 'types.py']) {
    copyFileSync(join(ROOT, 'crates/python/offprint', name), join(folder, 'offprint', name));
  }
  const given = pages.map(({ id, url, html }) => ({ id, url, html }));
  const file = join(folder, 'pages.json');
  // Those of pairs come first.
  writeFileSync(file, JSON.stringify({ pages: given, pairs: pairs.length }));
  const program = fileURLToPath(new URL('surfaces.py', import.meta.url));
  const { code, out, err } = await run('python3', [program, folder, library('offprint_capi'), join(ROOT, 'engines')]);
  if (code !== 0) throw new Error(`surfaces.py: exit code ${code}: ${err}`);
  return JSON.parse(out);
}

/** @param {import('../agreement.test.mjs').Corpus} corpus */
export function surfaces(corpus) {
  let answers;
  const ask = (name) => async () => (await (answers ??= asked(corpus)))[name];
  const expected = {
    'python compare': { expects: judged },
    'python compare_many': { expects: judged },
    'python Index.add': { at: 'pages', expects: lookedUp },
    'python Index.find': { at: 'pages', expects: found },
    'python Index.add, in a file': { at: 'pages', expects: lookedUp },
    'python dedupe': { expects: copied },
    'python origins': { expects: clustered },
    'python fold': { expects: clustered },
    'c offprint_compare': { expects: judged },
    'c offprint_fold': { expects: clustered },
    'spark verdicts': { expects: listed },
    'datatrove DropCopies': { at: 'pages', expects: lookedUpUnscored },
  };
  return Object.fromEntries(Object.entries(expected).map(([name, how]) => [name, { ...how, ask: ask(name) }]));
}
