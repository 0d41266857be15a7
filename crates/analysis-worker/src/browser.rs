//! The environment of a Web Worker.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_analysis::{FromWorker, StoreSecret};
use answerdeck_analysis_worker::{Environment, Guard, Inbox, OpenedStore, run};
use answerdeck_answer_store::{Compression, StoreError};
use answerdeck_browser_store::{
    BrowserCompression, EncryptedStore, IndexedDbStore, database_name, delete_database, forget_others,
};
use answerdeck_client::transport::{BrowserTransport, Transport};
use futures_core::future::LocalBoxFuture;
use js_sys::Intl::DateTimeFormat;
use js_sys::{Array, Date, Function, Object, Promise};
use serde::Deserialize;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{BroadcastChannel, DedicatedWorkerGlobalScope, MessageEvent};

/// Starts the worker in the global scope of this thread.
pub(crate) fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let inbox = Inbox::default();
    let received = inbox.clone();
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            received.receive_from_page(&text);
        }
    });
    scope.set_onmessage(Some(receive.as_ref().unchecked_ref()));
    let browser = Rc::new(Browser { scope, inbox: inbox.clone(), peers: RefCell::new(None) });
    spawn_local(async move {
        // The listener lives as long as the worker.
        let _receive = receive;
        if let Err(error) = run(browser, inbox).await {
            // The page receives it as an error event of the worker.
            report_error(&JsValue::from_str(&error.to_string()));
        }
    });
}

struct Browser {
    scope: DedicatedWorkerGlobalScope,
    inbox: Inbox,
    peers: RefCell<Option<Peers>>,
}

/// The workers of other tabs with the same store.
struct Peers {
    channel: BroadcastChannel,
    _receive: Closure<dyn FnMut(MessageEvent)>,
}

impl Peers {
    fn open(name: &str, inbox: Inbox) -> Option<Self> {
        let channel = BroadcastChannel::new(name).ok()?;
        let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                inbox.receive_from_peer(text);
            }
        });
        channel.set_onmessage(Some(receive.as_ref().unchecked_ref()));
        Some(Self { channel, _receive: receive })
    }
}

impl Environment for Browser {
    fn post(&self, message: &FromWorker) {
        post(&self.scope, message);
    }

    fn transport(&self) -> Rc<dyn Transport> {
        Rc::new(BrowserTransport)
    }

    fn compression(&self) -> Rc<dyn Compression> {
        Rc::new(BrowserCompression)
    }

    fn open_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<OpenedStore, StoreError>> {
        Box::pin(async move {
            let name = database_name(&secret.name);
            delete_unused(Some(name.clone()));
            let store = IndexedDbStore::open(&name).await?;
            let is_rebuilt = store.is_rebuilt();
            let store = EncryptedStore::new(store, &secret.key).await?;
            self.peers.replace_with(|peers| peers.take().or_else(|| Peers::open(&name, self.inbox.clone())));
            Ok(OpenedStore { store: Rc::new(store), is_rebuilt })
        })
    }

    fn delete_unused(&self) {
        delete_unused(None);
    }

    fn delete_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move { delete_database(&database_name(&secret.name)).await })
    }

    fn lock_sync(&self, secret: &StoreSecret) -> LocalBoxFuture<'static, Guard> {
        let name = [&database_name(&secret.name), ".sync"].concat();
        Box::pin(async move { lock(&name).await.map_or_else(|| Box::new(()) as Guard, |held| Box::new(held)) })
    }

    fn tell_peers(&self, text: &str) {
        if let Some(peers) = &*self.peers.borrow() {
            let _ = peers.channel.post_message(&JsValue::from_str(text));
        }
    }

    fn utc_offset(&self, time: i64) -> i32 {
        let minutes = Date::new(&JsValue::from_f64(time as f64)).get_timezone_offset();
        (minutes * -60.0) as i32
    }

    fn time_zone(&self) -> String {
        let options = DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
        let options: Result<DateTimeOptions, _> = serde_wasm_bindgen::from_value(options.into());
        options.map(|options| options.time_zone).unwrap_or_default()
    }
}

/// Starts to delete the databases that no worker uses, but not the one with this name.
fn delete_unused(but: Option<String>) {
    // What cannot be deleted now is deleted at a later start.
    spawn_local(async move { drop(forget_others(but.as_deref()).await) });
}

/// Sends a message to the page.
fn post(scope: &DedicatedWorkerGlobalScope, message: &FromWorker) {
    if let Ok(text) = serde_json::to_string(message) {
        // A text can always be sent.
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

/// The options that a browser reports for its dates.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DateTimeOptions {
    time_zone: String,
}

/// A lock that is held until this is dropped.
struct Held {
    release: Function,
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// Waits for a lock of this origin. `None` where there are none: without a secure context. A request that is dropped is
/// released when it is granted.
async fn lock(name: &str) -> Option<Held> {
    let mut release = None;
    let released = Promise::new(&mut |resolve, _| release = Some(resolve));
    let held = Held { release: release? };
    let mut grant = None;
    let granted = Promise::new(&mut |resolve, _| grant = Some(resolve));
    // The browser holds the lock until the returned promise settles.
    let callback = Closure::once_into_js(move || -> Promise {
        if let Some(grant) = grant {
            let _ = grant.call0(&JsValue::UNDEFINED);
        }
        released
    });
    // This promise settles when the lock is released.
    let _ = request_lock(name, callback.unchecked_ref()).ok()?;
    JsFuture::from(granted).await.ok()?;
    Some(held)
}

#[wasm_bindgen]
extern "C" {
    // Unstable in web-sys.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "locks"], js_name = request)]
    fn request_lock(name: &str, callback: &Function) -> Result<Promise, JsValue>;

    // Not in web-sys for workers.
    #[wasm_bindgen(js_name = reportError)]
    fn report_error(error: &JsValue);
}
