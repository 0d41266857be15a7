//! Ids: opaque strings of 22 characters.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use crate::limits::ID_LENGTH;
use crate::list::separated;
use crate::text_form::one_line;

/// The error of parsing a malformed id.
///
/// The message begins with `PLATFORM_INVALID_ID`, like the details of a binding error.
///
/// Source: docs/platform-api.md, section 1, rule 2, and section 7.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// No platform makes such an id.
    #[error("PLATFORM_INVALID_ID: an id must be {ID_LENGTH} characters of 0-9, A-Z, a-z, - and _")]
    Malformed,
    /// The Answerdeck server does not make such an id.
    #[error("PLATFORM_INVALID_ID: an id must be {ID_LENGTH} characters of 0-9, A-Z and a-z")]
    NotBase62,
}

/// Parses an id that the Answerdeck server made, without the spaces and line ends around it. Other platforms also use `-` and `_`.
///
/// # Errors
/// Fails with [`IdError::NotBase62`] for every other text.
///
/// Source: docs/platform-api.md, section 1, rules 2 and 13.
pub fn parse_base62_id<T: FromStr>(text: &str) -> Result<T, IdError> {
    let text = text.trim();
    let is_base62 = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    text.parse().ok().filter(|_| is_base62).ok_or(IdError::NotBase62)
}

/// Reads an id of a request.
///
/// # Errors
/// Fails with [`IdError::NotBase62`] for what the Answerdeck server does not make.
pub fn base62<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<T, D::Error> {
    Base62::deserialize(deserializer).map(|Base62(id)| id)
}

/// Reads an id of a request that may be absent but must not be `null`.
pub(crate) fn optional_base62<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Option<T>, D::Error> {
    base62(deserializer).map(Some)
}

/// Reads an id of a request that may be `null`.
///
/// # Errors
/// As [`base62`].
pub fn nullable_base62<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::<Base62<T>>::deserialize(deserializer).map(|id| id.map(|Base62(id)| id))
}

/// Reads the ids of a request that may be `null`.
///
/// # Errors
/// As [`base62`].
pub fn nullable_base62_list<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    let ids = Option::<Vec<Base62<T>>>::deserialize(deserializer)?;
    Ok(ids.map(|ids| ids.into_iter().map(|Base62(id)| id).collect()))
}

/// Reads the ids of a query. The error has the text that is none.
pub(crate) fn base62_list<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let texts: Vec<String> = separated(deserializer)?;
    let id = |text: &String| -> Result<T, D::Error> {
        let malformed = |error: IdError| serde::de::Error::custom(format!("{error}, not \"{}\"", one_line(text, 30)));
        parse_base62_id(text).map_err(malformed)
    };
    texts.iter().map(id).collect()
}

struct Base62<T>(T);

impl<'de, T: FromStr> Deserialize<'de> for Base62<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_base62_id(&text).map(Self).map_err(serde::de::Error::custom)
    }
}

macro_rules! id {
    ($( $(#[$doc:meta])* $name:ident ),+ $(,)?) => { $(
        $(#[$doc])*
        ///
        /// 22 characters of `0-9`, `A-Z`, `a-z`, `-` and `_`. Ids that the Answerdeck server makes have no `-` and `_`, and
        /// sort by creation time.
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
                let is_of_an_id = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                let well_formed = text.len() == ID_LENGTH && text.bytes().all(is_of_an_id);
                if well_formed { Ok(Self(text)) } else { Err(IdError::Malformed) }
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
    /// The id of a schedule.
    ScheduleId,
    /// The id of an answer.
    AnswerId,
    /// The id of a brand.
    BrandId,
    /// The id of an organization.
    OrganizationId,
    /// The id of a next step. It does not sort by time.
    NextStepId,
    /// The id of an alert.
    AlertId,
    /// The id of a rule of alerts.
    AlertRuleId,
    /// The id of a digest.
    DigestId,
    /// The id of a site keyword analysis, which the platform calls a task.
    SiteKeywordAnalysisId,
    /// The id of a webhook.
    WebhookId,
    /// The id of a delivery of a webhook.
    WebhookDeliveryId,
    /// The id of a saved view.
    SavedViewId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_22_letters_digits_hyphens_and_underscores_is_parsed() {
        for text in ["0123456789ABCDEFabcdef", "-123456789ABCDEF_bcdef"] {
            assert_eq!(text.parse::<PromptId>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_id_of_another_shape_is_rejected() {
        for text in
            ["", "0123456789ABCDEFabcde", "0123456789ABCDEFabcdefg", "0123456789ABCDEFabcde.", "가나다라마바사0"]
        {
            assert_eq!(text.parse::<PromptId>(), Err(IdError::Malformed), "{text}");
            assert_eq!(parse_base62_id::<PromptId>(text), Err(IdError::NotBase62), "{text}");
        }
    }

    #[test]
    fn spaces_and_line_ends_around_an_id_do_not_matter() {
        let id = "0123456789ABCDEFabcdef";
        assert_eq!(parse_base62_id::<PromptId>(&format!(" {id}\r\n")), Ok(id.parse().unwrap()));
    }

    #[test]
    fn the_server_makes_no_id_with_a_hyphen_or_an_underscore() {
        for text in ["-123456789ABCDEFabcdef", "_123456789ABCDEFabcdef"] {
            assert_eq!(parse_base62_id::<PromptId>(text), Err(IdError::NotBase62), "{text}");
            let submit = format!(r#"{{"promptSetID":"{text}","models":[]}}"#);
            let error = serde_json::from_str::<crate::RunSubmit>(&submit).unwrap_err();
            assert!(error.to_string().starts_with("PLATFORM_INVALID_ID"), "{error}");
        }
    }

    #[test]
    fn a_malformed_id_in_json_fails_with_platform_invalid_id() {
        let error = serde_json::from_str::<PromptId>("\"short\"").unwrap_err();
        assert!(error.to_string().starts_with("PLATFORM_INVALID_ID"), "{error}");
    }
}
