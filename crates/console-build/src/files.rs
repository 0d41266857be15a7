//! Files of the build.

use std::path::{Path, PathBuf};
use std::thread;

use sha2::{Digest, Sha256};

use crate::StepResult;

/// The files of `folder` that end in `.extension`, sorted.
pub(crate) fn with_extension(folder: &Path, extension: &str) -> StepResult<Vec<PathBuf>> {
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

/// Divides `files` into a share for each core. The shares have about the same length: the largest file comes first, each
/// into the smallest share.
pub(crate) fn shares(files: Vec<PathBuf>) -> StepResult<Vec<Vec<PathBuf>>> {
    let mut lengths = Vec::new();
    for file in files {
        lengths.push((fs_err::metadata(&file)?.len(), file));
    }
    Ok(divide(lengths, thread::available_parallelism().map_or(1, usize::from)))
}

fn divide(mut files: Vec<(u64, PathBuf)>, count: usize) -> Vec<Vec<PathBuf>> {
    files.sort();
    let mut shares: Vec<(u64, Vec<PathBuf>)> = vec![(0, Vec::new()); count];
    for (length, file) in files.into_iter().rev() {
        if let Some((total, share)) = shares.iter_mut().min_by_key(|(total, _)| *total) {
            *total += length;
            share.push(file);
        }
    }
    shares.into_iter().map(|(_, share)| share).filter(|share| !share.is_empty()).collect()
}

/// `stem-HASH.extension`, with the [`hash`] of `bytes`.
pub(crate) fn hashed(stem: &str, extension: &str, bytes: &[u8]) -> String {
    format!("{stem}-{}.{extension}", hash(bytes))
}

/// The first 64 bits of the SHA-256 of `bytes`, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_about_the_same_length() {
        let files = [(5, "five"), (9, "nine"), (4, "four")].map(|(length, name)| (length, PathBuf::from(name)));
        assert_eq!(divide(files.to_vec(), 2), [vec![PathBuf::from("nine")], vec!["five".into(), "four".into()]]);
        assert_eq!(divide(Vec::new(), 2), Vec::<Vec<PathBuf>>::new());
    }
}
