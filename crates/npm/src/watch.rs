//! Watches a run or a site keyword analysis.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_client::api::operation;
use answerdeck_client::{Call, Client, Progress, Watchable, Watcher};
use futures_util::FutureExt;
use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::abortable;
use crate::error::error_fields;
use crate::exchange::{Exchange, ExchangeTransport};

#[wasm_bindgen]
extern "C" {
    /// The function of `watch.js` that decodes the last response. It throws an error when the response cannot be read.
    #[wasm_bindgen(typescript_type = "Function", extends = Function)]
    pub type Decode;

    #[wasm_bindgen(method, catch, structural, js_name = call)]
    fn decode(this: &Decode) -> Result<Decoded, JsValue>;

    /// A state with its progress. That of a run lacks the fields of an analysis, and vice versa. JavaScript has checked that its
    /// numbers are integers.
    type Decoded;

    #[wasm_bindgen(method, getter, structural)]
    fn state(this: &Decoded) -> JsValue;

    #[wasm_bindgen(method, getter, structural)]
    fn status(this: &Decoded) -> String;

    #[wasm_bindgen(method, getter, structural, js_name = totalCount)]
    fn total_count(this: &Decoded) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = finishedCount)]
    fn finished_count(this: &Decoded) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = runningCount)]
    fn running_count(this: &Decoded) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = processedPages)]
    fn processed_pages(this: &Decoded) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = totalPages)]
    fn total_pages(this: &Decoded) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = hasResult)]
    fn has_result(this: &Decoded) -> bool;
}

/// The states of a resource, one after the other.
#[wasm_bindgen]
pub struct StateReader {
    /// `None` while a state is read.
    watcher: Rc<RefCell<Option<Watcher<Watched>>>>,
}

#[wasm_bindgen]
impl StateReader {
    /// Waits for the next state. Resolves to `undefined` after the last one. `on_retry` is called with the fields of each error
    /// that does not end the watch.
    pub fn read(&self, on_retry: Function, aborted: Option<Promise>) -> Promise {
        let shared = self.watcher.clone();
        abortable(aborted, async move {
            // JavaScript reads the states in turn.
            let Some(mut watcher) = shared.take() else { return Ok(JsValue::UNDEFINED) };
            let Some(state) = next_state(&mut watcher, &on_retry).await? else { return Ok(JsValue::UNDEFINED) };
            *shared.borrow_mut() = Some(watcher);
            Ok(state)
        })
    }
}

impl StateReader {
    pub(crate) fn new(
        client: Client,
        call: Call,
        decode: Decode,
        interval: Option<Duration>,
        exchange: Exchange,
    ) -> Self {
        let decode = Rc::new(decode);
        let fetch = move || {
            let (client, call, decode) = (client.clone(), call.clone(), decode.clone());
            let reading = async move {
                let is_run = call.operation == operation::GET_RUN;
                client.send(call).await?;
                Ok(match decode.decode() {
                    Ok(decoded) => Watched { progress: progress(&decoded, is_run), state: Ok(decoded.state()) },
                    Err(error) => {
                        Watched { progress: Progress { has_ended: true, finished: 0, total: 0 }, state: Err(error) }
                    }
                })
            };
            Box::pin(reading) as _
        };
        let watcher = Watcher::new(ExchangeTransport::shared(exchange), fetch);
        let watcher = match interval {
            Some(interval) => watcher.every(interval),
            None => watcher,
        };
        Self { watcher: Rc::new(RefCell::new(Some(watcher))) }
    }
}

/// Waits for the next state. `on_retry` gets each error that does not end the watch.
async fn next_state(watcher: &mut Watcher<Watched>, on_retry: &Function) -> Result<Option<JsValue>, JsValue> {
    let mut next = watcher.next_state().await;
    loop {
        let error = match next {
            Some(Ok(Watched { state, .. })) => return state.map(Some),
            Some(Err(error)) => error_fields(error),
            None => return Ok(None),
        };
        // The watcher ends at once after an error that is not transient.
        next = match watcher.next_state().now_or_never() {
            Some(None) => return Err(error),
            Some(next) => next,
            None => {
                // The callback is ours and does not throw.
                let _ = on_retry.call1(&JsValue::UNDEFINED, &error);
                watcher.next_state().await
            }
        };
    }
}

/// A state of a resource, as JavaScript decoded it. A response that cannot be read ends the watch.
struct Watched {
    state: Result<JsValue, JsValue>,
    progress: Progress,
}

impl Watchable for Watched {
    fn progress(&self) -> Progress {
        self.progress
    }
}

fn progress(decoded: &Decoded, is_run: bool) -> Progress {
    let status = decoded.status();
    if is_run {
        let (finished, total) = (count(decoded.finished_count()), count(decoded.total_count()));
        Progress::of_run(&status.as_str().into(), finished, total, count(decoded.running_count()))
    } else {
        let (finished, total) = (count(decoded.processed_pages()), count(decoded.total_pages()));
        Progress::of_analysis(&status.as_str().into(), finished, total, decoded.has_result())
    }
}

fn count(number: Option<f64>) -> u64 {
    number.unwrap_or_default() as u64
}
