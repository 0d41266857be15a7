//! Random histories: after any events on the platform and any interruptions, the kept answers equal those of the platform.

use std::collections::BTreeSet;
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerScope, AnswerStatus, PromptSetId, RunId};
use futures_util::FutureExt;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::platform::{Fault, Platform};
use super::{all, open, run, sync};
use crate::{MemoryStore, SelectError, SyncMode};

#[derive(Debug, Clone)]
enum Event {
    CreateSet(usize),
    SubmitRun(Vec<Index>, usize, usize),
    FinishRun(Index),
    DeletePrompts(Index),
    DeleteSet(Index),
    LoseAnswer(Index),
    AnswerWithoutRun(Index, AnswerStatus),
    /// Some runs share their texts from now on.
    Compact(usize),
    /// A synchronization that ends early, because the page was closed or the platform failed.
    Synchronize(SyncMode, usize, bool),
}

fn events() -> impl Strategy<Value = Event> {
    let sets = prop::collection::vec(any::<Index>(), 1..3);
    prop_oneof![
        1 => (1..120_usize).prop_map(Event::CreateSet),
        4 => (sets, 1..4_usize, 0..3_usize).prop_map(|(sets, times, failed)| Event::SubmitRun(sets, times, failed)),
        4 => any::<Index>().prop_map(Event::FinishRun),
        1 => any::<Index>().prop_map(Event::DeletePrompts),
        1 => any::<Index>().prop_map(Event::DeleteSet),
        1 => any::<Index>().prop_map(Event::LoseAnswer),
        2 => (any::<Index>(), select(&[AnswerStatus::Success, AnswerStatus::Failed, AnswerStatus::Pending][..]))
            .prop_map(|(set, status)| Event::AnswerWithoutRun(set, status)),
        2 => (1..4_usize).prop_map(Event::Compact),
        3 => (select(&[SyncMode::NewRuns, SyncMode::KeptRun, SyncMode::AllRuns, SyncMode::AllAnswers][..]), 0..20_usize, any::<bool>())
            .prop_map(|(mode, steps, fails)| Event::Synchronize(mode, steps, fails)),
    ]
}

/// The platform with what the test has to remember of it.
struct History {
    platform: Platform,
    store: Rc<MemoryStore>,
    sets: Vec<usize>,
    deleted: BTreeSet<usize>,
    runs: Vec<RunId>,
    unfinished: Vec<RunId>,
    answers_without_run: usize,
}

impl History {
    fn happen(&mut self, event: Event) {
        let platform = &self.platform;
        match event {
            Event::CreateSet(prompts) => self.sets.push(platform.create_set(prompts)),
            Event::SubmitRun(sets, times, failed) if !self.sets.is_empty() => {
                let sets: Vec<usize> = sets.iter().map(|set| *set.get(&self.sets)).collect();
                let run = platform.submit_run(&sets, times, failed);
                self.runs.push(run.clone());
                self.unfinished.push(run);
            }
            Event::FinishRun(run) if !self.unfinished.is_empty() => {
                platform.finish(&self.unfinished.remove(run.index(self.unfinished.len())));
            }
            Event::DeletePrompts(set) if !self.sets.is_empty() => platform.delete_prompts(*set.get(&self.sets)),
            Event::DeleteSet(set) if !self.sets.is_empty() => {
                let set = *set.get(&self.sets);
                platform.delete_set(set);
                self.deleted.insert(set);
            }
            Event::LoseAnswer(run) if !self.runs.is_empty() => {
                let run = run.get(&self.runs);
                let counted = |answer: &Answer| answer.status == AnswerStatus::Success;
                let of_run = |answer: &Answer| answer.run_id.as_ref() == Some(run);
                let last = platform.finished_answers().into_iter().rfind(|(answer, _)| of_run(answer));
                if last.is_some_and(|(answer, _)| counted(&answer)) {
                    platform.lose_answer(run);
                    platform.change_run(run, |run| run.success_count -= 1);
                }
            }
            Event::AnswerWithoutRun(set, status) if !self.sets.is_empty() => {
                let set = *set.get(&self.sets);
                if platform.has_prompts(set) {
                    self.answers_without_run += 1;
                    platform.answer_without_run(set, self.answers_without_run / 3, status);
                }
            }
            Event::Compact(times) => {
                let (mut answers, _) = open(&self.store);
                for _ in 0..times {
                    run(answers.compact_from(1)).unwrap();
                }
                let (reopened, _) = open(&self.store);
                assert_eq!((all(&answers), answers.missing()), (all(&reopened), reopened.missing()));
            }
            Event::Synchronize(mode, steps, fails) => {
                let (mut answers, _) = open(&self.store);
                let mut sync = answers.sync(platform.client(), mode);
                platform.fault_after(steps, if fails { Fault::Fails } else { Fault::Hangs });
                while let Some(Ok(Some(event))) = sync.next().now_or_never() {
                    answers.apply(event).unwrap();
                }
                platform.clear_fault();
                let (reopened, _) = open(&self.store);
                assert_eq!((all(&answers), answers.missing()), (all(&reopened), reopened.missing()));
            }
            _ => {}
        }
    }

    /// Compares every scope of a run and a set with the platform.
    fn check(&self, modes: &[SyncMode]) {
        let (mut answers, _) = open(&self.store);
        for mode in modes {
            sync(&mut answers, &self.platform, *mode);
        }
        assert_eq!(answers.missing(), Some(self.unfinished.len()));
        let counted: Vec<(Answer, PromptSetId)> = self
            .platform
            .finished_answers()
            .into_iter()
            .filter(|(answer, _)| answer.status == AnswerStatus::Success)
            .collect();
        assert_eq!(all(&answers), counted.len());
        for run in &self.runs {
            let scope = AnswerScope { run_id: Some(run.clone()), ..AnswerScope::default() };
            let expected = counted.iter().filter(|(answer, _)| answer.run_id.as_ref() == Some(run)).count();
            assert_eq!(answers.select(&scope).unwrap().len(), expected);
        }
        for set in &self.sets {
            let id = self.platform.set_id(*set);
            let expected = counted.iter().filter(|(_, of)| *of == id).count();
            let scope = AnswerScope { prompt_set_id: Some(id), ..AnswerScope::default() };
            match answers.select(&scope) {
                Ok(selection) => assert_eq!(selection.len(), expected),
                Err(error) => {
                    assert_eq!(error, SelectError::UnknownPromptSet);
                    assert!(self.deleted.contains(set) || expected == 0, "the platform told the set of its answers");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn kept_answers_equal_the_platform_after_any_history(
        mut events in prop::collection::vec(events(), 0..40),
        has_surprises in any::<bool>(),
    ) {
        // Without surprises, reading the new runs is enough.
        events.retain(|event| has_surprises || !matches!(event, Event::LoseAnswer(_) | Event::AnswerWithoutRun(..)));
        let mut history = History {
            platform: Platform::default(),
            store: Rc::default(),
            sets: Vec::new(),
            deleted: BTreeSet::new(),
            runs: Vec::new(),
            unfinished: Vec::new(),
            answers_without_run: 0,
        };
        events.into_iter().for_each(|event| history.happen(event));
        history.check(if has_surprises { &[SyncMode::AllAnswers, SyncMode::AllRuns] } else { &[SyncMode::NewRuns] });
    }
}
