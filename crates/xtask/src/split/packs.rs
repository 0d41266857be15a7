//! The parts of each page: as one module for whoever opens the console there, and in one file, a pack, for whoever comes
//! from another page.

use std::collections::BTreeMap;
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
    let inside = inside(pages);
    let file = pack("inside", inside.iter(), from, to)?;
    let mut table = format!("export const inside = {{ file: \"{file}\", parts: {} }};\n", lengths(&inside, from)?);
    table.push_str("export const pages = {\n");
    for (page, parts) in pages {
        let module = fs_err::read(path(from, page))?;
        let whole = hashed(page, "wasm", &module);
        fs_err::write(to.join(&whole), module)?;
        let further = pack(page, parts.iter().filter(|part| !inside.contains(part)), from, to)?;
        let parts = lengths(parts, from)?;
        table.push_str(&format!("  {page}: {{ whole: \"{whole}\", further: \"{further}\", parts: {parts} }},\n"));
    }
    table.push_str("};\n");
    Ok(table)
}

/// The parts with their lengths, as JavaScript.
fn lengths(parts: &[String], folder: &Path) -> Outcome<String> {
    let length = |part: &String| Ok(format!("[\"{part}\", {}]", fs_err::metadata(path(folder, part))?.len()));
    Ok(format!("[{}]", parts.iter().map(length).collect::<Outcome<Vec<_>>>()?.join(", ")))
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

/// The splitter's `script`, taking its parts from packs.
pub(super) fn loading(script: &str) -> String {
    let mut text = String::from("import { instantiate, packed } from \"./packs.js\";\n");
    let mut of_page = false;
    for line in script.lines() {
        let mut line = line.to_owned();
        if let Some(page) = line.strip_prefix("export const ").and_then(page_of) {
            line = line.replacen("makeLoad(", &format!("packed(\"{page}\", makeLoad("), 1);
            of_page = true;
        }
        if let Some((before, rest)) = line.split_once("fetch(new URL(\"./")
            && let Some((part, _)) = rest.split_once(".wasm\"")
        {
            line = format!("{before}\"{part}\";");
        } else if line.trim() == "src.catch(() => {});" {
            continue;
        }
        line = line.replace("WebAssembly.instantiateStreaming(", "instantiate(");
        if of_page && line.ends_with("]));") {
            line.insert(line.len() - 1, ')');
            of_page = false;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Reads the splitter's script: the parts of each lazy page, under the name of its function (`prompts_page`).
///
/// A loader there is three things in order: a line that names it, a line that names its file, and a line that names in
/// brackets the loaders of what it shares with others.
pub(super) fn by_page(script: &str) -> Pages {
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    let mut pages = BTreeMap::new();
    let mut name = String::new();
    let mut file = None;
    for line in script.lines() {
        if let Some(declared) = line.strip_prefix("const __chunk_").or_else(|| line.strip_prefix("export const ")) {
            name = declared.split(' ').next().unwrap_or_default().to_owned();
        } else if let Some((_, rest)) = line.split_once("fetch(new URL(\"./") {
            file = rest.split(".wasm").next().map(str::to_owned);
        }
        let Some((_, rest)) = line.split_once(", [") else { continue };
        let Some((needed, "]);" | "]));")) = rest.split_once(']').map(|(needed, _)| (needed, &rest[needed.len()..]))
        else {
            continue;
        };
        let own = file.take();
        match page_of(&name) {
            Some(page) => {
                let needed = needed.split(", ").filter_map(|name| shared.get(name.strip_prefix("__chunk_")?)).cloned();
                pages.insert(page, needed.chain(own).collect());
            }
            None => {
                shared.extend(own.map(|file| (name.clone(), file)));
            }
        }
    }
    pages
}

/// `prompts_page` of `__wasm_split_load_prompts_page_123`.
fn page_of(loader: &str) -> Option<String> {
    let (page, _) = loader.split(' ').next()?.strip_prefix("__wasm_split_load_")?.rsplit_once('_')?;
    Some(page.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"
/* about_page_1, home_page_2 */
const __chunk_3 = makeLoad(() => {
    const src = fetch(new URL("./chunk_3_aa.wasm", import.meta.url));
    src.catch(() => {});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, []);
export const __wasm_split_load_home_page_2 = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split_home_page_2_bb.wasm", import.meta.url));
}
, [__chunk_3]));
export const __wasm_split_load_about_page_1 = wrapAsyncCb(makeLoad(() => async (_imp) => ({}), [__chunk_3]));
"#;

    #[test]
    fn a_page_needs_its_own_part_and_what_it_shares() {
        let pages = by_page(SCRIPT);
        assert_eq!(pages["home_page"], ["chunk_3_aa", "split_home_page_2_bb"]);
    }

    #[test]
    fn a_page_without_a_part_of_its_own_needs_what_it_shares() {
        assert_eq!(by_page(SCRIPT)["about_page"], ["chunk_3_aa"]);
    }

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

    #[test]
    fn a_page_fetches_its_pack_before_it_makes_instances() {
        let text = loading(SCRIPT);
        assert!(text.contains("wrapAsyncCb(packed(\"home_page\", makeLoad(() => {"));
        assert!(
            text.contains(
                "    const src = \"chunk_3_aa\";\n    return async (imports) => (instantiate(src, imports));"
            )
        );
        assert!(text.contains("\n, [__chunk_3])));"));
        assert!(text.contains("packed(\"about_page\", makeLoad(() => async (_imp) => ({}), [__chunk_3])));"));
    }
}
