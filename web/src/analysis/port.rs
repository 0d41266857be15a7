//! The connection to a worker.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_analysis::{FromWorker, ToWorker};
use js_sys::Reflect;
use leptos::prelude::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The global variable in which web/start.js gives the path of the worker's script, and perhaps a worker that it started.
const VARIABLE: &str = "analysisWorker";
/// The path in development, where Trunk chooses it.
const DEVELOPMENT_PATH: &str = "/answerdeck-analysis-worker_loader.js";

/// A running worker. It ends when this is dropped.
pub(super) struct Port {
    worker: Worker,
    outbox: Rc<RefCell<Outbox>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_failure: Closure<dyn FnMut()>,
}

/// Messages from before the worker had loaded, which would not receive them.
struct Outbox {
    is_ready: bool,
    waiting: Vec<String>,
}

impl Port {
    /// Starts a worker. `None` if the browser refuses.
    pub(super) fn start(on_message: impl Fn(FromWorker) + 'static, on_failure: impl Fn() + 'static) -> Option<Self> {
        let (worker, is_ready) = match take_started() {
            Some(started) => started,
            None => (start_new()?, false),
        };
        let outbox = Rc::new(RefCell::new(Outbox { is_ready, waiting: Vec::new() }));
        let (target, on_ready) = (worker.clone(), outbox.clone());
        let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            let Some(message) = text.and_then(|text| answerdeck_json::from_str(&text).ok()) else { return };
            if matches!(message, FromWorker::Ready) {
                let mut outbox = on_ready.borrow_mut();
                outbox.is_ready = true;
                outbox.waiting.drain(..).for_each(|text| post(&target, &text));
            }
            on_message(message);
        });
        // A script that cannot be loaded, an error that nothing catches, or a program that was compiled for another browser.
        let fail = Closure::<dyn FnMut()>::new(on_failure);
        worker.set_onmessage(Some(receive.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(fail.as_ref().unchecked_ref()));
        Some(Self { worker, outbox, _on_message: receive, _on_failure: fail })
    }

    /// Sends a message as soon as the worker has loaded.
    pub(super) fn send(&self, message: &ToWorker) {
        let Ok(text) = serde_json::to_string(message) else { return };
        let mut outbox = self.outbox.borrow_mut();
        if outbox.is_ready {
            post(&self.worker, &text);
        } else {
            outbox.waiting.push(text);
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

fn post(worker: &Worker, text: &str) {
    // A text can always be sent.
    let _ = worker.post_message(&JsValue::from_str(text));
}

fn start_new() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let path = given("path").as_string().unwrap_or_else(|| DEVELOPMENT_PATH.to_owned());
    Worker::new_with_options(&path, &options).ok()
}

/// Takes the worker that web/start.js started, once. Returns whether it has loaded too.
fn take_started() -> Option<(Worker, bool)> {
    let worker: Worker = given("worker").dyn_into().ok()?;
    let is = |name| given(name).is_truthy();
    let (has_failed, is_ready) = (is("hasFailed"), is("isReady"));
    let _ = Reflect::set(&variable(), &JsValue::from_str("worker"), &JsValue::UNDEFINED);
    (!has_failed).then_some((worker, is_ready))
}

/// Returns a property of the object that web/start.js provides. `undefined` in development.
fn given(name: &str) -> JsValue {
    Reflect::get(&variable(), &JsValue::from_str(name)).unwrap_or_default()
}

fn variable() -> JsValue {
    Reflect::get(&window(), &JsValue::from_str(VARIABLE)).unwrap_or_default()
}
