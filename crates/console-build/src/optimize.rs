//! Binaryen's optimizer, which web/optimize.mjs calls.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use crate::{Outcome, files, process};

const SCRIPT: &str = "web/optimize.mjs";

/// Optimizes every WebAssembly file of `folder` for size, in place, on every core.
///
/// # Errors
/// Fails when Node or a npm package is missing, or a file is no WebAssembly.
pub(crate) fn folder(folder: &Path) -> Outcome {
    let mut files = Vec::new();
    for file in files::with_extension(folder, "wasm")? {
        files.push((fs_err::metadata(&file)?.len(), file));
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut running = Vec::new();
    for share in shares(files, cores).into_iter().filter(|share| !share.is_empty()) {
        running.push(process::command("node").arg(SCRIPT).args(share).stderr(Stdio::piped()).spawn()?);
    }
    for worker in running {
        // Binaryen warns about the names of each chunk, which do not matter: shown only beside an error.
        process::check(&format!("node {SCRIPT}"), &worker.wait_with_output()?)?;
    }
    Ok(())
}

/// Divides files of known lengths into `count` shares of about the same length: the largest first, each into the
/// smallest share.
fn shares(mut files: Vec<(u64, PathBuf)>, count: usize) -> Vec<Vec<PathBuf>> {
    files.sort();
    let mut shares: Vec<(u64, Vec<PathBuf>)> = vec![(0, Vec::new()); count];
    for (length, file) in files.into_iter().rev() {
        if let Some((total, share)) = shares.iter_mut().min_by_key(|(total, _)| *total) {
            *total += length;
            share.push(file);
        }
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_about_the_same_length() {
        let files = [(5, "five"), (9, "nine"), (4, "four")].map(|(length, name)| (length, PathBuf::from(name)));
        assert_eq!(shares(files.to_vec(), 2), [vec![PathBuf::from("nine")], vec!["five".into(), "four".into()]]);
    }
}
