//! Tests of reading.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{Error, Json};

fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    Json::parse(text)?.read()
}

/// A text that begins with `#`.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
#[allow(dead_code)]
struct Tag(String);

impl TryFrom<String> for Tag {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.starts_with('#') { Ok(Self(text)) } else { Err("a tag begins with #") }
    }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Book {
    title: String,
    #[serde(default)]
    pages: Option<u32>,
    #[serde(default)]
    chapters: Vec<Book>,
    #[serde(default)]
    tag: Option<Tag>,
}

fn error_summary(json: &str) -> String {
    let message = from_str::<Book>(json).unwrap_err().to_string();
    message.split(": ").next().unwrap().to_owned()
}

#[test]
fn a_wrong_value_is_reported_with_its_path() {
    for (json, path) in [
        (r#"{"title": 7}"#, "title"),
        (r#"{"title": "a", "pages": "many"}"#, "pages"),
        (r#"{"title": "a", "pages": {"n": 1}}"#, "pages"),
        (r#"{"title": "a", "pages": -1}"#, "pages"),
        (r#"{"chapters": [{"title": "b"}, {"title": null}], "title": "a"}"#, "chapters[1].title"),
        (
            r#"{"chapters": [{"chapters": [{"title": "c"}, {"title": "d", "pages": []}]}]}"#,
            "chapters[0].chapters[1].pages",
        ),
        (r#"{"title": "{[\":\\", "chapters": ["x"]}"#, "chapters[0]"),
        ("{\n  \"title\": \"\u{ac00}\",\n  \"chapters\": [\n    {\"title\": true}\n  ]\n}", "chapters[0].title"),
        (r#"{"title": "a", "new": {"x": [1, {"y": 2}]}, "pages": 1.5}"#, "pages"),
        (r#"{"title": "a", "tag": "short"}"#, "tag"),
        (r#"{"tag": "short", "title": "a"}"#, "tag"),
        (
            r#"{"chapters": [{"title": "b", "new": {}}, {"title": "c", "tag": "short" }], "title": "a"}"#,
            "chapters[1].tag",
        ),
    ] {
        assert_eq!(error_summary(json), format!("has a wrong value in `{path}`"), "{json}");
    }
}

#[test]
fn a_missing_field_is_reported_with_the_path_of_its_object() {
    assert_eq!(
        error_summary(r#"{"chapters": [{"title": "b"}, {"pages": 1}], "title": "a"}"#),
        "has a wrong value in `chapters[1]`"
    );
    assert_eq!(error_summary(r#"{"pages": 1}"#), "cannot be read");
    assert!(from_str::<Book>(r#"{"pages": 1}"#).unwrap_err().to_string().contains("missing field `title`"));
}

#[test]
fn invalid_json_is_reported_with_its_position_and_without_a_path() {
    for (json, message) in [
        ("", "the JSON ends too early"),
        ("<html>", "the JSON is wrong at line 1, column 1"),
        (r#"{"title": "a""#, "the JSON ends too early"),
        ("{\n\"title\": \"a\", \"pages\": 1,,}", "the JSON is wrong at line 2, column 26"),
    ] {
        let error = from_str::<Book>(json).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot be read: {message}"), "{json}");
    }
}

#[test]
fn a_lone_surrogate_becomes_a_replacement_character() {
    for (escaped, title) in [
        (r"\ud83d", "\u{fffd}"),
        (r"\uDE00x", "\u{fffd}x"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
        (r"\ud83d\n\ude00", "\u{fffd}\n\u{fffd}"),
        (r"\\ud83d\ud83d", "\\ud83d\u{fffd}"),
        (r#"\"\ud83d\""#, "\"\u{fffd}\""),
        (r"값\ud83d값", "값\u{fffd}값"),
    ] {
        let book: Book = from_str(&format!(r#"{{"title": "{escaped}", "pages": 3}}"#)).unwrap();
        assert_eq!((book.title.as_str(), book.pages), (title, Some(3)), "{escaped}");
    }
}

#[test]
fn a_number_that_is_too_large_costs_only_its_field() {
    let book: Book = from_str(r#"{"title": "1e999", "pages": 1e999, "new": -1e999}"#).unwrap();
    assert_eq!((book.title.as_str(), book.pages), ("1e999", None));
    assert_eq!(error_summary(r#"{"title": -1e999}"#), "has a wrong value in `title`");
}

#[test]
fn a_message_quotes_little_of_the_response() {
    let key = "k".repeat(100_000);
    for json in
        [format!(r#"{{"title": {{"{key}": 1}}}}"#), format!(r#"{{"title": "a", "tag": "{key}"}}"#), "[".repeat(100_000)]
    {
        assert!(from_str::<Book>(&json).unwrap_err().to_string().chars().count() < 500);
    }
}

#[test]
fn every_type_reads_only_its_own_json() {
    assert_eq!(from_str::<(u8, i64, f64, bool, char)>("[255, -1, 2, true, \"가\"]"), Ok((255, -1, 2.0, true, '가')));
    assert_eq!(from_str::<BTreeMap<String, [u8; 2]>>(r#"{"a": [1, 2]}"#).unwrap()["a"], [1, 2]);
    assert_eq!(from_str::<()>("null"), Ok(()));
    for json in ["256", "-1", "0.5", "\"1\"", "null", "[1]", "{}"] {
        assert!(from_str::<u8>(json).is_err(), "{json}");
    }
    for json in ["[1]", "[1, 2, 3]", "{}", "null"] {
        assert!(from_str::<[u8; 2]>(json).is_err(), "{json}");
    }
    assert!(from_str::<bool>("1").is_err() && from_str::<String>("1").is_err() && from_str::<()>("0").is_err());
    assert!(from_str::<Vec<u8>>("{}").is_err() && from_str::<BTreeMap<String, u8>>("[]").is_err());
}

#[test]
fn a_repeated_field_is_an_error_and_an_unknown_one_is_ignored() {
    assert!(from_str::<Book>(r#"{"title": "a", "title": "b"}"#).unwrap_err().to_string().contains("duplicate field"));
    assert_eq!(from_str::<Book>(r#"{"new": [{"x": 1}], "title": "a"}"#).unwrap().title, "a");
}
