// All of the package over its module.
import { bind, string } from './api.js';
import { bindFingerprint } from './fingerprint.js';
import { bindIndex } from './index/articles.js';
import { IndexedDbStore } from './index/indexed-db.js';
import { MemoryStore } from './index/memory.js';
import { bindPolicy } from './policy.js';
import { bindReading } from './read.js';
import { bindStream } from './stream.js';

/** @import { align } from './offprint.js' */
/**
 * @typedef {import('./api.js').Glue & Pick<typeof import('./dist/glue.js'), 'Reader' | 'align' | 'candidates' |
 *   'judge' | 'recordKeys'>} Glue
 */

/** @param {Glue} glue @param {() => URL} address @param {{ markup: boolean }} [defaults] as `bind` takes them */
export function bindOffprint(glue, address, defaults) {
  const core = bind(glue, address, defaults);
  const policy = bindPolicy(glue, core.whenLoaded);
  const ArticleIndex = bindIndex({ ...core, policy });
  return {
    ...core,
    ...bindReading(core),
    OffprintStream: bindStream(core),
    align: core.whenLoaded(/** @type {typeof align} */ ((a, b) => glue.align(string(a), string(b)))),
    policy,
    Fingerprint: bindFingerprint(core),
    ArticleIndex,
    MemoryIndex: class MemoryIndex extends ArticleIndex {
      constructor() {
        super(new MemoryStore());
      }
    },
    IndexedDbIndex: class IndexedDbIndex extends ArticleIndex {
      #store;

      /** @param {string} [name] */
      constructor(name) {
        const store = new IndexedDbStore(name);
        super(store);
        this.#store = store;
      }

      close() {
        return this.#store.close();
      }
    },
  };
}
