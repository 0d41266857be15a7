//! The modules that a browser loads: one for each page and each lazy part, and one with what all pages with a session share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::files::hashed;
use crate::routes::{LAZY_PARTS, ROUTES};
use crate::writable_data::{Segment, WritableData};
use crate::{StepResult, merge};

/// Names of the splitter's chunks that each page or lazy part needs, by the name of its `#[lazy]` function.
pub(crate) type Pages = BTreeMap<String, Vec<String>>;

type Chunks<'a> = BTreeSet<&'a String>;

/// The name of the module with the chunks that all pages with a session share.
const SHARED: &str = "shared";

/// Merges the chunks in `folder` into the modules, and removes them. Returns their writable data.
pub(crate) fn merge_chunks(pages: &Pages, folder: &Path, writable: &WritableData) -> StepResult<Vec<Segment>> {
    let mut chunks = BTreeMap::new();
    for chunk in pages.values().flatten() {
        if !chunks.contains_key(chunk) {
            chunks.insert(chunk, fs_err::read(path(folder, chunk))?);
            fs_err::remove_file(path(folder, chunk))?;
        }
    }
    for (module, names) in modules(pages) {
        let chunks: Vec<&[u8]> = names.into_iter().filter_map(|name| chunks.get(name)).map(Vec::as_slice).collect();
        fs_err::write(path(folder, module), merge::merge(&chunks, writable)?)?;
    }
    let segments = chunks.values().map(|chunk| writable.segments(chunk)).collect::<StepResult<Vec<_>>>()?;
    Ok(segments.into_iter().flatten().collect())
}

/// Copies the modules from `from` to `to`, and returns the JavaScript module that names those of each page, and the parts that it
/// always shows.
pub(crate) fn write(pages: &Pages, from: &Path, to: &Path) -> StepResult<String> {
    let mut files = BTreeMap::new();
    for module in modules(pages).into_keys() {
        let bytes = fs_err::read(path(from, module))?;
        let file = hashed(module, "wasm", &bytes);
        fs_err::write(to.join(&file), bytes)?;
        files.insert(module, file);
    }
    let mut script = String::from("export const modules = {\n");
    for page in pages.keys() {
        let shared = needs_session(page).then_some(SHARED);
        let files: Vec<&String> =
            shared.into_iter().chain([page.as_str()]).filter_map(|name| files.get(name)).collect();
        script.push_str(&format!("  {page}: {files:?},\n"));
    }
    script.push_str("};\nexport const parts = {\n");
    for page in pages.keys() {
        let shown = LAZY_PARTS.iter().filter(|part| part.is_always_shown && part.owners.contains(&page.as_str()));
        let shown: Vec<&str> = shown.map(|part| part.loader).collect();
        if !shown.is_empty() {
            script.push_str(&format!("  {page}: {shown:?},\n"));
        }
    }
    Ok(script + "};\n")
}

/// The chunks of each module: those of a page or part that are not loaded before it.
fn modules(pages: &Pages) -> BTreeMap<&str, Chunks<'_>> {
    let mut modules: BTreeMap<&str, Chunks> =
        pages.keys().map(|page| (page.as_str(), &chunks(pages, page) - &loaded_before(pages, page))).collect();
    modules.insert(SHARED, shared(pages));
    modules
}

fn loaded_before<'a>(pages: &'a Pages, page: &str) -> Chunks<'a> {
    match LAZY_PARTS.iter().find(|part| part.loader == page).map(|part| part.owners) {
        None if !needs_session(page) => Chunks::new(),
        None | Some([]) => shared(pages),
        Some(owners) => common(owners.iter().map(|owner| &loaded_before(pages, owner) | &chunks(pages, owner))),
    }
}

fn shared(pages: &Pages) -> Chunks<'_> {
    common(pages.keys().filter(|page| needs_session(page)).map(|page| chunks(pages, page)))
}

fn needs_session(page: &str) -> bool {
    ROUTES.iter().any(|route| route.loader == page && route.needs_session())
}

fn chunks<'a>(pages: &'a Pages, page: &str) -> Chunks<'a> {
    pages.get(page).into_iter().flatten().collect()
}

fn common<'a>(sets: impl Iterator<Item = Chunks<'a>>) -> Chunks<'a> {
    sets.reduce(|common, set| &common & &set).unwrap_or_default()
}

fn path(folder: &Path, module: &str) -> PathBuf {
    folder.join(format!("{module}.wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(pages: &[(&str, &[&str])]) -> Pages {
        let chunks = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        pages.iter().map(|(page, names)| ((*page).to_owned(), chunks(names))).collect()
    }

    fn names(chunks: &Chunks) -> Vec<String> {
        chunks.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_chunks_of_all_pages_with_a_session_are_one_module() {
        let pages = pages(&[
            ("sign_in_page", &["a", "s"]),
            ("overview_page", &["a", "b", "o"]),
            ("runs_page", &["a", "b", "r"]),
        ]);
        let modules = modules(&pages);
        assert_eq!(names(&modules[SHARED]), ["a", "b"]);
        assert_eq!(names(&modules["runs_page"]), ["r"]);
        assert_eq!(names(&modules["sign_in_page"]), ["a", "s"]);
    }

    #[test]
    fn a_part_has_no_chunk_that_is_loaded_before_it() {
        let pages = pages(&[
            ("answer_page", &["a", "b"]),
            ("prompt_models_page", &["a", "b", "c"]),
            ("runs_page", &["a"]),
            ("answer_text", &["b", "c", "t"]),
            ("keywords_page", &["a", "k"]),
            ("keyword_results", &["k", "r"]),
            ("keywords_of_both", &["a", "b", "k", "r"]),
            ("csv_export", &["a", "b", "e"]),
        ]);
        let modules = modules(&pages);
        assert_eq!(names(&modules["answer_text"]), ["c", "t"]);
        assert_eq!(names(&modules["keywords_of_both"]), ["b"]);
        assert_eq!(names(&modules["csv_export"]), ["b", "e"]);
    }
}
