//! Fields of responses that other servers may omit, or send in another form than this one.
//!
//! Requests are read strictly: these functions are for responses only.

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

/// Reads `null` as the default: a list without items, a text without characters, a count of 0.
pub(crate) fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads a number that may be `null`. `None` also when the number is out of the range of its type, which then costs no
/// more than this field.
pub(crate) fn number<'de, D: Deserializer<'de>, T: Number>(deserializer: D) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_any(NumberVisitor(std::marker::PhantomData))
}

/// A type that may hold less than a number of JSON.
pub(crate) trait Number: Sized {
    /// Returns the value. `None` when it is out of range.
    fn from_integer(integer: i128) -> Option<Self>;

    /// Returns the value. `None` when it is out of range.
    fn from_float(float: f64) -> Option<Self>;
}

impl Number for f64 {
    fn from_integer(integer: i128) -> Option<Self> {
        Some(integer as f64)
    }

    fn from_float(float: f64) -> Option<Self> {
        Some(float)
    }
}

macro_rules! integer {
    ($($kind:ty),+) => { $(
        impl Number for $kind {
            fn from_integer(integer: i128) -> Option<Self> {
                integer.try_into().ok()
            }

            fn from_float(float: f64) -> Option<Self> {
                // The cast saturates, and every integer of these types fits in an `i128`.
                (float.fract() == 0.0).then(|| Self::from_integer(float as i128)).flatten()
            }
        }
    )+ };
}

integer!(u32, u64);

struct NumberVisitor<T>(std::marker::PhantomData<T>);

impl<T: Number> Visitor<'_> for NumberVisitor<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a number or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E: Error>(self, integer: i64) -> Result<Self::Value, E> {
        Ok(T::from_integer(integer.into()))
    }

    fn visit_u64<E: Error>(self, integer: u64) -> Result<Self::Value, E> {
        Ok(T::from_integer(integer.into()))
    }

    fn visit_f64<E: Error>(self, float: f64) -> Result<Self::Value, E> {
        Ok(T::from_float(float))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Fields {
        #[serde(deserialize_with = "super::null_as_default")]
        list: Vec<String>,
        #[serde(default, deserialize_with = "super::number")]
        count: Option<u32>,
        #[serde(default, deserialize_with = "super::number")]
        price: Option<f64>,
    }

    fn read(count: &str, price: &str) -> (Option<u32>, Option<f64>) {
        let json = format!(r#"{{"list":null,"count":{count},"price":{price}}}"#);
        let fields: Fields = serde_json::from_str(&json).unwrap();
        (fields.count, fields.price)
    }

    #[test]
    fn a_list_that_is_null_is_empty_and_a_list_that_is_absent_is_an_error() {
        let fields: Fields = serde_json::from_str(r#"{"list":null}"#).unwrap();
        assert_eq!(fields, Fields { list: Vec::new(), count: None, price: None });
        assert!(serde_json::from_str::<Fields>("{}").is_err());
    }

    #[test]
    fn a_number_out_of_the_range_of_its_type_is_read_as_none() {
        assert_eq!(read("3", "0.5"), (Some(3), Some(0.5)));
        assert_eq!(read("3.0", "2"), (Some(3), Some(2.0)));
        assert_eq!(read("-1", "-1"), (None, Some(-1.0)));
        assert_eq!(read("4294967296", "99999999999999999999"), (None, Some(1e20)));
        assert_eq!(read("1.5", "null"), (None, None));
    }

    #[test]
    fn a_value_that_is_not_a_number_is_an_error() {
        for value in ["\"3\"", "true", "[]", "{}"] {
            assert!(serde_json::from_str::<Fields>(&format!(r#"{{"list":[],"count":{value}}}"#)).is_err(), "{value}");
        }
    }

    #[test]
    fn the_starred_fields_of_the_contract_are_enough() {
        fn reads<T: serde::de::DeserializeOwned>(json: &str) {
            let json = json.replace("<id>", "aaaaaaaaaaaaaaaaaaaa_-");
            let read = serde_json::from_str::<T>(&json).map(drop);
            assert!(read.is_ok(), "{json}: {read:?}");
        }
        reads::<crate::PromptSet>(r#"{"id":"<id>","name":"n"}"#);
        reads::<crate::Prompt>(r#"{"id":"<id>","content":"c","promptSetID":"<id>"}"#);
        reads::<crate::Run>(r#"{"id":"<id>"}"#);
        reads::<crate::Answer>(
            r#"{"id":"<id>","model":"CLAUDE","promptID":"<id>","region":"KR","status":"PENDING","sources":null}"#,
        );
        reads::<crate::Brand>(r#"{"id":"<id>","name":"n"}"#);
    }
}
