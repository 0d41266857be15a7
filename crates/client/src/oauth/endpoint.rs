//! One request to an endpoint of the authorization server.

use std::time::Duration;

use futures_core::future::LocalBoxFuture;
use serde::Deserialize;

use crate::transport::{Request, Response, Transport};
use crate::{Error, Result};

const TIMEOUT: Duration = Duration::from_secs(30);

/// The body of an answer that is an error.
///
/// Source: RFC 6749, section 5.2; RFC 7591, section 3.2.2.
#[derive(Deserialize)]
pub(super) struct OAuthError {
    pub(super) error: String,
    #[serde(default)]
    pub(super) error_description: Option<String>,
}

impl OAuthError {
    /// Reads the error of a response. `None` when it is no error of OAuth, but a server's failure.
    pub(super) fn of(response: &Response) -> Option<Self> {
        (400..500).contains(&response.status).then(|| serde_json::from_str(&response.body).ok()).flatten()
    }
}

pub(super) fn get(transport: &dyn Transport, url: &str) -> Sending {
    send(transport, "GET", url, None)
}

pub(super) fn post_json(transport: &dyn Transport, url: &str, body: String) -> Sending {
    send(transport, "POST", url, Some(("application/json", body)))
}

pub(super) fn post_form(transport: &dyn Transport, url: &str, form: &[(&str, &str)]) -> Sending {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    send(transport, "POST", url, Some(("application/x-www-form-urlencoded", body)))
}

type Sending = LocalBoxFuture<'static, Result<Response>>;

/// Sends once. Nothing here is safe to send again blindly: a code or a refresh token that the server sees twice ends
/// the session.
fn send(transport: &dyn Transport, method: &'static str, url: &str, body: Option<(&str, String)>) -> Sending {
    let mut headers = vec![("accept", "application/json".to_owned())];
    let body = body.map(|(content_type, body)| {
        headers.push(("content-type", content_type.to_owned()));
        body
    });
    let request = Request { method, url: url.to_owned(), headers, body, timeout: TIMEOUT };
    let offline = !transport.is_online();
    let sending = transport.send(request);
    let write = false; // of the caller's: no call of the API has been sent
    Box::pin(async move { sending.await.map_err(|error| Error::from_transport(error, write, offline)) })
}
