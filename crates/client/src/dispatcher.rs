//! Sends calls: waits for a permit, authenticates, sends, and retries what is safe to retry.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::operation::{self, Effect, Method};
use answerdeck_api::{Created, Language, Operation, header};
use futures_core::future::LocalBoxFuture;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::base_url::BaseUrl;
use crate::call::Call;
use crate::credential::Credential;
use crate::error::{Error, Result};
use crate::idempotency_key::IdempotencyKeys;
use crate::jitter::random_byte;
use crate::pacer::Pacer;
use crate::response_body::decode;
use crate::retry::{AttemptFailure, RetryLimits, wait_after_429, wait_before_retry};
use crate::retry_after::retry_after;
use crate::subscription::Callbacks;
use crate::transport::{Request, Response, Transport};

/// The parts that a client sends calls with.
#[derive(Clone)]
pub(crate) struct Dispatcher {
    pub(crate) base_url: BaseUrl,
    pub(crate) credential: Option<Credential>,
    pub(crate) language: Rc<Cell<Language>>,
    /// The paths that replace those of operations, by operation id.
    pub(crate) path_overrides: Rc<[(&'static str, String)]>,
    pub(crate) timeout: Duration,
    pub(crate) retry_limits: RetryLimits,
    pub(crate) idempotency_keys: IdempotencyKeys,
    /// Whether the platform honors idempotency keys. `None` until a response says so.
    pub(crate) honors_keys: Rc<Cell<Option<bool>>>,
    pub(crate) transport: Rc<dyn Transport>,
    pub(crate) pacer: Rc<Pacer>,
    pub(crate) on_signed_out: Rc<Callbacks>,
}

impl Dispatcher {
    pub(crate) async fn call<T: DeserializeOwned>(self: &Rc<Self>, call: Call) -> Result<T> {
        let effect = call.operation.effect;
        decode(&self.send(call).await?, effect)
    }

    /// Sends a call that creates something, and returns its id.
    pub(crate) async fn create<T: DeserializeOwned>(self: &Rc<Self>, call: Call) -> Result<T> {
        Ok(self.call::<Created<T>>(call).await?.id)
    }

    /// Sends a call whose success has no result.
    pub(crate) async fn call_without_result(self: &Rc<Self>, call: Call) -> Result<()> {
        let effect = call.operation.effect;
        let response = self.send(call).await?;
        // A gateway may answer with its own page, although the platform never got the request.
        if !response.body.trim().is_empty() {
            decode::<IgnoredAny>(&response, effect)?;
        }
        Ok(())
    }

    /// Sends a call until it succeeds or a retry makes no sense.
    ///
    /// Boxed, so that each operation's future adds little code.
    pub(crate) fn send(self: &Rc<Self>, call: Call) -> LocalBoxFuture<'static, Result<Response>> {
        let dispatcher = self.clone();
        Box::pin(async move {
            let mut outcome_unknown = false;
            let result = dispatcher.attempt_until_final(&call, &mut outcome_unknown).await;
            result.map_err(|error| if outcome_unknown { error.after_unknown_outcome() } else { error })
        })
    }

    /// Sets `outcome_unknown` when an attempt may have been carried out although its response was lost.
    async fn attempt_until_final(self: &Rc<Self>, call: &Call, outcome_unknown: &mut bool) -> Result<Response> {
        let effect = call.operation.effect;
        let key = self.idempotency_keys.key_of_call(effect, &*self.transport);
        let unauthenticated = self.request(call, key.as_deref());
        let mut renewed = false;
        let mut ticket = None;
        let (mut refusals, mut failures) = (0, 0);
        let mut limits = self.retry_limits;
        // How long the call may wait for its next permit. A refusal that it has waited for counts in `limits` already.
        let mut max_wait = limits.max_wait;
        loop {
            let mut request = unauthenticated.clone();
            let access_token = self.authenticate(&mut request).await?;
            // The page of a deletion may be closing: the browser grants it no lock any more.
            let takes_slot = request.method != Method::Delete || self.transport.is_visible();
            let permit = self.pacer.acquire(ticket, max_wait, takes_slot).await?;
            ticket = Some(permit.ticket());
            let result = self.transport.send(request).await;
            permit.complete(result.as_ref().ok());
            if let Ok(response) = &result {
                self.learn_whether_keys_are_honored(response);
            }
            max_wait = limits.max_wait;
            let (error, wait) = match result {
                Ok(response) if response.is_success() => return Ok(response),
                Ok(response) => {
                    let retry_after = retry_after(&response);
                    let error = Error::from_response(&response, effect, retry_after);
                    if response.status == 401 {
                        match (&self.credential, &access_token) {
                            // A 401 is answered before anything is changed, so every call is safe to send again.
                            (Some(Credential::Session(session)), Some(rejected)) if !renewed => {
                                renewed = true;
                                self.notify_if_signed_out(session.renew(rejected).await)?;
                                continue;
                            }
                            (Some(_), _) => self.on_signed_out.run(),
                            (None, _) => {}
                        }
                    }
                    let outcome = AttemptFailure::Response { status: response.status, code: error.code(), retry_after };
                    let attempt = if matches!(response.status, 409 | 429) { &mut refusals } else { &mut failures };
                    *attempt += 1;
                    let wait = self.wait_before_retry(effect, key.is_some(), *attempt, outcome, &mut limits).await;
                    if response.status == 429 {
                        self.pacer.refuse(wait_after_429(retry_after), &error);
                    }
                    (error, wait)
                }
                Err(error) => {
                    let offline = !self.transport.is_online();
                    let outcome = AttemptFailure::NoResponse { error: &error, offline };
                    failures += 1;
                    let wait = self.wait_before_retry(effect, key.is_some(), failures, outcome, &mut limits).await;
                    (Error::from_transport(error, effect, offline), wait)
                }
            };
            *outcome_unknown |= error.is_outcome_unknown();
            let Some(wait) = wait else { return Err(error) };
            self.transport.waits_for_retry(wait);
            // The pacer already delays every request after a refusal, including this one.
            if !error.is_rate_limited() {
                self.transport.sleep(wait).await;
            }
        }
    }

    async fn wait_before_retry(
        self: &Rc<Self>,
        effect: Effect,
        has_key: bool,
        attempt: u32,
        outcome: AttemptFailure<'_>,
        limits: &mut RetryLimits,
    ) -> Option<Duration> {
        let jitter = random_byte(&*self.transport);
        let wait = |is_idempotent| {
            wait_before_retry(is_idempotent, attempt, outcome, jitter).filter(|wait| limits.allow(*wait))
        };
        let decided = match wait(effect == Effect::Read) {
            None if has_key && wait(true).is_some() && self.honors_keys().await => wait(true),
            decided => decided,
        };
        decided.inspect(|wait| limits.spend(*wait))
    }

    /// Returns whether the platform honors idempotency keys. Sends a read to find out if no response has said so.
    async fn honors_keys(self: &Rc<Self>) -> bool {
        if self.honors_keys.get().is_none() {
            // Only its response counts, whatever it is.
            let _ = self.send(Call::new(operation::LIST_MODELS)).await;
        }
        self.honors_keys.get() == Some(true)
    }

    /// Every response of a platform that honors keys says so. An error may be a gateway's, which says nothing.
    fn learn_whether_keys_are_honored(&self, response: &Response) {
        if response.header(header::IDEMPOTENT_REPLAYED).is_some() {
            self.honors_keys.set(Some(true));
        } else if response.is_success() && self.honors_keys.get().is_none() {
            self.honors_keys.set(Some(false));
        }
    }

    fn request(&self, call: &Call, key: Option<&str>) -> Request {
        let values: Vec<&str> = call.path_parameters.iter().map(String::as_str).collect();
        let path_override = self.path_overrides.iter().rev().find(|(id, _)| *id == call.operation.id);
        let template = path_override.map_or(call.operation.path, |(_, path)| path.as_str());
        let mut url = format!("{}/api{}", self.base_url.as_str(), Operation::expand_path(template, &values));
        if !call.query.is_empty() {
            url.push('?');
            url.push_str(&call.query);
        }
        let mut headers = Vec::with_capacity(4);
        if call.body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        if let Some(key) = key {
            headers.push((header::IDEMPOTENCY_KEY, key.to_owned()));
        }
        Request { method: call.operation.method, url, headers, body: call.body.clone(), timeout: self.timeout }
    }

    /// Adds the headers that may change between attempts, and returns the access token, if any.
    async fn authenticate(&self, request: &mut Request) -> Result<Option<String>> {
        request.headers.push(("accept-language", self.language.get().tag().to_owned()));
        match &self.credential {
            None => Ok(None),
            Some(Credential::ApiKey(key)) => {
                request.headers.push(("api-key", key.as_str().to_owned()));
                Ok(None)
            }
            Some(Credential::Session(session)) => {
                let token = self.notify_if_signed_out(session.access_token().await)?;
                request.headers.push(("authorization", format!("Bearer {token}")));
                Ok(Some(token))
            }
        }
    }

    fn notify_if_signed_out<T>(&self, result: Result<T>) -> Result<T> {
        if result.as_ref().is_err_and(Error::is_signed_out) {
            self.on_signed_out.run();
        }
        result
    }
}

impl std::fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatcher")
            .field("base_url", &self.base_url.as_str())
            .field("credential", &self.credential)
            .finish_non_exhaustive()
    }
}
