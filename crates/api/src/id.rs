//! Ids: opaque strings of 22 characters.

use crate::limits::ID_LENGTH;

/// The error of parsing a malformed id.
///
/// The message begins with `PLATFORM_INVALID_ID`, like the details of a binding error.
///
/// Source: docs/platform-api.md, section 1, rule 2, and section 7.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("PLATFORM_INVALID_ID: an id must be {ID_LENGTH} characters of 0-9, A-Z and a-z")]
pub struct IdError;

macro_rules! id {
    ($( $(#[$doc:meta])* $name:ident ),+ $(,)?) => { $(
        $(#[$doc])*
        ///
        /// 22 characters of `0-9`, `A-Z` and `a-z`. Ids that the Answerdeck server creates sort by creation time.
        ///
        /// Source: docs/platform-api.md, section 1, rule 2.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                let well_formed = text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                if well_formed { Ok(Self(text)) } else { Err(IdError) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::try_from(text.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        #[cfg(feature = "openapi")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": "^[0-9A-Za-z]{22}$" })
            }
        }
    )+ };
}

id! {
    /// The id of a prompt set.
    PromptSetId,
    /// The id of a prompt.
    PromptId,
    /// The id of a run.
    RunId,
    /// The id of an answer.
    AnswerId,
    /// The id of a brand.
    BrandId,
    /// The id of an organization.
    OrganizationId,
    /// The id of a site keyword analysis, which the platform calls a task.
    SiteKeywordAnalysisId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_22_letters_and_digits_is_parsed() {
        let id: PromptId = "0123456789ABCDEFabcdef".parse().unwrap();
        assert_eq!(id.to_string(), "0123456789ABCDEFabcdef");
    }

    #[test]
    fn an_id_of_another_shape_is_rejected() {
        for text in
            ["", "0123456789ABCDEFabcde", "0123456789ABCDEFabcdefg", "0123456789ABCDEFabcde-", "가나다라마바사0"]
        {
            assert_eq!(text.parse::<PromptId>(), Err(IdError), "{text}");
        }
    }

    #[test]
    fn a_malformed_id_in_json_fails_with_platform_invalid_id() {
        let error = serde_json::from_str::<PromptId>("\"short\"").unwrap_err();
        assert!(error.to_string().starts_with("PLATFORM_INVALID_ID"), "{error}");
    }
}
