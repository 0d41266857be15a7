//! The parameters of requests, in the form that the SDK reads. The SDK takes a request whose parameters it cannot read for one of
//! an unknown method.

use rmcp::model::{
    CallToolRequestParams, ErrorCode, ErrorData, GetPromptRequestParams, InitializeRequestParams, JsonObject,
    PaginatedRequestParams, ProtocolVersion,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The field of `_meta` with the revision of a request, since 2026-07-28.
const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Brings the parameters of a message into the form that the SDK reads. Absent parameters are an empty object, the `arguments` of
/// a tool or a prompt may be the text of an object, and a client may leave out its `capabilities` and its name. An error names the
/// field that cannot be read, and says why.
pub fn read_parameters(message: &mut Value) -> Result<(), String> {
    let Some(method) = message["method"].as_str().map(str::to_owned) else { return Ok(()) };
    let Some(message) = message.as_object_mut() else { return Ok(()) };
    let parameters = message.entry("params").or_insert(Value::Null);
    if is_empty(parameters) {
        *parameters = json!({});
    }
    let Some(fields) = parameters.as_object_mut() else { return Err("params: must be an object".to_owned()) };
    if fields.get("_meta").is_some_and(|meta| !meta.is_null() && !meta.is_object()) {
        return Err("params._meta: must be an object".to_owned());
    }
    let has_version = fields.get("_meta").is_some_and(|meta| meta.get(PROTOCOL_VERSION).is_some());
    match method.as_str() {
        // The revisions in which requests have their version have no such method.
        "initialize" if !has_version => {
            let unnamed = json!({ "name": "unknown", "version": "unknown" });
            for (name, absent) in [("capabilities", json!({})), ("clientInfo", unnamed)] {
                if fields.get(name).is_none_or(is_empty) {
                    fields.insert(name.to_owned(), absent);
                }
            }
            check::<InitializeRequestParams>(parameters)
        }
        "tools/call" => {
            parse_arguments(fields);
            check::<CallToolRequestParams>(parameters)
        }
        "prompts/get" => {
            parse_arguments(fields);
            check::<GetPromptRequestParams>(parameters)
        }
        "tools/list" | "prompts/list" => check::<PaginatedRequestParams>(parameters),
        _ => Ok(()),
    }
}

/// The JSON-RPC error for a revision in the header of a message that the server does not speak. `None` if it does, and if the message
/// has a revision itself, which the SDK checks.
pub fn refuse_version(header: &str, message: &Value) -> Option<Value> {
    let supported = ProtocolVersion::KNOWN_VERSIONS;
    let has_version = message["params"]["_meta"].get(PROTOCOL_VERSION).is_some();
    if has_version || supported.iter().any(|version| version.as_str() == header) {
        return None;
    }
    let data = json!({ "requested": header, "supported": supported });
    let code = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
    Some(json!(ErrorData::new(code, "Unsupported protocol version", Some(data))))
}

/// Whether a value is absent, or the empty list that PHP writes for an empty object.
fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

/// Some automation platforms send the text of an object.
fn parse_arguments(fields: &mut JsonObject) {
    let Some(arguments) = fields.get_mut("arguments") else { return };
    if let Some(parsed) = arguments.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        *arguments = parsed;
    }
    if is_empty(arguments) {
        *arguments = json!({});
    }
}

fn check<T: DeserializeOwned>(parameters: &Value) -> Result<(), String> {
    let read: Result<T, _> = serde_path_to_error::deserialize(parameters);
    read.map(drop).map_err(|error| match error.path().to_string().as_str() {
        "." => format!("params: {}", error.inner()),
        field => format!("params.{field}: {}", error.inner()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(method: &str, parameters: Value) -> Result<Value, String> {
        let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        read_parameters(&mut message).map(|()| message["params"].take())
    }

    #[test]
    fn what_is_absent_or_a_text_is_read() {
        let client = json!({ "name": "a", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": [], "clientInfo": client });
        assert_eq!(read("initialize", hello).unwrap()["capabilities"], json!({}));
        let hello = read("initialize", json!({ "protocolVersion": "2025-06-18" })).unwrap();
        assert_eq!((&hello["capabilities"], &hello["clientInfo"]["name"]), (&json!({}), &json!("unknown")));
        assert_eq!(read("tools/list", Value::Null), Ok(json!({})));
        assert_eq!(read("tools/list", json!([])), Ok(json!({})));
        assert_eq!(read("ping", Value::Null), Ok(json!({})));
        for method in ["tools/call", "prompts/get"] {
            for (sent, read_as) in [
                (json!("{}"), json!({})),
                (json!(" {\"limit\": 5} "), json!({ "limit": 5 })),
                (json!({ "limit": 5 }), json!({ "limit": 5 })),
                (json!([]), json!({})),
                (json!("[]"), json!({})),
                (Value::Null, json!({})),
            ] {
                let read = read(method, json!({ "name": "a", "arguments": sent })).unwrap();
                assert_eq!(read["arguments"], read_as, "{method}");
            }
        }
        let without_initialize = json!({ "_meta": { (PROTOCOL_VERSION): "2026-07-28" } });
        assert_eq!(read("initialize", without_initialize.clone()), Ok(without_initialize));
        let mut other = json!({ "jsonrpc": "2.0", "id": 1, "result": 5 });
        assert_eq!(read_parameters(&mut other), Ok(()));
        assert_eq!(other, json!({ "jsonrpc": "2.0", "id": 1, "result": 5 }));
        assert_eq!(read_parameters(&mut json!([])), Ok(()));
    }
}
