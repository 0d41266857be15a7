//! When digests are made, and who gets them as e-mail.

use serde::{Deserialize, Serialize};

use crate::language::MessageLanguage;
use crate::limits::{DIGEST_RECIPIENTS_MAX, EMAIL_ADDRESS_MAX};
use crate::request::{check, request};
use crate::response_field::null_as_default;
use crate::schedule::{Weekday, changed_local_time, valid_time};
use crate::timestamp::Timestamp;

/// When digests are made, and who gets them as e-mail.
///
/// Source: docs/platform-api.md, section 2, Digest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestSettings {
    /// Whether digests are made.
    #[serde(default, deserialize_with = "null_as_default")]
    pub enabled: bool,
    /// The day of the week on which a digest is made. It is about the seven days before.
    #[serde(default, deserialize_with = "null_as_default")]
    pub weekday: Weekday,
    /// The local time, such as `08:00`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time: String,
    /// The IANA time zone, such as `Asia/Seoul`. The days of alerts are those of this zone, too.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time_zone: String,
    /// The language of the e-mail.
    #[serde(default, deserialize_with = "null_as_default")]
    pub language: MessageLanguage,
    /// The addresses that get the e-mail, at most 20.
    #[serde(default, deserialize_with = "null_as_default")]
    pub recipients: Vec<String>,
    /// What became of the e-mail to each recipient, in the order of `recipients`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub mail_statuses: Vec<DigestMailStatus>,
    /// Whether the operator of the server has configured e-mail. Without it, digests are only in the console.
    #[serde(default, deserialize_with = "null_as_default")]
    pub email_available: bool,
    /// When the next digest is made. Omitted while none are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_at: Option<Timestamp>,
}

/// What became of the e-mail to a recipient.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestMailStatus {
    /// The address of the recipient.
    #[serde(default, deserialize_with = "null_as_default")]
    pub address: String,
    /// When a mail server last accepted a digest. Omitted when none has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Timestamp>,
    /// Why the newest digest was not sent, at most 500 characters: what the mail server said, or what happened. Omitted when it was
    /// sent. Untrusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
}

request! {
    /// The changes to the settings of digests. An omitted field stays unchanged.
    ///
    /// Source: docs/platform-api.md, section 2, Digest.
    DigestSettingsUpdate {
        /// Whether digests are made.
        enabled: optional(bool, "bool"),
        /// The new day of the week.
        weekday: choice(Weekday, "Weekday"),
        /// The new local time, from `00:00` to `23:59`.
        #[garde(inner(custom(valid_time)))]
        #[serde(default, deserialize_with = "changed_local_time", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(
            feature = "openapi",
            schemars(with = "String", regex(pattern = crate::schedule::TIME_PATTERN))
        )]
        time: Option<String>,
        /// The new IANA time zone, such as `Asia/Seoul`.
        #[cfg_attr(feature = "openapi", schemars(extend("format" = "time-zone")))]
        time_zone: text,
        /// The new language of the e-mail.
        language: choice(MessageLanguage, "MessageLanguage"),
        /// The new e-mail addresses, which replace the old ones: 0..20, each at most 254 characters. Repetitions count once.
        #[cfg_attr(
            feature = "openapi",
            schemars(inner(email, length(max = EMAIL_ADDRESS_MAX), regex(pattern = EMAIL_ADDRESS_PATTERN)))
        )]
        recipients: optional(
            Vec<String>, "Vec<String>", length(max = DIGEST_RECIPIENTS_MAX),
            inner(inner(length(max = EMAIL_ADDRESS_MAX), custom(email_address)))
        ),
    }
}

/// The rule of `email_address` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
const EMAIL_ADDRESS_PATTERN: &str = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@\
                                     [A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";

fn email_address(text: &str, _: &()) -> garde::Result {
    check(is_email_address(text), "must be an e-mail address, such as kim@nurio.example")
}

/// Whether a text is an e-mail address: words with dots, `@`, and a host name with a dot, all of ASCII, at most 254 characters.
///
/// Source: docs/platform-api.md, section 2, Digest; RFC 5321, section 4.1.2, `Dot-string` and `Domain`.
pub fn is_email_address(text: &str) -> bool {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(is_of_word);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= EMAIL_ADDRESS_MAX
        && text.split_once('@').is_some_and(|(local, host)| {
            local.split('.').all(is_word) && host.contains('.') && host.split('.').all(is_label)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_words_and_a_host_name() {
        for text in [
            "kim@nurio.example",
            "a.b+c@x.y",
            "!#$%&'*+/=?^_`{|}~-@a-b.co.kr",
            &format!("{}@a.example", "a".repeat(200)),
        ] {
            assert!(is_email_address(text), "{text}");
        }
        let label = "a".repeat(64);
        for text in [
            "",
            "kim",
            "@a.example",
            "kim@",
            "kim@localhost",
            ".kim@a.example",
            "kim..lee@a.example",
            "kim@-a.example",
            "kim@a-.example",
            "kim@a..example",
            "kim@a.example.",
            "kim@a@b.example",
            "kim lee@a.example",
            "\"kim\"@a.example",
            "<kim@a.example>",
            "kim@a.example\n",
            "kim@a.example\r\nBcc: lee@a.example",
            "김@누리오.example",
            "kim@[127.0.0.1]",
            &format!("kim@{label}.example"),
            &format!("{}@a.example", "a".repeat(250)),
        ] {
            assert!(!is_email_address(text), "{text}");
        }
    }
}
