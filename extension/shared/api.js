/** The browser's interface for extensions, under one name. */
export const api = globalThis.browser ?? globalThis.chrome;
