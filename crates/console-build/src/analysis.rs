//! The analysis worker: a program with a script of its own, which no page loads before it needs it.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::files::hashed;
use crate::{StepResult, bundle_script, optimize, repository};

/// File name of the script, in web/ and among the files that are bundled.
const SCRIPT: &str = "analysis-worker.js";
/// Name of wasm-bindgen's files.
const NAME: &str = "worker";
/// Name of its program, as its script has it.
const PROGRAM: &str = "worker_bg.wasm";

/// Names of the worker's files.
pub(crate) struct AnalysisFiles {
    pub(crate) script: String,
    pub(crate) program: String,
}

impl AnalysisFiles {
    /// The JavaScript module that web/start.js reads: the path of the script.
    pub(crate) fn javascript(&self) -> String {
        format!("export const PATH = \"/{}\";\n", self.script)
    }
}

/// Writes the files of the compiled worker `program` into `to`, each named by its hash. Intermediate files are in `folder`.
///
/// # Errors
/// Fails when a file cannot be read or written, or a program fails.
pub(crate) fn write(program: &Path, folder: &Path, to: &Path) -> StepResult<AnalysisFiles> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).web(true)?.demangle(false).typescript(false).omit_default_module_path(false);
    bindgen.out_name(NAME);
    bindgen.generate(folder)?;
    optimize::folder(folder)?;
    let bytes = fs_err::read(folder.join(PROGRAM))?;
    let program = hashed("analysis", "wasm", &bytes);
    fs_err::write(to.join(&program), bytes)?;
    let binding = fs_err::read_to_string(folder.join("worker.js"))?;
    if !binding.contains(PROGRAM) {
        return Err("wasm-bindgen's script does not name the worker's program".into());
    }
    fs_err::write(folder.join("worker.js"), binding.replace(PROGRAM, &program))?;
    fs_err::copy(repository().join("web").join(SCRIPT), folder.join(SCRIPT))?;
    let bytes = fs_err::read(bundle_script(SCRIPT, "esm", folder)?)?;
    let script = hashed("analysis", "js", &bytes);
    fs_err::write(to.join(&script), bytes)?;
    Ok(AnalysisFiles { script, program })
}
