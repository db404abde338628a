import type { Article, BodyImage, PageLink, LiveDocument, Page, ReadOptions } from '../offprint.js';

export * from '../offprint.js';
export { default } from '../offprint.js';

/** An article with its structure. */
export type MarkedUp = Article & {
  markdown: string;
  html: string;
  links: PageLink[];
  images: BodyImage[];
  comments: string;
};

export interface MarkupOptions extends ReadOptions {
  /** What Markdown and HTML go without. The text of links stays; a cell of a table becomes a paragraph. */
  without?: ('links' | 'images' | 'tables')[];
  /** Begin the Markdown with title, author, date and address of the article, as YAML. */
  frontMatter?: boolean;
}

/** Reads a page to its end, as `read` of `offprint` does, and writes the body as Markdown and HTML, too. */
export function read(page: Page, options?: MarkupOptions | null): Promise<MarkedUp>;

/** The same for a page that a browser shows. */
export function readDocument(document: LiveDocument, options?: MarkupOptions | null): Promise<MarkedUp>;
