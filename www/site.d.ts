// Where the package lies on the site: see FOLDERS in `build.mjs`.
declare module '*/offprint/index.js' {
  export * from 'offprint';
  export { default } from 'offprint';
}
declare module '*/offprint/methods/index.js' {
  export * from 'offprint/methods';
  export { default } from 'offprint/methods';
}
declare module '*/offprint/rewrites/index.js' {
  export * from 'offprint/rewrites';
  export { default } from 'offprint/rewrites';
}
declare module '*/minisearch/index.js' {
  export { default } from 'minisearch';
}
