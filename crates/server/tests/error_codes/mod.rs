//! Every error code is either covered by a test or marked as reserved, which means that no operation returns it.

use std::fs;
use std::path::{Path, PathBuf};

use answerdeck_api::ErrorCode;
use serde_json::Value;

#[test]
fn every_error_code_is_tested_or_reserved() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = sources(&root.join("tests")).concat();
    let declared = fs::read_to_string(root.join("../api/src/error.rs")).unwrap();
    let document: Value = serde_json::from_slice(&fs::read(root.join("../../docs/openapi.json")).unwrap()).unwrap();
    for code in ErrorCode::ALL {
        let name = format!("\"{code}\"");
        let lines: Vec<&str> = declared.lines().collect();
        let at = lines.iter().position(|line| line.contains(&name)).unwrap();
        let reserved = lines[at - 1].contains("Reserved:");
        assert_eq!(tests.contains(&name), !reserved, "{code} must be either tested or reserved");
        assert!(
            !(reserved && document["paths"].to_string().contains(&name)),
            "{code} is reserved, but the OpenAPI document has it"
        );
    }
}

fn sources(folder: &Path) -> Vec<String> {
    let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let text = |path: PathBuf| match path.is_dir() {
        true => sources(&path).concat(),
        false => String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned(),
    };
    entries.into_iter().map(text).collect()
}
