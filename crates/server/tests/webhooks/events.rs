//! Which events are delivered, and what their bodies are.

use answerdeck_api::limits::WEBHOOK_DELIVERIES_MAX;
use answerdeck_database::entity::webhook_delivery;
use answerdeck_server::schedule::due::start_due;
use jiff::SignedDuration;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;

use crate::harness::receiver::{Receiver, WEBHOOKS};
use crate::{on_both, on_sqlite};

on_both! {
    async fn a_finished_run_is_delivered_with_its_counts(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        server.webhook_of_runs(&account, &receiver.url()).await;
        let run = server.submit_prompts(&account, &["Which earbuds fit small ears?"], &["CLAUDE", "GEMINI"]).await;
        let received = receiver.until_received(1).await;
        let counts = server.finished_run(&account, &run).await;
        let body = received[0].json();
        let data = json!({
            "runID": run, "name": "Which earbuds fit small ears?", "totalCount": 2,
            "successCount": counts["successCount"], "failedCount": counts["failedCount"],
        });
        assert_eq!((&body["type"], &body["data"]), (&json!("run.finished"), &data));
        assert!(body["timestamp"].as_str().unwrap().ends_with('Z'), "{body}");
        assert_eq!(received[0].path, "/hook");
        assert_eq!(received[0].header("content-type"), "application/json");
    }

    async fn a_run_that_is_stopped_or_has_no_items_is_delivered_once(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        server.webhook_of_runs(&account, &receiver.url()).await;
        let empty = server.finish_run(&account).await;
        let set = server.large_set(&account, 1).await;
        let body = json!({ "promptSetID": set, "models": ["CLAUDE"], "repeatCount": 10 });
        let stopped = server.submit(&account, body).await;
        server.post(&account, &format!("/v1/platform/runs/{stopped}/stop"), json!(null)).await.ok();
        server.finished_run(&account, &stopped).await;
        receiver.until_received(2).await;
        let last = server.finish_run(&account).await;
        let received = receiver.until_received(3).await;
        let runs: Vec<_> = received.iter().map(|received| received.json()["data"]["runID"].clone()).collect();
        assert_eq!(runs, [empty, stopped, last]);
    }

    async fn a_finished_site_analysis_is_delivered(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": ["site_analysis.finished"] })).await;
        let url = format!("http://{}/", receiver.address);
        let id = server.submit_analysis(&account, json!({ "url": url })).await;
        server.finished_analysis(&account, &id).await;
        let received = receiver.until_received(1).await;
        let delivered = received.iter().find(|received| received.path == "/hook");
        // The receiver is the site, too, and has no pages.
        let delivered = match delivered {
            Some(delivered) => delivered.clone(),
            None => receiver.until_received(received.len() + 1).await.pop().unwrap(),
        };
        let data = json!({ "taskID": id, "url": url, "status": "FAILED", "keywordCount": 0 });
        assert_eq!((&delivered.json()["type"], &delivered.json()["data"]), (&json!("site_analysis.finished"), &data));
    }

    async fn the_events_of_a_schedule_name_it(server, account) {
        let (server, receiver) = (server.allowing_private_addresses().await, Receiver::start(204).await);
        let types = json!(["run.finished", "schedule.skipped"]);
        server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": types })).await;
        let schedule = server.schedule_prompts(&account, &["Which earbuds fit small ears?"]).await;
        for balance in [0, 1_000_000] {
            server.clock.advance(SignedDuration::from_secs(60));
            server.set_balance(&account, balance).await;
            server.set_due(&schedule, server.clock.now()).await;
            assert_eq!(start_due(&server.app).await.unwrap(), 1);
        }
        let _server = server.delivering().await;
        let mut bodies: Vec<_> = receiver.until_received(2).await.iter().map(|received| received.json()).collect();
        bodies.sort_by_key(|body| body["type"].to_string());
        let found: Vec<_> = bodies.iter().map(|body| (&body["type"], &body["data"]["scheduleID"])).collect();
        assert_eq!(found, [(&types[0], &json!(schedule)), (&types[1], &json!(schedule))]);
        assert_eq!(bodies[1]["data"]["skipReason"], "NO_CREDITS");
    }

    async fn an_event_reaches_only_enabled_webhooks_of_its_type_and_organization(server, account, other) {
        let (server, wanted, unwanted) = (server.delivering().await, Receiver::start(204).await, Receiver::start(204).await);
        let disabled = server.webhook_of_runs(&account, &unwanted.url()).await;
        server.patch(&account, &format!("{WEBHOOKS}/{disabled}"), json!({ "enabled": false })).await.ok();
        server.webhook(&account, json!({ "url": unwanted.url(), "eventTypes": ["site_analysis.finished"] })).await;
        server.webhook_of_runs(&other, &unwanted.url()).await;
        server.webhook_of_runs(&account, &wanted.url()).await;
        server.webhook_of_runs(&account, &wanted.url()).await;
        server.finish_run(&account).await;
        let received = wanted.until_received(2).await;
        assert_ne!(received[0].header("webhook-id"), received[1].header("webhook-id"));
        let deliveries = webhook_delivery::Entity::find().count(&server.app.database).await.unwrap();
        assert_eq!((deliveries, unwanted.received().len()), (2, 0));
    }

    async fn a_webhook_keeps_its_newest_deliveries(server, account) {
        let url = "https://hooks.example/a";
        let (full, other) = (server.webhook_of_runs(&account, url).await, server.webhook_of_runs(&account, url).await);
        let first = server.test_webhook(&account, &other).await;
        let oldest = server.test_webhook(&account, &full).await;
        let row = webhook_delivery::Entity::find_by_id(oldest["id"].as_str().unwrap().to_owned());
        let row = row.one(&server.app.database).await.unwrap().unwrap();
        let ids: Vec<String> = server.app.random.ids(server.clock.now(), WEBHOOK_DELIVERIES_MAX as usize - 1);
        let rows = ids.into_iter().map(|id| webhook_delivery::Model { id, ..row.clone() });
        let rows = rows.map(sea_orm::IntoActiveModel::into_active_model);
        webhook_delivery::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
        let newest = server.test_webhook(&account, &full).await;
        let count = webhook_delivery::Entity::find().count(&server.app.database).await.unwrap();
        assert_eq!(count, WEBHOOK_DELIVERIES_MAX + 1);
        assert_eq!(server.last_delivery(&account, &full).await["id"], newest["id"]);
        assert_eq!(server.last_delivery(&account, &other).await["id"], first["id"]);
        let resent = format!("/v1beta/platform/webhook-deliveries/{}/resend", oldest["id"].as_str().unwrap());
        let gone = server.post(&account, &resent, json!(null)).await;
        assert_eq!(gone.refusal(), (404, "WEBHOOK_DELIVERY_NOT_FOUND".to_owned()));
    }
}

on_sqlite! {
    async fn slack_and_discord_get_a_sentence_in_the_language_of_the_webhook(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(200).await);
        let types = json!(["run.finished"]);
        for (format, language) in [("SLACK", "en"), ("DISCORD", "ko")] {
            let body = json!({ "url": receiver.url(), "format": format, "language": language, "eventTypes": types });
            server.webhook(&account, body).await;
        }
        let run = server.finish_run(&account).await;
        let link = format!("{}/runs/{run}", server.url);
        let mut bodies: Vec<_> = receiver.until_received(2).await.iter().map(|received| received.json()).collect();
        bodies.sort_by_key(|body| body.get("text").is_none());
        let english = format!("The run “Earbuds” has finished: 0 of 0 answers were collected. {link}");
        assert_eq!(bodies[0], json!({ "text": english }));
        let korean = format!("‘Earbuds’ 실행이 끝났어요. 답변 0개 중 0개를 수집했어요. {link}");
        assert_eq!(bodies[1], json!({ "content": korean, "allowed_mentions": { "parse": [] } }));
    }
}
