//! A read of a resource that changes by itself until it has ended.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use answerdeck_client::{Client, Watchable, Watcher};
use futures_util::StreamExt;
use leptos::prelude::*;

use super::fetch::Value;
use super::{KeepPrevious, Query};

impl<T: Watchable> Query<Arc<T>> {
    /// Watches a resource until it has ended or the page is closed. Watches nothing while `id` is `None`. `on_state` gets each
    /// state and the one before it.
    pub(super) fn watch<Id: Clone + PartialEq + Send + Sync + 'static>(
        id: Signal<Option<Id>>,
        watch: impl Fn(Client, Id) -> Watcher<T> + 'static,
        on_state: impl Fn(Option<&T>, &T) + Copy + 'static,
    ) -> Self {
        let query = Self::keeping(KeepPrevious::ALWAYS);
        let watched = RefCell::new(None);
        let open = move |client, _| {
            let id = id.get()?;
            if watched.replace(Some(id.clone())).as_ref() != Some(&id) {
                query.fetch.value.set(None);
            }
            if untrack(|| query.with(|newest| newest.is_some_and(|newest| newest.progress().has_ended))) {
                return None;
            }
            let states = watch(client, id).map(move |state| {
                let state = Arc::new(state?);
                untrack(|| query.with(|before| on_state(before.map(|before| &**before), &state)));
                Ok(Rc::new(state) as Value)
            });
            Some(states.boxed_local())
        };
        query.fetch.state.update_value(|state| state.is_watched = true);
        query.fetch.run(&[], Box::new(open));
        query
    }
}
