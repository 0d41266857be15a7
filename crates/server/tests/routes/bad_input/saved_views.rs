//! Rejected requests: saved views.

use super::{Case, case, invalid};

const POST: &str = "POST /v1beta/platform/saved-views";
const PATCH: &str = "PATCH /v1beta/platform/saved-views/{none}";

pub(super) fn cases() -> Vec<Case> {
    let name = |name: &str| format!(r#"{{"name":"{name}","address":"/runs"}}"#);
    let address = |address: &str| format!(r#"{{"name":"A","address":"{address}"}}"#);
    vec![
        invalid(POST, name(r"\u200b"), &["name: must not be blank"]),
        invalid(POST, name(r"a\nb"), &["name: must be a text on one line"]),
        invalid(PATCH, r#"{"name":"a\tb"}"#, &["name: must be a text on one line"]),
        invalid(POST, address("https://evil.example"), &["address: must be a path"]),
        invalid(POST, address("//evil.example"), &["address: must be a path"]),
        invalid(POST, address("/nopage?view=/runs"), &["address: must be a page of the console, such as /overview"]),
        case(PATCH, "{}", 404, "SAVED_VIEW_NOT_FOUND", &[]),
    ]
}
