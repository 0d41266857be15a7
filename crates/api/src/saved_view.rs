//! Saved views: pages of the console with their filters, named for everybody of an organization. An extension of Answerdeck.

use serde::{Deserialize, Serialize};

use crate::console_page;
use crate::id::SavedViewId;
use crate::limits::{SAVED_VIEW_ADDRESS_MAX, SAVED_VIEW_NAME_MAX};
use crate::request::{check, request};
use crate::response_field::null_as_default;
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;

/// A page of the console with its filters.
///
/// Source: docs/platform-api.md, section 2, Saved view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    /// The id.
    pub id: SavedViewId,
    /// The name, 1..60 characters on one line.
    pub name: String,
    /// The path of the page with its query, such as `/overview?model=CHATGPT`.
    pub address: String,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

/// The saved views of an organization, newest first. There are at most 50.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SavedViewList {
    /// The saved views.
    #[serde(deserialize_with = "null_as_default")]
    pub saved_views: Vec<SavedView>,
}

request! {
    /// A view to save.
    ///
    /// Source: docs/platform-api.md, section 2, Saved view.
    SavedViewCreate {
        /// The name, 1..60 characters on one line.
        #[garde(length(chars, min = 1, max = SAVED_VIEW_NAME_MAX), custom(not_blank), custom(line))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = LINE_PATTERN)))]
        name: String,
        /// The path of the page with its query, at most 8,000 characters: one `/`, then visible ASCII characters except `\`.
        #[garde(length(chars, min = 1, max = SAVED_VIEW_ADDRESS_MAX), custom(console_address))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = CONSOLE_ADDRESS_PATTERN)))]
        address: String,
    }
}

request! {
    /// The change to a saved view. An omitted field stays unchanged.
    ///
    /// Source: docs/platform-api.md, section 2, Saved view.
    SavedViewUpdate {
        /// The new name, 1..60 characters on one line.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = LINE_PATTERN)))]
        name: text(length(chars, min = 1, max = SAVED_VIEW_NAME_MAX), inner(custom(not_blank), custom(line))),
    }
}

/// The rules of `line` and `not_blank` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
const LINE_PATTERN: &str =
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f\u2028\u2029]*$";
/// The rule of `is_console_address` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
const CONSOLE_ADDRESS_PATTERN: &str = r"^/([!-.0-\[\]-~][!-\[\]-~]*)?$";

fn line(text: &str, _: &()) -> garde::Result {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    check(!text.contains(breaks), "must be a text on one line")
}

fn console_address(text: &str, _: &()) -> garde::Result {
    check(is_console_address(text), "must be a path such as /overview?model=CHATGPT, of visible ASCII characters")?;
    let path = text.split(['?', '#']).next().unwrap_or_default();
    check(console_page::is_page(path), "must be a page of the console, such as /overview or /answers?model=CHATGPT")
}

/// Whether a text can be the address of a page of the console, on whatever site the console is: a path, with a query or without.
///
/// Source: docs/platform-api.md, section 2, Saved view.
pub fn is_console_address(text: &str) -> bool {
    text.starts_with('/')
        && !text.starts_with("//")
        && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_no_other_site() {
        for text in ["/", "/overview", "/keywords?q=%EB%AC%B4%EC%84%A0&chart=0-1", "/answers?from=2026-11-01#a"] {
            assert!(is_console_address(text), "{text}");
        }
        for text in [
            "",
            "overview",
            "//evil.example",
            "/\\evil.example",
            "/a\\b",
            "/\t/evil.example",
            "/a b",
            "/a\n",
            "/무선",
            "https://evil.example",
            "javascript:alert(1)",
            " /overview",
            "/\u{7f}",
        ] {
            assert!(!is_console_address(text), "{text:?}");
        }
    }

    #[test]
    fn an_address_leads_to_a_page_of_the_console() {
        for text in ["/", "/overview?model=CHATGPT", "/answers/", "/prompts/1/models#a", "/runs?next=/nopage"] {
            assert!(console_address(text, &()).is_ok(), "{text}");
        }
        for text in ["/nopage", "/nopage?view=/runs", "/overview/1", "/api/v1/platform/runs", "/health"] {
            assert!(console_address(text, &()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_is_a_text_on_one_line() {
        for text in ["주간 보고", " a ", "a\u{3000}b"] {
            assert!(line(text, &()).is_ok(), "{text:?}");
        }
        for text in ["a\nb", "a\tb", "a\u{2028}b", "a\u{85}b", "\0"] {
            assert!(line(text, &()).is_err(), "{text:?}");
        }
    }
}
