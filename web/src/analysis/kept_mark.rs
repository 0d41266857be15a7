//! A mark that this browser keeps answers for the session. A browser evicts a database silently: only the mark
//! distinguishes an evicted database from one that was never filled.

use answerdeck_analysis::{Phase, Place, Status};

use crate::local_settings::{SettingKey, load, save};

/// The mark, and whether its state is known.
#[derive(Default)]
pub(super) struct KeptMark {
    /// Whether it is set. `None` before the worker has opened the kept answers.
    is_set: Option<bool>,
}

impl KeptMark {
    /// Sets or removes the mark of the session `name` by a state of its worker. Returns whether the answers that it marks were
    /// gone when the worker opened them.
    pub(super) fn follow(&mut self, name: &str, status: &Status) -> bool {
        if status.phase == Phase::Opening || status.place != Place::Device {
            return false;
        }
        let was_set = self.is_set.unwrap_or_else(|| load(SettingKey::KeptAnswers).as_deref() == Some(name));
        let change = self.change(was_set, status);
        if change.is_set != was_set {
            save(SettingKey::KeptAnswers, change.is_set.then_some(name));
        }
        self.is_set = Some(change.is_set);
        change.was_evicted
    }

    fn change(&self, was_set: bool, status: &Status) -> Change {
        let is_first = self.is_set.is_none();
        Change {
            // A platform may no longer have answers: then everything is read and nothing is kept.
            is_set: status.kept > 0 || (was_set && status.phase != Phase::Done),
            was_evicted: is_first && was_set && status.kept == 0,
        }
    }

    /// Removes the mark.
    pub(super) fn remove() {
        save(SettingKey::KeptAnswers, None);
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Change {
    is_set: bool,
    was_evicted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: Option<bool>, was_set: bool, kept: u64, phase: Phase) -> (bool, bool) {
        let status = Status { kept, phase, ..Status::default() };
        let change = KeptMark { is_set: before }.change(was_set, &status);
        (change.is_set, change.was_evicted)
    }

    #[test]
    fn an_empty_store_of_a_marked_session_was_evicted() {
        assert_eq!(change(None, true, 0, Phase::Reading), (true, true));
        assert_eq!(change(None, true, 3, Phase::Reading), (true, false));
    }

    #[test]
    fn an_empty_store_of_another_session_was_never_filled() {
        assert_eq!(change(None, false, 0, Phase::Reading), (false, false));
        assert_eq!(change(Some(false), false, 3, Phase::Reading), (true, false));
    }

    #[test]
    fn answers_that_the_platform_deleted_were_not_evicted() {
        assert_eq!(change(Some(true), true, 0, Phase::Reading), (true, false));
        assert_eq!(change(Some(true), true, 0, Phase::Done), (false, false));
    }
}
