//! The order in which organizations and their runs are served: each in turn, however many items it has.

use std::collections::{BTreeMap, HashMap};

/// Remembers which organization and which of its runs were served last.
#[derive(Debug, Default)]
pub(crate) struct RoundRobin {
    last_organization: String,
    /// The last run of each organization that has unfinished runs.
    last_runs: HashMap<String, String>,
}

impl RoundRobin {
    /// Sorts pairs of an organization and a run: one run of each organization, then the next. Those that have waited longest come
    /// first.
    pub(crate) fn order(&mut self, unfinished: Vec<(String, String)>) -> Vec<(String, String)> {
        let mut runs_by_organization: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (organization, run) in unfinished {
            runs_by_organization.entry(organization).or_default().push(run);
        }
        self.last_runs.retain(|organization, _| runs_by_organization.contains_key(organization));
        let organizations: Vec<String> = runs_by_organization.keys().cloned().collect();
        let mut order = Vec::new();
        for organization in rotate_after(organizations, &self.last_organization) {
            let mut runs = runs_by_organization.remove(&organization).unwrap_or_default();
            runs.sort();
            let last = self.last_runs.get(&organization).map_or("", String::as_str);
            let runs = rotate_after(runs, last).into_iter().enumerate();
            order.extend(runs.map(|(turn, run)| (turn, (organization.clone(), run))));
        }
        order.sort_by_key(|(turn, _)| *turn);
        order.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Records that an item of `run` was leased.
    pub(crate) fn served(&mut self, organization: String, run: String) {
        self.last_organization.clone_from(&organization);
        self.last_runs.insert(organization, run);
    }
}

/// Rotates a sorted list so that it begins with the first element after `last`.
pub(crate) fn rotate_after(mut sorted: Vec<String>, last: &str) -> Vec<String> {
    let first = sorted.partition_point(|element| element.as_str() <= last);
    sorted.rotate_left(first);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(organization, run)| ((*organization).to_owned(), (*run).to_owned())).collect()
    }

    #[test]
    fn organizations_alternate_and_so_do_the_runs_of_each() {
        let unfinished = pairs(&[("a", "1"), ("a", "2"), ("a", "3"), ("b", "4")]);
        let mut round_robin = RoundRobin::default();
        let mut served = Vec::new();
        for _ in 0..6 {
            let (organization, run) = round_robin.order(unfinished.clone()).remove(0);
            served.push(run.clone());
            round_robin.served(organization, run);
        }
        assert_eq!(served, ["1", "4", "2", "4", "3", "4"]);
    }

    #[test]
    fn every_run_is_tried_once_and_one_of_each_organization_first() {
        let mut round_robin = RoundRobin::default();
        round_robin.served("b".to_owned(), "4".to_owned());
        let unfinished = pairs(&[("a", "1"), ("a", "2"), ("b", "3"), ("b", "4"), ("b", "5"), ("c", "6")]);
        let order = pairs(&[("c", "6"), ("a", "1"), ("b", "5"), ("a", "2"), ("b", "3"), ("b", "4")]);
        assert_eq!(round_robin.order(unfinished), order);
    }
}
