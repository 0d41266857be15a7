//! The arguments of a call, in the types of its tool's schema. Models and automation platforms send numbers as texts, one element
//! for a list, names with underscores or in the plural, empty texts, and arguments that no tool has.

use std::collections::HashSet;

use answerdeck_api::operation::Effect;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// The arguments that a tool has, by their names.
pub(crate) type Arguments = JsonObject;

/// The unknown arguments that a notice names, and the characters of each name.
const UNKNOWN_MAX: usize = 10;
const UNKNOWN_NAME_MAX: usize = 50;

/// The words of schedules for the periods of a series.
const PERIODS: [(&str, &str); 3] = [("daily", "DAY"), ("weekly", "WEEK"), ("monthly", "MONTH")];

/// Returns the arguments that the schema has, in its types where their values have one meaning, and what a model must know about
/// how they were read. `null` and an empty text count as absent. A tool with the effect `Write` gets no list of free words from
/// one text with commas: what it creates stays.
pub(crate) fn read(schema: &JsonObject, effect: Effect, sent: JsonObject) -> (Arguments, Vec<String>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let (mut arguments, mut empty, mut unknown, mut notices) = (Arguments::new(), Vec::new(), Vec::new(), Vec::new());
    let spelled: HashSet<String> = sent.keys().map(|name| letters(name)).collect();
    for (name, value) in sent.into_iter().filter(|(_, value)| !value.is_null()) {
        let known_by = |spelling: fn(&str) -> String| {
            properties.and_then(|all| all.iter().find(|(known, _)| spelling(known) == spelling(&name)))
        };
        // Without an argument of this name, a brand is one that answers name.
        let named_brands = || properties?.get_key_value("namesBrandIDs").filter(|_| singular(&name) == "brandid");
        let in_other_words = || {
            let known = known_by(singular).or_else(named_brands);
            known.filter(|(known, _)| !spelled.contains(&letters(known)))
        };
        match known_by(letters).or_else(in_other_words) {
            // The exact name counts if there are several spellings.
            Some((known, _)) if *known != name && arguments.contains_key(known) => {}
            // Without an id, a tool reads more than was perhaps meant.
            Some((known, _)) if is_empty(known, &value) => empty.extend(is_id(known).then_some(known.as_str())),
            Some((known, schema)) => {
                let notice = one_text(known, schema, &value);
                let is_refused = notice.is_some() && effect == Effect::Write;
                let value = if is_refused { value } else { typed(known, schema, value) };
                arguments.insert(known.clone(), value);
                notices.extend(notice.filter(|_| !is_refused));
            }
            None if value == "" => {}
            None => unknown.push(name),
        }
    }
    empty.retain(|name| !arguments.contains_key(*name));
    if !empty.is_empty() {
        notices.push(format!("Empty, and so without effect: {}.", empty.join(", ")));
    }
    if !unknown.is_empty() {
        notices.insert(0, unknown_arguments(effect, &unknown));
    }
    (arguments, notices)
}

/// Whether an argument is an id or a list of ids.
fn is_id(name: &str) -> bool {
    name.ends_with("ID") || name.ends_with("IDs")
}

/// Whether a value is an empty text, or an id of spaces.
fn is_empty(name: &str, value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.is_empty() || is_id(name) && text.trim().is_empty())
}

/// What is the same in all spellings of a name: `prompt_set_id` is `promptSetID`.
fn letters(name: &str) -> String {
    name.replace(['_', '-'], "").to_ascii_lowercase()
}

/// What is the same in the singular and the plural of a name, too: `models` is `model`.
fn singular(name: &str) -> String {
    letters(name).trim_end_matches('s').to_owned()
}

/// Says which arguments had no effect: a model may have meant them to narrow what a tool reads. Their names are by the client, so only
/// what names consist of is shown.
fn unknown_arguments(effect: Effect, unknown: &[String]) -> String {
    let name = |name: &String| -> String {
        let plain = |character: &char| character.is_ascii_alphanumeric() || "_-.".contains(*character);
        name.chars().filter(plain).take(UNKNOWN_NAME_MAX).collect()
    };
    let names: Vec<String> = unknown.iter().take(UNKNOWN_MAX).map(name).collect();
    let more = if unknown.len() > UNKNOWN_MAX { " and more" } else { "" };
    let names = format!("{}{more}", names.join(", "));
    match effect {
        Effect::Read => format!("Not filtered by {names}, which this tool does not have."),
        Effect::Write => format!("Ignored arguments, which this tool does not have: {names}."),
    }
}

/// Says that the text for a list of free words was read as one: the client may have meant several.
fn one_text(name: &str, schema: &Value, sent: &Value) -> Option<String> {
    let is_list = schema["type"] == "array" && !has_no_commas(name, schema);
    let is_text = |text: &str| text.contains(',') && serde_json::from_str::<Vec<Value>>(text).is_err();
    let is_one = is_list && sent.as_str().is_some_and(is_text);
    is_one.then(|| format!("{name} was read as one text. Send a list for several."))
}

/// Whether the elements of a list contain no comma: ids, domains, and codes.
fn has_no_commas(name: &str, schema: &Value) -> bool {
    is_id(name) || name == "domain" || schema["items"].get("enum").is_some()
}

fn typed(name: &str, schema: &Value, value: Value) -> Value {
    let kind = schema["type"].as_str().unwrap_or_default();
    match (kind, value) {
        ("integer" | "number", Value::String(text)) => number(&text).unwrap_or(Value::String(text)),
        ("boolean", Value::String(text)) => text.to_ascii_lowercase().parse().map_or(Value::String(text), Value::Bool),
        ("string", value @ (Value::Number(_) | Value::Bool(_))) => Value::String(value.to_string()),
        ("string", Value::String(text)) if schema.get("enum").is_some() && is_several(&text) => {
            separated(Value::String(text)).into()
        }
        ("string", Value::String(text)) => code(name, schema, text),
        ("array", value) => {
            let values = elements(value).into_iter();
            let values: Vec<Value> =
                if has_no_commas(name, schema) { values.flat_map(separated).collect() } else { values.collect() };
            values.into_iter().map(|value| typed(name, &schema["items"], value)).collect()
        }
        (_, Value::Array(values)) if values.len() == 1 => typed(name, schema, json!(values[0])),
        (_, value) => value,
    }
}

/// The elements of a list: of an array, of the text of an array, or one.
fn elements(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        Value::String(text) => serde_json::from_str(&text).unwrap_or_else(|_| vec![Value::String(text)]),
        value => vec![value],
    }
}

/// Whether a text has several values, separated by commas.
fn is_several(text: &str) -> bool {
    text.split(',').filter(|part| !part.trim().is_empty()).count() > 1
}

/// The values of a text, separated by commas.
fn separated(value: Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(Value::from).collect()
        }
        value => vec![value],
    }
}

/// A code in the letter case of the platform. Any other text stays as it is.
fn code(name: &str, schema: &Value, text: String) -> Value {
    match name {
        "region" | "countryCode" => text.to_ascii_uppercase().into(),
        "languageCode" => text.to_ascii_lowercase().into(),
        _ if is_id(name) => text.trim().into(),
        _ => {
            let find = |text: &str| {
                let mut codes = schema["enum"].as_array().into_iter().flatten();
                codes.find(|code| code.as_str().is_some_and(|code| code.eq_ignore_ascii_case(text)))
            };
            let period = PERIODS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(&text));
            let code = find(&text).or_else(|| find(period?.1));
            code.cloned().unwrap_or(Value::String(text))
        }
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
            "region": { "type": "string" }, "promptSetID": { "type": "string" },
            "promptIDs": { "type": "array", "items": { "type": "string" } },
            "models": { "type": "array", "items": { "type": "string", "enum": ["CLAUDE", "GEMINI"] } },
            "order": { "type": "string", "enum": ["RATE", "GAP"] },
            "interval": { "type": "string", "enum": ["RUN", "DAY", "WEEK"] },
            "frequency": { "type": "string", "enum": ["DAILY", "WEEKLY"] },
            "namesBrandIDs": { "type": "array", "items": { "type": "string" } },
            "words": { "type": "array", "items": { "type": "string" } },
            "keywords": { "type": "array", "items": { "type": "string" } },
        } });
        schema.as_object().cloned().unwrap()
    }

    fn arguments(sent: Value) -> Value {
        Value::Object(read(&schema(), Effect::Read, sent.as_object().cloned().unwrap()).0)
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
            (json!({ "runID": null, "limit": "", "words": "", "session": "" }), json!({})),
            (json!({ "runId": "a" }), json!({ "runID": "a" })),
            (
                json!({ "run_id": "a", "prompt-set-id": "b", "Prompt_IDs": "c" }),
                json!({ "runID": "a", "promptSetID": "b", "promptIDs": ["c"] }),
            ),
            (json!({ "RUNID": "c", "runID": "b", "runId": "a" }), json!({ "runID": "b" })),
            (json!({ "run_ids": ["a"], "model": "claude" }), json!({ "runID": "a", "models": ["CLAUDE"] })),
            (json!({ "promptID": "a" }), json!({ "promptIDs": ["a"] })),
            (json!({ "word": "a", "words": ["b"] }), json!({ "words": ["b"] })),
            (json!({ "runID": " a\n" }), json!({ "runID": "a" })),
            (json!({ "runID": "", "run_id": "a" }), json!({ "runID": "a" })),
            (json!({ "models": "CLAUDE" }), json!({ "models": ["CLAUDE"] })),
            (json!({ "models": "[\"CLAUDE\", \"GEMINI\"]" }), json!({ "models": ["CLAUDE", "GEMINI"] })),
            (json!({ "models": "[CLAUDE" }), json!({ "models": ["[CLAUDE"] })),
            (json!({ "models": ["CLAUDE", 4] }), json!({ "models": ["CLAUDE", "4"] })),
            (json!({ "models": "claude, Gemini," }), json!({ "models": ["CLAUDE", "GEMINI"] })),
            (json!({ "models": ["HAL,CLAUDE"] }), json!({ "models": ["HAL", "CLAUDE"] })),
            (json!({ "region": "kr" }), json!({ "region": "KR" })),
            (json!({ "promptIDs": "a,b" }), json!({ "promptIDs": ["a", "b"] })),
            (json!({ "runID": "a,b" }), json!({ "runID": "a,b" })),
            (json!({ "order": "rate, GAP" }), json!({ "order": ["rate", "GAP"] })),
            (json!({ "order": "rate" }), json!({ "order": "RATE" })),
            (json!({ "interval": "weekly" }), json!({ "interval": "WEEK" })),
            (json!({ "interval": "monthly" }), json!({ "interval": "monthly" })),
            (json!({ "frequency": "weekly" }), json!({ "frequency": "WEEKLY" })),
            (json!({ "brandID": "a" }), json!({ "namesBrandIDs": ["a"] })),
            (json!({ "brand_ids": "a, b" }), json!({ "namesBrandIDs": ["a", "b"] })),
            (json!({ "brandID": "a", "namesBrandIDs": ["b"] }), json!({ "namesBrandIDs": ["b"] })),
            (json!({ "words": "a, b" }), json!({ "words": ["a, b"] })),
            (json!({ "keywords": "a, b" }), json!({ "keywords": ["a, b"] })),
        ] {
            assert_eq!(arguments(sent.clone()), read, "{sent}");
        }
    }

    fn notices(sent: Value) -> Vec<String> {
        read(&schema(), Effect::Read, sent.as_object().cloned().unwrap()).1
    }

    #[test]
    fn unknown_arguments_are_named() {
        let sent = json!({ "sessionId": "x", "action": 1, "chatInput": {}, "toolCallId": null, "limit": 5 });
        assert_eq!(arguments(sent.clone()), json!({ "limit": 5 }));
        assert_eq!(
            notices(sent),
            ["Not filtered by action, chatInput, sessionId, which this tool does not have.".to_owned()]
        );
        for (exact, other) in [("models", "model"), ("runID", "runIDs")] {
            let notice = format!("Not filtered by {other}, which this tool does not have.");
            assert_eq!(notices(json!({ exact: "a", other: "b" })), [notice]);
        }
        let (_, written) = read(&schema(), Effect::Write, json!({ "session": 1 }).as_object().cloned().unwrap());
        assert_eq!(written, ["Ignored arguments, which this tool does not have: session."]);
        let many: JsonObject = (10..22).map(|number| (format!("a</data>{number}\n"), json!(1))).collect();
        let notice = notices(many.into()).concat();
        assert!(notice.starts_with("Not filtered by adata10, adata11,"), "{notice}");
        assert!(notice.ends_with("adata19 and more, which this tool does not have."), "{notice}");
    }

    #[test]
    fn an_empty_id_is_named() {
        let sent = json!({ "runID": " \n", "promptSetID": "", "brandID": "", "words": "", "session": "", "limit": 5 });
        assert_eq!(notices(sent), ["Empty, and so without effect: namesBrandIDs, promptSetID, runID.".to_owned()]);
    }

    #[test]
    fn a_text_with_commas_that_was_read_as_one_element_is_named() {
        let notice = "keywords was read as one text. Send a list for several.".to_owned();
        for sent in [json!({ "keywords": "a, b" }), json!({ "keywords": "['a', 'b']" })] {
            assert_eq!(notices(sent.clone()), [notice.as_str()]);
            // The platform refuses what is no list.
            let (kept, none) = read(&schema(), Effect::Write, sent.as_object().cloned().unwrap());
            assert_eq!((Value::Object(kept), none), (sent, vec![]));
        }
        for sent in [json!({ "keywords": ["a, b"] }), json!({ "keywords": "a" }), json!({ "models": "CLAUDE,HAL" })] {
            assert_eq!(notices(sent.clone()), [""; 0], "{sent}");
        }
    }
}
