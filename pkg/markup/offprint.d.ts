import type { Article, LiveDocument, Page, ReadOptions } from '../offprint.js';

export * from '../offprint.js';
export { default } from '../offprint.js';

/** An article with its structure. */
export type MarkedUp = Article & { markdown: string; html: string };

/** Reads a page to its end, as `read` of `offprint` does, and writes the body as Markdown and HTML, too. */
export function read(page: Page, options?: ReadOptions | null): Promise<MarkedUp>;

/** The same for a page that a browser shows. */
export function readDocument(document: LiveDocument, options?: ReadOptions | null): Promise<MarkedUp>;
