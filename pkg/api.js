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
    return super.write(bytes);
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

export const compare = whenLoaded(glue.compare);
export const keys = whenLoaded(glue.keys);
export const recordId = whenLoaded(glue.recordId);
export const edge = {
  reading: whenLoaded(glue.edgeReading),
  holdBytes: whenLoaded(glue.edgeHoldBytes),
  readKeys: whenLoaded(glue.edgeReadKeys),
  decide: whenLoaded(glue.edgeDecide),
};

function whenLoaded(call) {
  return (...values) => {
    mustBeLoaded();
    return call(...values);
  };
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
