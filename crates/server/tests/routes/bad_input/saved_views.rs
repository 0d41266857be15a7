//! Rejected requests: saved views.

use super::{Case, case, invalid, malformed};

const POST: &str = "POST /v1beta/platform/saved-views";
const PATCH: &str = "PATCH /v1beta/platform/saved-views/{none}";

pub(super) fn cases() -> Vec<Case> {
    let name = |name: &str| format!(r#"{{"name":"{name}","address":"/runs"}}"#);
    let address = |address: &str| format!(r#"{{"name":"A","address":"{address}"}}"#);
    vec![
        malformed(PATCH, r#"{"name":null}"#, &["name: must be a text of 1 to 60 characters"]),
        invalid(POST, name(r"\u200b"), &["name: must not be blank"]),
        invalid(PATCH, r#"{"name":"\u3000\u3164"}"#, &["name: must not be blank"]),
        invalid(POST, name(r"a\nb"), &["name: must be a text on one line"]),
        invalid(POST, name(r"a\u2028b"), &["name: must be a text on one line"]),
        invalid(PATCH, r#"{"name":"a\tb"}"#, &["name: must be a text on one line"]),
        invalid(POST, address("runs"), &["address: must be a path"]),
        invalid(POST, address("https://evil.example"), &["address: must be a path"]),
        invalid(POST, address("javascript:alert(1)"), &["address: must be a path"]),
        invalid(POST, address("//evil.example"), &["address: must be a path"]),
        invalid(POST, address(r"/\\evil.example"), &["address: must be a path"]),
        invalid(POST, address(r"/\t/evil.example"), &["address: must be a path"]),
        invalid(POST, address("/무선"), &["address: must be a path"]),
        invalid(POST, address("/nopage?view=/runs"), &["address: must be a page of the console, such as /overview"]),
        case(PATCH, "{}", 404, "SAVED_VIEW_NOT_FOUND", &[]),
    ]
}
