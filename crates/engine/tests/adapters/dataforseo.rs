use std::time::Duration;

use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::dataforseo::{DataForSeo, DataForSeoOptions, DataForSeoSurface};
use answerdeck_engine::{AnswerEngine, EngineRequest, TaskId};
use serde_json::{Value, json};
use url::Url;

use crate::case::{Adapter, Answer, Case, answers, check, fails, failure, outcome, question};
use crate::fixture::{Fixture, fixture};
use crate::server::{Exchange, Server, get, post};

const ID: &str = "11222109-1535-0613-0000-0d2d4cf4f4ff";
/// What the task of the fixture cost.
const COST: u64 = 2_400;

fn adapter_of(url: &Url, surface: DataForSeoSurface) -> Box<dyn AnswerEngine> {
    let url = url.origin().ascii_serialization();
    let options = DataForSeoOptions { url, login: "login".to_owned(), password: "password".to_owned(), surface };
    Box::new(DataForSeo::new(options).unwrap())
}

pub fn chatgpt(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, DataForSeoSurface::ChatGpt)
}

fn gemini(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, DataForSeoSurface::Gemini)
}

fn ai_mode(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, DataForSeoSurface::GoogleAiMode)
}

fn overview(url: Url) -> Box<dyn AnswerEngine> {
    adapter_of(&url, DataForSeoSurface::GoogleOverview)
}

const SOURCES: [(&str, &str, &str); 2] =
    [("https://a.example/x", "A", "a.example"), ("https://b.example/y", "B", "b.example")];

fn answer() -> Answer {
    let answer = Answer::default().content("A는 조용합니다.\n\n- B도 좋습니다.").sources(SOURCES);
    Answer { cost: Some(COST), ..answer.fanouts(["서울 조용한 카페", "성수동 카페 추천"]) }
}

fn accepted() -> Fixture {
    fixture("dataforseo/accepted")
}

/// The exchanges of an accepted task: setting it, and `read`.
fn then(read: Exchange) -> Vec<Exchange> {
    vec![post(200, accepted()), read]
}

/// A response without a task.
fn refused(code: u32) -> Fixture {
    fixture("dataforseo/error").set("/status_code", json!(code))
}

/// A task that was not set.
fn unset(code: u32, cost: f64) -> [Exchange; 1] {
    let task = accepted().set("/tasks/0/status_code", json!(code)).set("/tasks/0/status_message", json!("Words."));
    [post(200, task.set("/tasks/0/cost", json!(cost)))]
}

/// A task that ended with a code.
fn ended(code: u32) -> Vec<Exchange> {
    then(get(200, fixture("dataforseo/queue").set("/tasks/0/status_code", json!(code))))
}

fn failures_of_a_question() -> Vec<Case> {
    vec![
        fails(
            "a refused login stops the engine",
            [post(401, refused(40_100))],
            failure(Credentials).words("401 40100: The provider's words."),
        ),
        fails(
            "a refused login in a success stops the engine",
            [post(200, refused(40_100))],
            failure(Credentials).words("40100: The provider's words."),
        ),
        fails("an account to be verified stops the engine", [post(200, refused(40_104))], Credentials),
        fails("missing money in a success stops the engine", [post(200, refused(40_200))], Billing),
        fails("the account's own limit of a day stops the engine", [post(200, refused(40_203))], Billing),
        fails("too many requests in a minute are a rate limit", [post(200, refused(40_202))], RateLimited),
        fails(
            "too many requests at a time are a rate limit",
            [post(200, refused(40_209)).header("retry-after", "9")],
            RateLimited,
        ),
        fails("an internal error in a success is asked later", [post(200, refused(50_000))], ProviderDown),
        fails("an unknown code is a refusal", [post(200, refused(49_999))], BadRequest),
        fails("a refused field fails", unset(40_501, 0.0), failure(BadRequest).words("40501: Words.")),
        fails("a task that was not set and cost nothing is set later", unset(50_301, 0.0), ProviderDown),
        fails(
            "a task that failed and cost something is not set again",
            unset(50_301, 0.0024),
            failure(TaskFailed).cost(COST).words("50301"),
        ),
        fails(
            "a task without an id cannot be read",
            [post(200, accepted().without("/tasks/0/id"))],
            failure(Unreadable).cost(COST),
        ),
        fails(
            "an id that changes the address is not used",
            [post(200, accepted().set("/tasks/0/id", json!("../x")))],
            failure(Unreadable).cost(COST),
        ),
        fails("a success without a task cannot be read", [post(200, accepted().without("/tasks"))], Unreadable),
        fails("a success without a code cannot be read", [post(200, "{}")], Unreadable),
    ]
}

fn failures_of_reading() -> Vec<Case> {
    let found = || fixture("dataforseo/conversation");
    let truncated: String = found().to_string().chars().take(300).collect();
    vec![
        fails("a rate limit of reading waits", then(get(200, refused(40_202))), RateLimited),
        fails(
            "a rate limit by status waits as long as the provider says",
            then(get(429, refused(40_202)).header("retry-after", "7")),
            failure(RateLimited).after(Duration::from_secs(7)),
        ),
        fails("a provider that failed is read later", then(get(200, refused(50_000))), ProviderDown),
        fails("a search without results is not an answer, and was billed", ended(40_102), failure(NoAnswer).cost(COST)),
        fails("a search that failed is not asked again", ended(40_101), failure(TaskFailed).cost(COST)),
        fails("a task that failed is not asked again", ended(40_103), failure(TaskFailed).cost(COST)),
        fails(
            "a task that the provider forgot has an unknown outcome",
            ended(40_401),
            failure(OutcomeUnknown).cost(COST),
        ),
        fails("truncated JSON cannot be read", then(get(200, truncated)), failure(Unreadable).cost(COST)),
        fails(
            "a task without a result is not an answer",
            then(get(200, found().set("/tasks/0/result", Value::Null))),
            failure(NoAnswer).cost(COST),
        ),
        fails(
            "a result without a text is not an answer",
            then(get(200, found().without("/tasks/0/result/0/markdown"))),
            failure(NoAnswer).cost(COST),
        ),
    ]
}

#[tokio::test]
async fn every_case_of_an_assistant_has_its_outcome() {
    let found = || fixture("dataforseo/conversation");
    let queue = || get(200, fixture("dataforseo/queue"));
    let result = |path: &str| format!("/tasks/0/result/0/{path}");
    let mut cases = failures_of_a_question();
    cases.extend(failures_of_reading());
    cases.extend([
        answers("a task is read when it is complete", then(get(200, found())), answer()),
        answers(
            "a task waits in the queue and is handed over",
            [
                post(200, accepted()),
                queue(),
                get(200, fixture("dataforseo/queue").set("/tasks/0/status_code", json!(40_601))),
                get(200, found()),
            ],
            answer(),
        ),
        answers("the order of fields does not matter", then(get(200, found().reversed())), answer()),
        answers(
            "a task can cost nothing that is said",
            [post(200, accepted().without("/tasks/0/cost")), get(200, found())],
            Answer { cost: None, ..answer() },
        ),
        answers(
            "a negative cost is not known",
            [post(200, accepted().set("/tasks/0/cost", json!(-1.0))), get(200, found())],
            Answer { cost: None, ..answer() },
        ),
        answers(
            "an answer without a search has no sources and fan-outs",
            then(get(200, found().set(&result("sources"), Value::Null).set(&result("fan_out_queries"), Value::Null))),
            answer().sources([]).fanouts([]),
        ),
        answers(
            "retrieved pages are not sources",
            then(get(200, found().set(&result("sources"), json!([])))),
            answer().sources([]),
        ),
        answers(
            "unreadable sources are skipped and counted",
            then(get(200, found().set(&result("sources/-"), json!("text")))),
            answer().skipped(1),
        ),
        answers(
            "a cost and a message of another form do not cost the answer",
            [
                post(200, accepted().set("/tasks/0/cost", json!("0.1")).set("/tasks/0/status_message", json!(1))),
                get(200, found()),
            ],
            Answer { cost: None, ..answer() },
        ),
        answers(
            "an unreadable search is skipped and counted",
            then(get(200, found().set(&result("fan_out_queries/-"), Value::Null))),
            answer().skipped(1),
        ),
        answers(
            "unknown items of the text do not matter",
            then(get(200, found().set(&result("items/-"), json!({"type": "hologram"})))),
            answer(),
        ),
    ]);
    check(chatgpt, cases).await;
    check(
        gemini,
        vec![answers(
            "Gemini hides its searches",
            then(get(200, found().without(&result("fan_out_queries")))),
            answer().fanouts([]),
        )],
    )
    .await;
}

#[tokio::test]
async fn every_case_of_a_page_has_its_outcome() {
    let found = || fixture("dataforseo/page");
    let items = |items: Value| found().set("/tasks/0/result/0/items", items);
    let item = |field: &str| format!("/tasks/0/result/0/items/1/{field}");
    let answer = Answer {
        cost: Some(COST),
        ..Answer::default()
            .content("A is **quiet**. [[1]](https://a.example/x)")
            .sources([("https://www.a.example/x", "A", "a.example"), ("https://b.example/y", "B", "b.example")])
    };
    check(
        overview,
        vec![
            answers("the overview of a page is the answer", then(get(200, found())), answer.clone()),
            answers("the order of fields does not matter", then(get(200, found().reversed())), answer.clone()),
            answers(
                "unreadable items and references are skipped and counted",
                then(get(
                    200,
                    found().set(&item("references/-"), json!(1)).set("/tasks/0/result/0/items/-", json!("text")),
                )),
                answer.clone().skipped(2),
            ),
            answers(
                "an overview without references has no sources",
                then(get(200, found().set(&item("references"), Value::Null))),
                answer.clone().sources([]),
            ),
            fails(
                "a page without an overview is not an answer",
                then(get(200, items(json!([{"type": "organic"}])))),
                failure(NoAnswer).cost(COST),
            ),
            fails("an empty page is not an answer", then(get(200, items(Value::Null))), failure(NoAnswer).cost(COST)),
            fails(
                "an overview without a text is not an answer",
                then(get(200, found().set(&item("markdown"), Value::Null))),
                failure(NoAnswer).cost(COST),
            ),
            fails(
                "an overview that cannot be read is not absent",
                then(get(200, found().set(&item("markdown"), json!(1)))),
                failure(Unreadable).cost(COST),
            ),
        ],
    )
    .await;
    check(ai_mode, vec![answers("the item of AI Mode is the answer", then(get(200, found())), answer)]).await;
}

#[tokio::test]
async fn a_task_has_the_documented_form() {
    let keyword = "서울에서 조용한 카페 추천";
    let task = json!({ "keyword": keyword, "location_code": 2410, "language_code": "ko", "priority": 2 });
    let mut overview_task = task.clone();
    overview_task["load_async_ai_overview"] = json!(true);
    for (adapter, path, response, task) in [
        (chatgpt as Adapter, "ai_optimization/chat_gpt/llm_scraper", "conversation", &task),
        (gemini, "ai_optimization/gemini/llm_scraper", "conversation", &task),
        (ai_mode, "serp/google/ai_mode", "page", &task),
        (overview, "serp/google/organic", "page", &overview_task),
    ] {
        let server = Server::start(then(get(200, fixture(&format!("dataforseo/{response}"))))).await;
        outcome(&*adapter(server.url.clone())).await.unwrap();
        let [question, read] = server.received().try_into().unwrap();
        assert_eq!(question.path, format!("/v3/{path}/task_post"));
        assert_eq!(read.path, format!("/v3/{path}/task_get/advanced/{ID}"));
        assert_eq!(question.body, json!([task]));
        assert!(
            [&question, &read].iter().all(|request| request.head.contains("authorization: basic bg9naw46cgfzc3dvcmq="))
        );
    }
}

#[tokio::test]
async fn letters_that_the_provider_decodes_are_escaped() {
    let server = Server::start(vec![post(200, accepted())]).await;
    let question = EngineRequest { query: "C++ 100%? a%20b".to_owned(), ..question() };
    chatgpt(server.url.clone()).ask(&question).await.unwrap();
    assert_eq!(server.received()[0].body[0]["keyword"], "C%2B%2B 100%25? a%2520b");
}

#[tokio::test]
async fn a_question_that_is_too_long_or_of_an_unknown_region_is_not_sent() {
    for (adapter, max) in [(chatgpt as Adapter, 2_000), (gemini, 2_000), (ai_mode, 700), (overview, 700)] {
        let server = Server::start(vec![post(200, accepted())]).await;
        let engine = adapter(server.url.clone());
        assert_eq!(engine.prompt_max(), Some(max));
        let of_length = |length| EngineRequest { query: "한".repeat(length), ..question() };
        assert_eq!(engine.ask(&of_length(max + 1)).await.unwrap_err().class, PromptTooLong);
        let unknown_region = EngineRequest { region: "XX".to_owned(), ..question() };
        assert_eq!(engine.ask(&unknown_region).await.unwrap_err().class, BadRequest);
        assert!(server.received().is_empty());
        engine.ask(&of_length(max)).await.unwrap();
    }
}

#[tokio::test]
async fn an_id_of_another_provider_is_not_read() {
    let server = Server::start(Vec::new()).await;
    let failure = chatgpt(server.url.clone()).poll(&TaskId("resp_1/../2".to_owned())).await.unwrap_err();
    assert_eq!(failure.class, Unreadable);
    assert!(server.received().is_empty());
}
