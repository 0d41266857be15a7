//! Answers.

use answerdeck_api::{Answer, AnswerFilter, AnswerId};
use leptos::prelude::*;

use super::shared::shared;
use super::{Kind, Mutation, PagedQuery, PagedQueryState, Query};
use crate::paths::AnswersParams;

/// Answers that are read in search of the neighbours of one.
const SEARCHED_MAX: usize = 200;

/// One answer. Nothing is read while `id` is `None`.
pub fn use_answer(id: Signal<Option<AnswerId>>) -> Query<Answer> {
    Query::new(&[], move |client| {
        let id = id.get()?;
        Some(async move { client.answers().get(&id).await })
    })
}

/// Reads the raw Markdown of an answer.
pub fn read_markdown(mutation: Mutation, id: AnswerId, then: impl FnOnce(String) + 'static) {
    mutation.run(&[], |client| async move { client.answers().markdown(&id).await }, then);
}

/// The list of answers that was last looked at. It outlives its page, so that one answer knows its neighbours, and the
/// way back finds the list as it was left.
#[derive(Clone, Copy)]
pub struct AnswerListCache(StoredValue<State, LocalStorage>);

struct State {
    owner: Owner,
    list: Option<(RwSignal<AnswersParams>, PagedQuery<Answer>)>,
    read_last: Option<AnswerId>,
}

impl AnswerListCache {
    fn new() -> Self {
        let owner = Owner::current().unwrap_or_default().child();
        Self(StoredValue::new_local(State { owner, list: None, read_last: None }))
    }

    fn list(self, params: &AnswersParams) -> (PagedQuery<Answer>, bool) {
        if let Some((shown, list)) = self.0.with_value(|state| state.list) {
            let same = shown.with_untracked(|shown| shown == params);
            if !same {
                shown.set(params.clone());
            }
            return (list, same);
        }
        let owner = self.0.with_value(|state| state.owner.clone());
        let made = owner.with(|| {
            let shown = RwSignal::new(params.clone());
            (shown, PagedQuery::new(&[Kind::Answers], move |client| client.answers().list(filter(&shown.get()))))
        });
        self.0.update_value(|state| state.list = Some(made));
        (made.1, true)
    }
}

/// The answers that meet the conditions, the newest first, and the one that the person comes back from.
pub fn use_answers(params: Memo<AnswersParams>) -> (PagedQuery<Answer>, Option<AnswerId>) {
    let lane = shared(AnswerListCache::new);
    let had = lane.0.with_value(|state| state.list.is_some());
    let (list, same) = lane.list(&params.get_untracked());
    let read_last = lane.0.try_update_value(|state| state.read_last.take()).flatten().filter(|_| same);
    // Whoever comes from elsewhere wants to see what is new.
    if had && same && read_last.is_none() {
        list.reload();
    }
    Effect::new(move |_| {
        lane.list(&params.get());
    });
    (list, read_last)
}

/// The answers before and after one in the list under the conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The newer one.
    pub newer: Option<AnswerId>,
    /// The older one.
    pub older: Option<AnswerId>,
}

/// The neighbours of an answer. The list is read on until it is found, as far as is reasonable.
pub fn use_neighbours(params: Memo<AnswersParams>, id: Memo<Option<AnswerId>>) -> Memo<Neighbours> {
    let lane = shared(AnswerListCache::new);
    let (list, _) = lane.list(&params.get_untracked());
    Effect::new(move |_| {
        lane.list(&params.get());
    });
    Effect::new(move |_| {
        let here = id.get();
        lane.0.update_value(|state| state.read_last.clone_from(&here));
        let at = list.with_items(|items| items.iter().position(|answer| Some(&answer.id) == here.as_ref()));
        let length = list.len();
        let sought = match at {
            Some(at) => at + 1 == length,
            None => length < SEARCHED_MAX,
        };
        if sought && matches!(list.state(), PagedQueryState::More) {
            list.more();
        }
    });
    Memo::new(move |_| {
        let here = id.get();
        list.with_items(|items| {
            let Some(at) = items.iter().position(|answer| Some(&answer.id) == here.as_ref()) else {
                return Neighbours::default();
            };
            let id = |at: usize| items.get(at).map(|answer| answer.id.clone());
            Neighbours { newer: at.checked_sub(1).and_then(id), older: id(at + 1) }
        })
    })
}

fn filter(params: &AnswersParams) -> AnswerFilter {
    let params = params.clone();
    AnswerFilter {
        run_id: params.run,
        prompt_set_id: params.set,
        prompt_id: params.prompt,
        model: params.model,
        region: params.region,
        from: params.from,
        to: params.to,
        limit: None,
        cursor: None,
    }
}
