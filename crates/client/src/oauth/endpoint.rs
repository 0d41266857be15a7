//! Requests to the endpoints of the authorization server.

use std::time::Duration;

use answerdeck_api::operation::{Effect, Method};
use answerdeck_json::{Error as JsonError, Json};
use futures_core::future::LocalBoxFuture;

use crate::error::{Error, Result, SignInError};
use crate::jitter::random_byte;
use crate::response_body;
use crate::retry::{AttemptFailure, wait_before_retry};
use crate::retry_after::retry_after;
use crate::transport::{Request, Response, Transport};

pub(super) const TIMEOUT: Duration = Duration::from_secs(30);
/// The longest wait before a form is sent again. Other tabs wait for a renewal.
const RETRY_WAIT_MAX: Duration = Duration::from_secs(5);

/// No call of an operation was sent, so the outcome of the caller's operation is known.
const EFFECT: Effect = Effect::Read;

/// Parses the body of a response, and reads it with `read`.
pub(super) fn decode<T>(
    response: &Response,
    read: impl FnOnce(Json) -> std::result::Result<T, JsonError>,
) -> Result<T> {
    response_body::read(response, EFFECT, read)
}

/// Returns the error of a response that is not an OAuth error.
pub(super) fn error(response: &Response) -> Error {
    Error::from_response(response, EFFECT, retry_after(response))
}

/// Returns the error of a response that is not a success: that of `rejected` for an OAuth error, with its code and description.
pub(super) fn rejection(response: &Response, rejected: impl FnOnce(String, Option<String>) -> SignInError) -> Error {
    oauth_error(response).map_or_else(|| error(response), |(code, description)| rejected(code, description).into())
}

/// Reads an OAuth error. `None` for any other response, such as a server error or a rate limit.
///
/// Source: RFC 6749, section 5.2; RFC 7591, section 3.2.2.
fn oauth_error(response: &Response) -> Option<(String, Option<String>)> {
    if !(400..500).contains(&response.status) || response.status == 429 {
        return None;
    }
    let mut body = Json::parse(&response.body).ok()?;
    Some((body.take_text("error").ok()?, body.take_optional_text("error_description").ok()?))
}

pub(super) fn get(transport: &dyn Transport, url: &str) -> ResponseFuture {
    send(transport, Method::Get, url, None, TIMEOUT)
}

pub(super) fn post_json(transport: &dyn Transport, url: &str, body: String) -> ResponseFuture {
    send(transport, Method::Post, url, Some(("application/json", body)), TIMEOUT)
}

pub(super) fn post_form(
    transport: &dyn Transport,
    url: &str,
    form: &[(&str, &str)],
    timeout: Duration,
) -> ResponseFuture {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    send(transport, Method::Post, url, Some(("application/x-www-form-urlencoded", body)), timeout)
}

/// Sends a form like [`post_form`], and again after a 429 or 503: the server then did not read it.
pub(super) async fn post_form_until_accepted(
    transport: &dyn Transport,
    url: &str,
    form: &[(&str, &str)],
    timeout: Duration,
) -> Result<Response> {
    let mut attempt = 1;
    loop {
        let response = post_form(transport, url, form, timeout).await?;
        let (status, retry_after) = (response.status, retry_after(&response));
        let failure = AttemptFailure::Response { status, code: None, retry_after };
        let wait = matches!(status, 429 | 503)
            .then(|| wait_before_retry(true, attempt, failure, random_byte(transport)))
            .flatten();
        let Some(wait) = wait.filter(|wait| *wait <= RETRY_WAIT_MAX) else { return Ok(response) };
        transport.sleep(wait).await;
        attempt += 1;
    }
}

type ResponseFuture = LocalBoxFuture<'static, Result<Response>>;

/// Sends a request once. After most failures a retry is not safe: the server ends the session when it receives a code twice.
fn send(
    transport: &dyn Transport,
    method: Method,
    url: &str,
    body: Option<(&str, String)>,
    timeout: Duration,
) -> ResponseFuture {
    let mut headers = vec![("accept", "application/json".to_owned())];
    let body = body.map(|(content_type, body)| {
        headers.push(("content-type", content_type.to_owned()));
        body
    });
    let request = Request { method, url: url.to_owned(), headers, body, timeout };
    let offline = !transport.is_online();
    let response = transport.send(request);
    Box::pin(async move { response.await.map_err(|error| Error::from_transport(error, EFFECT, offline)) })
}
