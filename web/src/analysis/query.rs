//! A question that is asked again when its value may have changed.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use answerdeck_analysis::{Refusal, Reply};
use leptos::prelude::*;
use serde::de::DeserializeOwned;

use super::{Analysis, JsonReply, WorkerState};
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
    /// The worker failed. [`Analysis::restart`] starts it again.
    Failed,
}

/// A question that is asked automatically.
pub struct AnalysisQuery<T: 'static>(State, PhantomData<fn() -> T>);

/// The compiler generates the code of a signal for each type. All questions share one: its `Reply` can be of any type.
type State = RwSignal<AnyState, LocalStorage>;

#[derive(Clone)]
enum AnyState {
    Loading,
    Ready { reply: Rc<dyn Any>, is_stale: bool },
    Refused(Refusal),
    Failed,
}

impl<T> Clone for AnalysisQuery<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AnalysisQuery<T> {}

impl<T: DeserializeOwned + Clone + 'static> AnalysisQuery<T> {
    pub(super) fn new(analysis: Analysis, question: Box<dyn Fn() -> Option<String>>) -> Self {
        let state = RwSignal::new_local(AnyState::Loading);
        let read = |Reply { value, coverage }: Reply<String>| {
            Some(Rc::new(Reply { value: answerdeck_json::from_str::<T>(&value).ok()?, coverage }) as Rc<dyn Any>)
        };
        ask(analysis, question, state, read);
        Self(state, PhantomData)
    }

    /// The state. Reactive.
    pub fn get(&self) -> AnalysisState<T> {
        match self.0.get() {
            AnyState::Loading => AnalysisState::Loading,
            AnyState::Ready { reply, is_stale } => match reply.downcast_ref().cloned() {
                Some(reply) => AnalysisState::Ready { reply, is_stale },
                None => AnalysisState::Failed,
            },
            AnyState::Refused(refusal) => AnalysisState::Refused(refusal),
            AnyState::Failed => AnalysisState::Failed,
        }
    }

    /// Passes the reply to a closure without a clone, also a stale one. `None` if there is none. Reactive.
    pub fn with<U>(&self, read: impl FnOnce(Option<&Reply<T>>) -> U) -> U {
        let reply = ready_reply(self.0);
        read(reply.as_ref().and_then(|reply| reply.downcast_ref()))
    }
}

fn ready_reply(state: State) -> Option<Rc<dyn Any>> {
    state.with(|state| match state {
        AnyState::Ready { reply, .. } => Some(reply.clone()),
        _ => None,
    })
}

// The part that does not depend on the type of the value, compiled once. `read` returns a `Reply` of that type.
fn ask(
    analysis: Analysis,
    question: Box<dyn Fn() -> Option<String>>,
    state: State,
    read: fn(Reply<String>) -> Option<Rc<dyn Any>>,
) {
    let on_reply: Rc<dyn Fn(JsonReply)> = Rc::new(move |reply: JsonReply| {
        let ready = |reply| read(reply).map_or(AnyState::Failed, |reply| AnyState::Ready { reply, is_stale: false });
        state.try_set(reply.map_or_else(AnyState::Refused, ready));
    });
    let slot = analysis.new_slot();
    let mut number = 0;
    let mut last = None;
    // Changes when the value of any question may have changed: other answers are kept, or a new worker knows no
    // questions yet.
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
            state.set(AnyState::Failed);
            last = None;
            return;
        }
        let question = question();
        if last != question {
            state.update(|state| match state {
                AnyState::Ready { is_stale, .. } => *is_stale = true,
                other => *other = AnyState::Loading,
            });
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
