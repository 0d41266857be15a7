//! The OpenAPI document: the operation table, the schemas of the wire types, and what stands in `operations`.
//!
//! Source: OpenAPI 3.1.1.

mod operations;
mod schemas;

use std::collections::BTreeMap;

use answerdeck_api::limits::{ACCESS_TOKEN_SECONDS, RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use answerdeck_api::operation::PathOrigin;
use answerdeck_api::{ErrorBody, ErrorCode};
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use serde_json::{Map, Value, json};

use crate::language::{Language, message};
use crate::state::AppState;
use operations::{Description, Success};
use schemas::Schemas;

/// The document of a server that clients reach at `public_url`.
pub fn document(public_url: &str) -> Value {
    let mut schemas = Schemas::new();
    let error = schemas.of_answer(|generator| generator.subschema_for::<ErrorBody>());
    let mut paths = Map::new();
    for description in operations::all() {
        let method = description.operation.method.as_str().to_ascii_lowercase();
        let path = paths.entry(description.operation.path).or_insert_with(|| json!({}));
        path[method] = operation(&description, &mut schemas, &error);
    }
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Answerdeck platform API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Asks AI answer engines an organization's prompts, and gives the answers with their cited \
                sources and the searches that the engines ran. Paths marked `x-origin: assumed` are this project's own choice.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": format!("{public_url}/api") }],
        "security": [{ "ApiKey": [] }, { "OAuth2": ["mcp"] }],
        "tags": operations::TAGS
            .iter()
            .map(|(name, description)| json!({ "name": name, "description": description }))
            .collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "parameters": { "Accept-Language": {
                "name": "Accept-Language",
                "in": "header",
                "description": "The language of messages: Korean, unless English is preferred.",
                "required": false,
                "schema": { "type": "string" },
            } },
            "headers": headers(),
            "responses": responses(&error),
            "securitySchemes": security_schemes(public_url),
        },
    })
}

/// Serves the document at `/openapi.json`.
pub(crate) fn router(app: &AppState) -> Router<AppState> {
    let document = Bytes::from(document(&app.config.public_url).to_string());
    let answer = async move || ([(header::CONTENT_TYPE, "application/json")], document);
    Router::new().route("/openapi.json", get(answer))
}

fn operation(description: &Description, schemas: &mut Schemas, error: &Value) -> Value {
    let operation = description.operation;
    let mut parameters: Vec<Value> = path_parameters(operation.path).collect();
    parameters.extend(description.query.into_iter().flat_map(|query| schemas.parameters(query)));
    let mut document = json!({
        "operationId": operation.id,
        "summary": operation.summary.trim(),
        "tags": [description.tag],
        "x-origin": match operation.path_origin {
            PathOrigin::Documented => "documented",
            PathOrigin::Assumed => "assumed",
        },
        "responses": operation_responses(description, schemas, error),
    });
    parameters.push(json!({ "$ref": "#/components/parameters/Accept-Language" }));
    document["parameters"] = parameters.into();
    if let Some(body) = description.body {
        let schema = schemas.of_request(body);
        document["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    document
}

/// `{promptSetID}` is a `PromptSetId`.
fn path_parameters(path: &str) -> impl Iterator<Item = Value> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(|name| {
        json!({
            "name": name,
            "in": "path",
            "required": true,
            "schema": { "type": "string", "pattern": "^[0-9A-Za-z]{22}$" },
        })
    })
}

fn operation_responses(description: &Description, schemas: &mut Schemas, error: &Value) -> Value {
    let mut responses = Map::new();
    let (status, mut success) = match description.success {
        Success::Json(make) => (
            "200",
            json!({ "description": "OK", "content": { "application/json": { "schema": schemas.of_answer(make) } } }),
        ),
        Success::Markdown => {
            ("200", json!({ "description": "OK", "content": { "text/markdown": { "schema": { "type": "string" } } } }))
        }
        Success::Empty => ("204", json!({ "description": "Done" })),
    };
    success["headers"] = counted_headers();
    responses.insert(status.to_owned(), success);
    let mut by_status = BTreeMap::<u16, Vec<&ErrorCode>>::new();
    for code in description.refusals {
        by_status.entry(code.status().unwrap_or_default()).or_default().push(code);
    }
    for (status, codes) in by_status {
        let meaning: Vec<String> =
            codes.iter().map(|code| format!("`{code}`: {}", message(Language::English, code))).collect();
        let examples: Map<String, Value> = codes
            .iter()
            .map(|code| {
                (code.to_string(), json!({ "value": { "code": code, "message": message(Language::Korean, code) } }))
            })
            .collect();
        let content = json!({ "application/json": { "schema": error, "examples": examples } });
        let response = json!({ "description": meaning.join(" "), "headers": counted_headers(), "content": content });
        responses.insert(status.to_string(), response);
    }
    for (status, name) in
        [("401", "Unauthorized"), ("429", "TooManyRequests"), ("500", "InternalError"), ("503", "TimedOut")]
    {
        // An operation's own 503 has the same body.
        responses.entry(status).or_insert_with(|| json!({ "$ref": format!("#/components/responses/{name}") }));
    }
    responses.into()
}

fn header_references(names: &[&str]) -> Value {
    let references =
        names.iter().map(|name| ((*name).to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })));
    references.collect::<Map<_, _>>().into()
}

fn counted_headers() -> Value {
    header_references(&["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"])
}

fn headers() -> Value {
    let integer =
        |description: String| json!({ "description": description, "required": true, "schema": { "type": "integer" } });
    json!({
        "X-Request-Id": {
            "description": "Names the request in the server's log.",
            "required": true,
            "schema": { "type": "string" },
        },
        "X-RateLimit-Limit": integer(format!(
            "Requests of the organization that pass in a window of {RATE_LIMIT_WINDOW_SECONDS} s: {RATE_LIMIT_REQUESTS}."
        )),
        "X-RateLimit-Remaining": integer("Requests that still pass in this window.".to_owned()),
        "X-RateLimit-Reset": integer("When the next window begins, in seconds since 1970.".to_owned()),
        "Retry-After": integer("Seconds to wait, at least 1.".to_owned()),
        "WWW-Authenticate": {
            "description": "Where the authorization server is described (RFC 9728).",
            "required": true,
            "schema": { "type": "string" },
        },
    })
}

fn responses(error: &Value) -> Value {
    let response = |description: &str, headers: Value| json!({ "description": description, "headers": headers, "content": { "application/json": { "schema": error } } });
    let with_code = |code: ErrorCode, headers: Value| {
        response(&format!("`{code}`: {}", message(Language::English, &code)), headers)
    };
    let mut limited = counted_headers();
    limited["Retry-After"] = json!({ "$ref": "#/components/headers/Retry-After" });
    json!({
        "Unauthorized": with_code(ErrorCode::CommonUnauthorized, header_references(&["X-Request-Id", "WWW-Authenticate"])),
        "TooManyRequests": with_code(ErrorCode::PlatformRateLimitExceeded, limited),
        "InternalError": response("The server failed. The body has no code.", header_references(&["X-Request-Id"])),
        "TimedOut": response("Not answered in time. The body has no code.", header_references(&["X-Request-Id"])),
    })
}

fn security_schemes(public_url: &str) -> Value {
    json!({
        "ApiKey": {
            "type": "apiKey",
            "in": "header",
            "name": "API-Key",
            "description": "The organization's API key. An access token is accepted in its place.",
        },
        "OAuth2": {
            "type": "oauth2",
            "description": format!(
                "OAuth 2.1 for public clients: dynamic registration at {public_url}/oauth/register, PKCE with S256 only, \
                 access tokens of {ACCESS_TOKEN_SECONDS} s in `Authorization: Bearer`, refresh tokens that rotate."
            ),
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": format!("{public_url}/oauth/authorize"),
                    "tokenUrl": format!("{public_url}/oauth/token"),
                    "refreshUrl": format!("{public_url}/oauth/token"),
                    "scopes": { "mcp": "Everything that the API key may do." },
                },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LOCKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");

    #[test]
    fn the_document_is_the_one_in_docs() {
        let document = document("http://127.0.0.1:8080");
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(LOCKED, format!("{document:#}\n")).unwrap();
        }
        let locked: Value =
            std::fs::read_to_string(LOCKED).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
        assert!(
            document == locked,
            "docs/openapi.json is out of date. If the change is meant: \
             UPDATE_OPENAPI=1 cargo test -p answerdeck-server openapi"
        );
    }

    #[test]
    fn every_operation_of_the_table_is_described_once() {
        let described: Vec<&str> = operations::all().iter().map(|description| description.operation.id).collect();
        let table: BTreeSet<&str> = answerdeck_api::operation::ALL.iter().map(|operation| operation.id).collect();
        assert_eq!(described.len(), table.len());
        assert_eq!(described.into_iter().collect::<BTreeSet<_>>(), table);
    }

    #[test]
    fn bounds_come_from_the_wire_types() {
        let document = document("https://answerdeck.example");
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["PromptCreate"]["properties"]["content"]["maxLength"], 1_000);
        assert_eq!(schemas["PromptBulkCreate"]["properties"]["prompts"]["maxItems"], 100);
        assert_eq!(schemas["RunSubmit"]["properties"]["repeatCount"]["maximum"], 10);
        let runs = &document["paths"]["/v1/platform/runs"]["get"]["parameters"];
        let limit = runs.as_array().unwrap().iter().find(|parameter| parameter["name"] == "limit").unwrap();
        assert_eq!((&limit["schema"]["minimum"], &limit["schema"]["maximum"]), (&json!(1), &json!(10)));
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document("https://answerdeck.example");
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
    }
}
