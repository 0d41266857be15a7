//! Reads a list to its end.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::future::abortable;
use leptos::prelude::*;

use super::Connection;
use super::pages::Pages;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// Handles a page of items. Called again with the same page when it failed.
pub type OnPage<T> = Box<dyn Fn(Client, Rc<Vec<T>>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>>;

/// A list that is read to its end. The reading ends with its owner.
#[derive(Clone, Copy)]
pub struct ListReading {
    failure: RwSignal<Option<RequestError>>,
    retries: RwSignal<u32>,
}

impl ListReading {
    /// Why the next page could not be read. `None` while it is being read. Reactive.
    pub fn failure(self) -> Option<RequestError> {
        self.failure.get()
    }

    /// Continues after a failure, with the page that failed.
    pub fn retry(self) {
        self.retries.update(|count| *count += 1);
    }
}

/// Where a reading continues: its pages, and a page that was read but not handled.
struct Progress<T> {
    pages: Box<dyn Pages<T>>,
    unhandled: Option<Rc<Vec<T>>>,
}

/// Reads a list page by page. `on_end` is called after the last page.
pub fn read_list<T: 'static, P: Pages<T> + 'static>(
    open: impl FnOnce(&Client) -> P,
    on_page: OnPage<T>,
    on_end: impl Fn() + 'static,
) -> ListReading {
    let reading = ListReading { failure: RwSignal::new(None), retries: RwSignal::new(0) };
    let (session, connection) = (use_session(), expect_context::<Connection>());
    let Some(client) = session.client_untracked() else { return reading };
    let progress = Rc::new(RefCell::new(Some(Progress { pages: Box::new(open(&client)), unhandled: None })));
    let (on_page, on_end): (Rc<OnPage<T>>, Rc<dyn Fn()>) = (Rc::new(on_page), Rc::new(on_end));
    effect(move || {
        reading.retries.track();
        // Taken while it is being read: a retry has no effect then.
        let Some(mut state) = progress.borrow_mut().take() else { return };
        reading.failure.set(None);
        let (client, progress) = (client.clone(), progress.clone());
        let (on_page, on_end) = (on_page.clone(), on_end.clone());
        let (future, handle) = abortable(async move {
            let result = read_rest(&mut state, &client, &on_page).await.map_err(RequestError::from);
            *progress.borrow_mut() = Some(state);
            result
        });
        on_cleanup(move || handle.abort());
        leptos::task::spawn_local(async move {
            let Ok(result) = future.await else { return };
            connection.record(&result);
            match result {
                Ok(()) => on_end(),
                Err(error) => drop(reading.failure.try_set(Some(error))),
            }
        });
    });
    reading
}

async fn read_rest<T>(state: &mut Progress<T>, client: &Client, on_page: &OnPage<T>) -> Result<(), Error> {
    loop {
        let page = match state.unhandled.take() {
            Some(page) => page,
            None => match state.pages.next_page().await? {
                Some(page) => Rc::new(page.items),
                None => return Ok(()),
            },
        };
        state.unhandled = Some(page.clone());
        on_page(client.clone(), page).await?;
        state.unhandled = None;
    }
}
