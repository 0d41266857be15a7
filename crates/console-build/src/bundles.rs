//! The chunks of each page, and of each lazy part of pages: as one module for a visit that starts there, and in one file, a
//! bundle, for a visitor who comes from another page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::files::hashed;
use crate::routes::{LAZY_PARTS, ROUTES};
use crate::{StepResult, merge};

/// Names of the chunks of each page, by the name of its `#[lazy]` function.
pub(crate) type Pages = BTreeMap<String, Vec<String>>;

/// Merges the chunks of each page into one module, beside them in `folder`. No visit starts at a lazy part.
pub(crate) fn merge_pages(pages: &Pages, folder: &Path) -> StepResult {
    for (page, chunks) in pages.iter().filter(|(page, _)| is_page(page)) {
        let chunks = chunks.iter().map(|chunk| fs_err::read(path(folder, chunk))).collect::<Result<Vec<_>, _>>()?;
        fs_err::write(path(folder, page), merge::merge(&chunks)?)?;
    }
    Ok(())
}

/// Writes the modules and bundles of the pages into `to`, and returns the JavaScript module that web/bundles.js reads.
/// The chunks are in `from`. Their table is a separate file, because the first page of a visit does not need it.
pub(crate) fn write(pages: &Pages, from: &Path, to: &Path) -> StepResult<String> {
    let all: Vec<&String> = pages.values().flatten().collect::<BTreeSet<_>>().into_iter().collect();
    let numbers = |chunks: &[String]| {
        let number = |chunk| all.iter().position(|other| *other == chunk);
        chunks.iter().filter_map(number).collect::<Vec<_>>()
    };
    let lengths =
        all.iter().map(|chunk| Ok(fs_err::metadata(path(from, chunk))?.len())).collect::<StepResult<Vec<_>>>()?;
    let shared = shared(pages, |page| ROUTES.iter().any(|route| route.loader == page && route.needs_session));
    let mut script = String::from("export const pages = {\n");
    let mut table = Vec::new();
    for (page, chunks) in pages {
        let module = if is_page(page) { write_module(page, from, to)? } else { String::new() };
        let owners = LAZY_PARTS.iter().find(|part| part.loader == page).map(|part| part.owners).unwrap_or_default();
        let has = |owner: &&str, chunk| pages.get(*owner).is_some_and(|chunks| chunks.contains(chunk));
        let is_owned = |chunk| !owners.is_empty() && owners.iter().all(|owner| has(owner, chunk));
        let bundled = chunks.iter().filter(|chunk| !shared.contains(chunk) && !is_owned(chunk));
        let bundle = bundle(page, bundled, from, to)?;
        let owners = if owners.is_empty() { String::new() } else { format!(", owners: {owners:?}") };
        script.push_str(&format!("  {page}: {{ module: {module:?}, bundle: {bundle:?}{owners} }},\n"));
        table.push(format!("{page:?}:{:?}", numbers(chunks)));
    }
    let (shared_chunks, table) = (numbers(&shared), table.join(","));
    let table =
        format!("{{\"lengths\":{lengths:?},\"shared\":{shared_chunks:?},\"pages\":{{{table}}}}}").replace(' ', "");
    let name = hashed("chunks", "json", table.as_bytes());
    fs_err::write(to.join(&name), table)?;
    let shared = bundle("shared", shared.iter(), from, to)?;
    Ok(format!("{script}}};\nexport const SHARED = {shared:?};\nexport const CHUNKS = {name:?};\n"))
}

fn is_page(name: &str) -> bool {
    LAZY_PARTS.iter().all(|part| part.loader != name)
}

/// Writes the module of a page, and returns its name.
fn write_module(page: &str, from: &Path, to: &Path) -> StepResult<String> {
    let merged = fs_err::read(path(from, page))?;
    let module = hashed(page, "wasm", &merged);
    fs_err::write(to.join(&module), merged)?;
    Ok(module)
}

/// Writes `chunks` into one file, one after the other, and returns its name.
fn bundle<'a>(page: &str, chunks: impl Iterator<Item = &'a String>, from: &Path, to: &Path) -> StepResult<String> {
    let mut bundle = Vec::new();
    for chunk in chunks {
        bundle.extend(fs_err::read(path(from, chunk))?);
    }
    let file = hashed(page, "bundle", &bundle);
    fs_err::write(to.join(&file), bundle)?;
    Ok(file)
}

fn path(folder: &Path, chunk: &str) -> PathBuf {
    folder.join(format!("{chunk}.wasm"))
}

/// The chunks that all pages with a session share.
fn shared(pages: &Pages, needs_session: impl Fn(&str) -> bool) -> Vec<String> {
    let mut signed_in = pages.iter().filter(|(page, _)| needs_session(page)).map(|(_, chunks)| chunks);
    let mut shared = signed_in.next().cloned().unwrap_or_default();
    for chunks in signed_in {
        shared.retain(|chunk| chunks.contains(chunk));
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_with_a_session_needs_the_shared_chunks() {
        let chunks = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let pages = BTreeMap::from([
            ("sign_in_page".to_owned(), chunks(&["a", "s"])),
            ("home_page".to_owned(), chunks(&["a", "b", "h"])),
            ("about_page".to_owned(), chunks(&["a", "b", "c"])),
        ]);
        assert_eq!(shared(&pages, |page| page != "sign_in_page"), ["a", "b"]);
    }
}
