//! The documented responses, and changes to them.

use std::fmt::{self, Display, Formatter};

use serde_json::{Map, Value};

/// A response of `tests/fixtures`, which can be changed field by field.
#[derive(Debug, Clone)]
pub struct Fixture(pub Value);

/// Reads `tests/fixtures/NAME.json`.
pub fn fixture(name: &str) -> Fixture {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fixture: Map<String, Value> = serde_json::from_str(&text).unwrap();
    assert!(fixture["_source"].as_str().unwrap().starts_with("as documented 2026-11, not recorded: "), "{path}");
    Fixture(Value::Object(fixture.into_iter().filter(|(field, _)| field != "_source").collect()))
}

impl Display for Fixture {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

impl Fixture {
    /// The response with another value at a JSON pointer.
    pub fn set(mut self, pointer: &str, value: Value) -> Self {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        let parent = self.0.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer} has no parent"));
        match parent {
            Value::Array(elements) if field == "-" => elements.push(value),
            Value::Array(elements) => elements[field.parse::<usize>().unwrap()] = value,
            parent => parent[field] = value,
        }
        self
    }

    /// The response without the field at a JSON pointer.
    pub fn without(mut self, pointer: &str) -> Self {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        let parent = self.0.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer} has no parent"));
        match parent {
            Value::Array(elements) => drop(elements.remove(field.parse().unwrap())),
            parent => assert!(parent.as_object_mut().unwrap().remove(field).is_some(), "{pointer}"),
        }
        self
    }

    /// Its JSON with the fields of every object in reverse order.
    pub fn reversed(&self) -> String {
        fn write(value: &Value) -> String {
            match value {
                Value::Object(fields) => {
                    let fields = fields
                        .iter()
                        .rev()
                        .map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), write(value)));
                    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
                }
                Value::Array(elements) => format!("[{}]", elements.iter().map(write).collect::<Vec<_>>().join(",")),
                other => other.to_string(),
            }
        }
        let written = write(&self.0);
        assert_ne!(written, self.0.to_string());
        written
    }
}
