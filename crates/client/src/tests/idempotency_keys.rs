//! Idempotency keys: which requests have one, and which writes are sent again because of it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::operation::Method;
use answerdeck_api::{BrandUpdate, ErrorCode, PromptSetCreate, PromptUpdate, RunId, RunSubmit};
use serde_json::json;

use crate::error::{Error, Result};
use crate::tests::{builder, client, connection_lost as lost, submit_after_a_read};
use crate::transport::fake::{FakeTransport, Reply, json as reply, json_with as reply_with};
use crate::transport::{Request, Response, TransportError};

fn key(request: &Request) -> Option<&str> {
    request.headers.iter().find(|(name, _)| *name == "idempotency-key").map(|(_, value)| value.as_str())
}

fn sent_keys(fake: &FakeTransport) -> Vec<Option<String>> {
    fake.sent().iter().map(|(_, request)| key(request).map(str::to_owned)).collect()
}

fn honored(status: u16, body: serde_json::Value) -> Reply {
    reply_with(status, &[("idempotent-replayed", "false")], body)
}

fn models() -> Reply {
    honored(200, json!({ "models": [] }))
}

fn created() -> Reply {
    honored(200, json!({ "id": "r".repeat(22) }))
}

fn in_progress() -> Reply {
    let headers = [("idempotent-replayed", "false"), ("retry-after", "1")];
    reply_with(409, &headers, json!({ "code": "IDEMPOTENCY_KEY_IN_PROGRESS", "message": "" }))
}

fn rate_limited() -> Reply {
    reply_with(429, &[("retry-after", "1")], json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "" }))
}

/// Submits a run to a platform that sends these replies.
fn submit(replies: impl IntoIterator<Item = Reply>) -> (FakeTransport, Result<RunId>) {
    let fake = FakeTransport::replies(replies);
    let client = client(&fake);
    let result = fake.run(async { client.runs().submit(&RunSubmit::default()).await });
    (fake, result)
}

#[test]
fn every_write_has_its_own_key_and_no_read_has_one() {
    let fake = FakeTransport::new(|request, _| match request.method {
        Method::Get => reply(200, json!({ "models": [] })),
        Method::Delete => Ok(Response { status: 204, ..Response::default() }),
        _ => lost(),
    });
    let platform = client(&fake);
    let prompt = "p".repeat(22).parse().unwrap();
    fake.run(async {
        platform.models().list().await.unwrap();
        let _ = platform.prompt_sets().create(&PromptSetCreate { name: "n".to_owned(), description: None }).await;
        let _ = platform.prompts().update(&prompt, &PromptUpdate::default()).await;
        let _ = platform.brands().update(&"b".repeat(22).parse().unwrap(), &BrandUpdate::default()).await;
        let _ = platform.runs().submit(&RunSubmit::default()).await;
        platform.prompts().delete(&prompt).await.unwrap();
        platform.prompts().delete(&prompt).await.unwrap();
    });
    let keys: HashSet<_> = sent_keys(&fake).into_iter().flatten().collect();
    assert_eq!(keys.len(), 6);
    assert!(keys.iter().all(|key| key.len() == 22 && key.bytes().all(|byte| byte.is_ascii_graphic())), "{keys:?}");

    let fake = FakeTransport::replies([models(), honored(200, json!({ "properNouns": [] }))]);
    let platform = client(&fake).with_idempotency_key("given").unwrap();
    fake.run(async {
        platform.models().list().await.unwrap();
        platform.words().proper_nouns(&answerdeck_api::ProperNounRequest::default()).await.unwrap();
    });
    assert_eq!(sent_keys(&fake), [None, None]);
}

#[test]
fn a_client_without_keys_sends_none_but_the_callers() {
    let fake = FakeTransport::replies([created(), created()]);
    let client = builder(&fake).idempotency_keys(false).build().unwrap();
    fake.run(async {
        client.runs().submit(&RunSubmit::default()).await.unwrap();
        client.with_idempotency_key("given").unwrap().runs().submit(&RunSubmit::default()).await.unwrap();
    });
    assert_eq!(sent_keys(&fake), [None, Some("given".to_owned())]);
}

#[test]
fn a_key_of_the_caller_is_1_to_255_visible_ascii_characters() {
    let client = client(&FakeTransport::replies([]));
    for valid in ["1", "\"quoted\"", &"~".repeat(255)] {
        client.with_idempotency_key(valid).unwrap();
    }
    for invalid in ["", " ", "a b", "키", "a\n", &"~".repeat(256)] {
        assert!(client.with_idempotency_key(invalid).unwrap_err().is_usage(), "{invalid:?}");
    }
}

#[test]
fn a_write_without_a_response_is_sent_again_under_its_key_to_a_platform_that_honors_keys() {
    for fault in
        [lost(), Err(TransportError::TimedOut), reply(502, json!("the page of a proxy")), reply(503, json!({}))]
    {
        let (fake, result) = submit_after_a_read(models(), [fault.clone(), created()]);
        result.unwrap();
        let keys = sent_keys(&fake);
        assert!(keys[1].is_some() && keys[1] == keys[2], "{keys:?}");

        let (fake, result) = submit([fault.clone(), models(), created()]);
        result.unwrap();
        let keys = sent_keys(&fake);
        assert!(keys[0].is_some() && keys[1].is_none() && keys[0] == keys[2], "the client asks the platform: {keys:?}");

        for response in [reply(200, json!({ "models": [] })), reply(404, json!({}))] {
            let (fake, result) = submit([fault.clone(), response]);
            assert!(result.unwrap_err().is_outcome_unknown());
            assert_eq!(fake.sent().len(), 2, "the platform does not honor keys, or does not say so");
        }
    }
}

#[test]
fn a_write_without_a_key_is_not_sent_again() {
    let fake = FakeTransport::replies([models(), lost()]);
    let client = builder(&fake).idempotency_keys(false).build().unwrap();
    let error = fake.run(async {
        client.models().list().await.unwrap();
        client.runs().submit(&RunSubmit::default()).await.unwrap_err()
    });
    assert!(error.is_outcome_unknown());
}

#[test]
fn a_write_under_a_key_in_progress_waits_for_its_response() {
    let (fake, result) = submit([in_progress(), in_progress(), created()]);
    result.unwrap();
    assert_eq!(fake.sent()[2].0, Duration::from_secs(2));
    let keys = sent_keys(&fake);
    assert!(keys[0] == keys[1] && keys[1] == keys[2]);

    let (fake, result) = submit(std::iter::repeat_with(in_progress).take(8));
    let error = result.unwrap_err();
    assert_eq!((error.code(), fake.sent().len()), (Some(&ErrorCode::IdempotencyKeyInProgress), 8));
    assert!(error.is_outcome_unknown() && !error.is_retryable());
}

#[test]
fn the_outcome_of_a_write_stays_unknown_until_the_platform_has_looked_up_its_key() {
    let refusal = |status, code: &str| reply(status, json!({ "code": code, "message": "" }));
    let cases: [(Vec<Reply>, bool); 7] = [
        (vec![lost(); 4], true),
        (std::iter::once(lost()).chain(std::iter::repeat_with(rate_limited).take(8)).collect(), true),
        (vec![lost(), refusal(401, "COMMON_UNAUTHORIZED")], true),
        (vec![lost(), reply(403, json!("the page of a proxy"))], true),
        (vec![lost(), Err(TransportError::NotSent("refused".to_owned())), refusal(402, "INSUFFICIENT_CREDITS")], false),
        (vec![rate_limited(), refusal(400, "COMMON_VALIDATION")], false),
        (std::iter::repeat_with(rate_limited).take(8).collect(), false),
    ];
    for (replies, is_unknown) in cases {
        let error = submit_after_a_read(models(), replies).1.unwrap_err();
        assert_eq!(error.is_outcome_unknown(), is_unknown, "{error}");
        assert!(!(error.is_outcome_unknown() && error.is_retryable()), "{error}");
    }
}

#[test]
fn a_write_that_is_lost_before_the_device_goes_offline_has_an_unknown_outcome() {
    let device: Rc<RefCell<Option<FakeTransport>>> = Rc::default();
    let script_device = device.clone();
    let mut requests = 0;
    let fake = FakeTransport::new(move |_, _| {
        requests += 1;
        match requests {
            1 => models(),
            2 => lost(),
            _ => {
                script_device.borrow().as_ref().unwrap().set_online(false);
                Err(TransportError::NotSent("offline".to_owned()))
            }
        }
    });
    *device.borrow_mut() = Some(fake.clone());
    let client = client(&fake);
    let error: Error = fake.run(async {
        client.models().list().await.unwrap();
        client.runs().submit(&RunSubmit::default()).await.unwrap_err()
    });
    assert!(error.is_offline() && error.is_outcome_unknown(), "{error}");
}

#[test]
fn of_1_000_writes_whose_responses_are_lost_at_random_each_is_made_once() {
    let made: Rc<RefCell<HashSet<String>>> = Rc::default();
    let store = made.clone();
    let (mut random, mut faults) = (2_463_534_242_u32, 0);
    let fake = FakeTransport::new(move |request, _| {
        let Some(key) = key(request) else { return models() };
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        // A call has four attempts: the fourth fault in a row would be its last.
        let fate = if faults == 3 { 9 } else { random % 10 };
        faults = if fate < 6 { faults + 1 } else { 0 };
        if fate >= 3 {
            store.borrow_mut().insert(key.to_owned());
        }
        match fate {
            0 | 3 => lost(),
            1 => reply(502, json!({})),
            2 => reply(503, json!({})),
            4 => reply(504, json!({})),
            5 => in_progress(),
            _ => created(),
        }
    });
    let client = client(&fake);
    fake.run(async {
        client.models().list().await.unwrap();
        for _ in 0..1_000 {
            client.runs().submit(&RunSubmit::default()).await.unwrap();
        }
    });
    assert_eq!(made.borrow().len(), 1_000);
    assert!(fake.sent().len() > 1_500, "many are sent more than once");
}
