//! What the fields of many requests have in common: attributes, and the result of a check.

use std::collections::HashMap;
use std::hash::Hash;

/// Defines a request. Fields of these kinds get their attributes, and `cursor` its documentation, from here:
///
/// | Field | What it is |
/// |---|---|
/// | `cursor` | The cursor of a page. |
/// | `limit: limit(MAX)` | The maximum number of items, 1..`MAX`. |
/// | `name: id("wireName", Type, "Type")` | An id. |
/// | `name: required_id("wireName", Type, "Type")` | An id that must not be absent. |
/// | `name: ids("wireName", Type, "Vec<Type>", MAX)` | 0..`MAX` ids, in a query. |
/// | `name: text`, `name: text(length(…))` | A text, and its bound. |
/// | `name: integer(MIN, MAX)` | A whole number, `MIN`..`MAX`. |
/// | `name: optional(Type, "Type")`, `name: optional(Type, "Type", length(…))` | A value of another type, and its bound. |
/// | `name: choice(Enum, "Enum")` | A known value of a [`wire_enum!`](crate::wire_enum::wire_enum). |
/// | `name: known(Enum)` | A known value of such an enum, in a query. |
/// | `name: value(Type)` | A value of another type, in a query. |
/// | `include: include(Type)` | The optional parts of the response. |
///
/// All but `required_id` may be absent. None may be `null`, except an `optional` whose type is an `Option`. Other fields have
/// attributes of their own.
macro_rules! request {
    (@fields [$($head:tt)*] { $($done:tt)* }) => { $($head)* { $($done)* } };
    (@fields $head:tt { $($done:tt)* } cursor, $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            /// The `nextCursor` of the previous page. Absent for the first page.
            #[garde(skip)]
            #[serde(default, deserialize_with = "crate::list::non_null", skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schemars(with = "String"))]
            pub cursor: Option<String>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* limit: limit($max:tt), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde(range(min = 1, max = $max))]
            #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
            pub limit: Option<u32>,
        } $($rest)* }
    };
    (
        @fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: integer($min:expr, $max:expr), $($rest:tt)*
    ) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde(range(min = $min, max = $max))]
            #[serde(default, deserialize_with = "crate::list::non_null_u32", skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schemars(with = "u32"))]
            pub $field: Option<u32>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: id($name:tt, $id:ty, $with:tt), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            #[serde(default)]
        } $(#[$doc])* $field: required_id($name, $id, $with), $($rest)* }
    };
    (
        @fields $head:tt { $($done:tt)* }
        $(#[$doc:meta])* $field:ident: required_id($name:tt, $id:ty, $with:tt), $($rest:tt)*
    ) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde(skip)]
            #[serde(
                rename = $name,
                deserialize_with = "crate::id::optional_base62",
                skip_serializing_if = "Option::is_none"
            )]
            #[cfg_attr(feature = "openapi", schemars(with = $with))]
            pub $field: Option<$id>,
        } $($rest)* }
    };
    (
        @fields $head:tt { $($done:tt)* }
        $(#[$doc:meta])* $field:ident: ids($name:tt, $id:ty, $with:tt, $max:expr), $($rest:tt)*
    ) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde(length(max = $max))]
            #[serde(
                rename = $name,
                default,
                deserialize_with = "crate::id::base62_list",
                skip_serializing_if = "Vec::is_empty"
            )]
            #[cfg_attr(feature = "openapi", schemars(with = $with))]
            pub $field: Vec<$id>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: text $(($($bound:tt)*))?, $($rest:tt)*) => {
        $crate::request::request! { @fields $head { $($done)* }
            $(#[$doc])* $field: optional(String, "String" $(, $($bound)*)?), $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: optional($value:ty, $with:tt), $($rest:tt)*) => {
        $crate::request::request! { @fields $head { $($done)* }
            $(#[$doc])* $field: optional($value, $with, skip), $($rest)* }
    };
    (
        @fields $head:tt { $($done:tt)* }
        $(#[$doc:meta])* $field:ident: optional($value:ty, $with:tt, $($bound:tt)*), $($rest:tt)*
    ) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde($($bound)*)]
            #[serde(default, deserialize_with = "crate::list::non_null", skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schemars(with = $with))]
            pub $field: Option<$value>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: choice($value:ident, $with:tt), $($rest:tt)*) => {
        $crate::request::request! { @fields $head { $($done)* }
            $(#[$doc])* $field: optional($value, $with, inner(custom($value::known))), $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: known($value:ident), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            #[garde(inner(custom($value::known)))]
        } $(#[$doc])* $field: in_query($value), $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: value($value:ty), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            #[garde(skip)]
        } $(#[$doc])* $field: in_query($value), $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* $field:ident: in_query($value:ty), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $field: Option<$value>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$doc:meta])* include: include($part:ty), $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$doc])*
            #[garde(skip)]
            #[serde(
                default,
                serialize_with = "crate::include::serialize",
                deserialize_with = "crate::list::separated",
                skip_serializing_if = "Vec::is_empty"
            )]
            pub include: Vec<$part>,
        } $($rest)* }
    };
    (@fields $head:tt { $($done:tt)* } $(#[$attribute:meta])* $field:ident: $kind:ty, $($rest:tt)*) => {
        $crate::request::request! { @fields $head {
            $($done)*
            $(#[$attribute])*
            pub $field: $kind,
        } $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident { $($fields:tt)* }) => {
        $crate::request::request! { @fields [
            $(#[$doc])*
            #[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, garde::Validate)]
            #[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            pub struct $name
        ] {} $($fields)* }
    };
}

pub(crate) use request;

/// The result of the check of a field. `expectation` says what the field must be.
pub(crate) fn check(is_met: bool, expectation: &str) -> garde::Result {
    if is_met { Ok(()) } else { Err(garde::Error::new(expectation)) }
}

/// Checks that the items of a list differ. The error also says which two do not.
pub(crate) fn check_unique<T: Hash + Eq>(items: impl IntoIterator<Item = T>, expectation: &str) -> garde::Result {
    let mut places = HashMap::new();
    for (place, item) in items.into_iter().enumerate() {
        if let Some(first) = places.insert(item, place) {
            return check(false, &format!("{expectation}: [{first}] and [{place}] are the same"));
        }
    }
    Ok(())
}
