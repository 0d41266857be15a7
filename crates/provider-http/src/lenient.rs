//! Lenient reading of a provider's JSON: a field or an element of another form does not make the whole answer
//! unreadable.

use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A list without the elements of unknown kinds or forms. Absent and `null` are empty.
#[derive(Debug)]
pub struct Items<T> {
    /// The elements that can be read, in order.
    pub known: Vec<T>,
    /// The number of the others.
    pub skipped: u32,
}

impl<T> Default for Items<T> {
    fn default() -> Self {
        Self { known: Vec::new(), skipped: 0 }
    }
}

impl<T: DeserializeOwned> From<Vec<Value>> for Items<T> {
    fn from(elements: Vec<Value>) -> Self {
        let mut items = Self::default();
        for element in elements {
            match T::deserialize(element) {
                Ok(element) => items.known.push(element),
                Err(_) => items.skipped = items.skipped.saturating_add(1),
            }
        }
        items
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // An absent field is read as `None`.
        Ok(match Option::deserialize(deserializer)? {
            Some(Value::Array(elements)) => elements.into(),
            None | Some(Value::Null) => Self::default(),
            Some(_) => Self { skipped: 1, ..Self::default() },
        })
    }
}

/// A field that is absent, too, when it has another form.
#[derive(Debug)]
pub struct Lenient<T>(pub Option<T>);

impl<T> Default for Lenient<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for Lenient<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value: Option<Value> = Option::deserialize(deserializer)?;
        Ok(Self(value.and_then(|value| T::deserialize(value).ok())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct List {
        items: Items<u8>,
        name: Lenient<String>,
    }

    #[test]
    fn a_list_skips_and_counts_what_it_cannot_read() {
        for (json, known, skipped) in [
            ("{}", vec![], 0),
            (r#"{"items":null}"#, vec![], 0),
            (r#"{"items":[1,"2",3,{},null]}"#, vec![1, 3], 3),
            (r#"{"items":{"1":1}}"#, vec![], 1),
        ] {
            let list: List = serde_json::from_str(json).unwrap();
            assert_eq!((list.items.known, list.items.skipped), (known, skipped), "{json}");
        }
    }

    #[test]
    fn a_field_of_another_form_is_absent() {
        for (json, name) in
            [("{}", None), (r#"{"name":7}"#, None), (r#"{"name":null}"#, None), (r#"{"name":"a"}"#, Some("a"))]
        {
            assert_eq!(serde_json::from_str::<List>(json).unwrap().name.as_deref(), name, "{json}");
        }
    }
}
