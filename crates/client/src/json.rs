//! Parses JSON and names the field that has a wrong value.

mod repair;

use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// The most characters of a path, or of a message of serde_json, in an error. Both may quote the response.
const QUOTE_MAX: usize = 200;

/// Parses JSON, also with lone surrogates and with numbers that no `f64` holds: `U+FFFD` and `null` replace them, so that
/// they cost no more than their own field.
///
/// # Errors
/// Fails with a message that has the path of the field.
pub(crate) fn parse<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).or_else(|error| match repair::repair(json).filter(|_| error.is_syntax()) {
        Some(repaired) => serde_json::from_str(&repaired).map_err(|error| describe(&repaired, &error)),
        None => Err(describe(json, &error)),
    })
}

/// Finds the field from the position where serde_json stopped. A deserializer that tracks the path is generic over
/// every type and would add a tenth to the size of the client.
fn describe(json: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let path = match error.classify() {
        Category::Data => {
            let consumed = prefix(json, error.line(), error.column());
            // serde_json reports a missing field after the end of its object. Every other error that is reported there
            // belongs to the last value in the object.
            let is_missing = message.starts_with("missing field");
            path_at_end(if is_missing { consumed } else { consumed.strip_suffix(b"}").unwrap_or(consumed) })
        }
        _ => String::new(),
    };
    let message = shortened(&message);
    if path.is_empty() {
        format!("the response cannot be read: {message}")
    } else {
        format!("the response has a wrong value in `{}`: {message}", shortened(&path))
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTE_MAX) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}

/// Returns the bytes up to a position. Lines and columns count from 1; columns count bytes.
fn prefix(json: &str, line: usize, column: usize) -> &[u8] {
    let bytes = json.as_bytes();
    let start: usize = bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    &bytes[..(start + column).min(bytes.len())]
}

/// An object or array without its end, and the position in it.
enum OpenContainer {
    Object { key: Option<String> },
    Array { index: usize },
}

/// Returns the path of the value at the end of truncated JSON that is otherwise well-formed.
fn path_at_end(json: &[u8]) -> String {
    let mut containers: Vec<OpenContainer> = Vec::new();
    let mut string = String::new();
    let mut bytes = json.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => {
                let mut escaped = false;
                let end = bytes.find(|(_, byte)| {
                    let ends = **byte == b'"' && !escaped;
                    escaped = **byte == b'\\' && !escaped;
                    ends
                });
                let end = end.map_or(json.len(), |(end, _)| end);
                string = String::from_utf8_lossy(&json[at + 1..end]).into_owned();
            }
            b'{' => containers.push(OpenContainer::Object { key: None }),
            b'[' => containers.push(OpenContainer::Array { index: 0 }),
            b'}' | b']' => drop(containers.pop()),
            b':' => {
                if let Some(OpenContainer::Object { key }) = containers.last_mut() {
                    *key = Some(std::mem::take(&mut string));
                }
            }
            b',' => match containers.last_mut() {
                Some(OpenContainer::Object { key }) => *key = None,
                Some(OpenContainer::Array { index }) => *index += 1,
                None => {}
            },
            _ => {}
        }
    }
    let mut path = String::new();
    for container in containers {
        match container {
            OpenContainer::Object { key: Some(key) } if path.is_empty() => path = key,
            OpenContainer::Object { key: Some(key) } => {
                path.push('.');
                path.push_str(&key);
            }
            OpenContainer::Object { key: None } => {}
            OpenContainer::Array { index } => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)]
    struct Book {
        title: String,
        #[serde(default)]
        pages: Option<u32>,
        #[serde(default)]
        chapters: Vec<Book>,
        #[serde(default)]
        id: Option<answerdeck_api::PromptId>,
    }

    fn error_summary(json: &str) -> String {
        let message = parse::<Book>(json).unwrap_err();
        let message = message.strip_prefix("the response ").unwrap();
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
            (r#"{"title": "a", "id": "short"}"#, "id"),
            (r#"{"id": "short", "title": "a"}"#, "id"),
            (
                r#"{"chapters": [{"title": "b", "new": {}}, {"title": "c", "id": "short" }], "title": "a"}"#,
                "chapters[1].id",
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
        assert!(parse::<Book>(r#"{"pages": 1}"#).unwrap_err().contains("missing field `title`"));
    }

    #[test]
    fn invalid_json_is_reported_without_a_path() {
        for json in ["", "<html>", r#"{"title": "a""#, r#"{"title": "a", "pages": 1,,}"#] {
            assert_eq!(error_summary(json), "cannot be read", "{json}");
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
            let book: Book = parse(&format!(r#"{{"title": "{escaped}", "pages": 3}}"#)).unwrap();
            assert_eq!((book.title.as_str(), book.pages), (title, Some(3)), "{escaped}");
        }
    }

    #[test]
    fn a_number_that_is_too_large_costs_only_its_field() {
        let book: Book = parse(r#"{"title": "1e999", "pages": 1e999, "new": -1e999}"#).unwrap();
        assert_eq!((book.title.as_str(), book.pages), ("1e999", None));
        assert_eq!(error_summary(r#"{"title": -1e999}"#), "has a wrong value in `title`");
    }

    #[test]
    fn a_message_quotes_little_of_the_response() {
        let key = "k".repeat(100_000);
        for json in [
            format!(r#"{{"title": {{"{key}": 1}}}}"#),
            format!(r#"{{"title": "a", "id": "{key}"}}"#),
            "[".repeat(100_000),
        ] {
            assert!(parse::<Book>(&json).unwrap_err().chars().count() < 500);
        }
    }
}
