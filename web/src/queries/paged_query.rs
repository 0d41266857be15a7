//! A request that reads a list page by page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_client::Client;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

use super::pages::Pages;
use super::{Changes, Connection, Kind};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// The state of a paged query.
#[derive(Debug, Clone)]
pub enum PagedQueryState {
    /// The first page is loading.
    Loading,
    /// There are further pages.
    More,
    /// The next page is loading.
    LoadingMore,
    /// All pages are loaded.
    Complete,
    /// The next page could not be fetched. The pages before it remain.
    Failed(RequestError),
}

/// A paged query: a list that grows page by page.
pub struct PagedQuery<T: 'static> {
    items: RwSignal<Vec<T>, LocalStorage>,
    generation: RwSignal<u32>,
    state: RwSignal<PagedQueryState>,
    reloads: RwSignal<u32>,
    refreshes: RwSignal<u32>,
    page_requests: RwSignal<u32>,
}

impl<T> Clone for PagedQuery<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PagedQuery<T> {}

// Stores the handle of the current request and aborts the previous one.
fn replace_request(current: &Mutex<Option<AbortHandle>>, next: Option<AbortHandle>) {
    let previous = std::mem::replace(&mut *current.lock().unwrap_or_else(PoisonError::into_inner), next);
    if let Some(previous) = previous {
        previous.abort();
    }
}

impl<T: Clone + 'static> PagedQuery<T> {
    /// Makes a paged query. `open` runs in a reactive scope: when a signal that it reads changes, the list is read
    /// again from its beginning.
    pub fn new<P: Pages<T> + 'static>(kinds: &'static [Kind], open: impl Fn(Client) -> P + 'static) -> Self {
        let open: Box<dyn Fn(Client) -> Box<dyn Pages<T>>> = Box::new(move |client| Box::new(open(client)));
        let query = Self {
            items: RwSignal::new_local(Vec::new()),
            generation: RwSignal::new(0),
            state: RwSignal::new(PagedQueryState::Loading),
            reloads: RwSignal::new(0),
            refreshes: RwSignal::new(0),
            page_requests: RwSignal::new(0),
        };
        let (session, changes, connection) =
            (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
        let shared_pager = Rc::new(RefCell::new(None::<Box<dyn Pages<T>>>));
        let current_request = Arc::new(Mutex::new(None::<AbortHandle>));
        // Whether the items are those before a change: the first page of the new list has not arrived yet.
        let is_outdated = Rc::new(Cell::new(false));

        let load = Rc::new({
            let (shared_pager, current_request) = (shared_pager.clone(), current_request.clone());
            let is_outdated = is_outdated.clone();
            move |first: bool, min_items: usize| {
                let Some(mut pager) = shared_pager.borrow_mut().take() else { return };
                let (shared_pager, is_outdated) = (shared_pager.clone(), is_outdated.clone());
                let (future, handle) = abortable(async move {
                    // A refreshed list is read up to the length that was shown.
                    let mut items = Vec::new();
                    let mut more = true;
                    let result = loop {
                        match pager.next_page().await {
                            Ok(Some(page)) => {
                                more = page.next_cursor.is_some();
                                items.extend(page.items);
                                if !more || items.len() >= min_items {
                                    break Ok(());
                                }
                            }
                            Ok(None) => {
                                more = false;
                                break Ok(());
                            }
                            Err(error) => break Err(RequestError::from(error)),
                        }
                    };
                    *shared_pager.borrow_mut() = Some(pager);
                    (items, more, result)
                });
                replace_request(&current_request, Some(handle));
                leptos::task::spawn_local(async move {
                    let Ok((items, more, result)) = future.await else { return };
                    connection.record(&result);
                    if first && (result.is_ok() || !items.is_empty()) {
                        is_outdated.set(false);
                        query.generation.try_update(|generation| *generation += 1);
                        query.items.try_set(items);
                    } else if !items.is_empty() {
                        query.items.try_update(|all| all.extend(items));
                    }
                    query.state.try_set(match result {
                        Err(error) => PagedQueryState::Failed(error),
                        Ok(()) if more => PagedQueryState::More,
                        Ok(()) => PagedQueryState::Complete,
                    });
                });
            }
        });

        // Reads the list from its beginning.
        effect({
            let (load, is_outdated) = (load.clone(), is_outdated.clone());
            let current_request = current_request.clone();
            let mut previous = None;
            move || {
                let change = (changes.track(kinds), query.refreshes.get());
                query.reloads.track();
                replace_request(&current_request, None);
                let refresh = previous.replace(change).is_some_and(|previous| previous != change);
                let Some(client) = session.client() else { return };
                *shared_pager.borrow_mut() = Some(open(client));
                is_outdated.set(refresh);
                let min_items = if refresh { query.items.with_untracked(Vec::len) } else { 0 };
                if !refresh {
                    query.items.update(Vec::clear);
                    query.state.set(PagedQueryState::Loading);
                }
                load(true, min_items);
            }
        });
        // Reads the next page, or the list again if its refresh failed.
        let mut previous = 0;
        effect(move || {
            let requests = query.page_requests.get();
            if std::mem::replace(&mut previous, requests) != requests {
                let first = is_outdated.get();
                load(first, if first { query.items.with_untracked(Vec::len) } else { 0 });
            }
        });
        // Retries the page that failed without a connection.
        let mut previous = None;
        effect(move || {
            let reconnections = connection.reconnections();
            let failed = matches!(query.state.get_untracked(), PagedQueryState::Failed(error) if error.is_connection());
            if previous.replace(reconnections).is_some_and(|previous| previous != reconnections) && failed {
                query.retry();
            }
        });
        on_cleanup(move || replace_request(&current_request, None));
        query
    }

    /// Counts how often the list was read from its beginning. While it stays the same, items are only added at the end. Not
    /// reactive.
    pub fn generation(&self) -> u32 {
        self.generation.get_untracked()
    }

    /// Passes the items loaded so far to a closure. Reactive.
    pub fn with_items<U>(&self, read: impl FnOnce(&[T]) -> U) -> U {
        self.items.with(|items| read(items))
    }

    /// The number of items loaded so far. Reactive.
    pub fn len(&self) -> usize {
        self.items.with(Vec::len)
    }

    /// The state. Reactive.
    pub fn state(&self) -> PagedQueryState {
        self.state.get()
    }

    /// Reads the next page, unless it is loading or there is none.
    pub fn load_more(&self) {
        if matches!(self.state.get_untracked(), PagedQueryState::More) {
            self.load_next_page();
        }
    }

    /// Reads the list again from its beginning.
    pub fn reload(&self) {
        self.reloads.update(|count| *count += 1);
    }

    /// Reads the list again from its beginning. The items stay until then.
    pub fn refresh(&self) {
        self.refreshes.update(|count| *count += 1);
    }

    /// Reads the page that failed again.
    pub fn retry(&self) {
        if self.items.with_untracked(Vec::is_empty) {
            self.reload();
        } else {
            self.load_next_page();
        }
    }

    fn load_next_page(&self) {
        self.state.set(PagedQueryState::LoadingMore);
        self.page_requests.update(|count| *count += 1);
    }
}
