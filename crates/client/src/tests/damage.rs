//! Random damage to data that comes from outside. `PROPTEST_CASES` makes its tests longer.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// How often a test is tried, unless `PROPTEST_CASES` is higher.
const CASES: u32 = 1024;

/// The configuration of these tests.
pub(super) fn configuration() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(CASES), ..default }
}

/// A change of a text.
#[derive(Debug, Clone)]
pub(super) enum Damage {
    /// A field of the object is replaced.
    Replaced(Index, String),
    /// The end is missing.
    Cut(Index),
    /// A byte is replaced.
    Changed(Index, u8),
    /// The whole text is replaced.
    Other(String),
}

impl Damage {
    /// Returns the changed text.
    pub(super) fn apply(&self, text: &str) -> String {
        match self {
            Self::Replaced(at, value) => {
                let Ok(Value::Object(mut fields)) = serde_json::from_str::<Value>(text) else { return value.clone() };
                let name = at.get(&fields.keys().cloned().collect::<Vec<_>>()).clone();
                fields.insert(name, json!("\u{0}here\u{0}"));
                Value::Object(fields).to_string().replace("\"\\u0000here\\u0000\"", value)
            }
            Self::Cut(at) => String::from_utf8_lossy(&text.as_bytes()[..at.index(text.len())]).into_owned(),
            Self::Changed(at, byte) => {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at.index(text.len())] = *byte;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Self::Other(other) => other.clone(),
        }
    }
}

/// Any damage.
pub(super) fn any_damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        4 => (any::<Index>(), any_json()).prop_map(|(at, value)| Damage::Replaced(at, value)),
        2 => any::<Index>().prop_map(Damage::Cut),
        2 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Changed(at, byte)),
        1 => any_json().prop_map(Damage::Other),
        1 => ".{0,100}".prop_map(Damage::Other),
    ]
}

/// Any JSON value, often an unusual one.
fn any_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("-1".to_owned()),
        Just("1e999".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("0.1".to_owned()),
        Just(r#""\ud800""#.to_owned()),
        Just(r#""\"#.to_owned()),
        Just("\"".to_owned()),
        Just("[".repeat(200)),
        any::<u64>().prop_map(|number| number.to_string()),
        ".{0,30}".prop_map(|text| Value::String(text).to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(("[a-zA-Z]{0,4}", inner), 0..3).prop_map(|fields| {
                let fields: Vec<String> =
                    fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", fields.join(","))
            }),
        ]
    })
}
