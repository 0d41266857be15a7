//! Checks that no crate has an import cycle, and that the crates are those that docs/architecture.md draws.

mod crates;
mod modules;

use std::collections::{BTreeMap, BTreeSet};

use crate::repository;

/// The names that each name uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns the nodes of a cycle in `graph`, the first node repeated at the end, or `None`.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn visit(graph: &Graph, node: &str, path: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|on_path| on_path == node) {
            return Some([&path[start..], &[node.to_owned()]].concat());
        }
        if done.contains(node) {
            return None;
        }
        path.push(node.to_owned());
        let found = graph.get(node).into_iter().flatten().find_map(|used| visit(graph, used, path, done));
        path.pop();
        done.insert(node.to_owned());
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|node| visit(graph, node, &mut Vec::new(), &mut done))
}

/// Returns the arrows that docs/architecture.md draws with `sign`, as in `user --> one & another`.
fn drawn(sign: &str) -> Graph {
    let page = fs_err::read_to_string(repository::root().join("docs/architecture.md")).unwrap();
    let arrows = page.lines().filter_map(|line| line.split_once(sign));
    let names = |used: &str| used.split('&').map(|name| name.trim().to_owned()).collect::<BTreeSet<_>>();
    arrows.map(|(user, used)| (user.trim().to_owned(), names(used))).collect()
}

/// Returns one line for each arrow of `found` that `drawn` lacks, and for each that only `drawn` has.
fn differences(found: &Graph, drawn: &Graph) -> Vec<String> {
    let only_in = |one: &Graph, other: &Graph, sentence: &str| -> Vec<String> {
        one.iter()
            .flat_map(|(user, used)| used.iter().map(move |used| (user, used)))
            .filter(|(user, used)| !other.get(*user).is_some_and(|drawn| drawn.contains(*used)))
            .map(|(user, used)| format!("{user} → {used}: {sentence}"))
            .collect()
    };
    [only_in(found, drawn, "not drawn"), only_in(drawn, found, "drawn, but not in the sources")].concat()
}

#[test]
fn no_crate_has_an_import_cycle() {
    let cycles: Vec<String> = crates::folders()
        .iter()
        .flat_map(|folder| {
            modules::levels(&repository::root().join(folder).join("src")).into_iter().filter_map(
                move |(level, graph)| cycle(&graph).map(|nodes| format!("{folder}/src/{level}: {}", nodes.join(" → "))),
            )
        })
        .collect();
    assert_eq!(cycles, Vec::<String>::new());
}

#[test]
fn the_architecture_page_draws_the_arrows_between_crates() {
    let [production, tests] = crates::arrows();
    assert_eq!(differences(&production, &drawn(" --> ")), Vec::<String>::new());
    assert_eq!(differences(&tests, &drawn(" -. tests .-> ")), Vec::<String>::new());
    assert_eq!(cycle(&production), None);
}

#[test]
fn a_cycle_is_found_and_named() {
    let graph = |arrows: &[(&str, &[&str])]| -> Graph {
        arrows
            .iter()
            .map(|(user, used)| ((*user).to_owned(), used.iter().map(|name| (*name).to_owned()).collect()))
            .collect()
    };
    assert_eq!(cycle(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), None);
    let found = cycle(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]));
    assert_eq!(found, Some(vec!["b".to_owned(), "c".to_owned(), "b".to_owned()]));
}
