//! A search for a phrase in kept answers, part by part.

use answerdeck_analysis::{Coverage, FoundText, FoundTexts, SearchTexts, TextPlace};
use answerdeck_api::{AnswerScope, Timestamp};
use answerdeck_insight::sort_by;
use leptos::prelude::*;

use super::{Analysis, AnalysisQuery, AnalysisState};
use crate::reactive::effect;

/// The maximum number of found answers that are kept: the newest.
pub const FOUND_MAX: usize = 500;

/// What a search has found so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Search {
    /// The answers with the phrase, the newest first, at most [`FOUND_MAX`].
    pub newest: Vec<FoundText>,
    /// The number of all answers with the phrase.
    pub matches: u64,
    /// The number of answers that were searched.
    pub searched: u64,
    /// The number of answers in the scope.
    pub total: u64,
    /// What the answers were searched in. `None` before the first part.
    pub coverage: Option<Coverage>,
    /// Whether all answers were searched.
    pub is_complete: bool,
}

/// A scope and a phrase.
type Wanted = (AnswerScope, String);

/// A search that runs automatically, and again when other answers are kept.
#[derive(Clone, Copy)]
pub struct TextSearch {
    wanted: Memo<Option<Wanted>>,
    query: AnalysisQuery<FoundTexts>,
    progress: RwSignal<Progress>,
}

/// The progress of a search.
#[derive(Debug, Clone, Default)]
struct Progress {
    /// The search in progress. `None` before the first part.
    wanted: Option<Wanted>,
    /// Where the next part begins. `None` is the beginning.
    place: Option<TextPlace>,
    running: Search,
    /// The last complete search, which is shown while answers are searched again.
    complete: Option<Search>,
}

impl Analysis {
    /// Searches the answers of a scope for a phrase, from the beginning when they change. Searches nothing while `wanted` is
    /// `None`.
    pub fn search_texts(self, wanted: Memo<Option<Wanted>>) -> TextSearch {
        let progress = RwSignal::new(Progress::default());
        let question = Memo::new(move |_| {
            let (scope, phrase) = wanted.get()?;
            let from = progress.with(|progress| match &progress.wanted {
                Some((of_scope, of_phrase)) if *of_scope == scope && *of_phrase == phrase => progress.place.clone(),
                _ => None,
            });
            Some(SearchTexts { scope, phrase, from })
        });
        let query = self.query(move || question.get());
        effect(move || {
            if let AnalysisState::Ready { reply, is_stale: false } = query.get() {
                progress.update(|progress| progress.add(wanted.get_untracked(), &reply.value, reply.coverage));
            }
        });
        TextSearch { wanted, query, progress }
    }
}

impl TextSearch {
    /// The results so far. Reactive.
    pub fn get(self) -> Search {
        self.progress.with(|progress| match self.wanted.with(|wanted| *wanted == progress.wanted) {
            true => progress.complete.as_ref().unwrap_or(&progress.running).clone(),
            false => Search::default(),
        })
    }

    /// The state of the last part. Reactive.
    pub fn state(self) -> AnalysisState<FoundTexts> {
        self.query.get()
    }
}

impl Progress {
    fn add(&mut self, wanted: Option<Wanted>, part: &FoundTexts, coverage: Coverage) {
        if self.wanted != wanted {
            *self = Self { wanted, ..Self::default() };
        }
        if part.from != self.place {
            return;
        }
        if self.running.is_complete {
            if self.running.coverage == Some(coverage) {
                return;
            }
            // The last part was asked for again, because other answers are kept.
            self.complete = Some(std::mem::take(&mut self.running));
            self.place = None;
            if part.from.is_some() {
                return;
            }
        }
        self.running.add(part, coverage);
        match &part.next {
            Some(next) => self.place = Some(next.clone()),
            None => self.complete = None,
        }
    }
}

impl Search {
    /// Whether more answers have the phrase than are kept.
    pub fn is_bounded(&self) -> bool {
        self.matches > self.newest.len() as u64
    }

    fn add(&mut self, part: &FoundTexts, coverage: Coverage) {
        self.searched += part.searched;
        self.matches += part.found.len() as u64;
        self.total = part.total;
        self.coverage = Some(coverage);
        self.is_complete = part.next.is_none();
        self.newest.extend(part.found.iter().cloned());
        // Times of the platform compare as texts. Of equal ones, ids ascend in time.
        sort_by(&mut self.newest, |one, other| key(other).cmp(&key(one)));
        self.newest.truncate(FOUND_MAX);
    }
}

fn key(found: &FoundText) -> (Option<&str>, &str) {
    (found.answer.created_at.as_ref().map(Timestamp::as_str), found.answer.id.as_str())
}

#[cfg(test)]
mod tests {
    use answerdeck_analysis::MatchingAnswer;
    use answerdeck_api::ModelCode;

    use super::*;

    fn found(number: usize) -> FoundText {
        let answer = MatchingAnswer {
            id: format!("{number:022}").parse().unwrap(),
            question: String::new(),
            model: ModelCode::Claude,
            route: None,
            created_at: Some(Timestamp::new("2026-11-01T00:00:00.000Z")),
        };
        FoundText { answer, before: String::new(), phrase: "a".to_owned(), after: String::new() }
    }

    fn place(blocks: usize) -> Option<TextPlace> {
        Some(TextPlace { run: None, blocks })
    }

    fn part(from: Option<TextPlace>, answers: std::ops::Range<usize>, next: Option<TextPlace>) -> FoundTexts {
        let searched = answers.len() as u64;
        FoundTexts { from, total: 600, searched, found: answers.map(found).collect(), next }
    }

    fn wanted(phrase: &str) -> Option<Wanted> {
        Some((AnswerScope::default(), phrase.to_owned()))
    }

    fn coverage(kept: u64) -> Coverage {
        Coverage { kept, ..Coverage::default() }
    }

    #[test]
    fn parts_are_added_in_their_order_and_the_newest_answers_stay() {
        let mut progress = Progress::default();
        progress.add(wanted("a"), &part(None, 0..550, place(1)), coverage(1));
        assert!(!progress.running.is_complete);
        progress.add(wanted("a"), &part(None, 0..550, place(1)), coverage(1));
        progress.add(wanted("a"), &part(place(1), 550..560, None), coverage(1));
        assert!(progress.running.is_bounded());
        let Search { newest, matches, searched, total, is_complete, .. } = progress.running;
        assert_eq!((matches, searched, total, is_complete), (560, 560, 600, true));
        assert_eq!((newest.len(), newest[0].answer.id.as_str()), (FOUND_MAX, "0000000000000000000559"));
    }

    #[test]
    fn another_phrase_begins_anew() {
        let mut progress = Progress::default();
        progress.add(wanted("a"), &part(None, 0..2, place(1)), coverage(1));
        progress.add(wanted("b"), &part(None, 0..1, None), coverage(1));
        assert_eq!((progress.running.matches, progress.running.is_complete), (1, true));
        assert!(!progress.running.is_bounded());
    }

    #[test]
    fn a_complete_search_is_shown_until_other_answers_are_searched() {
        let mut progress = Progress::default();
        progress.add(wanted("a"), &part(None, 0..2, place(1)), coverage(1));
        progress.add(wanted("a"), &part(place(1), 2..3, None), coverage(1));
        progress.add(wanted("a"), &part(place(1), 2..3, None), coverage(1));
        assert_eq!((progress.running.matches, progress.complete.is_none()), (3, true));
        progress.add(wanted("a"), &part(place(1), 2..4, None), coverage(2));
        assert_eq!((progress.place.clone(), progress.complete.as_ref().map(|search| search.matches)), (None, Some(3)));
        progress.add(wanted("a"), &part(None, 0..4, None), coverage(2));
        assert_eq!((progress.running.matches, progress.complete.is_none()), (4, true));
        progress.add(wanted("a"), &part(None, 0..5, None), coverage(3));
        assert_eq!((progress.running.matches, progress.complete.is_none()), (5, true));
    }
}
