//! Values at and beyond each bound of the schemas in the OpenAPI document, and malformed objects.

use std::collections::BTreeMap;
use std::sync::Mutex;

use regex::Regex;
use serde_json::{Map, Value, json};

const ID: &str = "^[0-9A-Za-z]{22}$";

/// The OpenAPI document.
pub struct Document(pub Value);

/// A value that tests a bound of a request.
pub struct BoundValue {
    /// The path of the field that has the bound, such as `prompts[0].content`, or the name of the parameter.
    pub path: String,
    /// The name of the bound, and whether the value is beyond it.
    pub bound: String,
    pub value: Value,
    /// The error code of the rejection. `None` if the value is within the bound.
    pub error: Option<&'static str>,
}

impl BoundValue {
    fn within(bound: impl Into<String>, value: Value) -> Self {
        Self { path: String::new(), bound: bound.into(), value, error: None }
    }

    fn beyond(bound: impl Into<String>, value: Value) -> Self {
        Self { path: String::new(), bound: bound.into(), value, error: Some("COMMON_VALIDATION") }
    }

    /// Wraps the value in `outer`, which contains it at `path`.
    fn nested(self, path: &str, outer: Value) -> Self {
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{path}{separator}{}", self.path), value: outer, ..self }
    }
}

impl Document {
    /// Follows references, and replaces a nullable schema with its non-null variant.
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.resolve(self.0.pointer(reference.trim_start_matches('#')).unwrap());
        }
        let choices = schema["anyOf"].as_array();
        choices
            .and_then(|choices| choices.iter().find(|choice| choice["type"] != "null"))
            .map_or(schema, |it| self.resolve(it))
    }

    /// Returns a value that `schema` allows, a different one for each `number` if possible.
    pub fn sample(&self, schema: &Value, number: usize) -> Value {
        let schema = self.resolve(schema);
        if let Some(choices) =
            schema["enum"].as_array().or(schema["oneOf"].as_array().filter(|_| !is_type(schema, "object")))
        {
            let choice = &choices[number % choices.len()];
            return choice.get("const").unwrap_or(choice).clone();
        }
        if is_type(schema, "object") {
            return self.object(schema, None);
        }
        if is_type(schema, "array") {
            return self.items(schema, count(schema, "minItems").unwrap_or(1));
        }
        if is_type(schema, "string") {
            return string(schema, count(schema, "minLength").unwrap_or(1).max(4), number);
        }
        if is_type(schema, "boolean") { json!(true) } else { schema.get("minimum").cloned().unwrap_or(json!(number)) }
    }

    fn items(&self, schema: &Value, count: usize) -> Value {
        (0..count).map(|number| self.sample(&schema["items"], number)).collect()
    }

    /// Returns an object with its required fields and one `extra` field.
    fn object(&self, schema: &Value, extra: Option<(&str, Value)>) -> Value {
        let name = extra.as_ref().map(|(name, _)| *name);
        let mut required = names(&schema["required"]);
        let mut choices = schema["oneOf"].as_array().into_iter().flatten();
        let fits = |choice: &&Value| name.is_none_or(|name| choice["properties"][name]["type"] != "null");
        required.extend(choices.find(fits).map(|choice| names(&choice["required"])).unwrap_or_default());
        let mut object: Map<String, Value> = required
            .into_iter()
            .map(|name| {
                let value = self.sample(&schema["properties"][&name], 0);
                (name, value)
            })
            .collect();
        object.extend(extra.map(|(name, value)| (name.to_owned(), value)));
        object.into()
    }

    /// Returns values at and beyond each bound of `schema` and of its nested schemas.
    pub fn bound_values(&self, schema: &Value) -> Vec<BoundValue> {
        let schema = self.resolve(schema);
        let mut values = Vec::new();
        if is_type(schema, "object") {
            values.extend(self.malformed_objects(schema));
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let wrap = |value: BoundValue| {
                    let object = self.object(schema, Some((name, value.value.clone())));
                    value.nested(name, object)
                };
                values.extend(self.bound_values(property).into_iter().map(wrap));
            }
        } else if is_type(schema, "array") {
            if let Some(maximum) = count(schema, "maxItems") {
                values.push(BoundValue::within("maxItems", self.items(schema, maximum)));
                values.push(BoundValue::beyond("maxItems + 1", self.items(schema, maximum + 1)));
            }
            if let Some(minimum) = count(schema, "minItems") {
                values.push(BoundValue::within("minItems", self.items(schema, minimum)));
                values.push(BoundValue::beyond("minItems - 1", self.items(schema, minimum - 1)));
            }
            if schema["uniqueItems"] == true {
                let item = self.sample(&schema["items"], 0);
                values.push(BoundValue::beyond("uniqueItems", json!([item, item])));
            }
            let wrap = |value: BoundValue| {
                let array = json!([value.value]);
                value.nested("[0]", array)
            };
            values.extend(self.bound_values(&schema["items"]).into_iter().map(wrap));
        } else if is_type(schema, "string") {
            values.extend(string_values(schema));
        } else {
            if let Some(maximum) = schema["maximum"].as_i64() {
                values.push(BoundValue::within("maximum", json!(maximum)));
                values.push(BoundValue::beyond("maximum + 1", json!(maximum + 1)));
                values.push(BoundValue::beyond("maximum, far above", json!(u32::MAX)));
            }
            if let Some(minimum) = schema["minimum"].as_i64() {
                values.push(BoundValue::within("minimum", json!(minimum)));
                values.push(BoundValue::beyond("minimum - 1", json!(minimum - 1)));
            }
        }
        values
    }

    /// Returns objects with an unknown field, with a field of another type or `null`, and without a required field.
    fn malformed_objects(&self, schema: &Value) -> Vec<BoundValue> {
        let malformed = |name: &str, fault: &str, value: Value| {
            let value = self.object(schema, Some((name, value)));
            BoundValue { path: name.to_owned(), bound: fault.to_owned(), value, error: Some("COMMON_BINDING") }
        };
        let mut values = vec![malformed("colour", "unknown", Value::Null)];
        let required = names(&schema["required"]);
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let other = if is_type(self.resolve(property), "array") { json!({}) } else { json!([]) };
            values.push(malformed(name, "type", other));
            if !required.contains(name) && !allows_null(property) {
                values.push(malformed(name, "null", Value::Null));
            }
        }
        for name in required {
            let mut object = self.object(schema, None);
            object.as_object_mut().unwrap().remove(&name);
            values.push(BoundValue { path: name, ..BoundValue::beyond("required", object) });
        }
        values
    }
}

fn allows_null(schema: &Value) -> bool {
    let mut choices = schema["anyOf"].as_array().into_iter().flatten();
    is_type(schema, "null") || choices.any(|choice| choice["type"] == "null")
}

fn names(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn string_values(schema: &Value) -> Vec<BoundValue> {
    let mut values = Vec::new();
    if let Some(maximum) = count(schema, "maxLength") {
        values.push(BoundValue::within("maxLength", string(schema, maximum, 0)));
        values.push(BoundValue::beyond("maxLength + 1", string(schema, maximum + 1, 0)));
    }
    if let Some(minimum) = count(schema, "minLength") {
        values.push(BoundValue::within("minLength", string(schema, minimum, 0)));
        values.push(BoundValue::beyond("minLength - 1", json!("가".repeat(minimum - 1))));
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        values.push(BoundValue::within("pattern", string(schema, 4, 0)));
        let other = ["*", " "].into_iter().find(|text| !is_match(pattern, text));
        let beyond = BoundValue::beyond("pattern", json!(other.expect("a string that the pattern does not allow")));
        let error = if pattern == ID { Some("COMMON_BINDING") } else { beyond.error };
        values.push(BoundValue { error, ..beyond });
    }
    values
}

/// Returns a string of `length` characters, or of a length that the pattern allows, with `number` in it.
fn string(schema: &Value, length: usize, number: usize) -> Value {
    if schema["format"] == "date-time" {
        return json!("2026-01-01T00:00:00Z");
    }
    if schema["format"] == "time-zone" {
        return json!("Asia/Seoul");
    }
    let number = number.to_string();
    let filled = |start: &str, letter: &str| {
        let rest = length.saturating_sub(start.chars().count() + number.len());
        format!("{start}{}{number}", letter.repeat(rest)).chars().take(length.max(start.len())).collect::<String>()
    };
    let id = format!("{number:0>22}");
    let user = "k".repeat(length.saturating_sub("@a.example".len() + number.len()));
    let candidates = [
        filled("", "가"),
        filled("", "k"),
        filled("https://a.example/", "a"),
        filled("/runs?", "a"),
        id,
        format!("{user}{number}@a.example"),
        "KR".to_owned(),
        "ko".to_owned(),
        "09:30".to_owned(),
        "2026-12-01".to_owned(),
    ];
    let Some(pattern) = schema["pattern"].as_str() else { return json!(candidates[0]) };
    json!(
        candidates
            .iter()
            .find(|text| is_match(pattern, text))
            .unwrap_or_else(|| panic!("add a candidate that matches {pattern}"))
    )
}

/// Whether the pattern allows the text. A pattern is compiled once.
fn is_match(pattern: &str, text: &str) -> bool {
    static COMPILED: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap();
    compiled.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).unwrap()).is_match(text)
}

fn is_type(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|known| known == kind))
}

fn count(schema: &Value, keyword: &str) -> Option<usize> {
    usize::try_from(schema[keyword].as_u64()?).ok()
}
