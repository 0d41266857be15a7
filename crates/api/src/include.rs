//! The `include` parameter: optional fields of a response, as one comma-separated text on the wire.

use serde::Serializer;

pub(crate) fn serialize<T: std::fmt::Display, S: Serializer>(include: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let names: Vec<String> = include.iter().map(ToString::to_string).collect();
    serializer.serialize_str(&names.join(","))
}

/// Defines the values of an operation's `include` parameter by their wire names. They are read in any letter case.
macro_rules! include_enum {
    (
        $(#[$doc:meta])*
        $name:ident { $( $(#[$variant_doc:meta])* $variant:ident = $text:literal, )+ }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[cfg_attr(feature = "openapi", derive(schemars::JsonSchema), schemars(inline))]
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

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                let known = [$( ($text, Self::$variant) ),+].into_iter().find(|(name, _)| name.eq_ignore_ascii_case(&text));
                known.map(|(_, value)| value).ok_or_else(|| serde::de::Error::unknown_variant(&text, &[$( $text ),+]))
            }
        }
    };
}

pub(crate) use include_enum;
