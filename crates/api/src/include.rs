//! The `include` parameter: optional fields of a response, as one comma-separated text on the wire.

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<T: std::fmt::Display, S: Serializer>(include: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let names: Vec<String> = include.iter().map(ToString::to_string).collect();
    serializer.serialize_str(&names.join(","))
}

pub(crate) fn deserialize<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let text = String::deserialize(deserializer)?;
    let names = text.split(',').filter(|_| !text.is_empty());
    names.map(|name| T::deserialize(name.to_owned().into_deserializer())).collect()
}

/// Defines the values of an operation's `include` parameter by their wire names.
macro_rules! include_enum {
    (
        $(#[$doc:meta])*
        $name:ident { $( $(#[$variant_doc:meta])* $variant:ident = $text:literal, )+ }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "openapi", schemars(inline))]
        pub enum $name {
            $( $(#[$variant_doc])* #[serde(rename = $text)] $variant, )+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $( Self::$variant => $text, )+
                })
            }
        }
    };
}

pub(crate) use include_enum;
