//! Answers and keywords as tools return them: bounded, so that a list fits the context of a model.

use serde_json::{Map, Value};

use crate::brand_view::objects_mut;

/// The length of an excerpt, in characters.
const EXCERPT_MAX: usize = 300;

/// A page of answers with the beginnings of their texts.
pub(crate) fn answer_summaries(mut body: Map<String, Value>) -> Map<String, Value> {
    let mut list = take(&mut body, ["answers", "nextCursor"]);
    for answer in objects_mut(list.get_mut("answers")) {
        let excerpt: String = content(answer).chars().take(EXCERPT_MAX).collect();
        *answer = head(answer);
        answer.insert("excerpt".to_owned(), excerpt.into());
    }
    list
}

/// An answer with its text, sources and searches.
pub(crate) fn whole_answer(mut answer: Map<String, Value>) -> Map<String, Value> {
    let mut whole = head(&mut answer);
    whole.extend(take(&mut answer, ["content", "sources", "fanouts"]));
    whole
}

/// A site keyword analysis without the pages of its keywords.
pub(crate) fn site_keywords(mut body: Map<String, Value>) -> Map<String, Value> {
    let fields = ["id", "status", "maxPages", "totalPages", "processedPages", "keywords", "error"];
    let mut analysis = take(&mut body, fields);
    for keyword in objects_mut(analysis.get_mut("keywords")) {
        *keyword = take(keyword, ["keyword", "sourceURLCount"]);
    }
    analysis
}

/// An answer without its text, sources and searches, but with their numbers.
fn head(answer: &mut Map<String, Value>) -> Map<String, Value> {
    let fields = ["id", "model", "route", "promptID", "region", "status", "failure", "query", "createdAt", "runID"];
    let mut head = take(answer, fields);
    let count = |list: &str| answer.get(list).and_then(Value::as_array).map_or(0, Vec::len);
    head.insert("contentLength".to_owned(), content(answer).chars().count().into());
    head.insert("sourceCount".to_owned(), count("sources").into());
    head.insert("fanoutCount".to_owned(), count("fanouts").into());
    head
}

fn content(answer: &Map<String, Value>) -> &str {
    answer.get("content").and_then(Value::as_str).unwrap_or_default()
}

/// The fields with these names. Absent ones are `null`.
fn take<const N: usize>(fields: &mut Map<String, Value>, names: [&str; N]) -> Map<String, Value> {
    names.into_iter().map(|name| (name.to_owned(), fields.remove(name).unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_keyword_has_no_pages_and_an_absent_field_is_null() {
        let analysis = json!({
            "id": "i", "status": "PENDING", "maxPages": 5, "processedPages": 0,
            "keywords": [{ "keyword": "a", "sourceURLCount": 2, "sources": [{ "url": "https://a.example/" }] }],
        });
        assert_eq!(
            Value::Object(site_keywords(analysis.as_object().cloned().unwrap())),
            json!({
                "id": "i", "status": "PENDING", "maxPages": 5, "processedPages": 0, "totalPages": null, "error": null,
                "keywords": [{ "keyword": "a", "sourceURLCount": 2 }],
            })
        );
    }

    #[test]
    fn a_listed_answer_has_an_excerpt_and_the_sizes_of_the_rest() {
        let answer = json!({ "id": "i", "runName": "r", "content": "가".repeat(301), "sources": [{}], "fanouts": [] });
        let list = json!({ "answers": [answer], "nextCursor": "c" });
        let list = Value::Object(answer_summaries(list.as_object().cloned().unwrap()));
        assert_eq!(list["nextCursor"], "c");
        let listed = &list["answers"][0];
        assert_eq!(listed["excerpt"], "가".repeat(300));
        assert_eq!([&listed["contentLength"], &listed["sourceCount"], &listed["fanoutCount"]], [301, 1, 0]);
        assert!(["content", "sources", "fanouts", "runName"].iter().all(|field| listed.get(field).is_none()));
    }
}
