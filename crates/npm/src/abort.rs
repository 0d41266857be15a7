//! Calls that JavaScript can abort.

use futures_core::future::LocalBoxFuture;
use futures_util::future::{Either, select};
use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use crate::error::{JsResult, abort_fields};

/// Runs a future until `aborted` settles, and returns its promise. Dropping the future ends its request and its wait.
///
/// Boxed, so that the promises of all methods share their code.
pub(crate) fn abortable(aborted: Option<Promise>, future: impl Future<Output = JsResult> + 'static) -> Promise {
    let future: LocalBoxFuture<'static, JsResult> = Box::pin(future);
    future_to_promise(async move {
        let Some(aborted) = aborted else { return future.await };
        match select(future, JsFuture::from(aborted)).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => Err(abort_fields()),
        }
    })
}
