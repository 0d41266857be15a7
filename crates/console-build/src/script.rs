//! The splitter's script: the chunks of each page, and the loaders that replace its own.

use std::collections::BTreeMap;

use crate::StepResult;
use crate::modules::Pages;

/// Reads the chunks of each lazy page from the splitter's script, by the name of the page's function (`prompts_page`).
///
/// A loader in the script has three lines in order: its name, its file, and in brackets the loaders of the chunks that it
/// shares with others.
pub(crate) fn pages(script: &str) -> Pages {
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

/// The splitter's `script` with loaders that call web/modules.js.
pub(crate) fn with_page_loaders(script: &str) -> StepResult<String> {
    // The beginning lists what chunks import, and wraps the program's callbacks.
    let (kept, _) = script.split_once("function makeLoad(").ok_or("the splitter's script has no `makeLoad`")?;
    let mut text = format!("import {{ open }} from \"./modules.js\";\n{kept}");
    for line in script.lines() {
        let Some((loader, _)) = line.strip_prefix("export const ").and_then(|line| line.split_once(' ')) else {
            continue;
        };
        let page = page_of(loader).ok_or_else(|| format!("the splitter's script exports `{loader}`"))?;
        text.push_str(&format!("export const {loader} = wrapAsyncCb(() => open(\"{page}\", getSharedImports()));\n"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"
function wrapAsyncCb(callee) {}
function makeLoad(fetcher, deps) {}
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
    fn a_page_needs_the_shared_chunks_and_its_own_if_it_has_one() {
        let pages = pages(SCRIPT);
        assert_eq!(pages["home_page"], ["chunk_3_aa", "split_home_page_2_bb"]);
        assert_eq!(pages["about_page"], ["chunk_3_aa"]);
    }

    #[test]
    fn every_loader_opens_its_page() {
        let expected = r#"import { open } from "./modules.js";

function wrapAsyncCb(callee) {}
export const __wasm_split_load_home_page_2 = wrapAsyncCb(() => open("home_page", getSharedImports()));
export const __wasm_split_load_about_page_1 = wrapAsyncCb(() => open("about_page", getSharedImports()));
"#;
        assert_eq!(with_page_loaders(SCRIPT).unwrap(), expected);
    }

    #[test]
    fn a_script_of_another_shape_is_an_error() {
        assert!(with_page_loaders("export const x = 1;").is_err());
        assert!(with_page_loaders("function makeLoad() {}\nexport const x = 1;").is_err());
    }
}
