//! Types that all lists and creations share.

use serde::de::{self, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use crate::limits::PAGE_SIZE_MAX;
use crate::request::request;

request! {
    /// A request for a page of a list.
    ///
    /// Source: docs/platform-api.md, section 1, rule 7.
    PageRequest {
        cursor,
        /// The maximum number of items of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// One page of a list, independent of the wire name of its items.
///
/// Source: docs/platform-api.md, section 1, rule 7.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items in the order of the list.
    pub items: Vec<T>,
    /// The `cursor` of the next page. `None` on the last page.
    pub next_cursor: Option<String>,
}

/// The response to a creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema), schemars(rename = "Created{Id}"))]
pub struct Created<Id> {
    /// The id of the created resource.
    pub id: Id,
}

/// Defines the wire type of a list and its conversions from and to a [`Page`].
macro_rules! list {
    ($(#[$doc:meta])* $name:ident { $(#[$items_doc:meta])* $items:ident: $item:ty }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $(#[$items_doc])*
            #[serde(deserialize_with = "crate::response_field::null_as_default")]
            pub $items: Vec<$item>,
            /// The `cursor` of the next page. `null` on the last page.
            pub next_cursor: Option<String>,
        }

        impl From<$name> for $crate::list::Page<$item> {
            fn from(list: $name) -> Self {
                Self { items: list.$items, next_cursor: list.next_cursor }
            }
        }

        impl From<$crate::list::Page<$item>> for $name {
            fn from(page: $crate::list::Page<$item>) -> Self {
                Self { $items: page.items, next_cursor: page.next_cursor }
            }
        }
    };
}

pub(crate) use list;

/// Reads an integer and saturates it to the range of `u32`, so that a number that is too large fails validation instead
/// of parsing.
///
/// Also reads `1.0`, which JSON Schema counts as an integer.
pub(crate) fn saturating_u32<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(Option::<SaturatingU32>::deserialize(deserializer)?.map(|SaturatingU32(number)| number))
}

/// Reads an integer as [`saturating_u32`] does. `null` is an error: it is not the same as an absent field.
pub(crate) fn non_null_u32<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    SaturatingU32::deserialize(deserializer).map(|SaturatingU32(number)| Some(number))
}

/// Reads an integer as [`saturating_u32`] does, in a field that is omitted (`None`), cleared (`Some(None)`) or set.
pub(crate) fn nullable_u32<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    saturating_u32(deserializer).map(Some)
}

struct SaturatingU32(u32);

impl<'de> Deserialize<'de> for SaturatingU32 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(SaturatingU32Visitor)
    }
}

struct SaturatingU32Visitor;

impl Visitor<'_> for SaturatingU32Visitor {
    type Value = SaturatingU32;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an integer")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<SaturatingU32, E> {
        Ok(SaturatingU32(u32::try_from(number.max(0)).unwrap_or(u32::MAX)))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<SaturatingU32, E> {
        Ok(SaturatingU32(u32::try_from(number).unwrap_or(u32::MAX)))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<SaturatingU32, E> {
        // `as` saturates.
        if number.fract() == 0.0 {
            Ok(SaturatingU32(number as u32))
        } else {
            Err(E::invalid_type(Unexpected::Float(number), &self))
        }
    }
}

/// Reads a field that may be omitted but must not be `null`, unless `T` is an `Option`: then `Some(None)` is `null`.
pub(crate) fn non_null<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads a list of a query whose values contain no comma: each of them may be several, separated by commas.
pub(crate) fn separated<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    let values = Vec::<String>::deserialize(deserializer)?;
    let values = values.iter().flat_map(|value| value.split(','));
    values.map(|value| T::deserialize(value.trim().to_owned().into_deserializer())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(text: &str) -> Option<u32> {
        serde_json::from_str::<PageRequest>(&format!("{{\"limit\":{text}}}")).ok()?.limit
    }

    #[test]
    fn a_value_of_a_list_may_be_several_with_commas() {
        let read = |json: &str| serde_json::from_str::<crate::metrics::SourceTrendFilter>(json).unwrap().domain;
        let domains = ["a.example", "b.example", "c.example"];
        assert_eq!(read(r#"{"domain":["a.example","b.example","c.example"]}"#), domains);
        assert_eq!(read(r#"{"domain":["a.example, b.example","c.example"]}"#), domains);
    }

    #[test]
    fn integers_are_read_in_every_json_notation() {
        assert_eq!(["7", "7.0", "0.7e1"].map(limit), [Some(7); 3]);
    }

    #[test]
    fn integers_out_of_range_saturate() {
        assert_eq!(["-1", "-1.0"].map(limit), [Some(0); 2]);
        assert_eq!(["4294967296", "99999999999999999999", "1e300"].map(limit), [Some(u32::MAX); 3]);
    }

    #[test]
    fn other_values_are_rejected() {
        assert_eq!(["1.5", "\"1\"", "true", "null", "[]"].map(limit), [None; 5]);
    }
}
