//! Binaryen's optimizer, which web/optimize.mjs calls.

use std::path::Path;
use std::process::Stdio;

use crate::files::shares;
use crate::{StepResult, process};

const SCRIPT: &str = "web/optimize.mjs";

/// Optimizes every WebAssembly file of `folder` for size, in place, on every core.
pub(crate) fn folder(folder: &Path) -> StepResult {
    let mut running = Vec::new();
    for share in shares(folder, |file| file.extension().is_some_and(|extension| extension == "wasm"))? {
        running.push(process::command("node").arg(SCRIPT).args(share).stderr(Stdio::piped()).spawn()?);
    }
    for worker in running {
        // Binaryen warns about the names of each chunk, which do not matter: shown only beside an error.
        process::check(&format!("node {SCRIPT}"), &worker.wait_with_output()?)?;
    }
    Ok(())
}
