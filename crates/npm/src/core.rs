//! The client that `answerdeck.js` calls.

use std::time::Duration;

use answerdeck_client::api::{Operation, operation};
use answerdeck_client::{ApiKey, Call, Client, Credential, ListPosition};
use js_sys::{Function, Promise};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::{JsResult, promise};
use crate::error::{error_fields, read, usage_fields};
use crate::exchange::exchange;
use crate::language::parse_language;
use crate::list_reader::ListReader;
use crate::session::SessionCore;
use crate::watch::{Decode, StateReader};

/// A client with its credential.
#[wasm_bindgen]
pub struct Core {
    client: Client,
    /// The user's replacement of `fetch`.
    send: Option<Function>,
}

/// The options of `connect`, except its objects and functions.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConnectOptions {
    base_url: String,
    api_key: Option<String>,
    language: Option<String>,
    /// In milliseconds.
    timeout: Option<f64>,
    idempotency_keys: bool,
}

#[wasm_bindgen]
impl Core {
    /// Builds the client. Sends nothing.
    ///
    /// # Errors
    /// Fails with the fields of an error for an option that is malformed.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue, session: Option<SessionCore>, send: Option<Function>) -> JsResult<Core> {
        let ConnectOptions { base_url, api_key, language, timeout, idempotency_keys } = read(options)?;
        let mut builder = Client::builder(&base_url).idempotency_keys(idempotency_keys);
        if let Some(key) = &api_key {
            builder = builder.credential(Credential::ApiKey(ApiKey::new(key).map_err(|error| error_fields(&error))?));
        }
        if let Some(session) = session {
            builder = builder.credential(session.into_credential());
        }
        if let Some(language) = &language {
            builder = builder.language(parse_language(language)?);
        }
        if let Some(timeout) = timeout {
            builder = builder.timeout(milliseconds(timeout)?);
        }
        let client = builder.build().map_err(|error| error_fields(&error))?;
        Ok(Self { client, send })
    }

    /// Sets the language of the platform's messages.
    ///
    /// # Errors
    /// Fails with the fields of an error for another language than `ko` and `en`.
    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&self, language: &str) -> JsResult<()> {
        self.client.set_language(parse_language(language)?);
        Ok(())
    }

    /// Calls `callback` whenever the platform permanently rejects the credential.
    #[wasm_bindgen(js_name = onSignedOut)]
    pub fn on_signed_out(&self, callback: Function) {
        let run = move || {
            // The callback is ours and does not throw.
            let _ = callback.call0(&JsValue::UNDEFINED);
        };
        self.client.on_signed_out(run).keep();
    }

    /// Returns a client that sends one change under the idempotency key of the caller.
    ///
    /// # Errors
    /// Fails with the fields of an error for a malformed key.
    #[wasm_bindgen(js_name = withIdempotencyKey)]
    pub fn with_idempotency_key(&self, key: &str) -> JsResult<Core> {
        let client = self.client.with_idempotency_key(key).map_err(|error| error_fields(&error))?;
        Ok(Self { client, send: self.send.clone() })
    }

    /// Sends a call, and resolves to the body, the id of the request and the media type.
    pub fn send(
        &self,
        operation: usize,
        path_parameters: Vec<String>,
        query: String,
        body: Option<String>,
        timeout: Option<f64>,
        aborted: Option<Promise>,
    ) -> Promise {
        let (client, send) = (self.with_timeout(timeout), self.send.clone());
        promise(async move {
            let call = Call { operation: find(operation)?, path_parameters, query, body };
            exchange(&client?, send, call, aborted).await.map(|received| received.to_js())
        })
    }

    /// Returns a reader of a list. `filter` is a query string without a cursor and a limit.
    ///
    /// # Errors
    /// Fails with the fields of an error for an invalid timeout.
    pub fn list(
        &self,
        operation: usize,
        filter: String,
        cursor: Option<String>,
        limit: Option<u32>,
        timeout: Option<f64>,
    ) -> JsResult<ListReader> {
        let position = ListPosition::start_of(find(operation)?, filter).at(cursor).limit(limit);
        Ok(ListReader::new(self.with_timeout(timeout)?, self.send.clone(), position))
    }

    /// Returns a reader of the states of a run or a site keyword analysis, until it has ended. `interval` is the longest wait
    /// between two reads in milliseconds.
    ///
    /// # Errors
    /// Fails with the fields of an error for an invalid time.
    pub fn watch(
        &self,
        operation: usize,
        id: String,
        decode: Decode,
        interval: Option<f64>,
        timeout: Option<f64>,
    ) -> JsResult<StateReader> {
        let call = Call { operation: find(operation)?, path_parameters: vec![id], query: String::new(), body: None };
        let interval = interval.map(milliseconds).transpose()?;
        Ok(StateReader::new(self.with_timeout(timeout)?, self.send.clone(), call, decode, interval))
    }

    fn with_timeout(&self, timeout: Option<f64>) -> JsResult<Client> {
        Ok(match timeout {
            Some(timeout) => self.client.with_timeout(milliseconds(timeout)?),
            None => self.client.clone(),
        })
    }
}

/// Returns the operation at this place of the table.
fn find(operation: usize) -> JsResult<Operation> {
    operation::ALL.get(operation).copied().ok_or_else(|| usage_fields("there is no such operation".to_owned()))
}

/// `setTimeout` takes up to 2^31 - 1 ms.
fn milliseconds(time: f64) -> JsResult<Duration> {
    if (1.0..=f64::from(i32::MAX)).contains(&time) {
        return Ok(Duration::from_millis(time as u64));
    }
    Err(usage_fields("a time must be a number of milliseconds from 1 to 2147483647".to_owned()))
}
