//! The URLs of the pages of the console, so that a person can see what a tool returned.

use answerdeck_api::console_page::{
    ANSWERS, BRAND, FANOUTS, KEYWORDS, OVERVIEW, PROMPT, PROMPTS, SOURCES, WORDS, parameter, with_id,
};
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

/// The conditions that a page has besides the scope, and their names in its URL.
const CONDITIONS: [(&str, &str, &str); 6] = [
    (ANSWERS, "namesBrandIDs", parameter::BRAND),
    (ANSWERS, "phrase", parameter::SEARCH),
    (ANSWERS, "word", parameter::SEARCH),
    (SOURCES, "domain", parameter::DOMAIN),
    (SOURCES, "domainType", parameter::DOMAIN_TYPE),
    (FANOUTS, "fanout", parameter::FANOUT),
];

type Pair = (&'static str, String);

/// The URL of a page that shows the answers of the scope of `arguments`.
pub(crate) fn scoped(page: &str, arguments: &Arguments) -> String {
    with_query(page, scope(page, arguments))
}

/// The URL of the overview, or of the page of a brand if one is measured: the overview is about the own brand.
pub(crate) fn measured_brands_page(arguments: &Arguments) -> String {
    match text(arguments, "brandID") {
        Some(brand) => with_query(&item(BRAND, Some(&brand.into())), scope(BRAND, arguments)),
        None => scoped(OVERVIEW, arguments),
    }
}

/// The URL of the list of answers. It has only those that succeeded unless its URL says otherwise.
pub(crate) fn answers(arguments: &Arguments) -> String {
    let status = match text(arguments, "status") {
        Some("SUCCESS") => None,
        Some("FAILED") => Some(parameter::FAILED),
        _ => Some(parameter::ALL),
    };
    let status = status.map(|status| (parameter::STATUS, status.to_owned()));
    with_query(ANSWERS, scope(ANSWERS, arguments).into_iter().chain(status).collect())
}

/// The URL of the page with the answers that meet conditions.
pub(crate) fn matched(arguments: &Arguments) -> String {
    let page = match ["fanout", "domain"].map(|name| arguments.contains_key(name)) {
        [true, _] => FANOUTS,
        [false, true] => SOURCES,
        [false, false] => ANSWERS,
    };
    let figures = [("omitsBrandID", parameter::UNNAMED), ("citesBrandID", parameter::CITED)];
    let of_brand = figures.into_iter().find_map(|(name, figure)| Some((arguments.get(name)?, figure)));
    let Some((brand, figure)) = of_brand.filter(|_| page == ANSWERS) else { return scoped(page, arguments) };
    let rivals = texts(arguments, "namesBrandIDs").into_iter().filter(|_| figure == parameter::UNNAMED);
    let rivals = rivals.map(|rival| (parameter::NAMED_RIVAL, rival.to_owned()));
    let figure = (parameter::BRAND_FIGURE, figure.to_owned());
    let pairs = scope(BRAND, arguments).into_iter().chain([figure]).chain(rivals).collect();
    with_query(&item(BRAND, Some(brand)), pairs)
}

/// The URL of the list of sources with the influence of each, or of those that answers cite which name only rivals.
pub(crate) fn source_influence_page(arguments: &Arguments) -> String {
    let gaps = (text(arguments, "order") == Some("GAP")).then(|| (parameter::VIEW, parameter::GAPS.to_owned()));
    with_query(SOURCES, scope(SOURCES, arguments).into_iter().chain(gaps).collect())
}

/// The URL of the list of searches whose answers never name the own brand.
pub(crate) fn unnamed_searches_page(arguments: &Arguments) -> String {
    let unnamed = (parameter::OWN, parameter::UNNAMED.to_owned());
    with_query(FANOUTS, scope(FANOUTS, arguments).into_iter().chain([unnamed]).collect())
}

/// The URL of the list of new and lost sources.
pub(crate) fn source_changes(arguments: &Arguments) -> String {
    let pages = (text(arguments, "level") == Some("PAGE")).then(|| (parameter::RANK, parameter::PAGES.to_owned()));
    let view = (parameter::VIEW, parameter::CHANGES.to_owned());
    // The page compares domains or pages.
    let scope = scope(SOURCES, arguments).into_iter().filter(|(name, _)| *name != parameter::RANK);
    with_query(SOURCES, scope.chain(pages).chain([view]).collect())
}

pub(crate) fn prompts(arguments: &Arguments) -> String {
    let names = [("promptSetID", parameter::SET), ("contentContains", parameter::SEARCH)];
    with_query(PROMPTS, pairs(arguments, names))
}

/// The URL of the list of prompts with what their answers say, or of the page of one prompt.
pub(crate) fn measured_prompts_page(arguments: &Arguments) -> String {
    let column = match text(arguments, "order") {
        Some("CHANGE") => "change",
        Some("GAP") => "gap",
        Some("NEWEST") => "latest",
        _ => "rate",
    };
    let sign = if arguments.get("ascending") == Some(&Value::Bool(true)) { "" } else { "-" };
    let scope = scope(PROMPTS, arguments).into_iter().filter(|(name, _)| *name != parameter::PROMPT);
    let pairs = scope.chain([(parameter::SORT, format!("{sign}{column}"))]).collect();
    with_query(&item(PROMPT, arguments.get("promptID")), pairs)
}

/// The URL of the page of an item. The page of all items if there is no id.
pub(crate) fn item(page: &str, id: Option<&Value>) -> String {
    let is_plain = |id: &&str| id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let id = id.and_then(Value::as_str).filter(is_plain).unwrap_or_default();
    with_id(page, &id).trim_end_matches('/').to_owned()
}

pub(crate) fn keywords(arguments: &Arguments, provider: Option<&str>) -> String {
    let provider = provider.map(|provider| (parameter::PROVIDER, provider.to_owned()));
    let search = (parameter::SEARCH, texts(arguments, "keywords").join("\n"));
    let codes = pairs(arguments, [("countryCode", parameter::COUNTRY), ("languageCode", parameter::LANGUAGE)]);
    with_query(KEYWORDS, provider.into_iter().chain([search]).chain(codes).collect())
}

fn scope(page: &str, arguments: &Arguments) -> Vec<Pair> {
    let conditions = CONDITIONS.into_iter().filter(|(of, ..)| *of == page).map(|(_, name, shown)| (name, shown));
    let mut pairs = pairs(arguments, SCOPE.into_iter().chain(conditions));
    // Without days and a run, a page has only the last days.
    if !["runID", "from", "to"].iter().any(|name| arguments.contains_key(*name)) {
        pairs.push((parameter::DAYS, parameter::ALL.to_owned()));
    }
    match page {
        SOURCES if text(arguments, "level") == Some("SITE") => {
            pairs.push((parameter::RANK, parameter::SITES.to_owned()));
        }
        WORDS => {
            pairs.extend(texts(arguments, "words").into_iter().map(|word| (parameter::WORD, word.to_owned())));
        }
        _ => {}
    }
    pairs
}

/// The arguments that are there, by their names in URLs.
fn pairs(arguments: &Arguments, names: impl IntoIterator<Item = (&'static str, &'static str)>) -> Vec<Pair> {
    names.into_iter().filter_map(|(name, shown)| Some((shown, text(arguments, name)?.to_owned()))).collect()
}

/// An argument that is one text.
fn text<'a>(arguments: &'a Arguments, name: &str) -> Option<&'a str> {
    match texts(arguments, name).as_slice() {
        &[text] => Some(text),
        _ => None,
    }
}

/// The text of an argument, or those of a list.
fn texts<'a>(arguments: &'a Arguments, name: &str) -> Vec<&'a str> {
    match arguments.get(name) {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
        value => value.and_then(Value::as_str).into_iter().collect(),
    }
}

fn with_query(page: &str, mut pairs: Vec<Pair>) -> String {
    pairs.retain(|(_, value)| !value.is_empty());
    match serde_html_form::to_string(&pairs) {
        Ok(query) if !query.is_empty() => format!("{page}?{query}"),
        _ => page.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::console_page::{RUN, RUNS};
    use serde_json::json;

    use super::*;

    fn arguments(value: Value) -> Arguments {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn a_url_has_the_scope_in_the_names_of_the_console() {
        let scope = arguments(json!({
            "promptSetID": "a", "model": "CLAUDE", "route": "API", "limit": 5, "from": "2026-01-01T00:00:00Z", "region": "KR",
        }));
        let query = "set=a&model=CLAUDE&route=API&region=KR&from=2026-01-01T00%3A00%3A00Z";
        for page in [ANSWERS, OVERVIEW] {
            assert_eq!(scoped(page, &scope), format!("{page}?{query}"));
        }
    }

    #[test]
    fn a_page_that_shows_less_unless_its_url_says_otherwise_shows_all() {
        for (limits, query) in [
            (json!({}), "days=all"),
            (json!({ "region": "KR" }), "region=KR&days=all"),
            (json!({ "runID": "a" }), "run=a"),
            (json!({ "to": "b" }), "to=b"),
        ] {
            for page in [OVERVIEW, PROMPTS, ANSWERS, SOURCES, FANOUTS, WORDS] {
                assert_eq!(scoped(page, &arguments(limits.clone())), format!("{page}?{query}"));
            }
        }
        for (status, url) in [
            (json!({}), "/answers?days=all&status=all"),
            (json!({ "status": "PENDING", "runID": "a" }), "/answers?run=a&status=all"),
            (json!({ "status": "FAILED", "model": "CLAUDE" }), "/answers?model=CLAUDE&days=all&status=failed"),
            (json!({ "status": "SUCCESS" }), "/answers?days=all"),
        ] {
            assert_eq!(answers(&arguments(status)), url);
        }
    }

    #[test]
    fn measured_prompts_are_on_their_list_in_the_same_order_and_one_prompt_on_its_page() {
        for (measured, url) in [
            (json!({ "brandID": "b" }), "/prompts?days=all&sort=-rate"),
            (json!({ "order": "NEWEST", "ascending": true, "from": "c" }), "/prompts?from=c&sort=latest"),
            (json!({ "order": "GAP", "promptSetID": "a", "runID": "b" }), "/prompts?run=b&set=a&sort=-gap"),
            (json!({ "promptID": "a", "model": "CLAUDE" }), "/prompts/a?model=CLAUDE&days=all&sort=-rate"),
        ] {
            assert_eq!(measured_prompts_page(&arguments(measured)), url);
        }
    }

    #[test]
    fn conditions_lead_to_the_page_that_has_them() {
        for (conditions, url) in [
            (json!({ "namesBrandIDs": ["a"] }), "/answers?brand=a&days=all"),
            (json!({ "namesBrandIDs": ["a", "b"] }), "/answers?days=all"),
            (
                json!({ "omitsBrandID": "c", "namesBrandIDs": ["a", "b"], "region": "KR" }),
                "/brands/c?region=KR&days=all&answers=unnamed&names=a&names=b",
            ),
            (json!({ "citesBrandID": "c", "runID": "b" }), "/brands/c?run=b&answers=cited"),
            (json!({ "word": "이어폰" }), "/answers?q=%EC%9D%B4%EC%96%B4%ED%8F%B0&days=all"),
            (json!({ "fanout": "best earbuds", "domain": "a.example" }), "/fan-outs?search=best+earbuds&days=all"),
            (json!({ "domain": "a.example", "runID": "b" }), "/sources?run=b&domain=a.example"),
        ] {
            assert_eq!(matched(&arguments(conditions)), url);
        }
        let ranking = arguments(json!({ "level": "SITE", "domainType": "NEWS" }));
        assert_eq!(scoped(SOURCES, &ranking), "/sources?type=NEWS&days=all&rank=sites");
        let gaps = arguments(json!({ "order": "GAP", "level": "SITE" }));
        assert_eq!(source_influence_page(&gaps), "/sources?days=all&rank=sites&view=gaps");
        assert_eq!(unnamed_searches_page(&Arguments::new()), "/fan-outs?days=all&own=unnamed");
        for (brands, url) in [(json!(["b"]), "/brands/b?days=all"), (json!(["b", "c"]), "/overview?days=all")] {
            assert_eq!(measured_brands_page(&arguments(json!({ "brandID": brands }))), url);
        }
        let trend = arguments(json!({ "level": "PAGE", "domain": ["a.example", "b.example"] }));
        assert_eq!(scoped(SOURCES, &trend), "/sources?days=all");
        let changes = arguments(json!({ "level": "PAGE", "from": "a", "to": "b" }));
        assert_eq!(source_changes(&changes), "/sources?from=a&to=b&rank=pages&view=changes");
        assert_eq!(source_changes(&arguments(json!({ "runID": "a", "level": "SITE" }))), "/sources?run=a&view=changes");
        assert_eq!(scoped(WORDS, &arguments(json!({ "words": ["a", "b"] }))), "/words?days=all&word=a&word=b");
        assert_eq!(scoped(ANSWERS, &arguments(json!({ "phrase": "a b" }))), "/answers?q=a+b&days=all");
        let measured = arguments(json!({ "keywords": ["a", "b"], "countryCode": "US", "languageCode": "en" }));
        assert_eq!(keywords(&measured, None), "/keywords?q=a%0Ab&country=US&language=en");
        assert_eq!(keywords(&Arguments::new(), Some("naver")), "/keywords?provider=naver");
    }

    #[test]
    fn hostile_text_stays_in_its_parameter() {
        let filter = arguments(json!({ "contentContains": "a&b=c#d\"<>" }));
        assert_eq!(prompts(&filter), "/prompts?q=a%26b%3Dc%23d%22%3C%3E");
        assert_eq!(item(RUN, Some(&json!("../x?y"))), RUNS);
    }
}
