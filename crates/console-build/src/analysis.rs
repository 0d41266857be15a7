//! The analysis worker: a separate program with a script. A page loads it only when it needs it.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;
use wasm_encoder::{Module, RawSection};
use wasmparser::Parser;

use crate::files::hashed;
use crate::{StepResult, bundle_script, names, panics, repository};

/// File name of the script, in web/ and among the files that are bundled.
const SCRIPT: &str = "analysis-worker.js";
/// Name of wasm-bindgen's files.
const NAME: &str = "worker";
/// Name of its program, as its script contains it.
const PROGRAM: &str = "worker_bg.wasm";

/// Source: WebAssembly, section 5.5.2.
const CUSTOM_SECTION: u8 = 0;

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

/// Writes wasm-bindgen's files of the compiled worker `program` into `folder`.
///
/// # Errors
/// Fails when a file cannot be read or written.
pub(crate) fn bind(program: &Path, folder: &Path) -> StepResult {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(NAME, panics::trap(&fs_err::read(program)?)?)
        .web(true)?
        .demangle(false)
        .typescript(false)
        .omit_default_module_path(false);
    bindgen.out_name(NAME);
    bindgen.generate(folder)?;
    let compiled = fs_err::read(folder.join(PROGRAM))?;
    Ok(fs_err::write(folder.join(PROGRAM), without_custom_sections(&compiled)?)?)
}

/// Writes the files of the worker, from those of wasm-bindgen in `folder`, into `to`, each named by its hash.
///
/// # Errors
/// Fails when a file cannot be read or written, or a program fails.
pub(crate) fn write(folder: &Path, to: &Path) -> StepResult<AnalysisFiles> {
    let binding = fs_err::read_to_string(folder.join("worker.js"))?;
    let (bytes, binding) = names::shorten(&fs_err::read(folder.join(PROGRAM))?, &binding)?;
    let program = hashed("analysis", "wasm", &bytes);
    fs_err::write(to.join(&program), bytes)?;
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

/// Removes names and notes of the compiler, which no browser reads.
fn without_custom_sections(module: &[u8]) -> StepResult<Vec<u8>> {
    let mut kept = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload?.as_section() {
            None | Some((CUSTOM_SECTION, _)) => {}
            Some((id, range)) => {
                let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
                let data = module.get(range).ok_or("a section of the worker's program is cut")?;
                kept.section(&RawSection { id, data });
            }
        }
    }
    Ok(kept.finish())
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CustomSection, TypeSection};
    use wasmparser::{Payload, Validator};

    use super::*;

    #[test]
    fn only_custom_sections_are_removed() {
        let (mut types, mut module) = (TypeSection::new(), Module::new());
        types.ty().function([], []);
        module.section(&CustomSection { name: "reloc.CODE".into(), data: (&[7; 300]).into() }).section(&types);
        let stripped = without_custom_sections(&module.finish()).unwrap();
        Validator::new().validate_all(&stripped).unwrap();
        let sections = Parser::new(0).parse_all(&stripped).filter_map(|payload| payload.unwrap().as_section());
        assert_eq!(sections.map(|(id, _)| id).collect::<Vec<_>>(), [1]);
        assert!(Parser::new(0).parse_all(&stripped).any(|payload| matches!(payload, Ok(Payload::TypeSection(_)))));
        assert!(without_custom_sections(b"no module").is_err());
    }
}
