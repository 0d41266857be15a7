//! Short names for the functions that the program and its scripts call in each other.
//!
//! wasm-bindgen gives each import, and the exports that call closures, a name with a hash. A hash cannot be compressed, and
//! each of several hundred is in the program and in the script.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{Export, Import, Imports, Parser, Payload};

use crate::StepResult;

/// Shortens the long names of the imports and exports of `program`, and in the `script` that wasm-bindgen made for it. Returns
/// both.
pub(crate) fn shorten(program: &[u8], script: &str) -> StepResult<(Vec<u8>, String)> {
    let long: BTreeSet<&str> = names(program)?.into_iter().filter(|name| is_made_by_wasm_bindgen(name)).collect();
    let short = long.into_iter().zip(0_u32..).map(|(name, number)| (name.to_owned(), format!("_{number:x}")));
    let (mut names, mut module) = (Names(short.collect()), Module::new());
    names.parse_core_module(&mut module, Parser::new(0), program)?;
    Ok((module.finish(), names.in_script(script)))
}

/// The names of the imports and exports of `program`.
fn names(program: &[u8]) -> StepResult<Vec<&str>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    names.push(import?.name);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    names.push(export?.name);
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

/// The chunks use the other names, too.
fn is_made_by_wasm_bindgen(name: &str) -> bool {
    ["__wbg_", "__wbindgen_", "wasm_bindgen__"].iter().any(|prefix| name.starts_with(prefix))
}

/// The short name of each long name.
struct Names(BTreeMap<String, String>);

impl Names {
    fn short<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }

    fn in_script(&self, script: &str) -> String {
        let is_of_name = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$');
        let mut renamed = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(start) = rest.find(is_of_name) {
            let (before, from) = rest.split_at(start);
            let (name, after) = from.split_at(from.find(|character| !is_of_name(character)).unwrap_or(from.len()));
            renamed.extend([before, self.short(name)]);
            rest = after;
        }
        renamed + rest
    }
}

impl Reencode for Names {
    type Error = Infallible;

    fn parse_imports(&mut self, section: &mut ImportSection, imports: Imports) -> Result<(), Error<Infallible>> {
        let Imports::Single(offset, import) = imports else { return utils::parse_imports(self, section, imports) };
        let name = self.short(import.name).to_owned();
        utils::parse_imports(self, section, Imports::Single(offset, Import { name: &name, ..import }))
    }

    fn parse_export(&mut self, section: &mut ExportSection, export: Export) -> Result<(), Error<Infallible>> {
        let name = self.short(export.name).to_owned();
        utils::parse_export(self, section, Export { name: &name, ..export })
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, ExportKind, TypeSection};

    use super::*;

    #[test]
    fn names_of_wasm_bindgen_are_shortened_in_the_program_and_in_scripts() {
        let (mut types, mut imports, mut exports) = (TypeSection::new(), ImportSection::new(), ExportSection::new());
        types.ty().function([], []);
        imports.import("./app_bg.js", "__wbg_log_0123456789abcdef", EntityType::Function(0));
        imports.import("./app_bg.js", "other", EntityType::Function(0));
        exports.export("__wbindgen_start", ExportKind::Func, 0).export("memory_", ExportKind::Func, 1);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&exports);
        let script = "({ __wbg_log_0123456789abcdef: () => wasm.memory_(), __wbg_log_01: wasm.__wbindgen_start })";
        let (program, script) = shorten(&module.finish(), script).unwrap();
        assert_eq!(script, "({ _0: () => wasm.memory_(), __wbg_log_01: wasm._1 })");
        assert_eq!(names(&program).unwrap(), ["_0", "other", "_1", "memory_"]);
    }
}
