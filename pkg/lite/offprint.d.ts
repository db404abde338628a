export * from '../offprint.js';
export { default } from '../offprint.js';
