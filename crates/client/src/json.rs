//! Reading JSON, and naming the field that is not as it should be.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Reads a value.
///
/// # Errors
/// A sentence with the path of the field that has a wrong value.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| sentence(json, &error))
}

/// Finds the field by the place where serde_json stopped. A deserializer that keeps track of the path does the same,
/// but comes once more with every type, and that is a tenth of the whole client's bytes.
fn sentence(json: &str, error: &serde_json::Error) -> String {
    let problem = error.to_string();
    let path = match error.classify() {
        Category::Data => {
            let read = before(json, error.line(), error.column());
            // A missing field is noticed after the object that lacks it. Any other value that is refused after the
            // end of its object was the last one in it.
            let missing = problem.starts_with("missing field");
            path_at(if missing { read } else { read.strip_suffix(b"}").unwrap_or(read) })
        }
        _ => String::new(),
    };
    if path.is_empty() {
        format!("the response cannot be read: {problem}")
    } else {
        format!("the response has a wrong value in `{path}`: {problem}")
    }
}

/// What stands before a line and a column, which count from 1 and in bytes.
fn before(json: &str, line: usize, column: usize) -> &[u8] {
    let bytes = json.as_bytes();
    let start: usize = bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    &bytes[..(start + column).min(bytes.len())]
}

/// A container that well-formed JSON was cut off in, and the place in it.
enum Open {
    Object { key: Option<String> },
    Array { index: usize },
}

/// The path of the value that well-formed JSON was cut off in.
fn path_at(json: &[u8]) -> String {
    let mut open: Vec<Open> = Vec::new();
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
            b'{' => open.push(Open::Object { key: None }),
            b'[' => open.push(Open::Array { index: 0 }),
            b'}' | b']' => drop(open.pop()),
            b':' => {
                if let Some(Open::Object { key }) = open.last_mut() {
                    *key = Some(std::mem::take(&mut string));
                }
            }
            b',' => match open.last_mut() {
                Some(Open::Object { key }) => *key = None,
                Some(Open::Array { index }) => *index += 1,
                None => {}
            },
            _ => {}
        }
    }
    let mut path = String::new();
    for place in open {
        match place {
            Open::Object { key: Some(key) } if path.is_empty() => path = key,
            Open::Object { key: Some(key) } => {
                path.push('.');
                path.push_str(&key);
            }
            Open::Object { key: None } => {}
            Open::Array { index } => path.push_str(&format!("[{index}]")),
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
        parts: Vec<Book>,
        #[serde(default)]
        id: Option<answerdeck_api::PromptId>,
    }

    fn problem(json: &str) -> String {
        let sentence = read::<Book>(json).unwrap_err();
        let sentence = sentence.strip_prefix("the response ").unwrap();
        sentence.split(": ").next().unwrap().to_owned()
    }

    #[test]
    fn a_wrong_type_is_named_by_its_path() {
        for (json, path) in [
            (r#"{"title": 7}"#, "title"),
            (r#"{"title": "a", "pages": "many"}"#, "pages"),
            (r#"{"title": "a", "pages": {"n": 1}}"#, "pages"),
            (r#"{"title": "a", "pages": -1}"#, "pages"),
            (r#"{"parts": [{"title": "b"}, {"title": null}], "title": "a"}"#, "parts[1].title"),
            (r#"{"parts": [{"parts": [{"title": "c"}, {"title": "d", "pages": []}]}]}"#, "parts[0].parts[1].pages"),
            (r#"{"title": "{[\":\\", "parts": ["x"]}"#, "parts[0]"),
            ("{\n  \"title\": \"\u{ac00}\",\n  \"parts\": [\n    {\"title\": true}\n  ]\n}", "parts[0].title"),
            (r#"{"title": "a", "new": {"x": [1, {"y": 2}]}, "pages": 1.5}"#, "pages"),
            (r#"{"title": "a", "id": "short"}"#, "id"),
            (r#"{"id": "short", "title": "a"}"#, "id"),
            (r#"{"parts": [{"title": "b", "new": {}}, {"title": "c", "id": "short" }], "title": "a"}"#, "parts[1].id"),
        ] {
            assert_eq!(problem(json), format!("has a wrong value in `{path}`"), "{json}");
        }
    }

    #[test]
    fn a_missing_field_is_named_by_the_object_that_lacks_it() {
        assert_eq!(
            problem(r#"{"parts": [{"title": "b"}, {"pages": 1}], "title": "a"}"#),
            "has a wrong value in `parts[1]`"
        );
        assert_eq!(problem(r#"{"pages": 1}"#), "cannot be read");
        assert!(read::<Book>(r#"{"pages": 1}"#).unwrap_err().contains("missing field `title`"));
    }

    #[test]
    fn what_is_no_json_has_no_path() {
        for json in ["", "<html>", r#"{"title": "a""#, r#"{"title": "a", "pages": 1,,}"#] {
            assert_eq!(problem(json), "cannot be read", "{json}");
        }
    }
}
