/**
 * An error of the extension, as those of the package are.
 * @param {string} code what the pages choose their words by
 * @param {string} message says what to do
 * @param {ErrorOptions} [options]
 */
export function coded(code, message, options) {
  return Object.assign(new Error(message, options), { code });
}
