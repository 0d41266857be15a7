//! A question that is asked again when its value may have changed.

use std::rc::Rc;

use answerdeck_analysis::{AnyQuestion, Refusal, Reply};
use answerdeck_json::Json;
use leptos::prelude::*;
use serde::de::DeserializeOwned;

use super::{Analysis, RawReply, WorkerState};
use crate::reactive::effect;

/// The state of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum AnalysisState<T> {
    /// No value yet.
    Loading,
    /// A value.
    Ready {
        /// The value, with the answers that it was counted from.
        reply: Reply<T>,
        /// Whether it is the value of the former question, and that of the current one is being counted.
        is_stale: bool,
    },
    /// There is no value.
    Refused(Refusal),
    /// The worker failed. [`Analysis::restart`] starts it anew.
    Failed,
}

/// A question that is asked by itself.
pub struct AnalysisQuery<T: 'static>(RwSignal<AnalysisState<T>, LocalStorage>);

impl<T> Clone for AnalysisQuery<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AnalysisQuery<T> {}

impl<T: DeserializeOwned + Clone + 'static> AnalysisQuery<T> {
    pub(super) fn new(analysis: Analysis, question: Box<dyn Fn() -> Option<AnyQuestion>>) -> Self {
        let state = RwSignal::new_local(AnalysisState::Loading);
        let on_reply = move |reply: RawReply| {
            let state_of = |Reply { value, coverage }: Reply<Json>| match value.read() {
                Ok(value) => AnalysisState::Ready { reply: Reply { value, coverage }, is_stale: false },
                Err(_) => AnalysisState::Failed,
            };
            state.try_set(reply.map_or_else(AnalysisState::Refused, state_of));
        };
        let on_event = move |event| match event {
            Event::OtherQuestion => drop(state.try_update(|state| match state {
                AnalysisState::Ready { is_stale, .. } => *is_stale = true,
                other => *other = AnalysisState::Loading,
            })),
            Event::Failed => drop(state.try_set(AnalysisState::Failed)),
        };
        ask(analysis, question, Rc::new(on_reply), Box::new(on_event));
        Self(state)
    }

    /// The state. Reactive.
    pub fn get(&self) -> AnalysisState<T> {
        self.0.get()
    }

    /// Passes the value to a closure without a clone, also a stale one. `None` if there is none. Reactive.
    pub fn with<U>(&self, read: impl FnOnce(Option<&Reply<T>>) -> U) -> U {
        self.0.with(|state| match state {
            AnalysisState::Ready { reply, .. } => read(Some(reply)),
            _ => read(None),
        })
    }
}

enum Event {
    OtherQuestion,
    Failed,
}

// The part that does not depend on the type of the value, compiled once.
fn ask(
    analysis: Analysis,
    question: Box<dyn Fn() -> Option<AnyQuestion>>,
    on_reply: Rc<dyn Fn(RawReply)>,
    on_event: Box<dyn Fn(Event)>,
) {
    let slot = analysis.new_slot();
    let mut number = 0;
    let mut last = None;
    // Changes when the value of any question may have changed: other answers are kept, or a new worker knows no question.
    let revision = Memo::new(move |_| {
        let revision = analysis.state.with(|state| match state {
            WorkerState::Running(status) => Some(Ok(status.revision)),
            WorkerState::Failed => Some(Err(())),
            WorkerState::Starting | WorkerState::Forgotten => None,
        });
        (analysis.starts.get(), revision)
    });
    effect(move || {
        let (_, revision) = revision.get();
        if revision == Some(Err(())) {
            on_event(Event::Failed);
            last = None;
            return;
        }
        let question = question();
        if last != question {
            on_event(Event::OtherQuestion);
            last.clone_from(&question);
        }
        number += 1;
        match question.filter(|_| revision.is_some()) {
            Some(question) => analysis.ask(slot, number, question, on_reply.clone()),
            None => analysis.cancel(slot),
        }
    });
    on_cleanup(move || analysis.cancel(slot));
}
