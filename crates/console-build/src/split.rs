//! Splits the program at its lazy pages.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

use crate::{StepResult, panics};

/// File name of the splitter's script.
pub(crate) const SCRIPT: &str = "__wasm_split.js";
/// File name of the main module.
pub(crate) const MAIN: &str = "app_bg.wasm";

/// Splits `program` into `folder`: app.js and app_bg.wasm of the main module, a file for each chunk, the splitter's
/// script.
pub(crate) fn split(program: &[u8], folder: &Path) -> StepResult {
    let bytes = panics::trap(program)?;
    let main = folder.join("app.wasm");
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = "./app.js";
    options.target.web();
    wasm_split_cli_support::transform(options)?;
    Bindgen::new()
        .input_path(&main)
        .web(true)?
        .keep_lld_exports(true)
        .demangle(false)
        .typescript(false)
        .omit_default_module_path(false)
        .out_name("app")
        .generate(folder)?;
    // The files that remain are those that the console loads.
    Ok(fs_err::remove_file(main)?)
}
