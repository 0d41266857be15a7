//! What lists and creations have in common.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::limits::PAGE_SIZE_MAX;

/// Which page of a list.
///
/// Source: platform API, section 1, rule 7.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageRequest {
    /// `nextCursor` of the page before. Absent for the first page.
    #[garde(skip)]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Items of the page, 1..100. 20 when absent.
    #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "whole", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// One page of a list, whatever the list calls its items on the wire.
///
/// Source: platform API, section 1, rule 7.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// What to send as `cursor` for the next page. `None` on the last one.
    pub next_cursor: Option<String>,
}

/// The answer to a creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", schemars(rename = "Created{Id}"))]
pub struct Created<Id> {
    /// The id of what was made.
    pub id: Id,
}

/// Defines the wire type of a list and turns it into a [`Page`].
macro_rules! list {
    ($(#[$doc:meta])* $name:ident { $(#[$items_doc:meta])* $items:ident: $item:ty }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $(#[$items_doc])*
            pub $items: Vec<$item>,
            /// What to send as `cursor` for the next page. `null` on the last one.
            pub next_cursor: Option<String>,
        }

        impl From<$name> for $crate::Page<$item> {
            fn from(list: $name) -> Self {
                Self { items: list.$items, next_cursor: list.next_cursor }
            }
        }

        impl From<$crate::Page<$item>> for $name {
            fn from(page: $crate::Page<$item>) -> Self {
                Self { $items: page.items, next_cursor: page.next_cursor }
            }
        }
    };
}

pub(crate) use list;

/// Reads a whole number. One that no `u32` holds becomes the nearest that does, so that it is out of bounds, not unreadable.
pub(crate) fn whole<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let number = Option::<i64>::deserialize(deserializer)?;
    Ok(number.map(|number| u32::try_from(number.max(0)).unwrap_or(u32::MAX)))
}

/// Reads a field that may be left out (`None`), cleared (`Some(None)`) or set (`Some(Some(value))`).
pub(crate) fn nullable<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

/// Reads a field that may be left out but is not `null`.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
