//! Reading a list page by page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_client::{Client, Pager};
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

use super::{Changes, Connection, Failure, Kind};
use crate::reactive::effect;
use crate::session::use_session;

/// How far a list is.
#[derive(Debug, Clone)]
pub enum PagedQueryState {
    /// Its first page is on its way.
    Loading,
    /// There is more to read.
    More,
    /// More is on its way.
    LoadingMore,
    /// All of it is here.
    Complete,
    /// The next page is not to be had; what came before stays.
    Failed(Failure),
}

/// A list that grows page by page.
pub struct PagedQuery<T: 'static> {
    items: RwSignal<Vec<T>, LocalStorage>,
    state: RwSignal<PagedQueryState>,
    again: RwSignal<u32>,
    wanted: RwSignal<u32>,
}

impl<T> Clone for PagedQuery<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PagedQuery<T> {}

fn keep_only(under_way: &Mutex<Option<AbortHandle>>, next: Option<AbortHandle>) {
    let before = std::mem::replace(&mut *under_way.lock().unwrap_or_else(PoisonError::into_inner), next);
    if let Some(running) = before {
        running.abort();
    }
}

impl<T: Clone + 'static> PagedQuery<T> {
    /// Reads the list that `open` opens. `open` is run in a reactive place: when what it reads there changes, another
    /// list is opened and read from its beginning.
    pub fn new(kinds: &'static [Kind], open: impl Fn(Client) -> Pager<T> + 'static) -> Self {
        let open: Box<dyn Fn(Client) -> Pager<T>> = Box::new(open);
        let listing = Self {
            items: RwSignal::new_local(Vec::new()),
            state: RwSignal::new(PagedQueryState::Loading),
            again: RwSignal::new(0),
            wanted: RwSignal::new(0),
        };
        let (session, changes, connection) =
            (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
        let reader = Rc::new(RefCell::new(None::<Pager<T>>));
        let under_way = Arc::new(Mutex::new(None::<AbortHandle>));

        let next = Rc::new({
            let (reader, under_way) = (reader.clone(), under_way.clone());
            move |first: bool, keep: usize| {
                let Some(mut pager) = reader.borrow_mut().take() else { return };
                let reader = reader.clone();
                let (future, handle) = abortable(async move {
                    // A list that is read again is read as far as it was shown.
                    let mut items = Vec::new();
                    let mut more = true;
                    let result = loop {
                        match pager.next_page().await {
                            Ok(Some(page)) => {
                                more = page.next_cursor.is_some();
                                items.extend(page.items);
                                if !more || items.len() >= keep {
                                    break Ok(());
                                }
                            }
                            Ok(None) => {
                                more = false;
                                break Ok(());
                            }
                            Err(error) => break Err(Failure::from(error)),
                        }
                    };
                    *reader.borrow_mut() = Some(pager);
                    (items, more, result)
                });
                keep_only(&under_way, Some(handle));
                leptos::task::spawn_local(async move {
                    let Ok((items, more, result)) = future.await else { return };
                    connection.note(&result);
                    session.note(&result);
                    if first && (result.is_ok() || !items.is_empty()) {
                        listing.items.try_set(items);
                    } else if !items.is_empty() {
                        listing.items.try_update(|all| all.extend(items));
                    }
                    listing.state.try_set(match result {
                        Err(failure) => PagedQueryState::Failed(failure),
                        Ok(()) if more => PagedQueryState::More,
                        Ok(()) => PagedQueryState::Complete,
                    });
                });
            }
        });

        // From the beginning.
        effect({
            let next = next.clone();
            let under_way = under_way.clone();
            let mut before = None;
            move || {
                let change = changes.track(kinds);
                listing.again.track();
                keep_only(&under_way, None);
                let refresh = before.replace(change).is_some_and(|before| before != change);
                let Some(client) = session.client() else { return };
                *reader.borrow_mut() = Some(open(client));
                let keep = if refresh { listing.items.with_untracked(Vec::len) } else { 0 };
                if !refresh {
                    listing.items.update(Vec::clear);
                    listing.state.set(PagedQueryState::Loading);
                }
                next(true, keep);
            }
        });
        // Further.
        let mut before = 0;
        effect(move || {
            let wanted = listing.wanted.get();
            if std::mem::replace(&mut before, wanted) != wanted {
                next(false, 0);
            }
        });
        // Where it stopped for want of a connection.
        let mut before = None;
        effect(move || {
            let returns = connection.returns();
            let failed =
                matches!(listing.state.get_untracked(), PagedQueryState::Failed(failure) if failure.is_connection());
            if before.replace(returns).is_some_and(|before| before != returns) && failed {
                listing.retry();
            }
        });
        on_cleanup(move || keep_only(&under_way, None));
        listing
    }

    /// What is here so far.
    pub fn items(&self) -> Vec<T> {
        self.items.get()
    }

    /// Looks at what is here so far without a copy of it.
    pub fn with_items<U>(&self, look: impl FnOnce(&[T]) -> U) -> U {
        self.items.with(|items| look(items))
    }

    /// How many are here so far.
    pub fn len(&self) -> usize {
        self.items.with(Vec::len)
    }

    /// How far it is.
    pub fn state(&self) -> PagedQueryState {
        self.state.get()
    }

    /// Reads the next page, unless one is on its way or there is none.
    pub fn more(&self) {
        if matches!(self.state.get_untracked(), PagedQueryState::More) {
            self.state.set(PagedQueryState::LoadingMore);
            self.wanted.update(|pages| *pages += 1);
        }
    }

    /// Reads it again from its beginning.
    pub fn reload(&self) {
        self.again.update(|times| *times += 1);
    }

    /// Tries the page that failed again, or the whole list when it was the first.
    pub fn retry(&self) {
        if self.items.with_untracked(Vec::is_empty) {
            self.again.update(|times| *times += 1);
        } else {
            self.state.set(PagedQueryState::LoadingMore);
            self.wanted.update(|pages| *pages += 1);
        }
    }
}
