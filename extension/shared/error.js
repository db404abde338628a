// Errors of the extension have the form of the package's.
export { coded } from '../../pkg/error.js';
