//! The table's rows about bodies of any kind.

use super::{Row, row};

pub(super) fn rows() -> Vec<Row> {
    let post = "POST /v1/platform/prompt-sets";
    let huge = format!(r#"{{"name":"{}"}}"#, "a".repeat(2 * 1024 * 1024));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        row(post, "", 400, "COMMON_BINDING", &["EOF while parsing"]),
        row(post, "null", 400, "COMMON_BINDING", &["invalid type: null"]),
        row(post, "[]", 400, "COMMON_BINDING", &["invalid length 0"]),
        row(post, "name=a", 400, "COMMON_BINDING", &["expected ident"]),
        row(post, r#"{"name":"a""#, 400, "COMMON_BINDING", &["EOF while parsing"]),
        row(post, r#"{"name":"a"}x"#, 400, "COMMON_BINDING", &["trailing characters"]),
        row(post, b"{\"name\":\"\xff\"}".as_slice(), 400, "COMMON_BINDING", &["name: invalid unicode"]),
        row(post, b"\xef\xbb\xbf{\"name\":\"a\"}".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        row(post, b"\xff\xfe{\0}\0".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        row(post, deep, 400, "COMMON_BINDING", &[""]),
        row(post, huge, 400, "COMMON_BINDING", &["body: more than 2097152 bytes"]),
        row(post, r#"{"name":1e999}"#, 400, "COMMON_BINDING", &["name: "]),
    ]
}
