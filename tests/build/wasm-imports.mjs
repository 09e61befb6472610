// The module of the page asks its host for nothing: no system calls, no imports of any kind.
//
//   node wasm-imports.mjs junqi.wasm
import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) {
  console.error('imports:', imports);
  process.exit(1);
}
const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');
if (functions.length < 2) {
  console.error('nothing is exported but', functions);
  process.exit(1);
}
