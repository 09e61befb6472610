// The modules of the page ask their host for nothing: no system calls, no imports of any kind.
//
//   node wasm-imports.mjs junqi.wasm junqi_whole.wasm
import { readFileSync } from 'node:fs';

for (const file of process.argv.slice(2)) {
  const module = new WebAssembly.Module(readFileSync(file));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) {
    console.error(file, 'imports:', imports);
    process.exit(1);
  }
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');
  if (functions.length < 2) {
    console.error(file, 'exports nothing but', functions);
    process.exit(1);
  }
}
