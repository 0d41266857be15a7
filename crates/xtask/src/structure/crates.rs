//! The crates of the workspace and the arrows between them, as Cargo knows them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Graph;
use crate::command::{cargo, read};
use crate::repository;

/// Returns the folder of every crate of the workspace, such as `crates/api`.
pub(super) fn folders() -> Vec<String> {
    packages().into_keys().collect()
}

/// Returns the crates that each crate uses, and those that only its tests and benches use.
pub(super) fn arrows() -> [Graph; 2] {
    let packages = packages();
    let graph = |for_tests: bool| -> Graph {
        packages
            .iter()
            .map(|(folder, package)| {
                let dependencies = package["dependencies"].as_array().cloned().unwrap_or_default();
                let used = dependencies
                    .iter()
                    .filter(|dependency| (dependency["kind"] == "dev") == for_tests)
                    .filter_map(|dependency| dependency["path"].as_str())
                    .map(|path| name(&folder_of(Path::new(path))))
                    // A crate may name itself to turn on its features for tests.
                    .filter(|used| *used != name(folder))
                    .collect();
                (name(folder), used)
            })
            .collect()
    };
    let (production, mut tests) = (graph(false), graph(true));
    for (user, used) in &mut tests {
        // A crate may name a dependency again to turn on its features for tests.
        used.retain(|used| !production.get(user).is_some_and(|production| production.contains(used)));
    }
    [production, tests]
}

/// Returns the name by which the drawing calls a crate: the last part of its folder.
fn name(folder: &str) -> String {
    folder.rsplit('/').next().unwrap_or(folder).to_owned()
}

fn folder_of(path: &Path) -> String {
    path.strip_prefix(repository::root()).unwrap().to_string_lossy().replace('\\', "/")
}

fn packages() -> BTreeMap<String, Value> {
    let metadata = read(cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"])).unwrap();
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap());
            (folder_of(manifest.parent().unwrap()), package.clone())
        })
        .collect()
}
