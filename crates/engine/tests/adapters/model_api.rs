//! The rows that the tables of all model APIs share.

use std::time::Duration;

use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::ModelApiOptions;
use serde_json::json;
use url::Url;

use crate::case::{Answer, Case, answers, fails, failure};
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
        fails("a refused key stops the engine", [refused(401)], failure(Credentials).words("The provider's words.")),
        fails("a missing permission stops the engine", [refused(403)], Credentials),
        fails("an account without money stops the engine", [refused(402)], Billing),
        fails(
            "a refused question fails with the provider's words",
            [refused(400)],
            failure(BadRequest).words("The provider's words."),
        ),
        fails("an unknown model stops the engine", [refused(404)], failure(ModelUnavailable).words("404")),
        fails("an error that is only a text fails", [post(400, json!({"error": "no"}))], BadRequest),
        fails("an error that is not JSON fails", [post(400, "<html>no</html>")], BadRequest),
        fails("a question that is too large for the provider fails", [refused(413)], PromptTooLong),
        fails("a rate limit waits some seconds", [limited().header("retry-after", "7")], seconds(7)),
        fails(
            "a rate limit waits some milliseconds",
            [limited().header("retry-after-ms", "1500")],
            failure(RateLimited).after(Duration::from_millis(1_500)),
        ),
        fails(
            "milliseconds are more exact than seconds",
            [limited().header("retry-after", "9").header("retry-after-ms", "250")],
            failure(RateLimited).after(Duration::from_millis(250)),
        ),
        fails("a rate limit can name no pause", [limited()], RateLimited),
        fails(
            "a pause can last until a date by the clock of the provider",
            [limited()
                .header("date", "Sun, 22 Nov 2026 08:59:50 GMT")
                .header("retry-after", "Sun, 22 Nov 2026 09:00:00 GMT")],
            seconds(10),
        ),
        fails(
            "a date without the time of the provider is not a pause",
            [limited().header("retry-after", "Sun, 22 Nov 2026 09:00:00 GMT")],
            RateLimited,
        ),
        fails("a negative pause is ignored", [limited().header("retry-after", "-1")], RateLimited),
        fails("no pause is longer than an hour", [limited().header("retry-after", "1e9")], seconds(3_600)),
        fails("an overloaded provider is asked later", [refused(529)], Overloaded),
        fails("a provider that says that it is unavailable is asked later", [refused(503)], Overloaded),
        fails("a timeout that the provider reports may hide an answer", [refused(408)], OutcomeUnknown),
        fails("a provider that says that it failed is asked later", [refused(500)], ProviderDown),
        fails("a server error without words may hide an answer", [post(500, "")], OutcomeUnknown),
        fails("a gateway's timeout may hide an answer", [refused(504)], OutcomeUnknown),
        fails(
            "a redirect is not followed",
            [post(307, "").header("location", "/v1/elsewhere")],
            failure(BadRequest).words("307"),
        ),
        fails("a page is not an answer", [post(200, "<html>200</html>")], Unreadable),
        fails("an empty object is not an answer", [post(200, "{}")], Unreadable),
        fails(
            "an endless response is not read to its end",
            [post(200, " ".repeat(HUGE))],
            failure(Unreadable).words("larger than 4 MiB"),
        ),
        fails("nesting without end cannot be read", [post(200, "[".repeat(1_000_000))], Unreadable),
        fails(
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
        answers("an accepted question is answered later", then(get(200, completed.clone())), answer.clone()),
        answers(
            "an answer is polled for until it is complete",
            [post(200, accepted.clone()), state("queued"), state("in_progress"), get(200, completed.clone())],
            answer.clone(),
        ),
        answers("a question can be answered at once", [post(200, completed.clone())], answer.clone()),
        answers("the order of fields does not matter", then(get(200, completed.reversed())), answer.clone()),
        answers(
            "a missing status is not a failure",
            then(get(200, completed.clone().without("/status"))),
            answer.clone(),
        ),
        answers(
            "unknown fields do not matter",
            then(get(200, completed.clone().set("/later", json!({"a": [1]})))),
            answer,
        ),
        fails(
            "an accepted question without an id cannot be polled",
            [post(200, accepted.clone().without("/id"))],
            Unreadable,
        ),
        fails(
            "an id that is not part of an address is not used",
            [post(200, accepted.clone().set("/id", json!("..")))],
            Unreadable,
        ),
        fails(
            "an id with a line break is not used",
            [post(200, accepted.clone().set("/id", json!("a\nb")))],
            Unreadable,
        ),
        fails(
            "a rate limit of reading waits",
            then(get(429, error.clone()).header("retry-after", "7")),
            failure(RateLimited).after(Duration::from_secs(7)),
        ),
        fails("an overloaded provider is read later", then(get(529, error.clone())), Overloaded),
        fails("a provider that failed is read later", then(get(500, error.clone())), ProviderDown),
        fails("a gateway that waited too long is read later", then(get(504, "")), TimedOut),
        fails("a key that was withdrawn stops the engine", then(get(401, error.clone())), Credentials),
        fails("a task that the provider forgot has an unknown outcome", then(get(404, error)), OutcomeUnknown),
        fails("a truncated answer cannot be read", then(get(200, truncated)), Unreadable),
        fails("a failed task is not asked again", ended("failed"), failure(TaskFailed).words(": failed")),
        fails("a state that nobody documents is a failure", ended("dreaming"), failure(TaskFailed).words(": dreaming")),
        fails("an incomplete answer is truncated", ended("incomplete"), Truncated),
        fails("a completed task without a text is not an answer", ended("completed"), NoAnswer),
    ]
}
