//! The arguments of a call, in the types of its tool's schema. Models and automation platforms send numbers as texts, one element
//! for a list, and arguments that no tool has.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// The arguments that a tool has, by their names.
pub(crate) type Arguments = JsonObject;

/// Returns the arguments that the schema has, in its types where their values have one meaning, and the names of the others. A
/// `null` counts as absent.
pub(crate) fn read(schema: &JsonObject, sent: JsonObject) -> (Arguments, Vec<String>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let (mut arguments, mut unknown) = (Arguments::new(), Vec::new());
    for (name, value) in sent.into_iter().filter(|(_, value)| !value.is_null()) {
        let known = properties.and_then(|all| all.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)));
        match known {
            // The exact name counts if there are several spellings.
            Some((known, _)) if *known != name && arguments.contains_key(known) => {}
            Some((known, schema)) => {
                arguments.insert(known.clone(), typed(schema, value));
            }
            None => unknown.push(name),
        }
    }
    (arguments, unknown)
}

fn typed(schema: &Value, value: Value) -> Value {
    let kind = schema["type"].as_str().unwrap_or_default();
    match (kind, value) {
        ("integer" | "number", Value::String(text)) => number(&text).unwrap_or(Value::String(text)),
        ("boolean", Value::String(text)) => text.to_ascii_lowercase().parse().map_or(Value::String(text), Value::Bool),
        ("string", value @ (Value::Number(_) | Value::Bool(_))) => Value::String(value.to_string()),
        ("array", value) => elements(value).into_iter().map(|value| typed(&schema["items"], value)).collect(),
        (_, Value::Array(values)) if values.len() == 1 => typed(schema, json!(values[0])),
        (_, value) => value,
    }
}

/// The elements of a list: of an array, of the text of an array, or one.
fn elements(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        Value::String(text) if text.starts_with('[') => {
            serde_json::from_str(&text).unwrap_or_else(|_| vec![Value::String(text)])
        }
        value => vec![value],
    }
}

/// The number of a text, an integer if it has no fraction.
fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    let integer = text.strip_suffix(".0").unwrap_or(text).parse::<i64>().map(Value::from);
    integer.ok().or_else(|| text.parse::<f64>().ok().filter(|float| float.is_finite()).map(Value::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> JsonObject {
        let schema = json!({ "properties": {
            "runID": { "type": "string" }, "limit": { "type": "integer" }, "finished": { "type": "boolean" },
            "models": { "type": "array", "items": { "type": "string" } },
        } });
        schema.as_object().cloned().unwrap()
    }

    fn arguments(sent: Value) -> Value {
        Value::Object(read(&schema(), sent.as_object().cloned().unwrap()).0)
    }

    #[test]
    fn values_with_one_meaning_get_the_type_of_the_schema() {
        for (sent, read) in [
            (json!({ "limit": "5" }), json!({ "limit": 5 })),
            (json!({ "limit": "5.0" }), json!({ "limit": 5 })),
            (json!({ "limit": [5] }), json!({ "limit": 5 })),
            (json!({ "limit": "many" }), json!({ "limit": "many" })),
            (json!({ "finished": "True" }), json!({ "finished": true })),
            (json!({ "finished": "yes" }), json!({ "finished": "yes" })),
            (json!({ "runID": 5 }), json!({ "runID": "5" })),
            (json!({ "runID": ["a"] }), json!({ "runID": "a" })),
            (json!({ "runID": ["a", "b"] }), json!({ "runID": ["a", "b"] })),
            (json!({ "runID": null }), json!({})),
            (json!({ "runId": "a" }), json!({ "runID": "a" })),
            (json!({ "RUNID": "c", "runID": "b", "runId": "a" }), json!({ "runID": "b" })),
            (json!({ "models": "CLAUDE" }), json!({ "models": ["CLAUDE"] })),
            (json!({ "models": "[\"CLAUDE\", \"GEMINI\"]" }), json!({ "models": ["CLAUDE", "GEMINI"] })),
            (json!({ "models": "[CLAUDE" }), json!({ "models": ["[CLAUDE"] })),
            (json!({ "models": ["CLAUDE", 4] }), json!({ "models": ["CLAUDE", "4"] })),
        ] {
            assert_eq!(arguments(sent.clone()), read, "{sent}");
        }
    }

    #[test]
    fn unknown_arguments_are_named() {
        let sent = json!({ "sessionId": "x", "action": 1, "chatInput": {}, "toolCallId": null, "limit": 5 });
        let (arguments, unknown) = read(&schema(), sent.as_object().cloned().unwrap());
        assert_eq!(
            (Value::Object(arguments), unknown.as_slice()),
            (json!({ "limit": 5 }), ["action", "chatInput", "sessionId"].map(str::to_owned).as_slice())
        );
    }
}
