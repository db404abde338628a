// Compares how fast two builds of the program read a folder: `node tools/scripts/speed.mjs BEFORE AFTER FOLDER`. Fails
// if the second takes more than a tenth longer.

import { spawnSync } from 'node:child_process';

/** Rounds, in each of which both read the folder. More: a smaller difference shows through the noise. */
const ROUNDS = 15;
/** The folder is read this many times at once, since a program's start takes as long as a few pages. */
const TIMES = 20;
/** How much longer the second may take. */
const MOST = 1.1;

const [before, after, folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tools/scripts/speed.mjs BEFORE AFTER FOLDER');

function time(program) {
  const begin = performance.now();
  const { status, stderr } = spawnSync(program, ['read', ...Array(TIMES).fill(folder), '--jsonl', '--threads', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return performance.now() - begin;
}

// Noise only ever makes a run longer, so the shortest is the nearest to the truth.
const shortest = [Infinity, Infinity];
for (let round = 0; round < ROUNDS; round++)
  for (const [i, program] of [before, after].entries()) shortest[i] = Math.min(shortest[i], time(program));
const [first, second] = shortest.map((ms) => ms / TIMES);
const ratio = second / first;
console.log(`before ${first.toFixed(1)} ms, after ${second.toFixed(1)} ms, ratio ${ratio.toFixed(3)}`);
if (ratio > MOST) {
  console.error(`reading takes ${ratio.toFixed(2)} times as long; at most ${MOST} is allowed`);
  process.exitCode = 1;
}
