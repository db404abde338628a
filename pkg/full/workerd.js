// In workerd the import is a compiled WebAssembly.Module, and there is no other way to get one.
import * as glue from '../dist/full/glue.js';
import module from '../dist/full/offprint.wasm';
import { provide } from '../find.js';

provide(glue, module);
export * from './index.js';
export { default } from './index.js';
