//! The structure that docs/architecture.md draws.
//!
//! Crates are a Mermaid graph: `a --> b` for a dependency, `a -. tests .-> b` for one of tests alone. Modules are tables
//! below a heading that names the crate's folder: the first column names a module, the last one the modules it uses.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;
use crate::repository;

/// The arrows of the page.
#[derive(Default)]
pub(super) struct Drawing {
    /// Between crates.
    pub(super) crates: Graph,
    /// Between crates, for tests and benches alone.
    pub(super) test_dependencies: Graph,
    /// Between the modules of each crate, by the crate's folder.
    pub(super) modules: BTreeMap<String, Graph>,
}

/// Reads the page.
pub(super) fn read() -> Drawing {
    parse(&fs_err::read_to_string(repository::root().join("docs/architecture.md")).unwrap())
}

fn parse(page: &str) -> Drawing {
    let mut drawing = Drawing::default();
    let mut section = None;
    for line in page.lines().map(str::trim) {
        if line.starts_with('#') {
            section = code(line).into_iter().next();
        } else if let (Some(folder), true) = (&section, line.starts_with('|')) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
            let (first, last) = (code(cells[0]), code(cells[cells.len() - 1]));
            if let Some(module) = first.into_iter().next() {
                drawing.modules.entry(folder.clone()).or_default().insert(module, last.into_iter().collect());
            }
        } else if let Some((user, used)) = line.split_once(" --> ") {
            add(&mut drawing.crates, user, used);
        } else if let Some((user, used)) = line.split_once(" -. tests .-> ") {
            add(&mut drawing.test_dependencies, user, used);
        }
    }
    drawing
}

/// Adds `user --> one & another`.
fn add(graph: &mut Graph, user: &str, used: &str) {
    let used: BTreeSet<String> = used.split('&').map(|name| name.trim().to_owned()).collect();
    graph.entry(user.trim().to_owned()).or_default().extend(used);
}

/// Returns the texts between backticks.
fn code(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn arrows_and_tables_are_read() {
    let drawing = parse(
        "## Crates\n```mermaid\n  web --> api & client\n  web -. tests .-> xtask\n```\n\
         ### `web`\n| Module | Uses |\n|---|---|\n| `a` | `b`, `c` |\n| `b` | |\n",
    );
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(drawing.crates["web"], set(&["api", "client"]));
    assert_eq!(drawing.test_dependencies["web"], set(&["xtask"]));
    assert_eq!(drawing.modules["web"]["a"], set(&["b", "c"]));
    assert_eq!(drawing.modules["web"]["b"], set(&[]));
}
