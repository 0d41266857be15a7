//! The URLs of the pages of the console, so that a person can see what a tool returned.

use answerdeck_api::console_page::{KEYWORDS, PROMPTS, SOURCES, parameter, with_id};
use serde_json::Value;

use crate::arguments::Arguments;

/// Parameters of a scope, and their names in URLs of the console.
const SCOPE: [(&str, &str); 8] = [
    ("runID", parameter::RUN),
    ("promptSetID", parameter::SET),
    ("promptID", parameter::PROMPT),
    ("model", parameter::MODEL),
    ("route", parameter::ROUTE),
    ("region", parameter::REGION),
    ("from", parameter::FROM),
    ("to", parameter::TO),
];

/// The URL of a page that shows the answers of the scope of `arguments`.
pub(crate) fn scoped(page: &str, arguments: &Arguments) -> String {
    with_arguments(page, arguments, &SCOPE)
}

/// The URL of the page of sources: a scope, and a domain.
pub(crate) fn sources(arguments: &Arguments) -> String {
    let names: Vec<_> = SCOPE.into_iter().chain([("domain", parameter::DOMAIN)]).collect();
    with_arguments(SOURCES, arguments, &names)
}

/// The URL of the list of prompts.
pub(crate) fn prompts(arguments: &Arguments) -> String {
    with_arguments(PROMPTS, arguments, &[("promptSetID", parameter::SET), ("contentContains", parameter::SEARCH)])
}

/// The URL of the page of an item. The page of all items if there is no id.
pub(crate) fn item(page: &str, id: Option<&Value>) -> String {
    let is_plain = |id: &&str| id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let id = id.and_then(Value::as_str).filter(is_plain).unwrap_or_default();
    with_id(page, &id).trim_end_matches('/').to_owned()
}

/// The URL of the page of keywords.
pub(crate) fn keywords(arguments: &Arguments, provider: Option<&str>) -> String {
    let words = arguments.get("keywords").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let words: Vec<&str> = words.collect();
    let pairs = [
        (parameter::PROVIDER, provider.map(str::to_owned)),
        (parameter::SEARCH, Some(words.join("\n"))),
        (parameter::COUNTRY, text(arguments, "countryCode")),
        (parameter::LANGUAGE, text(arguments, "languageCode")),
    ];
    with_query(KEYWORDS, pairs)
}

fn with_arguments(page: &str, arguments: &Arguments, names: &[(&'static str, &'static str)]) -> String {
    with_query(page, names.iter().map(|(name, shown)| (*shown, text(arguments, name))))
}

fn text(arguments: &Arguments, name: &str) -> Option<String> {
    arguments.get(name).and_then(Value::as_str).map(str::to_owned)
}

fn with_query(page: &str, pairs: impl IntoIterator<Item = (&'static str, Option<String>)>) -> String {
    let pairs: Vec<(&str, String)> = pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    match serde_html_form::to_string(&pairs) {
        Ok(query) if !query.is_empty() => format!("{page}?{query}"),
        _ => page.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::console_page::{ANSWERS, RUN, RUNS};
    use serde_json::json;

    use super::*;

    fn arguments(value: Value) -> Arguments {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn a_url_has_the_scope_in_the_names_of_the_console() {
        let scope = arguments(
            json!({ "promptSetID": "a", "model": "CLAUDE", "route": "API", "limit": 5, "from": "2026-01-01T00:00:00Z" }),
        );
        assert_eq!(scoped(ANSWERS, &scope), "/answers?set=a&model=CLAUDE&route=API&from=2026-01-01T00%3A00%3A00Z");
        assert_eq!(scoped(ANSWERS, &Arguments::new()), "/answers");
    }

    #[test]
    fn hostile_text_stays_in_its_parameter() {
        let filter = arguments(json!({ "contentContains": "a&b=c#d\"<>" }));
        assert_eq!(prompts(&filter), "/prompts?q=a%26b%3Dc%23d%22%3C%3E");
        assert_eq!(item(RUN, Some(&json!("../x?y"))), RUNS);
    }
}
