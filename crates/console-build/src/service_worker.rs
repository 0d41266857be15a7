//! The list of files that the service worker keeps.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::StepResult;
use crate::analysis::AnalysisFiles;
use crate::files::{hash, with_extension};
use crate::index::Assets;

/// The names of the files in `folder` without which the console does not open every page.
///
/// The modules of the pages are not among them. The bundles hold the same chunks and serve every way to a page.
///
/// # Errors
/// Fails when the folder cannot be read.
pub(crate) fn files(assets: &Assets, analysis: &AnalysisFiles, folder: &Path) -> StepResult<Vec<String>> {
    let bundles = [with_extension(folder, "json")?, with_extension(folder, "bundle")?].concat();
    let bundles = bundles.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let first = [&assets.styles, &assets.script, &assets.program].into_iter().cloned();
    // Last, because no page needs it to open.
    let last = [&analysis.script, &analysis.program].into_iter().cloned();
    Ok(first.chain(bundles).chain(last).collect())
}

/// The JavaScript module that web/service-worker.js, here `script`, reads: the name of this version's cache, the integrity
/// of its `index`, and the names of its `files`.
pub(crate) fn javascript(script: &str, index: &str, files: &[String]) -> String {
    // The page names the styles, the program and the start script, and that one names the bundles.
    let version = hash([script, index].join("\n").as_bytes());
    let integrity = STANDARD.encode(Sha256::digest(index));
    format!(
        "export const VERSION = \"console-{version}\";\n\
         export const INDEX_INTEGRITY = \"sha256-{integrity}\";\n\
         export const FILES = {files:?};\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_the_page_or_of_the_service_worker_is_another_version() {
        let version = |script, index| javascript(script, index, &[]).lines().next().unwrap().to_owned();
        let first = version("script", "page");
        assert_eq!(first, version("script", "page"));
        assert_ne!(first, version("script", "another page"));
        assert_ne!(first, version("another script", "page"));
    }

    #[test]
    fn the_module_lists_the_files_and_the_integrity_of_the_page() {
        let module = javascript("", "", &["app-1.css".to_owned(), "start-2.js".to_owned()]);
        assert!(module.contains("\"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\";"), "{module}");
        assert!(module.ends_with("FILES = [\"app-1.css\", \"start-2.js\"];\n"), "{module}");
    }
}
