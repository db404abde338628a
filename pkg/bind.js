// All of the package over its module.
import { bind } from './api.js';
import { coded } from './error.js';
import { bindFingerprint } from './fingerprint.js';
import { bindIndex } from './index/articles.js';
import { IndexedDbStore } from './index/indexed-db.js';
import { MemoryStore } from './index/memory.js';
import { bindPolicy } from './policy.js';
import { bindReading } from './read.js';
import { bindStream } from './stream.js';

/** @param {{ markup: boolean }} [defaults] as of `bind` */
export function bindOffprint(glue, address, defaults) {
  const core = bind(glue, address, defaults);
  const policy = bindPolicy(glue, core.whenLoaded);
  const ArticleIndex = bindIndex({ ...core, policy });
  return {
    ...core,
    ...bindReading(core),
    OffprintStream: bindStream(core),
    align: core.whenLoaded((a, b) => glue.align(text(a), text(b))),
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

function text(value) {
  if (typeof value !== 'string') throw coded('text', '`align` takes two strings, as `article.text` is');
  return value;
}
