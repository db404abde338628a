// The calls that all modules of the package have, over their generated bindings.
import { coded, messageOf } from './error.js';
import { find } from './find.js';

/** @import * as types from './core.js' */
/** @typedef {types.ModuleSource | Promise<types.ModuleSource>} Source */
/**
 * The generated bindings of any module.
 * @typedef {Pick<typeof import('./dist/glue.js'), '__wbg_reset_state' | 'compare' | 'keys' | 'randomId'> & {
 *   initSync(given: { module: unknown }): unknown, default(given: { module_or_path: unknown }): unknown }} Glue
 */

/** The names of `ReaderOptions`. */
const OPTIONS = ['contentType', 'url', 'clean', 'explain', 'maxBytes'];
/** Further ones, of a module that writes Markdown. */
const OF_MARKUP = ['markup', 'without'];

/**
 * @param {Glue & Pick<typeof import('./dist/glue.js'), 'Reader'>} glue of a module that reads pages
 * @param {() => URL} address where the module is, for an `init` without input
 * @param {{ markup: boolean }} [defaults] options of every reader, of a module that writes Markdown
 */
export function bind(glue, address, defaults) {
  const offprint = bindModule(glue, address);
  const { mustBeLoaded, running } = offprint;

  // The generated class frees into whatever instance is running; this one knows its own.
  class Reader extends glue.Reader {
    /** @type {number | undefined} */
    #instance = running();

    /** @param {(types.ReaderOptions & types.MarkupChoices) | null} [options] */
    constructor(options) {
      mustBeLoaded();
      super(defaults ? { ...defaults, ...named(options, OF_MARKUP) } : named(options));
    }

    /** @param {unknown} bytes */
    write(bytes) {
      this.#mustBeUsable();
      return super.write(octets(bytes));
    }

    /** @param {Uint8Array | null} [siteMemory] */
    end(siteMemory) {
      this.#mustBeUsable();
      return super.end(siteMemory == null ? undefined : octets(siteMemory));
    }

    free() {
      if (this.#instance === running()) super.free();
      this.#instance = undefined;
    }

    [Symbol.dispose]() {
      this.free();
    }

    #mustBeUsable() {
      if (this.#instance !== running()) {
        throw coded('finished', 'this reader was freed or lost; make a new one for each page');
      }
    }
  }

  return { ...offprint, Reader };
}

/** The calls of a module that reads no pages. @param {Glue} glue @param {() => URL} address */
export function bindModule(glue, address) {
  /** Counts the instances of the module: 0 before the first. */
  let instance = 0;
  /** @type {Promise<void> | undefined} */
  let loading;

  /** @param {Source} [input] */
  function init(input) {
    loading ??= start(input).catch((cause) => {
      loading = undefined; // The next call may try again.
      throw loadFailed(cause);
    });
    return loading;
  }

  /** @param {Source} [input] */
  async function start(input) {
    if (instance) return;
    const found = (await input) ?? (await find(glue, address));
    if (ArrayBuffer.isView(found) || found instanceof ArrayBuffer) {
      // `glue.default` would first check for a `Response`. In Node that loads all of `fetch`, which takes several times
      // as long as the module.
      glue.initSync({ module: await WebAssembly.compile(/** @type {BufferSource} */ (found)) });
    } else {
      await glue.default({ module_or_path: found });
    }
    instance ||= 1;
  }

  /** @param {WebAssembly.Module | BufferSource} module */
  function initSync(module) {
    try {
      glue.initSync({ module });
    } catch (cause) {
      throw loadFailed(cause);
    }
    instance ||= 1;
  }

  /**
   * Makes a call fail before the module is loaded.
   * @template {unknown[]} A @template R @param {(...values: A) => R} call @returns {(...values: A) => R}
   */
  function whenLoaded(call) {
    return (...values) => {
      mustBeLoaded();
      return call(...values);
    };
  }

  function mustBeLoaded() {
    if (!instance) throw coded('not_loaded', 'call `await init()` or `initSync(module)` first');
  }

  const restart = whenLoaded(() => {
    glue.__wbg_reset_state();
    instance += 1;
  });

  /** @type {typeof types.compare} */
  const compare = whenLoaded((a, b, metadataA, metadataB) => glue.compare(known(a), known(b), metadataA, metadataB));
  /** @type {typeof types.keys} */
  const keys = whenLoaded((fingerprint) => glue.keys(textual(fingerprint)));
  const randomId = whenLoaded(glue.randomId);

  return { init, initSync, restart, compare, keys, randomId, whenLoaded, mustBeLoaded, running: () => instance };
}

// The glue trusts the types: it would read other values as empty, or past the end of the memory.

/**
 * The core ignores names that it does not know, so they are refused here.
 * @template T @param {T} options @param {string[]} [further]
 */
function named(options, further = []) {
  if (options == null) return options;
  if (typeof options !== 'object') throw coded('options', 'options: not an object');
  const known = [...OPTIONS, ...further];
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return options;
  throw coded('options', `options: there is no ${unknown.join(', ')}; there are ${known.join(', ')}`);
}

/**
 * The article itself, from which the core picks what it needs, or one that has only a fingerprint.
 * @param {unknown} value
 */
export function known(value) {
  const article =
    value !== null && typeof value === 'object' && 'fingerprint' in value ? value : { fingerprint: value };
  if (article.fingerprint != null) textual(article.fingerprint);
  return article;
}

/** @param {unknown} bytes @param {string} [hint] what to pass instead */
export function octets(bytes, hint = 'this takes a Uint8Array: make one of an ArrayBuffer, or of text by TextEncoder') {
  if (!ArrayBuffer.isView(bytes)) throw coded('bytes', hint);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** @param {unknown} fingerprint */
export function textual(fingerprint) {
  if (typeof fingerprint === 'string') return fingerprint;
  throw coded('fingerprint_text', 'a fingerprint is text: pass `article.fingerprint`, or null if it is missing');
}

/** The text of an article. @param {unknown} text */
export function string(text) {
  if (typeof text === 'string') return text;
  throw coded('text', 'this takes the text of an article, a string: pass `article.text`');
}

/** @param {unknown} cause */
function loadFailed(cause) {
  const hint = 'if a bundler left it behind, the README says how to hand it over';
  return coded('load_failed', `cannot load the offprint module: ${messageOf(cause)}; ${hint}`, { cause });
}
