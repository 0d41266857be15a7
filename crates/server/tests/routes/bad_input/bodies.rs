//! Rejected requests: bodies of any operation.

use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/prompt-sets";
    let huge = format!(r#"{{"name":"{}"}}"#, "a".repeat(2 * 1024 * 1024));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        case(post, "", 400, "COMMON_BINDING", &["EOF while parsing"]),
        case(post, "null", 400, "COMMON_BINDING", &["invalid type: null"]),
        case(post, "[]", 400, "COMMON_BINDING", &["invalid length 0"]),
        case(post, "name=a", 400, "COMMON_BINDING", &["expected ident"]),
        case(post, r#"{"name":"a""#, 400, "COMMON_BINDING", &["EOF while parsing"]),
        case(post, r#"{"name":"a"}x"#, 400, "COMMON_BINDING", &["trailing characters"]),
        case(post, b"{\"name\":\"\xff\"}".as_slice(), 400, "COMMON_BINDING", &["name: invalid unicode"]),
        case(post, b"\xef\xbb\xbf{\"name\":\"a\"}".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        case(post, b"\xff\xfe{\0}\0".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        case(post, deep, 400, "COMMON_BINDING", &[""]),
        case(post, huge, 400, "COMMON_BINDING", &["body: larger than 2097152 bytes"]),
        case(post, r#"{"name":1e999}"#, 400, "COMMON_BINDING", &["name: "]),
    ]
}
