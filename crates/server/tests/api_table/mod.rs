//! docs/api.md: where each operation is tested, called and shown, made from the sources.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use answerdeck_api::operation::{ALL, Method, Operation, PathOrigin};

const HEAD: &str = "# Operations

Every operation of the platform, in the order of `crates/api/src/operation.rs`. Its path stands under `/api`; `assumed`
marks one that the platform's document names without showing where it is. A test writes this table and fails when an
operation has no test or no method.

| operation | method and path | origin | server test | client method | console page |
|---|---|---|---|---|---|
";

#[test]
fn every_operation_has_a_test_and_a_method_and_the_table_says_which() {
    let table = table();
    let path = root().join("docs/api.md");
    if fs::read_to_string(&path).unwrap_or_default() != table {
        fs::write(&path, table).unwrap();
        panic!("docs/api.md was out of date and has been written anew: read it, and commit it");
    }
}

fn table() -> String {
    let (methods, pages) = (methods(), pages());
    let mut table = HEAD.to_owned();
    let mut holes = Vec::new();
    for operation in ALL {
        let id = operation.id;
        let test = tests_of(operation).into_iter().find(|file| root().join(TESTS).join(file).is_file());
        let method = methods.iter().find(|(name, _)| *name == id.to_uppercase()).map(|(_, method)| method);
        let (Some(test), Some(method)) = (test, method) else {
            holes.push(id);
            continue;
        };
        let shown: Vec<_> =
            pages.iter().filter(|(_, text)| text.contains(&format!("`{id}`"))).map(|(name, _)| name.as_str()).collect();
        let origin = match operation.path_origin {
            PathOrigin::Documented => "documented",
            PathOrigin::Assumed => "assumed",
        };
        let (verb, path) = (operation.method.as_str(), operation.path);
        writeln!(table, "| {id} | {verb} `{path}` | {origin} | {test} | `{method}` | {} |", shown.join(", ")).unwrap();
    }
    assert_eq!(holes, [""; 0], "operations without a test or a method");
    table
}

const TESTS: &str = "crates/server/tests/routes";

/// Tests are laid out by path: `/v1/platform/prompts/{promptID}` is read in prompts/get.rs, `/…/regions` in regions.rs.
fn tests_of(operation: &Operation) -> [String; 2] {
    let parts: Vec<_> = operation.path.split('/').skip(3).filter(|part| *part != "me").collect();
    let named: Vec<_> = parts.iter().filter(|part| !part.starts_with('{')).map(|part| snake_case(part)).collect();
    let verb = match operation.method {
        Method::Get if parts.last().is_some_and(|part| part.starts_with('{')) => "get",
        Method::Get => "list",
        Method::Post => "post",
        Method::Patch => "patch",
        Method::Delete => "delete",
    };
    let place = named.join("/");
    [format!("{place}/{verb}.rs"), format!("{place}.rs")]
}

fn snake_case(part: &str) -> String {
    part.chars().fold(String::new(), |mut name, letter| {
        if letter.is_uppercase() {
            name.push('_');
        }
        name.push(if letter == '-' { '_' } else { letter.to_ascii_lowercase() });
        name
    })
}

/// The name of each operation that the client calls, and the method that does.
fn methods() -> Vec<(String, String)> {
    let client = root().join("crates/client/src");
    let accessors = fs::read_to_string(client.join("client.rs")).unwrap();
    let mut methods = Vec::new();
    for (_, text) in sources(&client.join("resource")) {
        for (at, _) in text.match_indices("operation::") {
            let name: String =
                text[at + "operation::".len()..].chars().take_while(|c| c.is_uppercase() || *c == '_').collect();
            let resource = word_after(&text[..at], "impl ");
            let method = word_after(&text[..at], "fn ");
            if let Some((before, _)) = accessors.split_once(&format!("-> {resource} {{")) {
                methods.push((name, format!("{}().{method}", word_after(before, "fn "))));
            }
        }
    }
    methods
}

/// What follows the last `mark`.
fn word_after(text: &str, mark: &str) -> String {
    let after = text.rsplit(mark).next().unwrap_or_default();
    after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The name of each page of the console, and what its head says that it uses.
fn pages() -> Vec<(String, String)> {
    let head = |text: String| text.lines().take_while(|line| line.starts_with("//!")).collect();
    sources(&root().join("web/src/pages")).into_iter().map(|(name, text)| (name, head(text))).collect()
}

/// The files of a folder by name, and their texts.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read =
        |path: PathBuf| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap());
    files.into_iter().filter(|path| path.is_file()).map(read).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
