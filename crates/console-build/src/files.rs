//! Files of the build.

use std::path::{Path, PathBuf};
use std::thread;

use sha2::{Digest, Sha256};

use crate::StepResult;

/// Divides the files of `folder` that are `wanted` into a share for each core. The shares have about the same length: the largest
/// file comes first, each into the smallest share.
pub(crate) fn shares(folder: &Path, wanted: impl Fn(&Path) -> bool) -> StepResult<Vec<Vec<PathBuf>>> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if wanted(&path) {
            files.push((fs_err::metadata(&path)?.len(), path));
        }
    }
    Ok(divide(files, thread::available_parallelism().map_or(1, usize::from)))
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

/// `stem-HASH.extension`, with the first 64 bits of the SHA-256 of `bytes`.
pub(crate) fn hashed(stem: &str, extension: &str, bytes: &[u8]) -> String {
    format!("{stem}-{:.16x}.{extension}", Sha256::digest(bytes))
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
