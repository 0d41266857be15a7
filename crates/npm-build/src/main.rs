//! Writes the parts of the npm package that are made from the wire types: `npm-build FOLDER`.

mod defaults;
mod document;
mod surface;
mod tables;
mod types;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use defaults::Defaults;
use document::Document;

const OPENAPI: &str = include_str!("../../../docs/openapi.json");

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        eprintln!("npm-build FOLDER");
        return ExitCode::FAILURE;
    };
    match write(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("npm-build: {error}");
            ExitCode::FAILURE
        }
    }
}

fn files() -> Result<[(&'static str, String); 4], serde_json::Error> {
    let document = Document::parse(OPENAPI, Defaults::of_responses())?;
    Ok([
        ("platform.js", tables::tables(&document)),
        ("platform.d.ts", types::types(&document)),
        ("routes.js", tables::routes()),
        ("reference.md", types::reference(&document)),
    ])
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    for (name, contents) in files()? {
        fs_err::write(folder.join(name), contents)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo run -p npm-build crates/npm/js` regenerates them.
    #[test]
    fn the_generated_files_of_the_package_are_those_of_the_wire_types() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../npm/js");
        for (name, contents) in files().unwrap() {
            let stored = fs_err::read_to_string(folder.join(name)).unwrap();
            let changed = stored.lines().zip(contents.lines()).find(|(stored, made)| stored != made);
            assert!(stored == contents, "{name}: {changed:?}");
        }
    }

    #[test]
    fn the_package_has_the_version_of_the_workspace() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../npm/package.json");
        let manifest: serde_json::Value = serde_json::from_str(&fs_err::read_to_string(manifest).unwrap()).unwrap();
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn no_type_of_the_package_is_any() {
        let [_, (_, types), ..] = files().unwrap();
        assert!(!types.contains("any;") && !types.contains("any[") && !types.contains(": unknown"));
        assert!(types.contains("\"RUNNING\" | \"FINISHED\" | Unknown"));
    }

    #[test]
    fn comments_name_methods_in_place_of_operations() {
        let [_, (_, types), ..] = files().unwrap();
        assert!(types.contains("as `brands.list` returns them"));
        for verb in surface::VERBS {
            assert!(!types.contains(&format!("`{}`", verb.operation.id)), "{}", verb.operation.id);
        }
    }

    #[test]
    fn a_list_has_the_items_that_its_method_names_and_the_pages_what_else_the_response_says() {
        let [_, (_, types), ..] = files().unwrap();
        for declaration in [
            "prompts(filter: PromptMetricsFilter, options?: CallOptions): List<PromptMetrics, Omit<PromptMetricsList, \"prompts\">>;",
            "list(filter?: PromptFilter, options?: CallOptions): List<Prompt>;",
        ] {
            assert!(types.contains(declaration), "{declaration}");
        }
    }
}
