// Optimizes the named WebAssembly files in place, as `wasm-opt -Os` does: compressed with Brotli, its files are smaller than
// those of -Oz. The console has more than a hundred chunks, and starting wasm-opt for each takes far longer than the
// optimization.
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "binaryen";

const has = binaryen.Features;
// Supported by Chromium, Firefox and Safari. (The last two are subsets of the first and the third.)
const features =
  has.BulkMemory | has.NontrappingFPToInt | has.ReferenceTypes | has.Multivalue | has.SignExt | has.MutableGlobals |
  has.BulkMemoryOpt | has.CallIndirectOverlong;

binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(1);
// A browser compiles each function on its first call. Inlining small functions leaves fewer of them without adding bytes.
binaryen.setAlwaysInlineMaxSize(6);
// Nothing uses the first kilobyte of memory: the stack comes first and grows down. So a constant that is added to an address
// can become the offset of the load or store.
binaryen.setLowMemoryUnused(true);
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
for (const file of process.argv.slice(2)) {
  const module = binaryen.readBinary(readFileSync(file));
  module.setFeatures(features);
  module.optimize();
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, module.emitBinary());
  module.dispose();
}
