// The package over the module that leaves the charsets of East Asia to the platform.
import { coded } from '../error.js';
import { bindOffprint } from '../bind.js';

const CHARSETS = ['gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr'];

export function bindLite(glue, findModule) {
  const decoded = (load) => (input) => {
    CHARSETS.forEach(mustBeDecoded);
    return load(input);
  };
  return bindOffprint({ ...glue, default: decoded(glue.default), initSync: decoded(glue.initSync) }, findModule);
}

function mustBeDecoded(charset) {
  try {
    new TextDecoder(charset);
  } catch (cause) {
    throw coded('no_decoder', `the TextDecoder here knows no ${charset}: import 'offprint', which brings its own`, {
      cause,
    });
  }
}
