// Reads settings entry by entry: an entry that is wrong is left out and reported, and the others hold.

import * as v from 'valibot';

/** Were null nothing, a rule with `"class": null` would be for everybody. */
const NULL = 'null says nothing: leave this out, or write what is meant';

/** @param {string} message */
const say =
  (message) =>
  /** @param {{ input: unknown }} issue */
  ({ input }) =>
    input === null ? NULL : message;

export const text = v.string(say('write a text here'));
export const flag = v.boolean(say('write true or false here'));

/**
 * A whole number within bounds.
 * @param {number} least
 * @param {number} most
 */
export function wholeNumber(least, most) {
  const message = say(`write a whole number from ${least} to ${most} here`);
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

/**
 * One of some names.
 * @template {string} T
 * @param {readonly T[]} names
 */
export function oneOf(names) {
  return v.pipe(
    text,
    v.picklist(names, ({ input }) => `there is no \`${input}\`, only ${names.join(', ')}`),
  );
}

/** @template {v.GenericSchema} T @param {T} item */
export function listOf(item) {
  return v.array(item, say('write a list here: [ … ]'));
}

/**
 * One of something or a list of them, read as a list.
 * @template {v.GenericSchema} T
 * @param {T} item
 */
export function oneOrMore(item) {
  const list = v.pipe(listOf(item), v.nonEmpty('an empty list fits nothing'));
  const one = v.pipe(
    item,
    v.transform((value) => [value]),
  );
  return v.lazy((input) => (Array.isArray(input) ? list : one));
}

const anObject = v.custom(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
  say('write an object here: { … }'),
);

/**
 * An object with these fields and no others.
 * @template {v.ObjectEntries} T
 * @param {T} entries
 */
export function objectOf(entries) {
  const names = Object.keys(entries);
  return v.pipe(
    anObject,
    v.strictObject(entries, ({ path, expected }) => {
      const name = String(path?.[0]?.key);
      return expected === 'never' ? noSuch(name, names) : 'this is missing';
    }),
  );
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 */
function noSuch(name, names) {
  return `there is no \`${name}\` here, only ${names.join(', ')}`;
}

/**
 * What a setting holds, whether it was written as an object or as text in JSON; undefined if it is not set.
 * @param {unknown} setting
 * @param {string} place what it is called
 * @param {string[]} faults are added to
 * @returns {unknown}
 */
export function parsed(setting, place, faults) {
  if (typeof setting !== 'string' || setting === '') return setting || undefined;
  try {
    return JSON.parse(setting);
  } catch (error) {
    faults.push(`${place}: this is no JSON: ${error.message}`);
    return undefined;
  }
}

/**
 * A value, or undefined if it is wrong.
 * @template {v.GenericSchema} T
 * @param {T} schema
 * @param {unknown} value
 * @param {string} place the path of the value, as `OFFPRINT_POLICY.rules[2]`; lists are counted from 0
 * @param {string[]} faults are added to
 * @param {string} [outcome] what follows from its being wrong
 * @returns {v.InferOutput<T> | undefined}
 */
export function readOne(schema, value, place, faults, outcome) {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ message, path = [] }] = issues;
  const within = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  faults.push(`${place}${within}: ${message}${outcome ? ` (${outcome})` : ''}`);
  return undefined;
}

/**
 * The fields of an object by name; those of other names are reported.
 * @param {readonly string[]} names
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults are added to
 * @returns {Record<string, unknown>}
 */
export function readFields(names, value, place, faults) {
  const fields = /** @type {object} */ (readOne(anObject, value, place, faults) ?? {});
  /** @param {[string, unknown]} field */
  const known = ([name]) => names.includes(name) || void faults.push(`${place}.${name}: ${noSuch(name, names)}`);
  return Object.fromEntries(Object.entries(fields).filter(known));
}

/**
 * The members of a list that are right.
 * @template {v.GenericSchema} T
 * @param {T} schema of a member
 * @param {unknown} value undefined counts as empty
 * @param {string} place
 * @param {string[]} faults are added to
 * @param {(member: unknown) => string} [outcome] what follows from a member's being left out
 * @returns {v.InferOutput<T>[]}
 */
export function readList(schema, value = [], place, faults, outcome = () => 'left out') {
  const members = readOne(listOf(v.unknown()), value, place, faults) ?? [];
  return members
    .map((member, i) => readOne(schema, member, `${place}[${i}]`, faults, outcome(member)))
    .filter((member) => member !== undefined);
}

/**
 * The entries of an object that are right, by name.
 * @template {v.GenericSchema} T
 * @param {T} schema of a value
 * @param {unknown} value undefined counts as empty
 * @param {string} place
 * @param {string[]} faults are added to
 * @param {(name: string) => string | undefined} [faultOf] what is wrong with a name
 * @returns {Map<string, v.InferOutput<T>>}
 */
export function readMap(schema, value = {}, place, faults, faultOf = () => undefined) {
  const entries = Object.entries(/** @type {object} */ (readOne(anObject, value, place, faults) ?? {}));
  const read = new Map();
  for (const [name, entry] of entries) {
    const fault = faultOf(name);
    if (fault) faults.push(`${place}[${name}]: ${fault} (left out)`);
    const output = fault ? undefined : readOne(schema, entry, `${place}[${name}]`, faults, 'left out');
    if (output !== undefined) read.set(name, output);
  }
  return read;
}
