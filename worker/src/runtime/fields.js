// Reads settings entry by entry: an invalid entry is left out and reported, and the others hold.

import * as v from 'valibot';

/** If null counted as absent, a rule with `"class": null` would apply to everybody. */
const NULL = 'null is not allowed; omit this or set a value';

/** @param {string} message */
const explain =
  (message) =>
  /** @param {{ input: unknown }} issue */
  ({ input }) =>
    input === null ? NULL : message;

export const text = v.string(explain('write a string'));
export const flag = v.boolean(explain('write true or false'));

/**
 * A value of a kind, without a fault.
 * @template {v.GenericSchema} T
 * @param {T} schema
 * @param {(value: v.InferOutput<T>) => string | undefined} faultOf describes what is wrong with a value
 */
export function faultless(schema, faultOf) {
  /** @param {v.InferOutput<T>} value */
  const isValid = (value) => faultOf(value) === undefined;
  return v.pipe(
    schema,
    v.check(isValid, ({ input }) => faultOf(input) ?? ''),
  );
}

/** A string without a fault. @param {(text: string) => string | undefined} faultOf */
export const textWithout = (faultOf) => faultless(text, faultOf);

/** The items of a text, with white space or commas between them; none of anything else. @param {unknown} value */
export function itemsIn(value) {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [];
}

/** A whole number within bounds. @param {number} least @param {number} most */
export function wholeNumber(least, most) {
  const message = explain(`write a whole number from ${least} to ${most}`);
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
    v.picklist(names, ({ input }) => noSuch(String(input), names)),
  );
}

/** @template {v.GenericSchema} T @param {T} item */
export function listOf(item) {
  return v.array(item, explain('write a list: [ … ]'));
}

/**
 * One item or a list of items, read as a list.
 * @template {v.GenericSchema} T
 * @param {T} item
 */
export function oneOrMore(item) {
  const list = v.pipe(listOf(item), v.nonEmpty('an empty list matches nothing'));
  const one = v.pipe(
    item,
    v.transform((value) => [value]),
  );
  return v.lazy((input) => (Array.isArray(input) ? list : one));
}

const anObject = v.custom(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
  explain('write an object: { … }'),
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

/** @param {string} name @param {readonly string[]} names */
function noSuch(name, names) {
  return `unknown \`${name}\`; expected one of: ${names.join(', ')}`;
}

/**
 * The value of a setting, written as an object or as JSON text; undefined if it is not set.
 * @param {unknown} setting
 * @param {string} place its name
 * @param {string[]} faults is added to
 * @returns {unknown}
 */
export function parsed(setting, place, faults) {
  if (typeof setting !== 'string' || setting === '') return setting || undefined;
  try {
    return JSON.parse(setting);
  } catch (error) {
    faults.push(`${place}: this is not JSON: ${/** @type {SyntaxError} */ (error).message}`);
    return undefined;
  }
}

/**
 * A value, or undefined if it is invalid.
 * @template {v.GenericSchema} T
 * @param {T} schema
 * @param {unknown} value
 * @param {string} place the path of the value, as `OFFPRINT_POLICY.rules[2]`; list items are counted from 0
 * @param {string[]} faults is added to
 * @param {string} [outcome] what happens without it
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
 * The fields of an object by name; unknown names are reported.
 * @param {readonly string[]} names
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {Record<string, unknown>}
 */
export function readFields(names, value, place, faults) {
  const fields = /** @type {object} */ (readOne(anObject, value, place, faults) ?? {});
  /** @param {[string, unknown]} field */
  const known = ([name]) => names.includes(name) || void faults.push(`${place}.${name}: ${noSuch(name, names)}`);
  return Object.fromEntries(Object.entries(fields).filter(known));
}

/**
 * The members of a list; undefined in the places of invalid ones.
 * @template {v.GenericSchema} T
 * @param {T} schema of a member
 * @param {unknown} value undefined counts as empty
 * @param {string} place
 * @param {string[]} faults is added to
 * @param {(member: unknown) => string} [outcome] what happens without a member
 * @returns {(v.InferOutput<T> | undefined)[]}
 */
export function readList(schema, value = [], place, faults, outcome = () => 'ignored') {
  const members = readOne(listOf(v.unknown()), value, place, faults) ?? [];
  return members.map((member, i) => readOne(schema, member, `${place}[${i}]`, faults, outcome(member)));
}

/**
 * The valid entries of an object, by name.
 * @template {v.GenericSchema} T
 * @param {T} schema of a value
 * @param {unknown} value undefined counts as empty
 * @param {string} place
 * @param {string[]} faults is added to
 * @param {(name: string) => string | undefined} [faultOf] the fault of a name
 * @returns {Map<string, v.InferOutput<T>>}
 */
export function readMap(schema, value = {}, place, faults, faultOf = () => undefined) {
  const entries = Object.entries(/** @type {object} */ (readOne(anObject, value, place, faults) ?? {}));
  const read = new Map();
  for (const [name, entry] of entries) {
    const fault = faultOf(name);
    if (fault) faults.push(`${place}[${name}]: ${fault} (ignored)`);
    const output = fault ? undefined : readOne(schema, entry, `${place}[${name}]`, faults, 'ignored');
    if (output !== undefined) read.set(name, output);
  }
  return read;
}
