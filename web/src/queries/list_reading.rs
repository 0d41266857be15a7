//! Reads a list to its end.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::future::abortable;
use leptos::prelude::*;

use super::Connection;
use super::pages::Pages;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

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

/// Reads a list page by page. `on_end` is called after the last page.
pub fn read_list<T: 'static, P: Pages<T> + 'static>(
    open: impl FnOnce(&Client) -> P,
    on_page: impl Fn(&[T]) + 'static,
    on_end: impl Fn() + 'static,
) -> ListReading {
    let reading = ListReading { failure: RwSignal::new(None), retries: RwSignal::new(0) };
    let (session, connection) = (use_session(), expect_context::<Connection>());
    let Some(client) = session.client_untracked() else { return reading };
    let pages: Box<dyn Pages<T>> = Box::new(open(&client));
    let pages = Rc::new(RefCell::new(Some(pages)));
    let (on_page, on_end) = (Rc::new(on_page), Rc::new(on_end));
    effect(move || {
        reading.retries.track();
        // Taken while it is being read: a retry has no effect then.
        let Some(mut unread) = pages.borrow_mut().take() else { return };
        reading.failure.set(None);
        let (pages, on_page, on_end) = (pages.clone(), on_page.clone(), on_end.clone());
        let (future, handle) = abortable(async move {
            let result = read_rest(&mut *unread, &*on_page).await.map_err(RequestError::from);
            *pages.borrow_mut() = Some(unread);
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

async fn read_rest<T>(pages: &mut dyn Pages<T>, on_page: &impl Fn(&[T])) -> Result<(), Error> {
    while let Some(page) = pages.next_page().await? {
        on_page(&page.items);
    }
    Ok(())
}
