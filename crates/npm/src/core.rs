//! The client that `answerdeck.js` calls.

use std::time::Duration;

use answerdeck_client::api::{Operation, operation};
use answerdeck_client::{ApiKey, Call, Client, Credential, ListPosition, RetryLimits};
use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::abortable;
use crate::error::{JsResult, error_fields, usage_fields};
use crate::exchange::{Exchange, ExchangeTransport};
use crate::language::parse_language;
use crate::list_reader::ListReader;
use crate::session::SessionCore;
use crate::watch::{Decode, StateReader};

/// A client with its credential.
#[wasm_bindgen]
pub struct Core {
    client: Client,
}

#[wasm_bindgen]
impl Core {
    /// Builds the client. Sends nothing. `exchange` is for its waits.
    #[wasm_bindgen(constructor)]
    pub fn new(
        base_url: &str,
        api_key: Option<String>,
        session: Option<SessionCore>,
        language: Option<String>,
        idempotency_keys: bool,
        exchange: Exchange,
    ) -> JsResult<Core> {
        let transport = ExchangeTransport::shared(exchange);
        let mut builder = Client::builder_with(transport, base_url).idempotency_keys(idempotency_keys);
        if let Some(key) = &api_key {
            builder = builder.credential(Credential::ApiKey(ApiKey::new(key).map_err(error_fields)?));
        }
        if let Some(session) = session {
            builder = builder.credential(session.into_credential());
        }
        if let Some(language) = &language {
            builder = builder.language(parse_language(language)?);
        }
        Ok(Self { client: builder.build().map_err(error_fields)? })
    }

    /// Sets the language of the platform's messages.
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

    /// Returns a client for one call, list or watch: it sends with `exchange`, and within these limits. `timeout` and `max_wait`
    /// are in milliseconds.
    #[wasm_bindgen(js_name = forCall)]
    pub fn for_call(
        &self,
        exchange: Exchange,
        timeout: Option<f64>,
        max_retries: Option<f64>,
        max_wait: Option<f64>,
        idempotency_key: Option<String>,
    ) -> JsResult<Core> {
        let mut client = self.client.with_transport(ExchangeTransport::shared(exchange));
        if let Some(key) = idempotency_key {
            client = client.with_idempotency_key(&key).map_err(error_fields)?;
        }
        if let Some(timeout) = timeout {
            client = client.with_timeout(milliseconds(timeout));
        }
        let default = RetryLimits::default();
        Ok(Self {
            client: client.with_retry_limits(RetryLimits {
                max_retries: max_retries.map_or(default.max_retries, |count| count as u32),
                max_wait: max_wait.map_or(default.max_wait, milliseconds),
            }),
        })
    }

    /// Sends a call. JavaScript has the response when the promise resolves.
    pub fn send(
        &self,
        operation: usize,
        path_parameters: Vec<String>,
        query: String,
        body: Option<String>,
        aborted: Option<Promise>,
    ) -> Promise {
        let client = self.client.clone();
        abortable(aborted, async move {
            let call = Call { operation: find(operation)?, path_parameters, query, body };
            client.send(call).await.map_err(error_fields)?;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Returns a reader of a list. `filter` is a query string without a cursor and a limit.
    pub fn list(&self, operation: usize, filter: String, cursor: Option<String>) -> JsResult<ListReader> {
        let position = ListPosition::start_of(find(operation)?, filter).at(cursor);
        Ok(ListReader::new(self.client.clone(), position))
    }

    /// Returns a reader of the states of a run or a site keyword analysis, until it has ended. `interval` is the longest wait
    /// between two reads in milliseconds, which `exchange` waits.
    pub fn watch(
        &self,
        operation: usize,
        id: String,
        decode: Decode,
        interval: Option<f64>,
        exchange: Exchange,
    ) -> JsResult<StateReader> {
        let call = Call { operation: find(operation)?, path_parameters: vec![id], query: String::new(), body: None };
        Ok(StateReader::new(self.client.clone(), call, decode, interval.map(milliseconds), exchange))
    }
}

/// Returns the operation at this place of the table.
fn find(operation: usize) -> JsResult<Operation> {
    operation::ALL.get(operation).copied().ok_or_else(|| usage_fields("there is no such operation"))
}

fn milliseconds(time: f64) -> Duration {
    Duration::from_millis(time as u64)
}
