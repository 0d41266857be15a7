//! The crates that docs/architecture.md draws, as a Mermaid graph: `a --> b` for a dependency, `a -. tests .-> b` for one of
//! tests alone.

use std::collections::BTreeSet;

use super::Graph;
use crate::repository;

/// The arrows of the page.
#[derive(Default)]
pub(super) struct Drawing {
    /// Between crates.
    pub(super) crates: Graph,
    /// Between crates, for tests and benches alone.
    pub(super) test_dependencies: Graph,
}

/// Reads the page.
pub(super) fn read() -> Drawing {
    parse(&fs_err::read_to_string(repository::root().join("docs/architecture.md")).unwrap())
}

fn parse(page: &str) -> Drawing {
    let mut drawing = Drawing::default();
    for line in page.lines() {
        if let Some((user, used)) = line.split_once(" --> ") {
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

#[test]
fn arrows_are_read() {
    let drawing = parse("## Crates\n```mermaid\n  web --> api & client\n  web -. tests .-> xtask\n```\n");
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(drawing.crates["web"], set(&["api", "client"]));
    assert_eq!(drawing.test_dependencies["web"], set(&["xtask"]));
}
