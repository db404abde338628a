import type { Store } from '../offprint.js';

/**
 * Tests a store for an {@link ArticleIndex}, with any test runner.
 *
 * ```js
 * import assert from 'node:assert/strict';
 * import { test } from 'node:test';
 * storeConformance(() => new MyStore(), { test, assert });
 * ```
 *
 * @param makeStore makes an empty store, for each test
 */
export function storeConformance(makeStore: () => Store | Promise<Store>, runner: TestRunner): void;

/** `test` of node:test, Vitest, Jest, Bun or Deno, and assertions like those of node:assert/strict. */
export interface TestRunner {
  test(name: string, run: () => Promise<void>): unknown;
  assert: {
    ok(value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown): void;
    deepEqual(actual: unknown, expected: unknown): void;
  };
}
