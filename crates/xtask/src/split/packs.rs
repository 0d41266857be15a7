//! The parts of each page, in one file.

use std::collections::BTreeMap;
use std::path::Path;

use super::hashed;
use crate::Outcome;

/// What was packed.
pub(super) struct Packs {
    /// The pages' names.
    pub(super) pages: Vec<String>,
    /// The JavaScript module that web/packs.js reads.
    pub(super) table: String,
}

/// Writes the pack of each page of the splitter's `script` into `to`; the parts are in `from`.
///
/// # Errors
/// A file cannot be read or written.
pub(super) fn write(script: &str, from: &Path, to: &Path) -> Outcome<Packs> {
    let mut table = String::from("export default {\n");
    let pages = by_page(script);
    for (page, parts) in &pages {
        let mut pack = Vec::new();
        let mut lengths = Vec::new();
        for part in parts {
            let bytes = fs_err::read(from.join(format!("{part}.wasm")))?;
            lengths.push(format!("[\"{part}\", {}]", bytes.len()));
            pack.extend(bytes);
        }
        let file = hashed(page, "parts", &pack);
        fs_err::write(to.join(&file), pack)?;
        table.push_str(&format!("  {page}: {{ file: \"{file}\", parts: [{}] }},\n", lengths.join(", ")));
    }
    table.push_str("};\n");
    Ok(Packs { pages: pages.into_keys().collect(), table })
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

/// Reads the splitter's script: the parts of each lazy page, under the name of its type in snake case (`prompts_page`).
///
/// A loader there is three things in order: a line that names it, a line that names its file, and a line that names in
/// brackets the loaders of what it shares with others.
pub(super) fn by_page(script: &str) -> BTreeMap<String, Vec<String>> {
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

/// `prompts_page` of `__wasm_split_load___prompts_page_view_123`.
fn page_of(loader: &str) -> Option<String> {
    let (page, _) = loader.strip_prefix("__wasm_split_load_")?.trim_start_matches('_').rsplit_once("_view_")?;
    Some(page.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"
/* __about_page_view_1, __home_page_view_2 */
const __chunk_3 = makeLoad(() => {
    const src = fetch(new URL("./chunk_3_aa.wasm", import.meta.url));
    src.catch(() => {});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, []);
export const __wasm_split_load___home_page_view_2 = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split___home_page_view_2_bb.wasm", import.meta.url));
}
, [__chunk_3]));
export const __wasm_split_load___about_page_view_1 = wrapAsyncCb(makeLoad(() => async (_imp) => ({}), [__chunk_3]));
"#;

    #[test]
    fn a_page_needs_its_own_part_and_what_it_shares() {
        let pages = by_page(SCRIPT);
        assert_eq!(pages["home_page"], ["chunk_3_aa", "split___home_page_view_2_bb"]);
    }

    #[test]
    fn a_page_without_a_part_of_its_own_needs_what_it_shares() {
        assert_eq!(by_page(SCRIPT)["about_page"], ["chunk_3_aa"]);
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
