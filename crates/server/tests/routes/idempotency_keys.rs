//! Requests that are sent again with their idempotency keys.

use answerdeck_api::header::{IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED};
use answerdeck_api::limits::IDEMPOTENCY_KEY_BYTES_MAX;
use answerdeck_api::operation::{ALL, Effect};
use answerdeck_api::{AlertFinding, AlertKind};
use answerdeck_database::execute;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use reqwest::header::RETRY_AFTER;
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::{Account, Backend, Reply, TestServer, hold_connection, until};
use crate::{on_both, on_sqlite};

const SETS: &str = "/v1/platform/prompt-sets";
const PROMPTS: &str = "/v1/platform/prompts";

impl Reply {
    fn is_replayed(&self) -> bool {
        self.headers[IDEMPOTENT_REPLAYED].to_str().unwrap().parse().unwrap()
    }
}

impl TestServer {
    async fn keyed_set(&self, account: &Account, key: &str, name: &str) -> Reply {
        self.send_with_key(account, key, Method::POST, SETS, Some(&json!({ "name": name }))).await
    }

    async fn set_names(&self, account: &Account) -> Vec<String> {
        let sets = self.get(account, SETS).await.ok()["promptSets"].clone();
        sets.as_array().unwrap().iter().map(|set| set["name"].as_str().unwrap().to_owned()).collect()
    }
}

on_both! {
    async fn every_write_that_is_repeated_gets_its_first_response_and_writes_once(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let prompts = [server.prompt(&account, &set, "A").await, server.prompt(&account, &set, "B").await];
        let brands = [server.brand(&account, "A").await, server.brand(&account, "B").await];
        let gone = server.prompt_set(&account, "Gone").await;
        let hook = "https://hooks.example";
        let webhooks = [server.webhook_of_runs(&account, hook).await, server.webhook_of_runs(&account, hook).await];
        let delivery = server.test_webhook(&account, &webhooks[0]).await["id"].as_str().unwrap().to_owned();
        let run = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
        let rules = [server.alert_rule(&account, json!({ "metric": "BRAND_LEAD" })).await, server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await];
        let alert = server.alert(&account, AlertFinding { kind: AlertKind::EngineOutage, ..AlertFinding::default() }).await;
        let views = [server.saved_view(&account, "A", "/runs").await, server.saved_view(&account, "B", "/runs").await];
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "Asia/Seoul" });
        let schedule = json!({ "name": "Daily", "run": { "promptSetID": set, "models": ["CLAUDE"] }, "recurrence": recurrence });
        let schedules = [server.schedule(&account, schedule.clone()).await, server.schedule(&account, schedule.clone()).await];
        for operation in ALL.iter().filter(|operation| operation.effect == Effect::Write) {
            let (id, body) = match operation.id {
                "create_prompt_set" => ("", json!({ "name": "New" })),
                "update_prompt_set" => (&*set, json!({ "name": "Renamed" })),
                "delete_prompt_set" => (&*gone, Value::Null),
                "create_prompt" => ("", json!({ "promptSetID": set, "content": "New" })),
                "create_prompts" => ("", json!({ "prompts": [{ "promptSetID": set, "content": "New" }] })),
                "update_prompt" => (&*prompts[0], json!({ "content": "Changed" })),
                "delete_prompt" => (&*prompts[1], Value::Null),
                "submit_run" => ("", json!({ "promptSetID": set, "models": ["CLAUDE"] })),
                "stop_run" => (&*run, Value::Null),
                "create_schedule" => ("", schedule.clone()),
                "update_schedule" => (&*schedules[0], json!({ "paused": true })),
                "delete_schedule" => (&*schedules[1], Value::Null),
                "create_brand" => ("", json!({ "name": "New", "synonyms": [] })),
                "update_brand" => (&*brands[0], json!({ "name": "Changed" })),
                "update_next_step" => (&*brands[0], json!({ "state": "DONE" })),
                "update_alert" => (&*alert, json!({ "state": "ACKNOWLEDGED" })),
                "update_digest_settings" => ("", json!({ "recipients": ["kim@nurio.example"] })),
                "create_alert_rule" => ("", json!({ "metric": "BRAND_LEAD", "windowDays": 28 })),
                "update_alert_rule" => (&*rules[0], json!({ "points": 20 })),
                "delete_alert_rule" => (&*rules[1], Value::Null),
                "delete_brand" => (&*brands[1], Value::Null),
                "submit_site_keyword_analysis" => ("", json!({ "url": "https://shop.example" })),
                "create_webhook" => ("", json!({ "url": "https://hooks.example", "eventTypes": ["run.finished"] })),
                "update_webhook" => (&*webhooks[0], json!({ "format": "SLACK" })),
                "delete_webhook" => (&*webhooks[1], Value::Null),
                "rotate_webhook_secret" | "test_webhook" => (&*webhooks[0], Value::Null),
                "resend_webhook_delivery" => (&*delivery, Value::Null),
                "assign_domain_type" => ("", json!({ "domain": "news.example", "type": "NEWS" })),
                "create_saved_view" => ("", json!({ "name": "New", "address": "/runs" })),
                "update_saved_view" => (&*views[0], json!({ "name": "Renamed" })),
                "delete_saved_view" => (&*views[1], Value::Null),
                other => panic!("this test has no request for {other}"),
            };
            let path = answerdeck_api::Operation::expand_path(operation.path, &[id]);
            let body = (!body.is_null()).then_some(body);
            let method: Method = operation.method.as_str().parse().unwrap();
            let send = || server.send_with_key(&account, operation.id, method.clone(), &path, body.as_ref());
            let (first, before, again) = (send().await, server.dump().await, send().await);
            assert!(first.status.is_success() && !first.is_replayed(), "{} {first:?}", operation.id);
            assert!(again.is_replayed(), "{} {again:?}", operation.id);
            assert_eq!((first.status, &first.text), (again.status, &again.text), "{}", operation.id);
            assert_eq!(first.headers.get("content-type"), again.headers.get("content-type"), "{}", operation.id);
            assert_eq!(server.dump().await, before, "{}", operation.id);
            let other = server.send_with_key(&account, operation.id, method, &format!("{path}?&"), body.as_ref()).await;
            assert_eq!(other.refusal(), (422, "IDEMPOTENCY_KEY_REUSED".to_owned()), "{}", operation.id);
        }
    }

    async fn a_refused_request_leaves_its_key_unused(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let add = async || server.send_with_key(&account, "k", Method::POST, PROMPTS, Some(&json!({ "promptSetID": set, "content": "A" }))).await;
        server.delete(&account, &format!("{SETS}/{set}")).await;
        assert_eq!(add().await.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
        let deleted = async || server.send_with_key(&account, "d", Method::DELETE, &format!("{SETS}/{set}"), None).await;
        for _ in 0..2 {
            assert_eq!(deleted().await.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
        }
        assert!(!server.keyed_set(&account, "k", "A").await.is_replayed());
        assert!(!server.keyed_set(&account, "d", "B").await.is_replayed());
        assert_eq!(server.set_names(&account).await, ["B", "A"]);
    }

    async fn fifty_requests_at_once_on_two_servers_write_once(server, account) {
        let second = server.second_server().await;
        let send = async |server: &TestServer| loop {
            let reply = server.keyed_set(&account, "k", "Set").await;
            match reply.status.as_u16() {
                409 => assert_eq!(reply.refusal().1, "IDEMPOTENCY_KEY_IN_PROGRESS"),
                429 => {}
                _ => return (reply.ok(), reply.is_replayed()),
            }
        };
        let replies = join_all((0..50).map(|number| send(if number % 2 == 0 { &server } else { &second }))).await;
        assert_eq!(replies.iter().filter(|(_, is_replayed)| !is_replayed).count(), 1, "{replies:?}");
        assert!(replies.iter().all(|(body, _)| *body == replies[0].0));
        server.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(server.set_names(&account).await, ["Set"]);
    }

    async fn a_response_is_kept_for_a_day(server, account) {
        server.keyed_set(&account, "older", "Set").await.ok();
        server.clock.advance(SignedDuration::from_secs(2));
        server.keyed_set(&account, "newer", "Set").await.ok();
        server.clock.advance(SignedDuration::from_hours(24) - SignedDuration::from_secs(1));
        server.start_jobs().await;
        until(async || server.dump().await["idempotency_keys"].len() == 1).await;
        assert!(server.keyed_set(&account, "newer", "Set").await.is_replayed());
        assert!(!server.keyed_set(&account, "older", "Set").await.is_replayed());
        assert_eq!(server.set_names(&account).await, ["Set", "Set", "Set"]);
    }

    async fn the_oldest_responses_of_an_organization_are_deleted_beyond_eight_megabytes(server, account, other) {
        server.keyed_set(&other, "k", "Set").await.ok();
        for key in ["1", "2", "3"] {
            server.keyed_set(&account, key, "Set").await.ok();
            server.clock.advance(SignedDuration::from_secs(1));
        }
        // As if the response of the second request had almost eight megabytes.
        let value = match server.app.database.get_database_backend() {
            DbBackend::Postgres => format!("convert_to(repeat('1', {IDEMPOTENCY_KEY_BYTES_MAX} - 1200), 'UTF8')"),
            _ => format!("zeroblob({IDEMPOTENCY_KEY_BYTES_MAX} - 1200)"),
        };
        let second = Sha256::new().chain_update(&account.organization_id).chain_update("2").finalize().to_vec();
        let sql = format!("UPDATE idempotency_keys SET body = {value} WHERE key_hash = $1");
        execute(&server.app.database, &sql, [second.into()]).await.unwrap();
        // Another process counts what is stored with its first response.
        let restarted = server.second_server().await;
        restarted.keyed_set(&account, "4", "Set").await.ok();
        for key in ["2", "3", "4"] {
            assert!(server.keyed_set(&account, key, "Set").await.is_replayed(), "{key}");
        }
        assert!(!server.keyed_set(&account, "1", "Set").await.is_replayed());
        assert!(server.keyed_set(&other, "k", "Set").await.is_replayed());
    }
}

on_sqlite! {
    async fn every_response_says_that_keys_are_honored(server, account) {
        for (path, status) in [(SETS, 200), ("/v1/platform/prompt-sets/0", 400), ("/unknown", 400)] {
            let reply = server.get(&account, path).await;
            assert_eq!((reply.status.as_u16(), reply.is_replayed()), (status, false), "{path}");
        }
        let without_credential = server.get_public(&format!("/api{SETS}")).await;
        assert_eq!((without_credential.status.as_u16(), without_credential.is_replayed()), (401, false));
        let limited = join_all((0..20).map(|_| server.http.get(format!("{}/api{SETS}", server.url)).header("API-Key", &account.key).send()));
        let limited = limited.await.into_iter().map(Result::unwrap).find(|reply| reply.status() == 429).unwrap();
        assert_eq!(limited.headers()[IDEMPOTENT_REPLAYED], "false");
    }

    async fn a_repeated_request_counts_against_the_rate_limit(server, account) {
        let send = || server.http.post(format!("{}/api{SETS}", server.url)).header("API-Key", &account.key).header(IDEMPOTENCY_KEY, "k").json(&json!({ "name": "A" })).send();
        let mut left = Vec::new();
        for _ in 0..11 {
            let reply = send().await.unwrap();
            left.push((reply.status().as_u16(), reply.headers()["x-ratelimit-remaining"].to_str().unwrap().parse::<u16>().unwrap()));
        }
        assert_eq!(left[..10], std::array::from_fn::<_, 10, _>(|number| (200, 9 - number as u16)));
        assert_eq!(left[10], (429, 0));
    }

    async fn a_malformed_key_is_refused_and_a_quoted_one_means_its_content(server, account) {
        for key in ["", "a b", "\"a", "\"a\"; p=1", &"k".repeat(256)] {
            let reply = server.keyed_set(&account, key, "A").await;
            assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{key}");
            assert_eq!(reply.json()["details"], json!(["Idempotency-Key: must be 1 to 255 visible ASCII characters"]));
        }
        let twice = server.request(&account, Method::POST, SETS, Some(&json!({ "name": "A" })));
        let twice = Reply::of(twice.header(IDEMPOTENCY_KEY, "a").header(IDEMPOTENCY_KEY, "b")).await;
        assert_eq!(twice.refusal(), (400, "COMMON_BINDING".to_owned()));
        assert_eq!(twice.json()["details"], json!(["Idempotency-Key: given twice"]));
        assert!(server.send_with_key(&account, "a b", Method::GET, SETS, None).await.status.is_success());
        let first = server.keyed_set(&account, "a", "A").await;
        assert_eq!(first.ok(), server.keyed_set(&account, "\"a\"", "A").await.ok());
        assert_eq!(server.set_names(&account).await, ["A"]);
        let large = json!({ "name": "A".repeat(2 * 1024 * 1024) });
        let reply = server.send_with_key(&account, "large", Method::POST, SETS, Some(&large)).await;
        assert_eq!(reply.refusal(), (400, "COMMON_BINDING".to_owned()));
    }

    async fn another_request_with_a_used_key_is_refused(server, account, other) {
        server.keyed_set(&account, "k", "A").await.ok();
        let reused = (422, "IDEMPOTENCY_KEY_REUSED".to_owned());
        assert_eq!(server.keyed_set(&account, "k", "B").await.refusal(), reused);
        let brand = json!({ "name": "A", "synonyms": [] });
        let reply = server.send_with_key(&account, "k", Method::POST, "/v1/platform/brands", Some(&brand)).await;
        assert_eq!((reply.refusal(), reply.is_replayed()), (reused, false));
        let theirs = server.keyed_set(&other, "k", "B").await;
        assert!(theirs.status.is_success() && !theirs.is_replayed());
        assert_eq!((server.set_names(&account).await, server.set_names(&other).await), (vec!["A".to_owned()], vec!["B".to_owned()]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_whose_key_is_in_progress_is_refused() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    let set = server.prompt_set(&account, "Set").await;
    let send = || async {
        server
            .send_with_key(&account, "k", Method::POST, PROMPTS, Some(&json!({ "promptSetID": set, "content": "A" })))
            .await
    };
    let key_hash = Sha256::new().chain_update(&account.organization_id).chain_update("k").finalize();
    let [first, second] = [0, 4].map(|at| i32::from_be_bytes(key_hash[at..at + 4].try_into().unwrap()));
    let held = hold_connection(&server.app.database).await;
    // As the transaction of a request with this key does before it commits.
    held.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({first}, {second})")).await.unwrap();
    let refused = send().await;
    assert_eq!(refused.refusal(), (409, "IDEMPOTENCY_KEY_IN_PROGRESS".to_owned()));
    assert_eq!((&refused.headers[RETRY_AFTER], refused.is_replayed()), (&"1".parse().unwrap(), false));
    held.rollback().await.unwrap();
    let first = send().await;
    let again = send().await;
    assert_eq!((again.ok(), again.is_replayed()), (first.ok(), true));
}
