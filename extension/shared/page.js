/** The most characters of a page, more than the reader reads. */
export const PAGE = 8 * 2 ** 20;
