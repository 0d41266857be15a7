//! Generates docs/api.md from the sources: what each operation does, its client method and its console pages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use answerdeck_api::operation::{ALL, Method, Operation, PathOrigin};

const HEAD: &str = "# Operations

The operations of the platform API, in the order of `crates/api/src/operation.rs`. Paths are relative to `/api`;
[openapi.json](openapi.json) has the parameters, bodies and responses. The origin is `assumed` if the contract has no such
operation, or names it without its path. A test generates this table and fails if an operation has no client method, or no test in
`crates/server/tests/routes`, where the files follow the paths.

| operation | what it does | method and path | origin | client method | console page |
|---|---|---|---|---|---|
";

#[test]
fn docs_api_md_is_up_to_date_and_every_operation_has_a_test_and_a_client_method() {
    let table = table();
    let path = root().join("docs/api.md");
    if fs::read_to_string(&path).unwrap_or_default() != table {
        fs::write(&path, table).unwrap();
        panic!("docs/api.md was out of date and is now regenerated: review and commit it");
    }
}

fn table() -> String {
    let (methods, pages) = (methods(), pages());
    let mut table = HEAD.to_owned();
    let mut incomplete = Vec::new();
    for operation in ALL {
        let id = operation.id;
        let has_test = test_files(operation).any(|file| root().join(TESTS).join(file).is_file());
        let method = methods.iter().find(|(name, _)| *name == id.to_uppercase()).map(|(_, method)| method);
        let Some(method) = method.filter(|_| has_test) else {
            incomplete.push(id);
            continue;
        };
        let (summary, _) = operation.summary_and_description();
        let used_by: Vec<_> =
            pages.iter().filter(|(_, text)| text.contains(&format!("`{id}`"))).map(|(name, _)| name.as_str()).collect();
        let origin = match operation.path_origin {
            PathOrigin::Documented => "documented",
            PathOrigin::Assumed => "assumed",
        };
        let (verb, path) = (operation.method.as_str(), operation.path);
        let pages = used_by.join(", ");
        writeln!(table, "| {id} | {summary} | {verb} `{path}` | {origin} | `{method}` | {pages} |").unwrap();
    }
    assert_eq!(incomplete, [""; 0], "operations without a server test or a client method");
    table
}

const TESTS: &str = "crates/server/tests/routes";

/// Returns the files that may test an operation. They follow its path: `GET /v1/platform/prompts/{promptID}` is tested in
/// prompts/get.rs, `GET /v1/platform/regions` in regions.rs, and `POST /v1/platform/webhooks/{webhookID}/test` in webhooks.rs. One test
/// deletes an item of each resource.
fn test_files(operation: &Operation) -> impl Iterator<Item = String> {
    let segments: Vec<_> = operation.path.split('/').skip(3).filter(|segment| *segment != "me").collect();
    let names: Vec<_> =
        segments.iter().filter(|segment| !segment.starts_with('{')).map(|segment| snake_case(segment)).collect();
    let verb = match operation.method {
        Method::Get if segments.last().is_some_and(|segment| segment.starts_with('{')) => "get",
        Method::Get => "list",
        Method::Post => "post",
        Method::Patch => "patch",
        Method::Delete => "delete",
    };
    let resources = (1..=names.len()).rev().map(move |length| names[..length].join("/"));
    let deletion = (operation.method == Method::Delete).then(|| "deletion.rs".to_owned());
    resources.flat_map(move |resource| [format!("{resource}/{verb}.rs"), format!("{resource}.rs")]).chain(deletion)
}

fn snake_case(segment: &str) -> String {
    segment.chars().fold(String::new(), |mut name, letter| {
        if letter.is_uppercase() {
            name.push('_');
        }
        name.push(if letter == '-' { '_' } else { letter.to_ascii_lowercase() });
        name
    })
}

/// Returns the name of each operation that the client calls, with the client method.
fn methods() -> Vec<(String, String)> {
    let client = root().join("crates/client/src");
    let accessors = fs::read_to_string(client.join("client.rs")).unwrap();
    let mut methods = Vec::new();
    for (_, text) in sources(&client.join("resource")) {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let text = text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
        for (at, _) in text.match_indices("operation::") {
            let name: String =
                text[at + "operation::".len()..].chars().take_while(|c| c.is_uppercase() || *c == '_').collect();
            let resource = identifier_after(&text[..at], "impl ");
            let method = identifier_after(&text[..at], "fn ");
            if let Some((before, _)) = accessors.split_once(&format!(": {resource}, \"")) {
                methods.push((name, format!("{}().{method}", identifier_after(before, " "))));
            }
        }
    }
    methods
}

/// Returns the identifier after the last `mark`.
fn identifier_after(text: &str, mark: &str) -> String {
    let after = text.rsplit(mark).next().unwrap_or_default();
    after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Returns the name of each console page, with its module comment, which lists the operations that it uses.
fn pages() -> Vec<(String, String)> {
    let module_comment = |text: String| text.lines().take_while(|line| line.starts_with("//!")).collect();
    sources(&root().join("web/src/pages")).into_iter().map(|(name, text)| (name, module_comment(text))).collect()
}

/// Returns the name and the text of each file in a folder.
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
