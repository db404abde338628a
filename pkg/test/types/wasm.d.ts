/** What a bundler makes of a module. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
