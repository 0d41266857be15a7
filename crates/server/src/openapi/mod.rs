//! The OpenAPI 3.1.1 document, generated from the operation table, the wire types and the details in `operations`: utoipa would
//! need an attribute for each handler, and takes bounds only as literals. Optional fields of a response are absent, never
//! `null`. Enums list the values of today, although clients should expect more.

mod operations;
mod schemas;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, LazyLock};

use answerdeck_api::limits::{
    ACCESS_TOKEN_SECONDS, IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_MAX, RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS,
};
use answerdeck_api::operation::{Effect, Method, PathOrigin};
use answerdeck_api::{EVENT_DATA, ErrorBody, ErrorCode, Operation};
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use crate::headers::content_negotiation::accepts_coding;
use crate::http::extract::Inputs;
use crate::idempotency::KEY_PATTERN;
use crate::language::{Language, message};
use crate::state::AppState;
use operations::{OperationDetails, Success};
use schemas::Schemas;

/// The errors of the path, and of inputs that are not expected.
const ERRORS_OF_ALL: &[ErrorCode] = &[ErrorCode::CommonBinding];
/// The errors of a query or a body.
const ERRORS_OF_INPUTS: &[ErrorCode] = &[ErrorCode::CommonValidation];
const ERRORS_OF_KEYS: &[ErrorCode] =
    &[ErrorCode::CommonValidation, ErrorCode::IdempotencyKeyInProgress, ErrorCode::IdempotencyKeyReused];

pub fn document(public_url: &str) -> Value {
    let mut schemas = Schemas::new();
    let error = schemas.response(|generator| generator.subschema_for::<ErrorBody>());
    let mut paths = Map::new();
    for details in operations::all() {
        let method = details.operation.method.as_str().to_ascii_lowercase();
        let path = paths.entry(details.operation.path).or_insert_with(|| json!({}));
        path[method] = operation(&details, &mut schemas, &error);
    }
    let (webhooks, bodies) = webhooks(&mut schemas);
    let mut definitions = schemas.definitions();
    definitions.extend(bodies);
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Answerdeck platform API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Sends an organization's prompts to AI answer engines and returns the answers with their cited \
                sources and the searches that the engines ran. Operations with `x-origin: assumed` have a path that this \
                project chose.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": format!("{public_url}/api") }],
        "security": [{ "ApiKey": [] }, { "OAuth2": ["mcp"] }],
        "tags": operations::TAGS
            .iter()
            .map(|(name, description)| json!({ "name": name, "description": description }))
            .collect::<Vec<_>>(),
        "paths": paths,
        "webhooks": webhooks,
        "components": {
            "schemas": definitions,
            "parameters": header_parameters(),
            "headers": headers(),
            "responses": responses(&error),
            "securitySchemes": security_schemes(public_url),
        },
    })
}

/// Returns which inputs an operation has. Those for tools are not in the document: the ones that are sent by POST have a body.
pub(crate) fn inputs(operation: Operation) -> Inputs {
    match operations::all().into_iter().find(|details| details.operation.id == operation.id) {
        Some(details) => Inputs { query: details.query.is_some(), body: details.body.is_some() },
        None => Inputs { query: false, body: operation.method == Method::Post },
    }
}

/// Serves the document at `/openapi.json`. The first request generates and compresses it.
pub(crate) fn router(app: &AppState) -> Router<AppState> {
    let public_url = app.config.public_url.clone();
    let generated = Arc::new(LazyLock::new(move || {
        let text = document(&public_url).to_string();
        (gzip(&text), Bytes::from(text))
    }));
    let serve = async move |request: HeaderMap| {
        let (compressed, plain) = &**generated;
        let compressed = compressed.as_ref().filter(|_| accepts_coding(&request, "gzip"));
        let encoding = compressed.map(|_| [(header::CONTENT_ENCODING, "gzip")]);
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
        (headers, encoding, compressed.unwrap_or(plain).clone())
    };
    Router::new().route("/openapi.json", get(serve))
}

/// `None` if it fails, which writing to memory cannot.
fn gzip(text: &str) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn operation(details: &OperationDetails, schemas: &mut Schemas, error: &Value) -> Value {
    let operation = details.operation;
    let mut parameters: Vec<Value> = path_parameters(operation.path).collect();
    parameters.extend(details.query.into_iter().flat_map(|query| schemas.parameters(query)));
    let (summary, description) = operation.summary_and_description();
    let mut document = json!({
        "operationId": operation.id,
        "summary": summary,
        "tags": [details.tag],
        "x-origin": match operation.path_origin {
            PathOrigin::Documented => "documented",
            PathOrigin::Assumed => "assumed",
        },
        "responses": operation_responses(details, schemas, error),
    });
    if !description.is_empty() {
        document["description"] = description.into();
    }
    parameters.push(json!({ "$ref": "#/components/parameters/Accept-Language" }));
    if operation.effect == Effect::Write {
        parameters.push(json!({ "$ref": "#/components/parameters/Idempotency-Key" }));
    }
    document["parameters"] = parameters.into();
    if let Some(body) = details.body {
        let schema = schemas.request(body);
        document["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    document
}

/// Returns the requests that webhooks of the format `STANDARD` receive, by the type of their event, and the schemas of their bodies.
fn webhooks(schemas: &mut Schemas) -> (Map<String, Value>, Map<String, Value>) {
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "description": description, "required": true, "schema": { "type": "string" } });
    let headers = [
        header("webhook-id", "The id of the delivery. A delivery that is attempted again has the same."),
        header("webhook-timestamp", "The time of the attempt, in seconds since the Unix epoch."),
        header(
            "webhook-signature",
            "`v1,` and a signature as Standard Webhooks says. Two of them for a day after a rotation.",
        ),
    ];
    let (mut requests, mut bodies) = (Map::new(), Map::new());
    for (event_type, name, data) in EVENT_DATA {
        let body = format!("{name}Event");
        let schema = json!({ "$ref": format!("#/components/schemas/{body}") });
        let request = json!({
            "summary": format!("Sent for the event `{event_type}`."),
            "parameters": headers,
            "requestBody": { "required": true, "content": { "application/json": { "schema": schema } } },
            "responses": {
                "2XX": { "description": "The delivery has succeeded." },
                "410": { "description": "The webhook is disabled." },
                "default": { "description": "The delivery is attempted again." },
            },
        });
        requests.insert(event_type.to_string(), json!({ "post": request }));
        let mut data = schemas.response(*data);
        data["description"] = "What happened.".into();
        let schema = json!({
            "description": format!("The body of a delivery of the event `{event_type}`."),
            "type": "object",
            "properties": {
                "type": { "description": "The type of the event.", "type": "string", "const": event_type },
                "timestamp": { "description": "When it happened.", "type": "string", "format": "date-time" },
                "data": data,
            },
            "required": ["type", "timestamp", "data"],
        });
        bodies.insert(body, schema);
    }
    (requests, bodies)
}

/// Returns one parameter for each `{…}` in `path`. All of them are ids of 22 base62 characters.
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

fn operation_responses(details: &OperationDetails, schemas: &mut Schemas, error: &Value) -> Value {
    let mut responses = Map::new();
    let (status, mut success) = match details.success {
        Success::Json(make) => (
            "200",
            json!({ "description": "OK", "content": { "application/json": { "schema": schemas.response(make) } } }),
        ),
        Success::Markdown => {
            // The format of a provider's response is the provider's.
            let content =
                json!({ "text/markdown": { "schema": { "type": "string" } }, "application/json": { "schema": true } });
            ("200", json!({ "description": "OK", "content": content }))
        }
        Success::Empty => ("204", json!({ "description": "No content" })),
    };
    success["headers"] = common_headers();
    responses.insert(status.to_owned(), success);
    let mut by_status = BTreeMap::<u16, Vec<&ErrorCode>>::new();
    let errors_of_inputs = if details.query.or(details.body).is_some() { ERRORS_OF_INPUTS } else { &[] };
    let errors_of_keys = match details.operation.effect {
        Effect::Write => ERRORS_OF_KEYS,
        Effect::Read => &[],
    };
    let errors = details.errors.iter().copied().flatten();
    for code in ERRORS_OF_ALL.iter().chain(errors_of_inputs).chain(errors).chain(errors_of_keys) {
        let codes = by_status.entry(code.status().unwrap_or_default()).or_default();
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    for (status, codes) in by_status {
        let descriptions: Vec<String> =
            codes.iter().map(|code| format!("`{code}`: {}", message(Language::English, code))).collect();
        let examples: Map<String, Value> = codes
            .iter()
            .map(|code| {
                (code.to_string(), json!({ "value": { "code": code, "message": message(Language::Korean, code) } }))
            })
            .collect();
        let content = json!({ "application/json": { "schema": error, "examples": examples } });
        let mut headers = common_headers();
        if status == 503 || codes.contains(&&ErrorCode::IdempotencyKeyInProgress) {
            // Other refusals with the status have none.
            headers["Retry-After"] = json!({ "$ref": "#/components/headers/Optional-Retry-After" });
        }
        let response = json!({ "description": descriptions.join(" "), "headers": headers, "content": content });
        responses.insert(status.to_string(), response);
    }
    for (status, name) in
        [("401", "Unauthorized"), ("429", "TooManyRequests"), ("500", "InternalError"), ("503", "TimedOut")]
    {
        // A 503 of the operation itself has the same body.
        responses.entry(status).or_insert_with(|| json!({ "$ref": format!("#/components/responses/{name}") }));
    }
    responses.into()
}

fn header_parameters() -> Value {
    let parameter = |name: &str, description: &str| json!({ "name": name, "in": "header", "description": description, "required": false, "schema": { "type": "string" } });
    let mut idempotency_key = parameter(
        "Idempotency-Key",
        &format!(
            "A unique key of this request, such as a random UUID, or a quoted string of it. Within {IDEMPOTENCY_KEY_HOURS} hours, \
             the same request with the same key gets the response of the first one again, and writes nothing."
        ),
    );
    idempotency_key["schema"] =
        json!({ "type": "string", "minLength": 1, "maxLength": IDEMPOTENCY_KEY_MAX, "pattern": KEY_PATTERN });
    json!({
        "Idempotency-Key": idempotency_key,
        "Accept-Language": parameter(
            "Accept-Language",
            "The preferred language of error messages. Messages are in Korean unless the header prefers English.",
        ),
    })
}

fn header_references(names: &[&str]) -> Value {
    let references =
        names.iter().map(|name| ((*name).to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })));
    references.collect::<Map<_, _>>().into()
}

/// The headers of every response to an authenticated request.
fn common_headers() -> Value {
    header_references(&[
        "X-Request-Id",
        "Idempotent-Replayed",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    ])
}

fn headers() -> Value {
    let integer =
        |description: String| json!({ "description": description, "required": true, "schema": { "type": "integer" } });
    let text =
        |description: &str| json!({ "description": description, "required": true, "schema": { "type": "string" } });
    let retry_after = integer("The number of seconds to wait before a retry, at least 1.".to_owned());
    let mut optional_retry_after = retry_after.clone();
    optional_retry_after["required"] = false.into();
    json!({
        "X-Request-Id": text("The id of the request in the server's log."),
        "Idempotent-Replayed": {
            "description": "Whether this is the response of an earlier request with the same `Idempotency-Key`.",
            "required": true,
            "schema": { "type": "boolean" },
        },
        "X-RateLimit-Limit": integer(format!(
            "The maximum number of requests of the organization in a window of {RATE_LIMIT_WINDOW_SECONDS} s: {RATE_LIMIT_REQUESTS}."
        )),
        "X-RateLimit-Remaining": integer("The number of requests left in the current window.".to_owned()),
        "X-RateLimit-Reset": integer("The start of the next window, in seconds since the Unix epoch.".to_owned()),
        "Retry-After": retry_after,
        "Optional-Retry-After": optional_retry_after,
        "WWW-Authenticate": text("A Bearer challenge with the address of the protected resource metadata (RFC 9728)."),
    })
}

fn responses(error: &Value) -> Value {
    let response = |description: &str, headers: Value| json!({ "description": description, "headers": headers, "content": { "application/json": { "schema": error } } });
    let with_code = |code: ErrorCode, headers: Value| {
        response(&format!("`{code}`: {}", message(Language::English, &code)), headers)
    };
    let mut limited = common_headers();
    limited["Retry-After"] = json!({ "$ref": "#/components/headers/Retry-After" });
    json!({
        "Unauthorized": with_code(ErrorCode::CommonUnauthorized, header_references(&["X-Request-Id", "Idempotent-Replayed", "WWW-Authenticate"])),
        "TooManyRequests": with_code(ErrorCode::PlatformRateLimitExceeded, limited),
        "InternalError": response("The server failed. The body has no error code.", header_references(&["X-Request-Id", "Idempotent-Replayed"])),
        "TimedOut": response("The server did not respond in time. The body has no error code.", header_references(&["X-Request-Id", "Idempotent-Replayed", "Retry-After"])),
    })
}

fn security_schemes(public_url: &str) -> Value {
    json!({
        "ApiKey": {
            "type": "apiKey",
            "in": "header",
            "name": "API-Key",
            "description": "The organization's API key. An access token is also accepted.",
        },
        "OAuth2": {
            "type": "oauth2",
            "description": format!(
                "OAuth 2.1 for public clients. Clients register dynamically at {public_url}/oauth/register and use PKCE \
                 with S256. Access tokens are sent in `Authorization: Bearer` and expire after {ACCESS_TOKEN_SECONDS} s. \
                 Refresh tokens rotate."
            ),
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": format!("{public_url}/oauth/authorize"),
                    "tokenUrl": format!("{public_url}/oauth/token"),
                    "refreshUrl": format!("{public_url}/oauth/token"),
                    "scopes": { "mcp": "The same access as the API key." },
                },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const DOCUMENT_PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");

    #[test]
    fn docs_openapi_json_is_up_to_date() {
        let document = document("http://127.0.0.1:8080");
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(DOCUMENT_PATH, format!("{document:#}\n")).unwrap();
        }
        let locked: Value =
            std::fs::read_to_string(DOCUMENT_PATH).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
        assert!(
            document == locked,
            "docs/openapi.json is out of date. If the change is intended, run \
             UPDATE_OPENAPI=1 cargo test -p answerdeck-server openapi"
        );
    }

    #[test]
    fn every_operation_has_a_summary_without_its_description() {
        let document = document("https://answerdeck.example");
        let stop = &document["paths"]["/v1/platform/runs/{runID}/stop"]["post"];
        assert_eq!(stop["summary"], "Stops a run, and returns it without its items.");
        assert!(stop["description"].as_str().unwrap().starts_with("Items that were not asked fail without cost. "));
        for details in operations::all() {
            let (summary, _) = details.operation.summary_and_description();
            assert!(summary.ends_with('.') && !summary.contains('\n'), "{summary}");
        }
    }

    #[test]
    fn every_operation_of_the_table_has_details_exactly_once() {
        let described: Vec<&str> = operations::all().iter().map(|details| details.operation.id).collect();
        let table: BTreeSet<&str> = answerdeck_api::operation::ALL.iter().map(|operation| operation.id).collect();
        assert_eq!(described.len(), table.len());
        assert_eq!(described.into_iter().collect::<BTreeSet<_>>(), table);
    }

    #[test]
    fn a_field_may_be_null_where_that_leaves_it_out_or_clears_it() {
        let document = document("https://answerdeck.example");
        let schemas = &document["components"]["schemas"];
        let property = |schema: &str, name: &str| &schemas[schema]["properties"][name];
        assert_eq!(property("BrandCreate", "websites")["type"], json!(["array", "null"]));
        assert_eq!(property("AlertRuleDefinition", "direction")["anyOf"][1], json!({ "type": "null" }));
        assert_eq!(property("AlertRuleDefinition", "windowDays")["enum"], json!([7, 28, null]));
        assert_eq!(property("BrandCreate", "name")["type"], "string");
        assert_eq!(property("AlertRuleUpdate", "points")["type"], "integer");
        assert_eq!(property("ScheduleUpdate", "monthlyBudget")["type"], json!(["integer", "null"]));
    }

    #[test]
    fn a_refusal_that_may_end_by_itself_says_when_to_try_again() {
        let document = document("https://answerdeck.example");
        let headers = |path: &str, status: &str| &document["paths"][path]["post"]["responses"][status]["headers"];
        let says_when = |path: &str, status: &str| headers(path, status)["Retry-After"].is_object();
        let keywords = "/v1beta/platform/keywords/google/metrics";
        assert!(says_when("/v1/platform/runs", "409") && says_when(keywords, "503"));
        assert!(headers(keywords, "409").is_object() && !says_when(keywords, "409"));
    }

    #[test]
    fn every_reference_resolves() {
        let document = document("https://answerdeck.example");
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
    }
}
