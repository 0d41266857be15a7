//! The adapters against local servers that answer as the providers document it.
#![allow(clippy::unwrap_used)]

mod dataforseo;
mod naver;

use answerdeck_keyword_data::{KeywordResults, RelatedKeywords, last_complete_months};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;
use wiremock::ResponseTemplate;

/// The time of all requests.
fn now() -> Timestamp {
    "2026-11-20T09:00:00Z".parse().unwrap()
}

fn months() -> Vec<Date> {
    last_complete_months(now())
}

fn fixture(name: &str) -> Value {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn respond_with(name: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(fixture(name))
}

fn keywords<const N: usize>(keywords: [&str; N]) -> Vec<String> {
    keywords.map(str::to_owned).to_vec()
}

/// The value of a key as JSON, `null` when there is no data.
fn json_of<T: Serialize>(found: &KeywordResults<T>, key: &str) -> Value {
    serde_json::to_value(&found.read[key]).unwrap()
}

/// The keys with data, in alphabetical order.
fn keys_with_data<T>(found: &KeywordResults<T>) -> Vec<&str> {
    let with_data = found.read.iter().filter(|(_, data)| data.is_some());
    let mut keys: Vec<&str> = with_data.map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    keys
}

/// The related keywords in alphabetical order.
fn names<M>(found: &RelatedKeywords<M>) -> Vec<&str> {
    let mut names: Vec<&str> = found.keywords.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names
}
