//! Files of the build.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Outcome;

/// The files of `folder` that end in `.extension`, sorted.
///
/// # Errors
/// Fails when the folder cannot be read.
pub(crate) fn with_extension(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// `stem-HASH.extension`, with the first 64 bits of the SHA-256 of `bytes`.
pub(crate) fn hashed(stem: &str, extension: &str, bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{stem}-{hash}.{extension}")
}
