//! Enums that are strings on the wire and preserve unknown values.

/// Defines an enum of wire strings with an `Unknown` variant, so that a new value of a newer server does not break the
/// whole response.
macro_rules! wire_enum {
    (
        $(#[doc = $doc:literal])*
        $name:ident { $( $(#[doc = $variant_doc:literal])* $variant:ident = $text:literal, )+ }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $( $(#[doc = $variant_doc])* $variant, )+
            /// An unknown value, as received. Empty when the platform sends none.
            Unknown(String),
        }

        impl $name {
            /// All known values in the order of the contract.
            pub const ALL: &[$name] = &[$( $name::$variant ),+];

            /// Returns the text on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $( Self::$variant => $text, )+
                    Self::Unknown(text) => text,
                }
            }

            /// Returns whether the value is known.
            pub fn is_known(&self) -> bool {
                !matches!(self, Self::Unknown(_))
            }

            /// Checks that the value of a field is known.
            ///
            /// # Errors
            /// What the field must be.
            pub fn require_known(&self, field: &str) -> Result<(), String> {
                self.known(&()).map_err(|error| format!("{field}: {error}"))
            }

            /// The same check, for `garde`.
            ///
            /// # Errors
            /// What the value must be.
            pub fn known(&self, _: &()) -> garde::Result {
                if self.is_known() {
                    return Ok(());
                }
                let known: Vec<&str> = Self::ALL.iter().map(Self::as_str).collect();
                let bound = if self.as_str().contains(',') { "takes only one of" } else { "must be one of" };
                Err(garde::Error::new(format!("{bound} {}", known.join(", "))))
            }
        }

        impl Default for $name {
            /// No value, as in a response without the field.
            fn default() -> Self {
                Self::Unknown(String::new())
            }
        }

        impl From<&str> for $name {
            /// Reads a known value in any letter case, with or without spaces around it.
            fn from(text: &str) -> Self {
                let known = Self::ALL.iter().find(|known| known.as_str().eq_ignore_ascii_case(text.trim()));
                known.cloned().unwrap_or_else(|| Self::Unknown(text.to_owned()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                Ok(Self::from(text.as_ref()))
            }
        }

        #[cfg(feature = "openapi")]
        impl $name {
            /// Its documentation, for the types of other languages.
            pub const DOCUMENTATION: &str = concat!($($doc, "\n"),*);

            /// Each known value with its documentation.
            pub const DOCUMENTED_VALUES: &[(&str, &str)] = &[$( ($text, concat!($($variant_doc, "\n"),*)) ),+];
        }

        #[cfg(feature = "openapi")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($text),+] })
            }
        }
    };
}

pub(crate) use wire_enum;

#[cfg(test)]
mod tests {
    use crate::ModelRoute;

    #[test]
    fn a_known_value_is_read_in_any_letter_case_and_an_unknown_one_as_it_is() {
        for text in ["STAND_IN", "stand_in", "Stand_In", " STAND_IN\r"] {
            assert_eq!(ModelRoute::from(text), ModelRoute::StandIn, "{text}");
        }
        assert_eq!(ModelRoute::from("stand-in"), ModelRoute::Unknown("stand-in".to_owned()));
    }

    #[test]
    fn several_values_are_too_many_and_an_unknown_one_is_none_of_the_known_ones() {
        for (text, error) in [
            ("API,SURFACE", "route: takes only one of API, SURFACE, STAND_IN"),
            ("WEB", "route: must be one of API, SURFACE, STAND_IN"),
        ] {
            assert_eq!(ModelRoute::from(text).require_known("route"), Err(error.to_owned()));
        }
    }
}
