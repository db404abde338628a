// Puts the program and what it shares with the worker into one file, `dist/offprint-mcp.js`, as it is published; its
// dependencies stay outside.
import { build } from 'esbuild';

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/index.js'],
  outfile: 'dist/offprint-mcp.js',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
});
