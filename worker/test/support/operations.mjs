import { readFile } from 'node:fs/promises';

/** The description of the API. */
export const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** Every operation of the document, with a path that fits, and the right that it needs, if any. */
export const operations = Object.entries(document.paths).flatMap(([path, { parameters, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: path.slice(1).replace('{id}', `hani-${'0'.repeat(32)}`),
    operation,
    // Health is open to everybody, and reports more with a token for reading.
    needs: path === '/health' ? undefined : operation.security.flatMap(Object.keys)[0],
  })),
);
