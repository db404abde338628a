#!/usr/bin/env node
// Runs the native program, which comes in a package for each platform (platforms.mjs). Without one, `read` and
// `compare` work in WebAssembly.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

const platform = `${process.platform}-${process.arch}`;

/** The native program; undefined if it is missing for this platform. */
function program() {
  if (process.env.OFFPRINT_BINARY) return process.env.OFFPRINT_BINARY;
  const ending = process.platform === 'win32' ? '.exe' : '';
  try {
    return createRequire(import.meta.url).resolve(`offprint-${platform}/offprint${ending}`);
  } catch {
    return undefined;
  }
}

const native = program();
const words = process.argv.slice(2);
if (native === undefined) {
  const { run } = await import('./wasm.js');
  process.exitCode = await run(words, platform);
} else {
  const { status, signal, error } = spawnSync(native, words, { stdio: 'inherit' });
  if (error) console.error(`offprint: cannot run ${native} (${error.message}): install the package again`);
  process.exitCode = status ?? (signal ? 128 + constants.signals[signal] : 2);
}
