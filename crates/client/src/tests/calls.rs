//! One call: its request, its retries and its errors, beyond the table of [`faults`](super::faults).

use std::time::Duration;

use answerdeck_api::operation::{self, Method};
use answerdeck_api::{ErrorCode, Language, PromptSetUpdate};
use serde_json::json;

use crate::client::Client;
use crate::credential::{ApiKey, Credential};
use crate::error::Error;
use crate::retry::RetryLimits;
use crate::tests::{builder, connection_lost, sign_outs, submit_after_a_read};
use crate::transport::fake::{FakeTransport, Reply, json as reply, json_with as reply_with};
use crate::transport::{Response, Transport, TransportError};

fn client(fake: &FakeTransport) -> Client {
    let key = ApiKey::new(" adk_secret ").unwrap();
    let builder = Client::builder_with(fake.shared(), "https://platform.example/");
    builder.credential(Credential::ApiKey(key)).build().unwrap()
}

/// Submits a run to a platform that does not honor idempotency keys. Returns the number of submissions, and the result.
fn submit(replies: impl IntoIterator<Item = Reply>) -> (usize, Result<(), Error>) {
    let (fake, result) = submit_after_a_read(reply(200, json!({ "models": [] })), replies);
    (fake.sent().len() - 1, result.map(drop))
}

fn list_models(fake: &FakeTransport) -> Result<(), Error> {
    let client = client(fake);
    fake.run(async { client.models().list().await }).map(drop)
}

fn body(status: u16, body: &str) -> Reply {
    Ok(Response { status, headers: Vec::new(), body: body.to_owned() })
}

fn header(fake: &FakeTransport, request: usize, name: &str) -> Option<String> {
    let sent = fake.sent();
    sent[request].1.headers.iter().find(|(header, _)| *header == name).map(|(_, value)| value.clone())
}

#[test]
fn every_request_has_the_api_key_and_the_language() {
    let models = || reply(200, json!({ "models": [] }));
    let fake = FakeTransport::replies([models(), models()]);
    let client = client(&fake);
    fake.run(async { client.models().list().await }).unwrap();
    client.set_language(Language::English);
    fake.run(async { client.models().list().await }).unwrap();
    assert_eq!(header(&fake, 0, "api-key").as_deref(), Some("adk_secret"));
    assert_eq!(header(&fake, 0, "accept-language").as_deref(), Some("ko"));
    assert_eq!(header(&fake, 1, "accept-language").as_deref(), Some("en"));
    assert_eq!(header(&fake, 1, "authorization"), None);
}

#[test]
fn an_update_is_sent_as_json_to_the_path_of_its_operation() {
    let set = json!({ "id": "s".repeat(22), "name": "n", "description": null, "createdAt": "2026-11-20T00:00:00Z" });
    let fake = FakeTransport::replies([reply(200, set)]);
    let client = client(&fake);
    let update = PromptSetUpdate { name: None, description: Some(None) };
    let id = "s".repeat(22).parse().unwrap();
    fake.run(async { client.prompt_sets().update(&id, &update).await }).unwrap();
    let (_, request) = &fake.sent()[0];
    assert_eq!((request.method, request.body.as_deref()), (Method::Patch, Some(r#"{"description":null}"#)));
    assert_eq!(request.url, format!("https://platform.example/api/v1/platform/prompt-sets/{id}"));
    assert_eq!(header(&fake, 0, "content-type").as_deref(), Some("application/json"));
}

#[test]
fn a_submission_without_a_response_is_not_retried_and_its_outcome_is_unknown() {
    let outcomes = [
        (Err(TransportError::Redirected("to https://other.example".to_owned())), false),
        (reply(502, json!("the page of a proxy")), true),
        (reply(403, json!({ "code": "A_CODE_OF_NEXT_YEAR", "message": "" })), false),
        (reply(400, json!({ "code": "COMMON_VALIDATION", "message": "" })), false),
    ];
    for (reply, unknown) in outcomes {
        let (sent, result) = submit([reply]);
        let error = result.unwrap_err();
        assert_eq!(sent, 1, "{error}");
        assert_eq!(error.is_outcome_unknown(), unknown, "{error}");
        assert!(!(error.is_outcome_unknown() && error.is_retryable()), "{error}");
    }
}

#[test]
fn a_submission_that_was_not_sent_is_sent_again_and_its_outcome_is_known() {
    let refused = || Err(TransportError::NotSent("refused".to_owned()));
    let (sent, result) = submit([refused(), refused(), refused(), refused()]);
    let error = result.unwrap_err();
    assert!(error.is_not_sent() && error.is_retryable() && !error.is_outcome_unknown(), "{error}");
    assert_eq!(sent, 4);

    let (_, result) = submit([refused(), connection_lost()]);
    assert!(result.unwrap_err().is_outcome_unknown());
}

#[test]
fn a_call_is_sent_again_only_as_often_and_as_late_as_its_limits_allow() {
    let unlimited = RetryLimits::default();
    let seconds = |seconds| RetryLimits { max_wait: Duration::from_secs(seconds), ..unlimited };
    // limits, seconds of `Retry-After`, requests
    let table = [
        (unlimited, 20, 4),
        (unlimited, 61, 1),
        (seconds(61), 61, 2),
        (seconds(10), 20, 1),
        (seconds(3), 1, 4),
        (RetryLimits { max_retries: 0, ..unlimited }, 1, 1),
        (RetryLimits { max_retries: 2, ..unlimited }, 1, 3),
    ];
    for (limits, wait, expected) in table {
        let wait = wait.to_string();
        let fake = FakeTransport::new(move |_, _| reply_with(429, &[("retry-after", &wait)], json!({})));
        let client = client(&fake).with_retry_limits(limits);
        let error = fake.run(async { client.models().list().await }).unwrap_err();
        assert!(error.is_rate_limited());
        assert_eq!(fake.sent().len(), expected, "{limits:?}");
    }
}

#[test]
fn a_call_does_not_wait_longer_than_it_may_for_the_refusal_of_another_one() {
    let fake = FakeTransport::new(|_, _| reply_with(429, &[("retry-after", "30")], json!({})));
    let client = client(&fake);
    let hasty = client.with_retry_limits(RetryLimits { max_wait: Duration::from_secs(5), ..RetryLimits::default() });
    let first = async { client.models().list().await.map(drop) };
    let second = async {
        fake.shared().sleep(Duration::from_secs(1)).await;
        hasty.models().list().await.unwrap_err()
    };
    let (_, error) = fake.run(futures_util::future::join(first, second));
    assert!(error.is_rate_limited());
    assert_eq!(fake.sent().len(), 3, "those of the first call");
}

#[test]
fn a_deletion_may_be_answered_by_white_space_or_json() {
    for success in [body(200, "{}"), body(200, "\n")] {
        let fake = FakeTransport::replies([success]);
        let client = client(&fake);
        fake.run(client.prompt_sets().delete(&"s".repeat(22).parse().unwrap())).unwrap();
    }
}

#[test]
fn a_page_of_a_gateway_is_not_accepted_as_markdown() {
    let page = [("content-type".to_owned(), "text/html; charset=utf-8".to_owned())].to_vec();
    let fake = FakeTransport::replies([Ok(Response { status: 200, headers: page, body: "<html>".to_owned() })]);
    let client = client(&fake);
    let error = fake.run(async { client.answers().markdown(&"a".repeat(22).parse().unwrap()).await }).unwrap_err();
    assert!(error.is_unreadable_response() && !error.is_outcome_unknown());
}

#[test]
fn an_error_body_keeps_what_can_be_read() {
    for (body, code, message, details) in [
        (json!({ "code": 7, "message": "m", "details": ["d"] }), None, "m", 1),
        (json!({ "code": "COMMON_BINDING", "message": "m", "details": null }), Some(ErrorCode::CommonBinding), "m", 0),
        (json!({ "code": "COMMON_BINDING", "details": ["d", 7, null, "e"] }), Some(ErrorCode::CommonBinding), "", 2),
        (json!({ "code": null, "message": ["m"], "details": "d" }), None, "", 0),
        (json!([1]), None, "", 0),
    ] {
        let text = body.to_string();
        let error = list_models(&FakeTransport::replies([reply(400, body)])).unwrap_err();
        assert_eq!((error.code(), error.details().len()), (code.as_ref(), details), "{text}");
        let expected = if message.is_empty() { "the server answered with status 400" } else { message };
        assert_eq!(error.message(), expected, "{text}");
    }
}

#[test]
fn a_429_does_not_use_up_the_attempts_after_a_lost_connection() {
    let refused = || reply_with(429, &[("retry-after", "1")], json!({}));
    let replies = "429 lost 429 429 lost 429 429 429 lost 429".split(' ');
    let replies = replies.map(|reply| if reply == "lost" { connection_lost() } else { refused() });
    list_models(&FakeTransport::replies(replies.chain([reply(200, json!({ "models": [] }))]))).unwrap();
}

#[test]
fn a_read_fails_immediately_while_offline() {
    let fake = FakeTransport::replies([connection_lost()]);
    fake.set_online(false);
    let error = list_models(&fake).unwrap_err();
    assert!(error.is_offline() && error.is_connection());
}

#[test]
fn a_call_fails_with_the_message_of_the_platform_after_eight_429_responses() {
    let fake = FakeTransport::new(|_, _| {
        let body = json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "요청이 너무 많아요." });
        reply_with(429, &[("retry-after", "1"), ("x-request-id", "r-9")], body)
    });
    let error = list_models(&fake).unwrap_err();
    assert!(error.is_rate_limited() && error.is_retryable());
    assert_eq!(error.code(), Some(&ErrorCode::PlatformRateLimitExceeded));
    assert_eq!((error.message().as_str(), error.request_id()), ("요청이 너무 많아요.", Some("r-9")));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(1)));
    assert_eq!(fake.sent().len(), 8);
}

#[test]
fn an_error_has_the_code_details_and_request_id_of_the_response() {
    let body = json!({ "code": "COMMON_BINDING", "message": "m", "details": ["PLATFORM_INVALID_ID: promptID"] });
    let error = list_models(&FakeTransport::replies([reply(400, body)])).unwrap_err();
    assert_eq!((error.status(), error.details()), (Some(400), &["PLATFORM_INVALID_ID: promptID".to_owned()][..]));

    let body = json!({ "message": "internal", "requestID": "r-1" });
    let error = list_models(&FakeTransport::replies([reply(500, body)])).unwrap_err();
    assert_eq!((error.code(), error.request_id()), (None, Some("r-1")));
    assert_eq!(error.to_string(), "internal (request r-1)");

    let error = list_models(&FakeTransport::replies([reply(418, json!("tea"))])).unwrap_err();
    assert_eq!(error.to_string(), "the server answered with status 418");

    let body = json!({ "code": "A_CODE_OF_NEXT_YEAR", "message": "m" });
    let error = list_models(&FakeTransport::replies([reply(403, body)])).unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::Unknown("A_CODE_OF_NEXT_YEAR".to_owned())));
}

#[test]
fn a_rejected_api_key_runs_the_signed_out_callback() {
    let fake = FakeTransport::replies([reply(401, json!({ "code": "COMMON_UNAUTHORIZED", "message": "" }))]);
    let client = client(&fake);
    let sign_outs = sign_outs(&client);
    assert!(fake.run(async { client.models().list().await }).unwrap_err().is_unauthorized());
    assert_eq!(sign_outs.get(), 1);
}

#[test]
fn a_client_with_another_timeout_shares_everything_else() {
    let models = || reply(200, json!({ "models": [] }));
    let fake = FakeTransport::new(move |_, _| models());
    let client = client(&fake);
    let long_timeout = client.with_timeout(Duration::from_secs(300));
    client.set_language(Language::English);
    let calls = (0..20).map(|number| if number % 2 == 0 { &client } else { &long_timeout });
    fake.run(futures_util::future::join_all(calls.map(async |client| client.models().list().await.unwrap())));
    let timeouts: Vec<u64> = fake.sent().iter().map(|(_, request)| request.timeout.as_secs()).collect();
    assert_eq!(timeouts[..4], [30, 300, 30, 300]);
    assert_eq!(header(&fake, 1, "accept-language").as_deref(), Some("en"));
    let in_the_first_second = fake.sent().iter().filter(|(time, _)| time.as_secs() == 0).count();
    assert_eq!(in_the_first_second, 10, "the rate limit is shared");
}

#[test]
fn the_path_of_a_base_url_is_kept() {
    let fake = FakeTransport::replies([reply(200, json!({ "models": [] }))]);
    let client = Client::builder_with(fake.shared(), "https://company.example/answers/").build().unwrap();
    fake.run(async { client.models().list().await }).unwrap();
    assert_eq!(fake.sent()[0].1.url, "https://company.example/answers/api/v1/platform/models");
}

#[test]
fn the_path_of_an_assumed_operation_can_be_overridden() {
    let fake = FakeTransport::replies([reply(200, json!({ "regions": [] }))]);
    let client = builder(&fake).path(operation::LIST_REGIONS, "/v2/regions").build().unwrap();
    fake.run(async { client.regions().list().await }).unwrap();
    assert_eq!(fake.sent()[0].1.url, "https://platform.example/api/v2/regions");
}

#[test]
fn build_rejects_an_invalid_path_override() {
    for (operation, path) in [
        (operation::LIST_PROMPTS, "/v1/other"),
        (operation::LIST_REGIONS, "regions"),
        (operation::LIST_REGIONS, "/regions?x=1"),
        (operation::GET_PROMPT_SET, "/v1/platform/sets"),
        (operation::LIST_REGIONS, "/v1/{region}"),
    ] {
        let builder = builder(&FakeTransport::replies([]));
        assert!(builder.path(operation, path).build().unwrap_err().is_usage(), "{path}");
    }
}

#[test]
fn an_api_key_that_is_not_visible_ascii_is_rejected() {
    for key in ["", "  ", "adk_키", "adk_a b", "adk_\n1"] {
        assert!(ApiKey::new(key).unwrap_err().is_usage(), "{key:?}");
    }
}

#[test]
fn dropping_a_call_aborts_its_request() {
    let fake = FakeTransport::new(|_, _| panic!("the request must not arrive"));
    fake.set_latency(Duration::from_secs(5));
    let client = client(&fake);
    let call = Box::pin(async { client.models().list().await });
    let deadline = Box::pin(fake.sleep(Duration::from_secs(1)));
    fake.run(futures_util::future::select(call, deadline));
    fake.run(fake.sleep(Duration::from_secs(60)));
    assert_eq!((fake.sent().len(), fake.completed()), (1, 0));
}
