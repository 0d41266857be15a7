//! A client of the endpoint for language models, which tests it like any other client.
//!
//! Source: docs/mcp.md; the Model Context Protocol, revision 2025-11-25.

use std::time::Duration;

use answerdeck_api::operation::Method;
use answerdeck_client::AccessTokens;
use answerdeck_client::transport::{self, Request, Response};
use answerdeck_json::Json;

use crate::language::language;
use crate::server_address::server_url;
use crate::session::SessionCredential;

/// The revision that the console speaks.
const REVISION: &str = "2025-11-25";
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"Answerdeck console","version":"1"}}}"#;
const LIST_TOOLS: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#;
/// How long one request may take.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum number of characters that are shown of an error that is not JSON.
const ERROR_CHARS_MAX: usize = 200;

/// What the endpoint says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Its name and version.
    pub server: String,
    /// The revision of the protocol that it chose.
    pub revision: String,
    pub tools: usize,
}

/// Why the connection failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndpointError {
    Unreachable,
    SignedOut,
    /// The platform refuses, with this message.
    Refused(String),
    /// The response does not follow the protocol.
    Unreadable,
}

pub fn address() -> String {
    format!("{}/mcp", server_url())
}

/// Connects with a credential and lists the tools.
pub async fn connect(credential: SessionCredential) -> Result<Endpoint, EndpointError> {
    let credential = match credential {
        SessionCredential::ApiKey(key) => ("api-key", key.as_str().to_owned()),
        SessionCredential::Tokens(session) => {
            let token = session.access_token().await.map_err(|_| EndpointError::SignedOut)?;
            ("authorization", format!("Bearer {token}"))
        }
    };
    let mut initialized = ask(&credential, INITIALIZE).await?;
    let mut list = ask(&credential, LIST_TOOLS).await?;
    let mut server = initialized.take("serverInfo").unwrap_or(Json::Null);
    let (name, version) = (text(&mut server, "name")?, text(&mut server, "version")?);
    let revision = text(&mut initialized, "protocolVersion")?;
    let Some(Json::List(tools)) = list.take("tools") else { return Err(EndpointError::Unreadable) };
    Ok(Endpoint { server: format!("{name} {version}"), revision, tools: tools.len() })
}

/// Sends a message, and returns the result of its response.
async fn ask(credential: &(&'static str, String), body: &str) -> Result<Json, EndpointError> {
    let headers = vec![
        credential.clone(),
        ("content-type", "application/json".to_owned()),
        ("accept", "application/json, text/event-stream".to_owned()),
        ("accept-language", language().tag().to_owned()),
        ("mcp-protocol-version", REVISION.to_owned()),
    ];
    let request =
        Request { method: Method::Post, url: address(), headers, body: Some(body.to_owned()), timeout: TIMEOUT };
    let transport = transport::of_environment().ok_or(EndpointError::Unreachable)?;
    let response = transport.send(request).await.map_err(|_| EndpointError::Unreachable)?;
    if !response.is_success() {
        return Err(EndpointError::Refused(message(&response)));
    }
    let mut reply = Json::parse(&response.body).map_err(|_| EndpointError::Unreadable)?;
    match (reply.take("result"), reply.take("error")) {
        (Some(result), _) => Ok(result),
        (None, Some(mut error)) => Err(EndpointError::Refused(text(&mut error, "message")?)),
        (None, None) => Err(EndpointError::Unreadable),
    }
}

/// The message of an error: of the platform, of the endpoint, or the beginning of a text that a proxy sent.
fn message(response: &Response) -> String {
    let of_platform = Json::parse(&response.body).ok().and_then(|mut body| {
        let mut error = body.take("error").unwrap_or(body);
        text(&mut error, "message").ok()
    });
    of_platform.unwrap_or_else(|| {
        let text: String = response.body.trim().chars().take(ERROR_CHARS_MAX).collect();
        format!("{} {text}", response.status)
    })
}

fn text(object: &mut Json, name: &str) -> Result<String, EndpointError> {
    match object.take(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(EndpointError::Unreadable),
    }
}
