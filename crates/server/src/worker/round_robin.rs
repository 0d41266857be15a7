//! Whose turn it is: organizations take turns, and so do the runs of each, however many items they have.

use std::collections::{BTreeMap, HashMap};

/// Who was served last.
#[derive(Debug, Default)]
pub(crate) struct RoundRobin {
    organization: String,
    /// The run served last, of each organization that has running ones.
    runs: HashMap<String, String>,
}

impl RoundRobin {
    /// Organizations and their running runs in the order in which they are to be tried, who waits longest first.
    pub(crate) fn order(&mut self, running: Vec<(String, String)>) -> Vec<(String, String)> {
        let mut organizations: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (organization, run) in running {
            organizations.entry(organization).or_default().push(run);
        }
        self.runs.retain(|organization, _| organizations.contains_key(organization));
        let names: Vec<String> = organizations.keys().cloned().collect();
        let mut order = Vec::new();
        for organization in after(names, &self.organization) {
            let mut runs = organizations.remove(&organization).unwrap_or_default();
            runs.sort();
            let last = self.runs.get(&organization).map_or("", String::as_str);
            order.extend(after(runs, last).into_iter().map(|run| (organization.clone(), run)));
        }
        order
    }

    /// Notes that an item of `run` was taken.
    pub(crate) fn served(&mut self, organization: String, run: String) {
        self.organization.clone_from(&organization);
        self.runs.insert(organization, run);
    }
}

/// A sorted list from the first that follows `last`, around to it.
pub(crate) fn after(mut sorted: Vec<String>, last: &str) -> Vec<String> {
    let first = sorted.partition_point(|item| item.as_str() <= last);
    sorted.rotate_left(first);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(one, two)| ((*one).to_owned(), (*two).to_owned())).collect()
    }

    #[test]
    fn organizations_take_turns_and_so_do_the_runs_of_each() {
        let running = pairs(&[("a", "1"), ("a", "2"), ("a", "3"), ("b", "4")]);
        let mut turn = RoundRobin::default();
        let mut served = Vec::new();
        for _ in 0..6 {
            let (organization, run) = turn.order(running.clone()).remove(0);
            served.push(run.clone());
            turn.served(organization, run);
        }
        assert_eq!(served, ["1", "4", "2", "4", "3", "4"]);
    }

    #[test]
    fn everyone_is_tried_once() {
        let mut turn = RoundRobin::default();
        turn.served("b".to_owned(), "4".to_owned());
        let running = pairs(&[("a", "1"), ("b", "3"), ("b", "4"), ("b", "5"), ("c", "6")]);
        assert_eq!(turn.order(running), pairs(&[("c", "6"), ("a", "1"), ("b", "5"), ("b", "3"), ("b", "4")]));
    }
}
