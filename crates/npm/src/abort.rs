//! Calls that JavaScript can abort.

use std::pin::pin;

use futures_core::future::LocalBoxFuture;
use futures_util::future::{Either, select};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

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

/// Runs a future and returns its promise.
///
/// Boxed, so that the promises of all methods share their code.
pub(crate) fn promise(future: impl Future<Output = JsResult> + 'static) -> Promise {
    let future: LocalBoxFuture<'static, JsResult> = Box::pin(future);
    future_to_promise(future)
}
