use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::serpapi::{SerpApi, SerpApiOptions, SerpApiSurface};
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, Case, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::server::{Exchange, Server, get};

const KEY: &str = "secret-key-1";

fn adapter_of(url: &Url, surface: SerpApiSurface) -> Box<dyn AnswerEngine> {
    let url = url.origin().ascii_serialization();
    Box::new(SerpApi::new(SerpApiOptions { url, key: KEY.to_owned(), surface }).unwrap())
}

pub fn overview(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, SerpApiSurface::GoogleOverview)
}

fn ai_mode(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, SerpApiSurface::GoogleAiMode)
}

fn briefing(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, SerpApiSurface::NaverAiBriefing)
}

const A: (&str, &str, &str) = ("https://cafe.a.example/x?id=7", "A 카페", "a.example");
const B: (&str, &str, &str) = ("https://b.example/y", "B", "b.example");
const C: (&str, &str, &str) = ("https://c.co.kr/z", "C", "c.co.kr");

const BLOCKS: &str = "/ai_overview/text_blocks";
const REFERENCES: &str = "/ai_overview/references";

fn answer() -> Answer {
    Answer::default().content("두 곳이 조용합니다.\n\n### 카페\n\n- A: 평일에 조용함\n- B").sources([C, A, B])
}

/// The search, and the fetch of its overview.
fn then(fetch: Exchange) -> [Exchange; 2] {
    [get(200, fixture("serpapi/token")), fetch]
}

fn error(words: &str) -> Fixture {
    fixture("serpapi/error").set("/error", json!(words))
}

fn failures_of_a_search() -> Vec<Case> {
    let found = || fixture("serpapi/overview");
    let refused = |status| get(status, fixture("serpapi/error"));
    let status = |status: &str| [get(200, found().set("/search_metadata/status", json!(status)))];
    vec![
        fails("a refused key stops the engine", [refused(401)], failure(Credentials).words("The provider's words.")),
        fails("a limit of the hour is a rate limit", [refused(429)], RateLimited),
        fails(
            "the end of the plan's searches stops the engine",
            [get(429, error("Your account has run out of searches."))],
            Billing,
        ),
        fails("an error in a success costs nothing and is asked later", status("Error"), ProviderDown),
        fails("a search that is not ready may be billed", status("Processing"), OutcomeUnknown),
        fails("an overview of another form cannot be read", [get(200, json!({"ai_overview": 7}))], Unreadable),
    ]
}

#[tokio::test]
async fn every_case_of_an_overview_has_its_outcome() {
    let found = || fixture("serpapi/overview");
    let fetched = || get(200, found());
    let search = || get(200, fixture("serpapi/token"));
    let expired = || get(200, fixture("serpapi/expired"));
    let empty = |words: &str| get(200, json!({"search_metadata": {"status": "Success"}, "error": words}));
    let mut cases = failures_of_a_search();
    cases.extend([
        answers("an overview beside the results is the answer", [fetched()], answer()),
        answers("the order of fields does not matter", [get(200, found().reversed())], answer()),
        answers(
            "a missing status is not a failure",
            [get(200, found().without("/search_metadata"))],
            answer(),
        ),
        answers(
            "fields of another form do not cost the answer",
            [get(200, found().set("/search_metadata", json!(7)).set("/error", json!({"code": 1})))],
            answer(),
        ),
        answers("an overview is fetched with the token of its search", then(fetched()), answer()),
        answers(
            "an expired token leads to one more search",
            [search(), expired(), search(), fetched()],
            answer(),
        ),
        answers(
            "a refused token leads to one more search",
            [search(), get(400, error("Invalid `page_token`.")), search(), fetched()],
            answer(),
        ),
        fails(
            "a token that expires twice fails",
            [search(), expired(), search(), expired()],
            failure(TaskFailed).words("expired"),
        ),
        answers("a fetch without results leads to one more search", [search(), empty("Google hasn't returned any results for this query."), search(), fetched()], answer()),
        fails("two empty fetches are not the absence of an overview", [search(), empty("Fully empty"), search(), empty("Fully empty")], failure(TaskFailed).words("Fully empty")),
        fails("a fetch without anything is not the absence of an overview", then(get(200, json!({}))), TaskFailed),
        fails("a fetch that meets a rate limit is not asked again", then(get(429, error("Slow."))), failure(TaskFailed).words("Slow.")),
        fails("a fetch that meets an overload is not asked again", then(get(503, error("Later."))), TaskFailed),
        fails(
            "a fetch after the last search of the plan is not asked again",
            then(get(429, error("Your account has run out of searches."))),
            failure(TaskFailed).words("cannot pay"),
        ),
        fails("a fetch that the provider failed is not asked again", then(get(200, json!({"search_metadata": {"status": "Error"}, "error": "x"}))), TaskFailed),
        fails(
            "a fetch with another error is not an answer",
            then(get(200, fixture("serpapi/expired").set("/ai_overview/error", json!("Not available.")))),
            failure(NoAnswer).words("Not available."),
        ),
        fails(
            "results without an overview are not an answer",
            [get(200, fixture("serpapi/token").without("/ai_overview"))],
            NoAnswer,
        ),
        fails(
            "no results are not an answer",
            [get(200, json!({"search_metadata": {"status": "Success"}, "error": "Google hasn't returned any results for this query."}))],
            failure(NoAnswer).words("hasn't returned any results"),
        ),
        fails("an overview without blocks is not an answer", [get(200, found().set(BLOCKS, json!([])))], NoAnswer),
        fails("an overview of unknown blocks cannot be read", [get(200, found().set(BLOCKS, json!([{"type": "hologram"}, 1])))], Unreadable),
        answers(
            "unknown blocks and references are skipped and counted",
            [get(200, found().set(&format!("{BLOCKS}/-"), json!({"type": "hologram", "reference_indexes": [1]})).set(&format!("{REFERENCES}/-"), json!("text")))],
            answer().sources([C, A, B]).skipped(2),
        ),
        answers(
            "an unknown block keeps its text and its place among the sources",
            [get(200, found().set(&format!("{BLOCKS}/0"), json!({"type": "hologram", "snippet": "두 곳이 조용합니다.", "reference_indexes": [1]})))],
            answer().sources([B, A, C]).skipped(1),
        ),
        answers(
            "an index without a reference cites nothing",
            [get(200, found().set(&format!("{BLOCKS}/0/reference_indexes"), json!([9, 2, 18446744073709551615_u64])))],
            answer(),
        ),
        answers(
            "an index of another form does not cost the others",
            [get(200, found().set(&format!("{BLOCKS}/0/reference_indexes"), json!([2, "0", null])))],
            answer().skipped(2),
        ),
        answers(
            "references that no block names are sources after the named ones",
            [get(200, found().without(&format!("{BLOCKS}/0/reference_indexes")))],
            answer().sources([A, B, C]),
        ),
        answers(
            "a reference without a link is not a source",
            [get(200, found().without(&format!("{REFERENCES}/2/link")))],
            answer().sources([A, B]),
        ),
        answers(
            "an overview without references has no sources",
            [get(200, found().without(REFERENCES))],
            answer().sources([]),
        ),
    ]);
    check(overview, cases).await;
}

#[tokio::test]
async fn every_case_of_ai_mode_has_its_outcome() {
    let found = || fixture("serpapi/ai-mode");
    let (a, b) = (("https://a.example/x", "A", "a.example"), B);
    let answer =
        Answer::default().content("**A** is quiet.\n\n| Cafe | Seats |\n| --- | --- |\n| A | 12 |").sources([a, b]);
    let plain = answer.clone().content("A is quiet.\n\n| Cafe | Seats |\n| --- | --- |\n| A | 12 |");
    check(
        ai_mode,
        vec![
            answers("the provider's Markdown is the answer", [get(200, found())], answer.clone()),
            answers(
                "without it, the blocks are the answer",
                [get(200, found().without("/reconstructed_markdown"))],
                plain.clone(),
            ),
            answers(
                "Markdown of spaces has failed",
                [get(200, found().set("/reconstructed_markdown", json!(" \n")))],
                plain,
            ),
            answers(
                "without blocks, all references are sources",
                [get(200, found().without("/text_blocks"))],
                answer.sources([b, a]),
            ),
            fails(
                "a page without an answer has failed",
                [get(200, found().without("/text_blocks").without("/reconstructed_markdown"))],
                NoAnswer,
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn every_case_of_a_briefing_has_its_outcome() {
    let found = || fixture("serpapi/naver");
    let answer = Answer::default().content("A가 조용합니다.").sources([
        ("https://blog.naver.com/a/1", "블로그 A", "naver.com"),
        ("https://blog.naver.com/b/2", "블로그 B", "naver.com"),
    ]);
    check(
        briefing,
        vec![
            answers("a briefing that names no reference cites all that it shows", [get(200, found())], answer),
            fails("a page without a briefing is not an answer", [get(200, found().without("/ai_overview"))], NoAnswer),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_search_has_the_documented_parameters() {
    let region = [("gl", "kr"), ("hl", "ko")];
    let query = ("q", "서울에서 조용한 카페 추천");
    for (adapter, response, engine, question, region) in [
        (overview as crate::case::Adapter, "serpapi/overview", "google", query, &region[..]),
        (ai_mode, "serpapi/ai-mode", "google_ai_mode", query, &region[..]),
        (briefing, "serpapi/naver", "naver_ai_overview", ("query", query.1), &[]),
    ] {
        let server = Server::start(vec![get(200, fixture(response))]).await;
        outcome(&*adapter(server.url.clone())).await.unwrap();
        let [search] = server.received().try_into().unwrap();
        let expected = [&[("engine", engine), question], region, &[("no_cache", "true"), ("api_key", KEY)]].concat();
        assert_eq!(parameters(&search.path), owned(&expected));
    }
}

#[tokio::test]
async fn a_fetch_has_the_documented_parameters() {
    let server = Server::start(then(get(200, fixture("serpapi/overview"))).into()).await;
    outcome(&*overview(server.url.clone())).await.unwrap();
    let [_, fetch] = server.received().try_into().unwrap();
    let expected =
        [("engine", "google_ai_overview"), ("page_token", "token-1"), ("no_cache", "true"), ("api_key", KEY)];
    assert_eq!(parameters(&fetch.path), owned(&expected));
}

#[tokio::test]
async fn the_key_is_in_no_failure_and_in_no_raw_response() {
    let words = format!("Invalid API key: {KEY}");
    for exchange in [get(401, error(&words)), get(200, error(&words)), get(302, error(&words))] {
        let server = Server::start(vec![exchange]).await;
        let failure = outcome(&*overview(server.url.clone())).await.unwrap_err();
        assert!(failure.provider_message.contains("Invalid API key: …"), "{failure}");
    }
    let echo = fixture("serpapi/overview").set("/search_parameters/api_key", json!(KEY));
    let server = Server::start(vec![get(200, echo)]).await;
    let raw = outcome(&*overview(server.url.clone())).await.unwrap().raw.unwrap();
    let raw: Value = serde_json::from_slice(&raw).unwrap();
    assert_eq!(raw["search_parameters"]["api_key"], "…");
}

/// The decoded parameters of an address, in order.
fn parameters(path: &str) -> Vec<(String, String)> {
    let url = Url::parse(&format!("http://127.0.0.1{path}")).unwrap();
    assert_eq!(url.path(), "/search.json");

    url.query_pairs().into_owned().collect()
}

fn owned(parameters: &[(&str, &str)]) -> Vec<(String, String)> {
    parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}
