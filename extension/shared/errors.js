/** @import { ErrorCode, Failure } from '../messages.js' */

/** @param {ErrorCode} code @param {string} message @param {ErrorOptions} [options] */
export const coded = (code, message, options) => Object.assign(new Error(message, options), { code });

/** Whether an error has one of our codes. @param {unknown} error @returns {error is Error & { code: ErrorCode }} */
export const isCoded = (error) => error instanceof Error && 'code' in error && typeof error.code === 'string';

export const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

/** An error in the form that is sent and stored. @param {unknown} error @returns {Failure} */
export const failureOf = (error) => ({ code: isCoded(error) ? error.code : 'internal', message: messageOf(error) });
