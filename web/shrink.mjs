// Optimises the WebAssembly files that are named, in place, as `wasm-opt -Oz` does. The console has more than a hundred
// parts, and starting wasm-opt for each takes far longer than the work.
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "binaryen";

const has = binaryen.Features;
// What Chromium, Firefox and Safari all have. (The last two are parts of the first and the third.)
const features =
  has.BulkMemory | has.NontrappingFPToInt | has.ReferenceTypes | has.Multivalue | has.SignExt | has.MutableGlobals |
  has.BulkMemoryOpt | has.CallIndirectOverlong;

binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
// A page that opens makes the code of every function that it calls: fewer functions, at no more bytes.
binaryen.setAlwaysInlineMaxSize(6);
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
