//! The rows that the tables of all model APIs share.

use std::time::Duration;

use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::ModelApiOptions;
use serde_json::json;
use url::Url;

use crate::case::{Answer, Case, failure};
use crate::fixture::{Fixture, fixture};
use crate::server::{Exchange, HUGE, get, post};

pub fn options(url: Url) -> ModelApiOptions {
    ModelApiOptions { url: Some(url), model: "model-1".to_owned(), key: "key-1".to_owned() }
}

/// Failures of the question. `error` is a request error of the provider.
pub fn questions(error: &Fixture) -> Vec<Case> {
    let refused = |status| post(status, error.clone());
    let limited = || refused(429);
    let seconds = |seconds| failure(RateLimited).after(Duration::from_secs(seconds));
    vec![
        Case::fails(
            "a refused key stops the engine",
            [refused(401)],
            failure(Credentials).words("The provider's words."),
        ),
        Case::fails("a missing permission stops the engine", [refused(403)], failure(Credentials)),
        Case::fails("an account without money stops the engine", [refused(402)], failure(Billing)),
        Case::fails(
            "a refused question fails with the provider's words",
            [refused(400)],
            failure(BadRequest).words("The provider's words."),
        ),
        Case::fails("an unknown model stops the engine", [refused(404)], failure(ModelUnavailable).words("404")),
        Case::fails("an error that is only a text fails", [post(400, json!({"error": "no"}))], failure(BadRequest)),
        Case::fails("an error that is not JSON fails", [post(400, "<html>no</html>")], failure(BadRequest)),
        Case::fails("a question that is too large for the provider fails", [refused(413)], failure(PromptTooLong)),
        Case::fails("a rate limit waits some seconds", [limited().header("retry-after", "7")], seconds(7)),
        Case::fails(
            "a rate limit waits some milliseconds",
            [limited().header("retry-after-ms", "1500")],
            failure(RateLimited).after(Duration::from_millis(1_500)),
        ),
        Case::fails(
            "milliseconds are more exact than seconds",
            [limited().header("retry-after", "9").header("retry-after-ms", "250")],
            failure(RateLimited).after(Duration::from_millis(250)),
        ),
        Case::fails("a rate limit can name no pause", [limited()], failure(RateLimited)),
        Case::fails(
            "a pause can last until a date by the clock of the provider",
            [limited()
                .header("date", "Sun, 22 Nov 2026 08:59:50 GMT")
                .header("retry-after", "Sun, 22 Nov 2026 09:00:00 GMT")],
            seconds(10),
        ),
        Case::fails(
            "a date without the time of the provider is not a pause",
            [limited().header("retry-after", "Sun, 22 Nov 2026 09:00:00 GMT")],
            failure(RateLimited),
        ),
        Case::fails("a negative pause is ignored", [limited().header("retry-after", "-1")], failure(RateLimited)),
        Case::fails("no pause is longer than an hour", [limited().header("retry-after", "1e9")], seconds(3_600)),
        Case::fails("an overloaded provider is asked later", [refused(529)], failure(Overloaded)),
        Case::fails("a provider that says that it is unavailable is asked later", [refused(503)], failure(Overloaded)),
        Case::fails("a timeout that the provider reports may hide an answer", [refused(408)], failure(OutcomeUnknown)),
        Case::fails("a provider that says that it failed is asked later", [refused(500)], failure(ProviderDown)),
        Case::fails("a server error without words may hide an answer", [post(500, "")], failure(OutcomeUnknown)),
        Case::fails("a gateway's timeout may hide an answer", [refused(504)], failure(OutcomeUnknown)),
        Case::fails(
            "a redirect is not followed",
            [post(307, "").header("location", "/v1/elsewhere")],
            failure(BadRequest).words("307"),
        ),
        Case::fails("a page is not an answer", [post(200, "<html>200</html>")], failure(Unreadable)),
        Case::fails("an empty object is not an answer", [post(200, "{}")], failure(Unreadable)),
        Case::fails(
            "an endless response is not read to its end",
            [post(200, " ".repeat(HUGE))],
            failure(Unreadable).words("larger than 4 MiB"),
        ),
        Case::fails("nesting without end cannot be read", [post(200, "[".repeat(1_000_000))], failure(Unreadable)),
        Case::fails(
            "an error in a success fails",
            [post(200, error.clone())],
            failure(TaskFailed).words("The provider's words."),
        ),
    ]
}

/// Rows of a provider that accepts a question and answers it later.
pub fn tasks(provider: &str, answer: Answer) -> Vec<Case> {
    let [accepted, completed, error] =
        ["accepted", "completed", "error"].map(|name| fixture(&format!("{provider}/{name}")));
    let then = |response: Exchange| vec![post(200, accepted.clone()), response];
    let state = |status: &str| get(200, accepted.clone().set("/status", json!(status)));
    let ended = |status: &str| then(get(200, accepted.clone().set("/status", json!(status))));
    let truncated = completed.0.to_string();
    let truncated = truncated.get(..200).unwrap();
    vec![
        Case::answers("an accepted question is answered later", then(get(200, completed.clone())), answer.clone()),
        Case::answers(
            "an answer is polled for until it is complete",
            [post(200, accepted.clone()), state("queued"), state("in_progress"), get(200, completed.clone())],
            answer.clone(),
        ),
        Case::answers("a question can be answered at once", [post(200, completed.clone())], answer.clone()),
        Case::answers("the order of fields does not matter", then(get(200, completed.reversed())), answer.clone()),
        Case::answers(
            "a missing status is not a failure",
            then(get(200, completed.clone().without("/status"))),
            answer.clone(),
        ),
        Case::answers(
            "unknown fields do not matter",
            then(get(200, completed.clone().set("/later", json!({"a": [1]})))),
            answer,
        ),
        Case::fails(
            "an accepted question without an id cannot be polled",
            [post(200, accepted.clone().without("/id"))],
            failure(Unreadable),
        ),
        Case::fails(
            "an id that is not part of an address is not used",
            [post(200, accepted.clone().set("/id", json!("..")))],
            failure(Unreadable),
        ),
        Case::fails(
            "an id with a line break is not used",
            [post(200, accepted.clone().set("/id", json!("a\nb")))],
            failure(Unreadable),
        ),
        Case::fails(
            "a rate limit of reading waits",
            then(get(429, error.clone()).header("retry-after", "7")),
            failure(RateLimited).after(Duration::from_secs(7)),
        ),
        Case::fails("an overloaded provider is read later", then(get(529, error.clone())), failure(Overloaded)),
        Case::fails("a provider that failed is read later", then(get(500, error.clone())), failure(ProviderDown)),
        Case::fails("a gateway that waited too long is read later", then(get(504, "")), failure(TimedOut)),
        Case::fails("a key that was withdrawn stops the engine", then(get(401, error.clone())), failure(Credentials)),
        Case::fails(
            "a task that the provider forgot has an unknown outcome",
            then(get(404, error)),
            failure(OutcomeUnknown),
        ),
        Case::fails("a truncated answer cannot be read", then(get(200, truncated)), failure(Unreadable)),
        Case::fails("a failed task is not asked again", ended("failed"), failure(TaskFailed).words(": failed")),
        Case::fails(
            "a state that nobody documents is a failure",
            ended("dreaming"),
            failure(TaskFailed).words(": dreaming"),
        ),
        Case::fails("an incomplete answer is truncated", ended("incomplete"), failure(Truncated)),
        Case::fails("a completed task without a text is not an answer", ended("completed"), failure(NoAnswer)),
    ]
}
