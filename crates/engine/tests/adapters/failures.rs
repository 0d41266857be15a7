//! Every failure at every step of every paid adapter: after it was billed nothing is asked again, and before that
//! nothing that may be billed.

use answerdeck_engine::{EngineFailure, FailureAction, TaskId};
use serde_json::json;

use crate::case::{Adapter, question};
use crate::fixture::fixture;
use crate::server::{Exchange, Server, get, post};
use crate::{anthropic, dataforseo, gemini, openai, perplexity, serpapi};

/// What was paid when a step takes place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paid {
    /// Nothing: it is the question.
    Nothing,
    /// An earlier request of the same question.
    Before,
    /// The task whose answer it reads.
    Task,
}

/// A request of an adapter, after `before`.
struct Step {
    name: &'static str,
    adapter: Adapter,
    before: Vec<Exchange>,
    paid: Paid,
    respond: fn(u16, String) -> Exchange,
    /// The body of a refusal in the provider's words.
    words: String,
}

const SILENT: &str = "no response";

/// What a failure leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Retry,
    Stop,
    /// The item fails, and the provider may bill it.
    Billed,
    /// The item fails, and the provider does not bill it.
    Free,
}

impl Outcome {
    fn of(failure: &EngineFailure) -> Self {
        match failure.class.action() {
            FailureAction::Retry => Self::Retry,
            FailureAction::Stop => Self::Stop,
            FailureAction::Fail if failure.class.may_be_billed() => Self::Billed,
            FailureAction::Fail => Self::Free,
        }
    }
}

fn steps() -> Vec<Step> {
    let words = |provider: &str| fixture(&format!("{provider}/error")).to_string();
    let mut steps = Vec::new();
    let mut add = |name: &'static str,
                   adapter: Adapter,
                   before: &[Exchange],
                   paid: Paid,
                   respond: fn(u16, String) -> Exchange| {
        let provider = name.split(':').next().unwrap();
        steps.push(Step { name, adapter, before: before.to_vec(), paid, respond, words: words(provider) });
    };
    let tasks: [(&str, &str, Adapter); 4] = [
        ("openai: question", "openai: task", openai::adapter),
        ("perplexity: question", "perplexity: task", perplexity::adapter),
        ("gemini: question", "gemini: task", gemini::adapter),
        ("dataforseo: question", "dataforseo: task", dataforseo::chatgpt),
    ];
    for (question, task, adapter) in tasks {
        add(question, adapter, &[], Paid::Nothing, post);
        add(task, adapter, &[], Paid::Task, get);
    }
    let paused = || post(200, fixture("anthropic/paused"));
    add("anthropic: question", anthropic::adapter, &[], Paid::Nothing, post);
    add("anthropic: second request", anthropic::adapter, &[paused()], Paid::Before, post);
    add("anthropic: last request", anthropic::adapter, &[paused(), paused(), paused()], Paid::Before, post);
    let (token, expired) = (get(200, fixture("serpapi/token")), get(200, fixture("serpapi/expired")));
    add("serpapi: search", serpapi::overview, &[], Paid::Nothing, get);
    add("serpapi: fetch", serpapi::overview, std::slice::from_ref(&token), Paid::Before, get);
    add("serpapi: second search", serpapi::overview, &[token.clone(), expired.clone()], Paid::Before, get);
    add("serpapi: second fetch", serpapi::overview, &[token.clone(), expired, token], Paid::Before, get);
    steps
}

/// The failures of a step, each with the outcome for a question, after a billed part, and for a task.
fn failures(step: &Step) -> Vec<(String, Exchange, [Outcome; 3])> {
    use Outcome::{Billed, Free, Retry, Stop};
    let respond = |status, body: &str| (step.respond)(status, body.to_owned());
    let valid = respond(200, &json!({ "id": "task-1", "status": "queued" }).to_string());
    let mut rows = vec![
        ("connection lost before the response".to_owned(), valid.clone().cut(0), [Billed, Billed, Retry]),
        ("connection lost in the head".to_owned(), valid.clone().cut(9), [Billed, Billed, Retry]),
        ("connection lost in the body".to_owned(), valid.clone().cut(valid.bytes().len() - 1), [Billed, Billed, Retry]),
        (SILENT.to_owned(), valid.silent(), [Billed, Billed, Retry]),
    ];
    for (status, outcomes) in [
        (400, [Free, Billed, Free]),
        (401, [Stop, Billed, Stop]),
        (402, [Stop, Billed, Stop]),
        (403, [Stop, Billed, Stop]),
        (404, [Stop, Billed, Billed]),
        (408, [Billed, Billed, Retry]),
        (413, [Free, Billed, Free]),
        (429, [Retry, Billed, Retry]),
        (500, [Retry, Billed, Retry]),
        (503, [Retry, Billed, Retry]),
        (504, [Billed, Billed, Retry]),
        (529, [Retry, Billed, Retry]),
    ] {
        rows.push((format!("{status} in the provider's words"), respond(status, &step.words), outcomes));
    }
    let named =
        json!({ "error": { "code": "server_error", "type": "api_error", "status": "INTERNAL", "message": "Late." } });
    for status in [408, 504] {
        let timeout = respond(status, &named.to_string());
        rows.push((format!("{status} with the name of another failure"), timeout, [Billed, Billed, Retry]));
    }
    for status in [500, 502, 503, 504, 520, 529] {
        rows.push((format!("{status} of a gateway"), respond(status, "<html></html>"), [Billed, Billed, Retry]));
    }
    for body in ["", "<html></html>", "[]", "{}", "{\"id\":", "7"] {
        rows.push((format!("200 with the body {body:?}"), respond(200, body), [Billed; 3]));
    }
    rows
}

#[tokio::test]
async fn no_failure_leads_to_a_second_payment() {
    let mut differences = Vec::new();
    for step in steps() {
        for (name, failing, outcomes) in failures(&step) {
            let count = step.before.len() + 1;
            let server = Server::start([step.before.clone(), vec![failing]].concat()).await;
            let engine = (step.adapter)(server.url.clone());
            let failed = match step.paid {
                Paid::Nothing | Paid::Before => engine.ask(&question()).await.map(|answer| format!("{answer:?}")),
                Paid::Task => engine.poll(&TaskId("task-1".to_owned())).await.map(|answer| format!("{answer:?}")),
            };
            if name == SILENT {
                tokio::time::resume();
            }
            let outcome = failed.as_ref().map_err(Outcome::of);
            if outcome != Err(outcomes[step.paid as usize]) || server.received().len() != count {
                let sent = server.received().len();
                differences.push(format!("{}, {name}: {outcome:?} after {sent} requests: {failed:?}", step.name));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_failure_after_a_billed_part_is_never_asked_again_and_keeps_what_the_provider_said() {
    for class in answerdeck_engine::FailureClass::ALL {
        let failure = EngineFailure::reported(class, "429", "Slow down.").after_billing();
        assert_eq!(Outcome::of(&failure), Outcome::Billed, "{class:?}");
        assert_eq!((failure.provider_status.as_str(), failure.provider_message.as_str()), ("429", "Slow down."));
    }
}

#[test]
fn texts_of_a_provider_are_bounded_and_on_one_line() {
    let class = answerdeck_engine::FailureClass::BadRequest;
    let failure =
        EngineFailure::reported(class, &"9".repeat(500), &format!("\u{1b}[31mred\r\n\0{}", "가".repeat(1_000)));
    assert_eq!(failure.provider_status.chars().count(), 100);
    assert_eq!(failure.provider_message.chars().count(), 500);
    assert!(failure.provider_message.starts_with("[31mred 가") && !failure.provider_message.contains(char::is_control));
}
