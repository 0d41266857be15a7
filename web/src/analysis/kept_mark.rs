//! A mark that records that this browser keeps answers for the session. Browsers evict databases silently: only the mark
//! distinguishes an evicted database from one that was never filled. The mark is the name of the database, which contains the
//! version of its records: after an update of the console, the database has another name.

use answerdeck_analysis::{Loss, Phase, Place, Status};

use crate::local_settings::{SettingKey, load, save};
use crate::session::kept_answers_database;

/// The mark, and whether its state is known.
#[derive(Default)]
pub(super) struct KeptMark {
    /// `None` before the worker has opened the kept answers.
    marked: Option<Marked>,
}

/// What the mark says about the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marked {
    Nothing,
    /// Another version of the console keeps answers for it.
    OtherVersion,
    Kept,
}

impl Marked {
    fn read(mark: Option<&str>, database: &str, name: &str) -> Self {
        match mark {
            Some(mark) if mark == database => Self::Kept,
            // The name is random. Before version 7, the mark was the name of the secret.
            Some(mark) if mark.ends_with(name) => Self::OtherVersion,
            _ => Self::Nothing,
        }
    }
}

impl KeptMark {
    /// Updates the mark of the session `name` from the state of its worker. Returns why the marked answers were missing when the
    /// worker opened them.
    pub(super) fn follow(&mut self, name: &str, status: &Status) -> Option<Loss> {
        if status.phase == Phase::Opening || status.place != Place::Device {
            return None;
        }
        let database = kept_answers_database(name);
        let read = || Marked::read(load(SettingKey::KeptAnswers).as_deref(), &database, name);
        let before = self.marked.unwrap_or_else(read);
        let (marked, loss) = self.change(before, status);
        if marked != before {
            save(SettingKey::KeptAnswers, (marked == Marked::Kept).then_some(database.as_str()));
        }
        self.marked = Some(marked);
        loss
    }

    fn change(&self, before: Marked, status: &Status) -> (Marked, Option<Loss>) {
        let marked = match status {
            Status { kept: 1.., .. } => Marked::Kept,
            // If the platform has no answers any more, everything is read and nothing is kept.
            Status { phase: Phase::Done, .. } => Marked::Nothing,
            _ => before,
        };
        let loss = match before {
            _ if self.marked.is_some() || status.kept > 0 => None,
            Marked::Nothing => None,
            Marked::OtherVersion => Some(Loss::Rebuilt),
            Marked::Kept => Some(Loss::Evicted),
        };
        (marked, loss)
    }

    /// Removes the mark.
    pub(super) fn remove() {
        save(SettingKey::KeptAnswers, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(last: Option<Marked>, before: Marked, kept: u64, phase: Phase) -> (Marked, Option<Loss>) {
        let status = Status { kept, phase, ..Status::default() };
        KeptMark { marked: last }.change(before, &status)
    }

    #[test]
    fn an_empty_store_of_a_marked_session_was_evicted() {
        assert_eq!(change(None, Marked::Kept, 0, Phase::Reading), (Marked::Kept, Some(Loss::Evicted)));
        assert_eq!(change(None, Marked::Kept, 3, Phase::Reading), (Marked::Kept, None));
    }

    #[test]
    fn an_empty_store_after_an_update_was_not_evicted() {
        let other = Marked::OtherVersion;
        assert_eq!(change(None, other, 0, Phase::Reading), (other, Some(Loss::Rebuilt)));
        assert_eq!(change(Some(other), other, 3, Phase::Reading), (Marked::Kept, None));
        assert_eq!(change(Some(other), other, 0, Phase::Done), (Marked::Nothing, None));
    }

    #[test]
    fn the_mark_tells_the_session_and_the_version() {
        let read = |mark| Marked::read(mark, "answers.7.abc", "abc");
        assert_eq!(read(Some("answers.7.abc")), Marked::Kept);
        assert_eq!([read(Some("answers.6.abc")), read(Some("abc"))], [Marked::OtherVersion; 2]);
        assert_eq!([read(Some("answers.7.xyz")), read(None)], [Marked::Nothing; 2]);
    }

    #[test]
    fn an_empty_store_of_another_session_was_never_filled() {
        assert_eq!(change(None, Marked::Nothing, 0, Phase::Reading), (Marked::Nothing, None));
        assert_eq!(change(Some(Marked::Nothing), Marked::Nothing, 3, Phase::Reading), (Marked::Kept, None));
    }

    #[test]
    fn answers_that_the_platform_deleted_were_not_evicted() {
        assert_eq!(change(Some(Marked::Kept), Marked::Kept, 0, Phase::Reading), (Marked::Kept, None));
        assert_eq!(change(Some(Marked::Kept), Marked::Kept, 0, Phase::Done), (Marked::Nothing, None));
    }
}
