// The words after a command.
import { parseArgs } from 'node:util';
import { methodList } from './core.js';
import { Failure } from './failure.js';

/** @typedef {import('node:util').ParseArgsConfig['options']} Options */

export const flag = /** @type {const} */ ({ type: 'boolean' });
export const value = /** @type {const} */ ({ type: 'string' });

/** What the commands that judge many documents print. */
export const LINES = { plain: flag, jsonl: flag };
/** What a document is, and how it is fetched. */
export const INPUT = { as: value, 'feed-content': flag, timeout: value, 'max-bytes': value };
/** What commands on many documents have. */
export const MANY = { ...INPUT, 'files-from': value };
/** What every command has, for all that it reads. */
const COMMON = /** @type {const} */ ({ help: { ...flag, short: 'h' }, threads: value });

const KINDS = ['page', 'feed', 'warc'];
const EIGHT_MIB = 8 << 20;

/**
 * @param {string} command
 * @param {string[]} words what the user gave after it
 * @param {Options} options
 * @param {string[]} names of what must be given without an option; the last may end in `...`, or be that, for more
 * @returns {{ values: Record<string, any>, given: string[] }} the options' values, and what is `given` without one
 */
export function parse(command, words, options, names) {
  const refuse = (what) => new Failure(what, command, `see \`offprint ${command} --help\``);
  let parsed;
  try {
    parsed = parseArgs({ args: words, options: { ...options, ...COMMON }, allowPositionals: true });
  } catch (error) {
    throw refuse(error.message.split(/\. (?:To|Did)|\n/)[0].replace(/^./, (c) => c.toLowerCase()));
  }
  const { values, positionals: given } = parsed;
  if (values.help) return { values, given };
  const isListed = values['files-from'] !== undefined;
  const takesMany = names.at(-1)?.endsWith('...');
  const needed = names.filter((name) => name !== '...').length;
  if (given.length < needed && !isListed) throw refuse(`${names[given.length].replace('...', '')} is missing`);
  if (given.length > names.length && !takesMany) throw refuse(`one word too many, ${given[names.length]}`);
  for (const [one, other] of [
    ['json', 'jsonl'],
    ['plain', 'jsonl'],
    ['json', 'csv'],
    ['jsonl', 'csv'],
    ['markdown', 'html'],
    ['markdown', 'explain'],
    ['html', 'explain'],
    ['rewrites', 'method'],
  ]) {
    if (values[one] && values[other]) throw refuse(`--${one} cannot be used with --${other}`);
  }
  if (values.as && !KINDS.includes(values.as)) throw refuse(`--as ${values.as} is none of ${KINDS.join(', ')}`);
  const seconds = number(values.timeout, 'timeout', refuse);
  const maxBytes = size(values['max-bytes'], refuse) ?? EIGHT_MIB;
  const threads = number(values.threads, 'threads', refuse);
  if (threads !== undefined && !(threads >= 1 && threads <= 1024)) {
    throw refuse(`--threads ${threads} is not from 1 to 1024`);
  }
  return {
    values: { ...values, seconds, maxBytes, threads, form: values.json ? 'json' : values.jsonl ? 'jsonl' : 'plain' },
    given,
  };
}

function number(text, option, refuse) {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw refuse(`--${option} ${text} is no whole number up to nine digits`);
  return Number(text);
}

/** A number of bytes, with K, M or G for so many thousand of 1,024. */
function size(text, refuse) {
  if (text === undefined) return undefined;
  const [, digits, unit] = /^(\d{1,20})([KMG]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ' KMG'.indexOf(unit?.toUpperCase() || ' ');
  if (digits === undefined) throw refuse(`--max-bytes ${text} is no whole number of bytes, or one with K, M or G`);
  return Math.min(bytes, Number.MAX_SAFE_INTEGER);
}

/** The name of a method, which must be one. */
export function method({ method = 'offprint' }) {
  const names = methodList().map(({ name }) => name);
  if (!names.includes(method)) throw new Failure('no such method', method, `give ${names.join(', ')}`);
  return method;
}

/** What sources.js and reading.js want to know. */
export function input(values) {
  const { as, seconds, maxBytes } = values;
  return { as, seconds, maxBytes, feedContent: values['feed-content'], seen: new Set() };
}
