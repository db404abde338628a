/**
 * An error of the extension, in the form of the package's errors.
 * @param {string} code selects the message that the user sees
 * @param {string} message says what to do
 * @param {ErrorOptions} [options]
 */
export function coded(code, message, options) {
  return Object.assign(new Error(message, options), { code });
}
