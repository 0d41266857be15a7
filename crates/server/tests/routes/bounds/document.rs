//! What the OpenAPI document allows: for each bound that it names, values at it and values beyond it.

use regex::Regex;
use serde_json::{Map, Value, json};

const ID: &str = "^[0-9A-Za-z]{22}$";

/// The document.
pub struct Document(pub Value);

/// A value for a place in a request.
pub struct Trial {
    /// The bound, and on which side of it the value is.
    pub bound: String,
    pub value: Value,
    /// The code that it is refused with, `None` when it is within the bound.
    pub refused: Option<&'static str>,
}

impl Trial {
    fn within(bound: impl Into<String>, value: Value) -> Self {
        Self { bound: bound.into(), value, refused: None }
    }

    fn beyond(bound: impl Into<String>, value: Value) -> Self {
        Self { bound: bound.into(), value, refused: Some("COMMON_VALIDATION") }
    }

    /// The same value as a part of a larger one.
    fn inside(self, place: &str, whole: Value) -> Self {
        Self { bound: format!("{place} {}", self.bound), value: whole, ..self }
    }
}

impl Document {
    /// The schema that `schema` refers to, or the one that it is when it is not null.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.resolved(self.0.pointer(reference.trim_start_matches('#')).unwrap());
        }
        let choices = schema["anyOf"].as_array();
        choices
            .and_then(|choices| choices.iter().find(|choice| choice["type"] != "null"))
            .map_or(schema, |it| self.resolved(it))
    }

    /// A value that `schema` allows; another one for another `number`, where it allows several.
    pub fn sample(&self, schema: &Value, number: usize) -> Value {
        let schema = self.resolved(schema);
        if let Some(choices) =
            schema["enum"].as_array().or(schema["oneOf"].as_array().filter(|_| !is(schema, "object")))
        {
            let choice = &choices[number % choices.len()];
            return choice.get("const").unwrap_or(choice).clone();
        }
        if is(schema, "object") {
            return self.object(schema, None);
        }
        if is(schema, "array") {
            return self.items(schema, count(schema, "minItems").unwrap_or(1));
        }
        if is(schema, "string") {
            return text(schema, count(schema, "minLength").unwrap_or(1).max(4), number);
        }
        if is(schema, "boolean") { json!(true) } else { schema.get("minimum").cloned().unwrap_or(json!(number)) }
    }

    fn items(&self, schema: &Value, count: usize) -> Value {
        (0..count).map(|number| self.sample(&schema["items"], number)).collect()
    }

    /// An object with the fields that it must have, and `with` one more.
    fn object(&self, schema: &Value, with: Option<(&str, Value)>) -> Value {
        let name = with.as_ref().map(|(name, _)| *name);
        let names = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        let mut needed = names(&schema["required"]);
        let mut choices = schema["oneOf"].as_array().into_iter().flatten();
        let fits = |choice: &&Value| name.is_none_or(|name| choice["properties"][name]["type"] != "null");
        needed.extend(choices.find(fits).map(|choice| names(&choice["required"])).unwrap_or_default());
        let mut object: Map<String, Value> = needed
            .into_iter()
            .map(|name| {
                let value = self.sample(&schema["properties"][&name], 0);
                (name, value)
            })
            .collect();
        object.extend(with.map(|(name, value)| (name.to_owned(), value)));
        object.into()
    }

    /// Values at each bound of `schema` and of all that is in it, and values beyond.
    pub fn trials(&self, schema: &Value) -> Vec<Trial> {
        let schema = self.resolved(schema);
        let mut trials = Vec::new();
        if is(schema, "object") {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let whole = |trial: Trial| {
                    let whole = self.object(schema, Some((name, trial.value.clone())));
                    trial.inside(name, whole)
                };
                trials.extend(self.trials(property).into_iter().map(whole));
            }
        } else if is(schema, "array") {
            if let Some(most) = count(schema, "maxItems") {
                trials.push(Trial::within("maxItems", self.items(schema, most)));
                trials.push(Trial::beyond("maxItems + 1", self.items(schema, most + 1)));
            }
            if let Some(least) = count(schema, "minItems") {
                trials.push(Trial::within("minItems", self.items(schema, least)));
                trials.push(Trial::beyond("minItems - 1", self.items(schema, least - 1)));
            }
            if schema["uniqueItems"] == true {
                let item = self.sample(&schema["items"], 0);
                trials.push(Trial::beyond("uniqueItems", json!([item, item])));
            }
            let inside = |trial: Trial| {
                let whole = json!([trial.value]);
                trial.inside("[0]", whole)
            };
            trials.extend(self.trials(&schema["items"]).into_iter().map(inside));
        } else if is(schema, "string") {
            trials.extend(texts(schema));
        } else {
            if let Some(most) = schema["maximum"].as_i64() {
                trials.push(Trial::within("maximum", json!(most)));
                trials.push(Trial::beyond("maximum + 1", json!(most + 1)));
                trials.push(Trial::beyond("maximum, far above", json!(u32::MAX)));
            }
            if let Some(least) = schema["minimum"].as_i64() {
                trials.push(Trial::within("minimum", json!(least)));
                trials.push(Trial::beyond("minimum - 1", json!(least - 1)));
            }
        }
        trials
    }
}

fn texts(schema: &Value) -> Vec<Trial> {
    let mut trials = Vec::new();
    if let Some(most) = count(schema, "maxLength") {
        trials.push(Trial::within("maxLength", text(schema, most, 0)));
        trials.push(Trial::beyond("maxLength + 1", text(schema, most + 1, 0)));
    }
    if let Some(least) = count(schema, "minLength") {
        trials.push(Trial::within("minLength", text(schema, least, 0)));
        trials.push(Trial::beyond("minLength - 1", json!("가".repeat(least - 1))));
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        trials.push(Trial::within("pattern", text(schema, 4, 0)));
        let regex = Regex::new(pattern).unwrap();
        let other = ["*", " "].into_iter().find(|text| !regex.is_match(text));
        let beyond = Trial::beyond("pattern", json!(other.expect("a text that the pattern does not allow")));
        let refused = if pattern == ID { Some("COMMON_BINDING") } else { beyond.refused };
        trials.push(Trial { refused, ..beyond });
    }
    trials
}

/// A text of so many characters, or of as many as the pattern allows: another one for another `number`.
fn text(schema: &Value, length: usize, number: usize) -> Value {
    if schema["format"] == "date-time" {
        return json!("2026-01-01T00:00:00Z");
    }
    let number = number.to_string();
    let filled = |start: &str, letter: &str| {
        let rest = length.saturating_sub(start.chars().count() + number.len());
        format!("{start}{}{number}", letter.repeat(rest)).chars().take(length.max(start.len())).collect::<String>()
    };
    let id = format!("{number:0>22}");
    let candidates = [filled("", "가"), filled("https://a.example/", "a"), id, "KR".to_owned(), "ko".to_owned()];
    let Some(pattern) = schema["pattern"].as_str() else { return json!(candidates[0]) };
    let regex = Regex::new(pattern).unwrap();
    json!(
        candidates.iter().find(|text| regex.is_match(text)).unwrap_or_else(|| panic!("no text here matches {pattern}"))
    )
}

fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|known| known == kind))
}

fn count(schema: &Value, keyword: &str) -> Option<usize> {
    usize::try_from(schema[keyword].as_u64()?).ok()
}
