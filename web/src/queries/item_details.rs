//! Details of the items of a list that the platform's list does not include.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::hash::Hash;

use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::{Connection, PagedQuery};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// The details of the first `max` items of a list, by their ids. `known` returns details without a request. Otherwise, if
/// `is_read` allows it, they are read once, one item after the other. Failed reads are repeated when the connection is back, or
/// the list changes.
pub(super) fn use_details<T, K, D, F>(
    list: PagedQuery<T>,
    max: usize,
    id: fn(&T) -> &K,
    known: fn(&T) -> Option<D>,
    is_read: fn(&T) -> bool,
    read: fn(Client, K) -> F,
) -> RwSignal<HashMap<K, D>>
where
    T: Clone + Send + Sync + 'static,
    K: Clone + Eq + Hash + Send + Sync + 'static,
    D: Send + Sync + 'static,
    F: Future<Output = Result<Option<D>, Error>> + 'static,
{
    let details = RwSignal::new(HashMap::new());
    let (session, connection) = (use_session(), expect_context::<Connection>());
    let requested = StoredValue::new(HashSet::new());
    effect(move || {
        connection.reconnections();
        let mut unread = Vec::new();
        list.with_items(|items| {
            for item in items.iter().take(max) {
                let id = id(item);
                if requested.try_update_value(|requested| requested.insert(id.clone())) != Some(true) {
                    continue;
                }
                if let Some(known) = known(item) {
                    details.update(|details| drop(details.insert(id.clone(), known)));
                } else if is_read(item) {
                    unread.push(id.clone());
                }
            }
        });
        let Some(client) = session.client_untracked().filter(|_| !unread.is_empty()) else { return };
        leptos::task::spawn_local(async move {
            let mut unread = unread.into_iter();
            while let Some(id) = unread.next() {
                if details.is_disposed() {
                    return;
                }
                let result = read(client.clone(), id.clone()).await.map_err(RequestError::from);
                connection.record(&result);
                match result {
                    Ok(Some(found)) => drop(details.try_update(|details| details.insert(id, found))),
                    Ok(None) => {}
                    // Deleted meanwhile.
                    Err(error) if error.is_not_found() => {}
                    Err(_) => {
                        let unread = std::iter::once(id).chain(unread).collect::<HashSet<_>>();
                        requested.try_update_value(|requested| requested.retain(|id| !unread.contains(id)));
                        return;
                    }
                }
            }
        });
    });
    details
}
