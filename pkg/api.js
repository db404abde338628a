// The API over the generated bindings. The entries beside this file differ only in how they find
// the module.
import load, * as glue from './dist/glue.js';

/** Counts the instances of the module: 0 before the first. */
let instance = 0;

/** Makes `init`, which uses `findModule` when it is given no module. */
export function initFrom(findModule) {
  let loading;
  return (input) => {
    loading ??= start(input, findModule).catch((cause) => {
      loading = undefined; // The next call may try again.
      throw loadFailed(cause);
    });
    return loading;
  };
}

async function start(input, findModule) {
  await load({ module_or_path: (await input) ?? (await findModule()) });
  instance ||= 1;
}

export function initSync(module) {
  try {
    glue.initSync({ module });
  } catch (cause) {
    throw loadFailed(cause);
  }
  instance ||= 1;
}

export const restart = whenLoaded(() => {
  glue.__wbg_reset_state();
  instance += 1;
});

// The generated class frees into whatever instance is running; this one knows its own.
export class Reader extends glue.Reader {
  #instance = instance;

  constructor(options) {
    mustBeLoaded();
    super(options);
  }

  write(bytes) {
    this.#mustBeUsable();
    return super.write(octets(bytes));
  }

  end() {
    this.#mustBeUsable();
    return super.end();
  }

  free() {
    if (this.#instance === instance) super.free();
    this.#instance = undefined;
  }

  [Symbol.dispose]() {
    this.free();
  }

  #mustBeUsable() {
    if (this.#instance !== instance) {
      throw coded('finished', 'this reader was freed or lost; make a new one for each page');
    }
  }
}

export const compare = whenLoaded((a, b, aboutA, aboutB) =>
  glue.compare(a == null ? a : textual(a), b == null ? b : textual(b), aboutA, aboutB),
);
export const keys = whenLoaded((fingerprint) => glue.keys(textual(fingerprint)));
export const recordId = whenLoaded(glue.recordId);
export const edge = {
  reading: whenLoaded(glue.edgeReading),
  holdBytes: whenLoaded(glue.edgeHoldBytes),
  readKeys: whenLoaded((fingerprint) => glue.edgeReadKeys(textual(fingerprint))),
  decide: whenLoaded(glue.edgeDecide),
};

function whenLoaded(call) {
  return (...values) => {
    mustBeLoaded();
    return call(...values);
  };
}

// The glue believes the types: other values would be read as nothing, or past the memory's end.

function octets(bytes) {
  if (!ArrayBuffer.isView(bytes)) {
    throw coded('bytes', 'write takes a Uint8Array: make one of an ArrayBuffer, or of text by TextEncoder');
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textual(fingerprint) {
  if (typeof fingerprint === 'string') return fingerprint;
  throw coded('fingerprint_text', 'a fingerprint is text: pass `article.fingerprint`, and null where there is none to compare');
}

function mustBeLoaded() {
  if (!instance) throw coded('not_loaded', 'call `await init()` or `initSync(module)` first');
}

function loadFailed(cause) {
  return coded('load_failed', `cannot load the offprint module: ${cause.message}`, { cause });
}

function coded(code, message, options) {
  return Object.assign(new Error(message, options), { code });
}
