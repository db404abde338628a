/**
 * An error of this package.
 * @param {string} code does not change between releases
 * @param {string} message says what to do
 * @param {ErrorOptions} [options]
 */
export function coded(code, message, options) {
  return Object.assign(new Error(message, options), { code });
}

/** What an error says. @param {unknown} cause whatever was thrown */
export const messageOf = (cause) => /** @type {Partial<Error> | null | undefined} */ (cause)?.message ?? String(cause);
