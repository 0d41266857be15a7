//! One call: wait for a place, prove who calls, send, and decide what to do with the outcome.

use answerdeck_api::Operation;
use answerdeck_api::operation::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::retry::{Outcome, wait_before_retry};
use crate::retry_after::retry_after;
use crate::transport::{Request, Response};
use crate::{Client, Credential, Error, Result};

/// What is to be called, and with what.
pub(crate) struct Call {
    operation: Operation,
    /// The path's parameters, in their order.
    parameters: Vec<String>,
    /// Without its question mark. Empty when there is none.
    query: String,
    /// JSON.
    body: Option<String>,
}

impl Call {
    pub(crate) fn new(operation: Operation) -> Self {
        Self { operation, parameters: Vec::new(), query: String::new(), body: None }
    }

    /// Fills the operation's one parameter with an id.
    pub(crate) fn id(mut self, id: &str) -> Self {
        self.parameters.push(id.to_owned());
        self
    }

    pub(crate) fn query(mut self, query: String) -> Self {
        self.query = query;
        self
    }

    pub(crate) fn body(mut self, body: &impl Serialize) -> Result<Self> {
        let json = serde_json::to_string(body).map_err(|error| Error::usage(error.to_string()))?;
        self.body = Some(json);
        Ok(self)
    }
}

/// A filter or a page as a query string.
pub(crate) fn query_string(conditions: &impl Serialize) -> Result<String> {
    serde_html_form::to_string(conditions).map_err(|error| Error::usage(error.to_string()))
}

/// Reads the body of a response.
///
/// # Errors
/// `is_unreadable_response`, with the path of the field that is not as the document says.
pub(crate) fn read<T: DeserializeOwned>(response: &Response) -> Result<T> {
    let mut json = serde_json::Deserializer::from_str(&response.body);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let problem = error.into_inner();
        let sentence = match path.as_str() {
            "." => format!("the response cannot be read: {problem}"),
            path => format!("the response has a wrong value in `{path}`: {problem}"),
        };
        Error::unreadable(sentence, response)
    })
}

impl Client {
    pub(crate) async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T> {
        read(&self.send(call).await?)
    }

    /// Sends until there is a success or no sense in trying again.
    pub(crate) async fn send(&self, call: Call) -> Result<Response> {
        let inner = &*self.inner;
        let read = call.operation.method == Method::Get;
        let mut request = self.request(&call);
        let mut renewed = false;
        let mut attempt = 1;
        loop {
            let credential = self.prove(&mut request).await?;
            let place = inner.pacer.acquire().await;
            let result = inner.transport.send(request.clone()).await;
            place.answered(result.as_ref().ok());

            let (error, wait) = match result {
                Ok(response) if response.is_success() => return Ok(response),
                Ok(response) => {
                    let retry_after = retry_after(&response);
                    let error = Error::from_response(&response, !read, retry_after);
                    if response.status == 401 {
                        match (&inner.credential, &credential) {
                            // The platform refused before it did anything, so any request may go again.
                            (Some(Credential::Session(session)), Some(refused)) if !renewed => {
                                renewed = true;
                                self.watch_for_the_end(session.renew(refused).await)?;
                                continue;
                            }
                            (Some(_), _) => self.tell_signed_out(),
                            (None, _) => {}
                        }
                    }
                    let outcome = Outcome::Answered { status: response.status, code: error.code(), retry_after };
                    let wait = wait_before_retry(read, attempt, outcome, self.chance());
                    if response.status == 429 {
                        inner.pacer.close_for(wait.unwrap_or_default());
                    }
                    (error, wait)
                }
                Err(error) => {
                    let offline = !inner.transport.is_online();
                    let outcome = Outcome::NoAnswer { error: &error, offline };
                    let wait = wait_before_retry(read, attempt, outcome, self.chance());
                    (Error::from_transport(error, !read, offline), wait)
                }
            };
            match wait {
                None => return Err(error),
                // The pacer holds everybody back, this request among them.
                Some(_) if error.is_rate_limited() => {}
                Some(wait) => inner.transport.sleep(wait).await,
            }
            attempt += 1;
        }
    }

    fn request(&self, call: &Call) -> Request {
        let inner = &*self.inner;
        let parameters: Vec<&str> = call.parameters.iter().map(String::as_str).collect();
        let replaced = inner.paths.iter().rev().find(|(id, _)| *id == call.operation.id);
        let template = replaced.map_or(call.operation.path, |(_, path)| path.as_str());
        let mut url = format!("{}/api{}", inner.base_url.as_str(), Operation::fill(template, &parameters));
        if !call.query.is_empty() {
            url.push('?');
            url.push_str(&call.query);
        }
        let mut headers = Vec::with_capacity(3);
        if call.body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        Request {
            method: call.operation.method.as_str(),
            url,
            headers,
            body: call.body.clone(),
            timeout: inner.timeout,
        }
    }

    /// Sets the headers that may differ from one attempt to the next. Gives the access token, when it is one.
    async fn prove(&self, request: &mut Request) -> Result<Option<String>> {
        let inner = &*self.inner;
        request.headers.retain(|(name, _)| *name == "content-type");
        request.headers.push(("accept-language", inner.language.get().tag().to_owned()));
        match &inner.credential {
            None => Ok(None),
            Some(Credential::ApiKey(key)) => {
                request.headers.push(("api-key", key.as_str().to_owned()));
                Ok(None)
            }
            Some(Credential::Session(session)) => {
                let token = self.watch_for_the_end(session.access_token().await)?;
                request.headers.push(("authorization", format!("Bearer {token}")));
                Ok(Some(token))
            }
        }
    }

    fn watch_for_the_end<T>(&self, result: Result<T>) -> Result<T> {
        if result.as_ref().is_err_and(Error::is_signed_out) {
            self.tell_signed_out();
        }
        result
    }

    fn chance(&self) -> u8 {
        let mut byte = [0];
        // Without randomness the pause is only not spread.
        let _ = self.inner.transport.random(&mut byte);
        byte[0]
    }
}
