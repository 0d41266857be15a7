//! Connections to databases, and waiting for their requests.

use answerdeck_answer_store::StoreError;
use futures_util::FutureExt;
use futures_util::future::Map;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, IdbDatabase, IdbFactory, IdbOpenDbRequest};

use crate::platform;

/// The only object store: records by key.
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
    let database = finish(&opening.request, patience).await?;
    opening.is_open = true;
    Ok(database.unchecked_into())
}

/// Deletes a database. Its open connections are closed before.
///
/// # Errors
/// [`StoreError::Broken`] if a connection is not closed. The browser deletes the database when it is.
pub(crate) async fn delete(factory: &IdbFactory, name: &str, patience: u32) -> Result<(), StoreError> {
    let request = factory.delete_database(name).map_err(|error| platform::failure(&error))?;
    finish(&request, patience).await.map(drop)
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
        let close = |database: JsValue| {
            if let Ok(database) = database.dyn_into::<IdbDatabase>() {
                database.close();
            }
        };
        match self.request.result() {
            Ok(database) => close(database),
            // It is not done yet.
            Err(_) => {
                let close = Closure::once_into_js(move |event: JsValue| close(result_of(&event)));
                self.request.set_onsuccess(Some(close.unchecked_ref()));
            }
        }
    }
}

/// Waits for the result of a request, and creates the object store of a new database.
async fn finish(request: &IdbOpenDbRequest, patience: u32) -> Result<JsValue, StoreError> {
    let mut is_blocked = false;
    loop {
        let event = settle(&mut |resolve, reject| {
            request.set_onupgradeneeded(Some(resolve));
            request.set_onblocked(Some(resolve));
            request.set_onsuccess(Some(resolve));
            request.set_onerror(Some(reject));
            if is_blocked {
                // It rejects without a reason.
                set_timeout(reject, patience);
            }
            Ok(())
        });
        let event = event.await.map_err(|error| match error {
            // Nothing was deleted: the browser does not allow databases.
            StoreError::Evicted => StoreError::Broken("the browser opens no database".to_owned()),
            error => error,
        })?;
        match event.unchecked_ref::<Event>().type_().as_str() {
            "blocked" => is_blocked = true,
            // The promise settles while the event is still being dispatched, so the upgrade transaction is still open.
            "upgradeneeded" => {
                let database: IdbDatabase = result_of(&event).unchecked_into();
                database.create_object_store(RECORDS).map_err(|error| platform::failure(&error))?;
            }
            _ => return Ok(result_of(&event)),
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, milliseconds: u32);
}

/// Waits for the event that ends a request or a transaction.
pub(crate) type Settled = Map<JsFuture, fn(Result<JsValue, JsValue>) -> Result<JsValue, StoreError>>;

/// Starts something with a handler for the event of its success, and one for that of its failure. The handlers are the
/// functions of a promise, so that nothing has to be freed if the future is dropped.
pub(crate) fn settle(start: &mut dyn FnMut(&Function, &Function) -> Result<(), JsValue>) -> Settled {
    let promise = Promise::new(&mut |resolve, reject| {
        if let Err(error) = start(&resolve, &reject) {
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    });
    JsFuture::from(promise).map(|settled| settled.map_err(|reason| failure(&reason)))
}

/// Returns the result of the request of an event.
pub(crate) fn result_of(event: &JsValue) -> JsValue {
    of_target(event, "result").unwrap_or_default()
}

fn of_target(event: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    Reflect::get(&Reflect::get(event, &"target".into())?, &name.into())
}

/// Returns why a promise of [`settle`] was rejected: by the event of a failure, by an error, or because it took too long.
/// The browser closes a connection and aborts its transactions when it deletes the database.
fn failure(reason: &JsValue) -> StoreError {
    if reason.is_undefined() {
        return StoreError::Broken("another tab does not close the database".to_owned());
    }
    let error = of_target(reason, "error");
    let error = error.as_ref().unwrap_or(reason);
    match platform::text(error, "name").as_str() {
        "AbortError" | "InvalidStateError" => StoreError::Evicted,
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
            assert_eq!(delete(&factory, name, PATIENCE).await, Ok(()));
        }
    }

    #[wasm_bindgen_test]
    async fn an_opening_that_is_dropped_when_it_is_done_leaves_no_connection() {
        let factory = platform::indexed_db().unwrap();
        let name = "answerdeck.test.done";
        open(&factory, name, PATIENCE).await.unwrap().close();
        let mut opening = Box::pin(open(&factory, name, PATIENCE));
        assert!((&mut opening).now_or_never().is_none());
        // The requests for a database are served in their order.
        open(&factory, name, PATIENCE).await.unwrap().close();
        drop(opening);
        assert_eq!(delete(&factory, name, PATIENCE).await, Ok(()));
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
