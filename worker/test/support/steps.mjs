// Counts the steps of code, which are the same however busy the machine is: the blocks that run, and the letters and
// items that methods of strings and arrays look at. Other work of the platform (maps, templates, `Headers`) is not
// counted, nor are regular expressions: of these none may run that takes more than linear time for any text.

import { Session } from 'node:inspector';
import { analyse } from 'scslre';

let isCounting = false;
let steps = 0;

/** Counts before a method runs. What counting itself calls is not counted. */
function counted(prototype, name, count) {
  const method = prototype[name];
  const replacement = function (...given) {
    if (!isCounting) return Reflect.apply(method, this, given);
    isCounting = false;
    try {
      steps += count(this, ...given);
    } finally {
      isCounting = true;
    }
    return Reflect.apply(method, this, given);
  };
  Object.defineProperty(prototype, name, { value: replacement, writable: true, configurable: true });
}

/** The letters that the plainest search compares; `indexOf` promises no better one. */
function compared(text, search, from, isRepeated) {
  let count = 0;
  for (let at = from; at + search.length <= text.length; at++) {
    let same = 0;
    while (same < search.length && text[at + same] === search[same]) same++;
    count += same + 1;
    if (same < search.length) continue;
    if (!isRepeated) break;
    at += Math.max(0, same - 1);
  }
  return count;
}

for (const name of ['indexOf', 'includes']) {
  counted(String.prototype, name, (text, search, from = 0) => compared(text, String(search), from, false));
}
for (const [name, isRepeated] of [
  ['split', true],
  ['replaceAll', true],
  ['replace', false],
]) {
  const count = (text, search) => (typeof search === 'string' ? compared(text, search, 0, isRepeated) : 0);
  counted(String.prototype, name, count);
}
for (const name of ['startsWith', 'endsWith']) {
  counted(String.prototype, name, (text, search) => Math.min(text.length, search.length));
}
for (const name of ['toLowerCase', 'toUpperCase', 'trim', 'trimStart', 'trimEnd', 'padEnd', 'padStart', 'repeat']) {
  counted(String.prototype, name, (text) => text.length);
}
for (const name of ['slice', 'substring']) {
  const method = String.prototype[name];
  counted(String.prototype, name, (text, ...given) => Reflect.apply(method, text, given).length);
}
for (const name of ['includes', 'indexOf', 'join', 'slice', 'splice', 'shift', 'unshift', 'concat']) {
  counted(Array.prototype, name, (items) => items.length);
}

/** Whether some text makes a regular expression slow, by its source; and those that ran and are. */
const known = new Map();
const slow = new Set();

// All other methods for regular expressions call it.
counted(RegExp.prototype, 'exec', (regex) => {
  const key = String(regex);
  if (!known.has(key)) known.set(key, analyse(regex).reports.length > 0);
  if (known.get(key)) slow.add(key);
  return 0;
});

const session = new Session();
session.connect();

/** A command of the inspector, whose answer comes at once. */
function post(command, options = {}) {
  let answer;
  session.post(command, options, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}

post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The steps that some work takes in the worker and in the packages that it uses. */
export function stepsOf(work) {
  post('Profiler.takePreciseCoverage');
  steps = 0;
  slow.clear();
  isCounting = true;
  try {
    work();
  } finally {
    isCounting = false;
  }
  if (slow.size > 0) throw new Error(`more than linear: ${[...slow].join(' ')}`);
  const scripts = post('Profiler.takePreciseCoverage').result;
  const ours = scripts.filter(({ url }) => /\/(src|node_modules)\/(?!scslre|refa|regexp|@eslint)/.test(url));
  for (const { functions } of ours) {
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}
