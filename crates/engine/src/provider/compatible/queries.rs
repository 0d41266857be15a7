//! The queries that a model writes before it answers.

use serde::Deserialize;

/// The queries in a model's text: the first JSON object of the text, with a list of queries, or the first list. `None` when
/// there is none.
pub(super) fn read_queries(text: &str) -> Option<Vec<String>> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Object { queries: Vec<String> },
        List(Vec<String>),
    }
    let json = text.get(text.find(['{', '['])?..)?;
    // Models write more after the JSON.
    match serde_json::Deserializer::from_str(json).into_iter::<Written>().next()?.ok()? {
        Written::Object { queries } | Written::List(queries) => Some(queries),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_from_what_models_write() {
        let two = Some(vec!["a".to_owned(), "b".to_owned()]);
        for text in [
            r#"{"queries": ["a", "b"]}"#,
            "Here you go:\n```json\n{\"queries\": [\"a\", \"b\"]}\n```\nDone.",
            r#"["a", "b"]"#,
        ] {
            assert_eq!(read_queries(text), two, "{text}");
        }
        assert_eq!(read_queries(r#"{"queries": []}"#), Some(vec![]));
    }

    #[test]
    fn a_text_without_queries_has_none() {
        for text in ["", "quiet cafe", r#"{"queries": "a"}"#, r#"{"query": ["a"]}"#, r#"{"queries": ["a""#, "[1]"] {
            assert_eq!(read_queries(text), None, "{text}");
        }
    }
}
