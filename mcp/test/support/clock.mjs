// Loaded before the program: a clock for its time limits, which stands still until a test moves it. CLOCK is an address
// that answers with the milliseconds that have passed, once some have. Shorter times, which wait for nothing that the
// tests count, pass by themselves.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

const LIMITS = 10_000;

let now = 0;
const due = new Map();
const { setTimeout: real, clearTimeout: clear } = globalThis;

globalThis.setTimeout = Object.assign((act, time, ...given) => {
  if (!(time >= LIMITS)) return real(act, time, ...given);
  const timer = { unref: () => timer, ref: () => timer, hasRef: () => true };
  due.set(timer, { at: now + time, act: () => act(...given) });
  return timer;
}, real);
globalThis.clearTimeout = (timer) => {
  if (!due.delete(timer)) clear(timer);
};

function wait() {
  get(process.env.CLOCK, async (response) => {
    now += Number(await text(response));
    for (const [timer, { at, act }] of due) {
      if (at <= now && due.delete(timer)) act();
    }
    wait();
  }).on('error', () => {
    // The test is over.
  });
}
wait();
