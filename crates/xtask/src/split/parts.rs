//! Which files each page needs, as the splitter's script says.

use std::collections::BTreeMap;

/// Reads the splitter's script: the files of each lazy page, under the name of its type in snake case (`prompts_page`).
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
            file = rest.split('"').next().map(str::to_owned);
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
    const src = fetch(new URL("./chunk_3-aa.wasm", import.meta.url));
    src.catch(() => {});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, []);
export const __wasm_split_load___home_page_view_2 = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split___home_page_view_2-bb.wasm", import.meta.url));
}
, [__chunk_3]));
export const __wasm_split_load___about_page_view_1 = wrapAsyncCb(makeLoad(() => async (_imp) => ({}), [__chunk_3]));
"#;

    #[test]
    fn a_page_needs_its_own_part_and_what_it_shares() {
        let pages = by_page(SCRIPT);
        assert_eq!(pages["home_page"], ["chunk_3-aa.wasm", "split___home_page_view_2-bb.wasm"]);
    }

    #[test]
    fn a_page_without_a_part_of_its_own_needs_what_it_shares() {
        assert_eq!(by_page(SCRIPT)["about_page"], ["chunk_3-aa.wasm"]);
    }
}
