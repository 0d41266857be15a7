//! Calls that JavaScript can abort.

use std::pin::pin;

use futures_util::future::{Either, select};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Runs a future until `aborted` settles. Dropping the future ends its request and its wait. `None` when it was aborted.
pub(crate) async fn unless_aborted<T>(future: impl Future<Output = T>, aborted: Option<Promise>) -> Option<T> {
    let Some(aborted) = aborted else { return Some(future.await) };
    match select(pin!(future), JsFuture::from(aborted)).await {
        Either::Left((output, _)) => Some(output),
        Either::Right(_) => None,
    }
}

/// The result of a promise.
pub(crate) type JsResult<T = JsValue> = Result<T, JsValue>;
