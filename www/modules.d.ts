// The modules of the package, at their places on the site: see `FOLDERS` in `build.mjs`.
declare module '*/offprint/index.js' {
  export * from 'offprint';
  export { default } from 'offprint';
}
declare module '*/offprint/full/index.js' {
  export * from 'offprint/full';
  export { default } from 'offprint/full';
}
declare module '*/minisearch/index.js' {
  export { default } from 'minisearch';
}
