//! Connections to databases, and waiting for their requests.

use std::pin::pin;

use answerdeck_answer_store::StoreError;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbRequest, IdbTransaction};

use crate::platform;

/// The one object store: bytes by key.
pub(crate) const RECORDS: &str = "records";

/// A database of another version is deleted.
const VERSION: u32 = 1;

/// How long to wait for connections that have to be closed, in milliseconds. They close when their transactions end, and
/// a tab that the device has suspended may never close them.
pub(crate) const PATIENCE: u32 = 5_000;

/// Opens a database, and creates it when there is none.
///
/// # Errors
/// [`StoreError::Full`] or [`StoreError::Broken`].
pub(crate) async fn open(factory: &IdbFactory, name: &str, patience: u32) -> Result<IdbDatabase, StoreError> {
    let request = factory.open_with_u32(name, VERSION).map_err(|error| platform::failure(&error))?;
    let mut opening = Opening { request, is_open: false };
    let result = || opening.request.result().map(JsCast::unchecked_into::<IdbDatabase>);
    if next_event(&opening.request, patience).await? == "upgradeneeded" {
        // The event is still being dispatched: the promises that it settles are served before it ends.
        let created = result().and_then(|database| database.create_object_store(RECORDS));
        created.map_err(|error| platform::failure(&error))?;
        next_event(&opening.request, patience).await?;
    }
    let database = result().map_err(|error| platform::failure(&error))?;
    opening.is_open = true;
    Ok(database)
}

/// Deletes a database. Its open connections are closed before.
///
/// # Errors
/// [`StoreError::Broken`] if a connection is not closed. The browser deletes the database when it is.
pub(crate) async fn delete(factory: &IdbFactory, name: &str, patience: u32) -> Result<(), StoreError> {
    let request = factory.delete_database(name).map_err(|error| platform::failure(&error))?;
    next_event(&request, patience).await.map(drop)
}

/// Closes a connection that opens after nothing waits for it any more: it would keep others from deleting the database.
struct Opening {
    request: IdbOpenDbRequest,
    is_open: bool,
}

impl Drop for Opening {
    fn drop(&mut self) {
        if self.is_open {
            return;
        }
        let close = Closure::once_into_js(move |event: Event| {
            let request: Option<IdbRequest> = event.target().map(JsCast::unchecked_into);
            if let Some(Ok(database)) = request.map(|request| request.result()) {
                database.unchecked_into::<IdbDatabase>().close();
            }
        });
        self.request.set_onsuccess(Some(close.unchecked_ref()));
    }
}

/// Waits for the next event but `blocked`, and returns its type.
async fn next_event(request: &IdbOpenDbRequest, patience: u32) -> Result<String, StoreError> {
    let event = any_event(request).await?;
    if event != "blocked" {
        return Ok(event);
    }
    match select(pin!(any_event(request)), TimeoutFuture::new(patience)).await {
        Either::Left((event, _)) => event,
        Either::Right(_) => Err(StoreError::Broken("another tab does not close the database".to_owned())),
    }
}

async fn any_event(request: &IdbOpenDbRequest) -> Result<String, StoreError> {
    let event = promise(|resolve, reject| {
        request.set_onupgradeneeded(Some(resolve));
        request.set_onblocked(Some(resolve));
        request.set_onsuccess(Some(resolve));
        request.set_onerror(Some(reject));
    });
    match event.await {
        Ok(event) => Ok(event.unchecked_into::<Event>().type_()),
        Err(_) => Err(error_of(request)),
    }
}

/// Waits for the result of a request.
///
/// # Errors
/// [`StoreError`] if it fails.
pub(crate) async fn result(request: &IdbRequest) -> Result<JsValue, StoreError> {
    let done = promise(|resolve, reject| {
        request.set_onsuccess(Some(resolve));
        request.set_onerror(Some(reject));
    });
    match done.await {
        Ok(_) => request.result().map_err(|error| failure(&error)),
        Err(_) => Err(error_of(request)),
    }
}

/// Waits until everything that was asked for in a transaction is written.
///
/// # Errors
/// [`StoreError`] if it was aborted. Nothing is written then.
pub(crate) async fn committed(transaction: &IdbTransaction) -> Result<(), StoreError> {
    let done = promise(|resolve, reject| {
        transaction.set_oncomplete(Some(resolve));
        transaction.set_onabort(Some(reject));
    });
    match done.await {
        Ok(_) => Ok(()),
        Err(_) => Err(failure(&transaction.error().into())),
    }
}

/// A promise whose functions are the handlers of events: nothing is left to free when nobody waits any more.
fn promise(mut set_handlers: impl FnMut(&Function, &Function)) -> JsFuture {
    JsFuture::from(Promise::new(&mut |resolve, reject| set_handlers(&resolve, &reject)))
}

/// Returns the failure of a request.
pub(crate) fn error_of(request: &IdbRequest) -> StoreError {
    request.error().map_or_else(|error| failure(&error), |error| failure(&error.into()))
}

/// Returns a failure of an open connection. The browser closes a connection and aborts its transactions when it deletes
/// the database.
pub(crate) fn failure(error: &JsValue) -> StoreError {
    match error.dyn_ref::<web_sys::DomException>().map(web_sys::DomException::name).as_deref() {
        Some("AbortError" | "InvalidStateError") => StoreError::Evicted,
        _ => platform::failure(error),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    async fn an_opening_that_is_dropped_leaves_no_connection() {
        let factory = platform::indexed_db().unwrap();
        let name = "answerdeck.test.dropped";
        for _ in 0..3 {
            let mut opening = Box::pin(open(&factory, name, PATIENCE));
            assert!((&mut opening).now_or_never().is_none());
            drop(opening);
            assert_eq!(delete(&factory, name, 0).await, Ok(()));
        }
    }

    #[wasm_bindgen_test]
    async fn a_connection_that_stays_open_is_reported() {
        let factory = platform::indexed_db().unwrap();
        let name = "answerdeck.test.blocked";
        let connection = open(&factory, name, PATIENCE).await.unwrap();
        let error = delete(&factory, name, 0).await.unwrap_err();
        assert_eq!(error, StoreError::Broken("another tab does not close the database".to_owned()));
        // This waits for the deletion.
        let mut opening = Box::pin(open(&factory, name, PATIENCE));
        assert!((&mut opening).now_or_never().is_none());
        connection.close();
        opening.await.unwrap().close();
        delete(&factory, name, PATIENCE).await.unwrap();
    }
}
