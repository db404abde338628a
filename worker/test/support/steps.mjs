// Counts the steps of code, which are the same however busy the machine is: the blocks that run, the letters that
// methods of strings and the items that methods of arrays look at, and the steps of regular expressions. Other work of
// the platform (maps, templates, `Headers`) is not counted.
//
// V8 does not show how often a regular expression tries and goes back, so it is matched here a second time, the same
// way, and has to find the same.

import { Session } from 'node:inspector';
import { RegExpParser } from '@eslint-community/regexpp';

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

/**
 * A regular expression as a program: `fits` goes on if a test holds, `either` tries one place and, if that leads
 * nowhere, another.
 */
class Pattern {
  /** @type {{ fits?: (text: string, at: number) => number, either?: number[] }[]} */
  #program = [];
  #flags;
  /** Whether it is tried in one place alone. */
  #isFixed;

  constructor({ source, flags }) {
    this.#flags = flags;
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, /[uv]/.test(flags));
    this.#alternatives(pattern);
    const isAnchored = pattern.alternatives.every(({ elements }) => elements[0]?.kind === 'start');
    this.#isFixed = flags.includes('y') || (isAnchored && !flags.includes('m'));
  }

  /** Where it matches first, and the end of the match. */
  find(text, from) {
    for (let at = from; at <= text.length; at++) {
      const end = this.#end(text, at);
      if (end !== -1) return [at, end];
      if (this.#isFixed) break;
    }
    return undefined;
  }

  #end(text, start) {
    const untried = [[0, start]];
    while (untried.length > 0) {
      let [place, at] = untried.pop();
      while (at !== -1) {
        if (place === this.#program.length) return at;
        steps++;
        const { fits, either } = this.#program[place++];
        if (fits) at = fits(text, at);
        else {
          place = either[0];
          if (either.length > 1) untried.push([either[1], at]);
        }
      }
    }
    return -1;
  }

  /** Adds the way into one of several parts. */
  #either(...places) {
    this.#program.push({ either: places });
    return places;
  }

  /** Each adds a part to the program, and returns how many letters it takes at least. */
  #alternatives({ alternatives: [first, ...others] }) {
    const ways = others.length > 0 && this.#either(this.#program.length + 1, -1);
    const length = first.elements.reduce((sum, element) => sum + this.#element(element), 0);
    if (!ways) return length;
    const out = this.#either(-1);
    ways[1] = this.#program.length;
    const other = this.#alternatives({ alternatives: others });
    out[0] = this.#program.length;
    return Math.min(length, other);
  }

  #element(element) {
    const { type, kind, raw } = element;
    if (type === 'Group' || type === 'CapturingGroup') return this.#alternatives(element);
    if (type === 'Quantifier') return this.#repeated(element);
    if (type === 'Assertion' && (kind === 'start' || kind === 'end')) return this.#edge(kind);
    if (!['Character', 'CharacterClass', 'CharacterSet'].includes(type)) throw new Error(`${raw} cannot be counted`);
    const one = new RegExp(`^(?:${raw})$`, this.#flags.replace(/[gym]/g, ''));
    const isWide = /[uv]/.test(this.#flags);
    const fits = (text, at) => {
      if (at >= text.length) return -1;
      const char = isWide ? String.fromCodePoint(text.codePointAt(at)) : text[at];
      return one.test(char) ? at + char.length : -1;
    };
    this.#program.push({ fits });
    return 1;
  }

  #edge(kind) {
    const isLine = this.#flags.includes('m');
    const fits = (text, at) => {
      const [edge, neighbour] = kind === 'start' ? [0, at - 1] : [text.length, at];
      return at === edge || (isLine && /[\n\r\u2028\u2029]/.test(text[neighbour])) ? at : -1;
    };
    this.#program.push({ fits });
    return 0;
  }

  #repeated({ element, min, max, greedy, raw }) {
    const order = (more, enough) => (greedy ? [more, enough] : [enough, more]);
    const outs = [];
    let length = 0;
    for (let times = 0; times < (max === Infinity ? min + 1 : max); times++) {
      const begin = this.#program.length;
      if (times >= min) outs.push(this.#either(...order(begin + 1, -1)));
      const one = this.#element(element);
      if (times < min) length += one;
      if (times < min || max !== Infinity) continue;
      if (one === 0) throw new Error(`${raw} cannot be counted`);
      this.#either(begin);
    }
    for (const ways of outs) ways[ways.indexOf(-1)] = this.#program.length;
    return length;
  }
}

const patterns = new Map();
const { exec } = RegExp.prototype;

// All other methods for regular expressions call it.
counted(RegExp.prototype, 'exec', (regex, given) => {
  const [before, key, text] = [steps, String(regex), String(given)];
  if (!patterns.has(key)) patterns.set(key, new Pattern(regex));
  const from = /[gy]/.test(regex.flags) ? regex.lastIndex : 0;
  const found = patterns.get(key).find(text, from);
  const copy = new RegExp(regex);
  copy.lastIndex = from;
  const native = Reflect.apply(exec, copy, [text]);
  const isSame = native ? native.index === found?.[0] && native.index + native[0].length === found[1] : !found;
  if (!isSame) throw new Error(`${key} was matched wrongly`);
  return steps - before;
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
  isCounting = true;
  try {
    work();
  } finally {
    isCounting = false;
  }
  const scripts = post('Profiler.takePreciseCoverage').result;
  const ours = scripts.filter(({ url }) => /\/(src|node_modules)\//.test(url) && !url.includes('/regexpp/'));
  for (const { functions } of ours) {
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}
