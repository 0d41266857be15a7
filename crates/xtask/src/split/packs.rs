//! The parts of each page: as one module for whoever opens the console there, and in one file, a pack, for whoever comes
//! from another page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{hashed, whole};
use crate::Outcome;

/// The pages whose names begin like this are for whoever has not signed in.
const GATE: &str = "sign_in";

/// The names of the parts of each page.
pub(super) type Pages = BTreeMap<String, Vec<String>>;

/// Makes one module of the parts of each page, beside them in `folder`.
///
/// # Errors
/// A file cannot be read or written, or is not of the splitter's make.
pub(super) fn join(pages: &Pages, folder: &Path) -> Outcome {
    for (page, parts) in pages {
        let parts = parts.iter().map(|part| fs_err::read(path(folder, part))).collect::<Result<Vec<_>, _>>()?;
        fs_err::write(path(folder, page), whole::whole(&parts)?)?;
    }
    Ok(())
}

/// Writes the modules and packs of the pages into `to`, and returns the JavaScript module that web/packs.js reads. The
/// parts are in `from`.
///
/// # Errors
/// A file cannot be read or written.
pub(super) fn write(pages: &Pages, from: &Path, to: &Path) -> Outcome<String> {
    let all: Vec<&String> = pages.values().flatten().collect::<BTreeSet<_>>().into_iter().collect();
    let numbers = |parts: &[String]| {
        let number = |part| all.iter().position(|other| *other == part);
        parts.iter().filter_map(number).collect::<Vec<_>>()
    };
    let lengths = all.iter().map(|part| Ok(fs_err::metadata(path(from, part))?.len())).collect::<Outcome<Vec<_>>>()?;
    let inside = inside(pages);
    let file = pack("inside", inside.iter(), from, to)?;
    let mut table = format!("export const lengths = {lengths:?};\n");
    table.push_str(&format!("export const inside = {{ file: {file:?}, parts: {:?} }};\n", numbers(&inside)));
    table.push_str("export const pages = {\n");
    for (page, parts) in pages {
        let module = fs_err::read(path(from, page))?;
        let whole = hashed(page, "wasm", &module);
        fs_err::write(to.join(&whole), module)?;
        let further = pack(page, parts.iter().filter(|part| !inside.contains(part)), from, to)?;
        let parts = numbers(parts);
        table.push_str(&format!("  {page}: {{ whole: {whole:?}, further: {further:?}, parts: {parts:?} }},\n"));
    }
    table.push_str("};\n");
    Ok(table)
}

/// Writes `parts` into one file, one after the other, and returns its name.
fn pack<'a>(page: &str, parts: impl Iterator<Item = &'a String>, from: &Path, to: &Path) -> Outcome<String> {
    let mut pack = Vec::new();
    for part in parts {
        pack.extend(fs_err::read(path(from, part))?);
    }
    let file = hashed(page, "parts", &pack);
    fs_err::write(to.join(&file), pack)?;
    Ok(file)
}

fn path(folder: &Path, part: &str) -> PathBuf {
    folder.join(format!("{part}.wasm"))
}

/// The parts that every page behind the sign-in needs.
fn inside(pages: &Pages) -> Vec<String> {
    let mut behind = pages.iter().filter(|(page, _)| !page.starts_with(GATE)).map(|(_, parts)| parts);
    let mut inside = behind.next().cloned().unwrap_or_default();
    for parts in behind {
        inside.retain(|part| parts.contains(part));
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_is_needed_by_every_page_behind_the_sign_in() {
        let parts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let pages = BTreeMap::from([
            ("sign_in_page".to_owned(), parts(&["a", "s"])),
            ("home_page".to_owned(), parts(&["a", "b", "h"])),
            ("about_page".to_owned(), parts(&["a", "b", "c"])),
        ]);
        assert_eq!(inside(&pages), ["a", "b"]);
    }
}
