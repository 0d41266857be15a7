//! A JSON value of any type.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::error::Error;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Boolean(bool),
    /// An integer that is not negative.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// Another number.
    Float(f64),
    Text(String),
    List(Vec<Json>),
    /// An object: its names and values in the order of the text. A name may be repeated.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn read<T: DeserializeOwned>(self) -> Result<T, Error> {
        T::deserialize(self)
    }

    /// Takes a value out of an object, and leaves null in its place. `None` if this is not an object, or has no such
    /// name.
    pub fn take(&mut self, name: &str) -> Option<Json> {
        let Self::Object(fields) = self else { return None };
        let (_, value) = fields.iter_mut().find(|(field, _)| field == name)?;
        Some(std::mem::replace(value, Self::Null))
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<Json, E> {
        Ok(Json::Boolean(boolean))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Signed(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            fields.push(entry);
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_of_json_is_parsed() {
        let text = |text: &str| Json::Text(text.to_owned());
        let json =
            Json::parse(r#"{"a": [null, true, 7, -7, 0.5, "가\n"], "b": {}, "a": 18446744073709551616}"#).unwrap();
        let list =
            [Json::Null, Json::Boolean(true), Json::Unsigned(7), Json::Signed(-7), Json::Float(0.5), text("가\n")];
        let fields = [
            ("a".to_owned(), Json::List(list.to_vec())),
            ("b".to_owned(), Json::Object(Vec::new())),
            ("a".to_owned(), Json::Float(18_446_744_073_709_551_616.0)),
        ];
        assert_eq!(json, Json::Object(fields.to_vec()));
        assert_eq!(json.clone().read::<Json>(), Ok(json));
    }

    #[test]
    fn a_taken_field_is_null_then() {
        let mut json = Json::parse(r#"{"a": 1, "b": 2}"#).unwrap();
        assert_eq!((json.take("b"), json.take("c")), (Some(Json::Unsigned(2)), None));
        assert_eq!(json, Json::parse(r#"{"a": 1, "b": null}"#).unwrap());
        assert_eq!(Json::Null.take("a"), None);
    }
}
