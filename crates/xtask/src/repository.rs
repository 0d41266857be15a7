//! Paths of the repository and of its tools.

use std::env;
use std::path::{Path, PathBuf};

use crate::StepResult;

pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
}

pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(path) => root().join(path),
        None => root().join("target"),
    }
}

/// The built console.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The files in the folder `path`, or `path` itself if it is a file, without npm packages.
pub(crate) fn files(path: PathBuf) -> StepResult<Vec<PathBuf>> {
    let (mut files, mut rest) = (Vec::new(), vec![path]);
    while let Some(path) = rest.pop() {
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("node_modules") {
            for entry in fs_err::read_dir(path)? {
                rest.push(entry?.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The folder of installed tools, which later runs reuse: `$ANSWERDECK_TOOLS`, or `answerdeck` in the user's cache folder.
pub(crate) fn tools() -> PathBuf {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(path) = set("ANSWERDECK_TOOLS") {
        return root().join(path);
    }
    let cache = set("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| set("LOCALAPPDATA").map(PathBuf::from))
        .or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")));
    match cache {
        Some(cache) => cache.join("answerdeck"),
        None => target().join("tools"),
    }
}
