use std::collections::HashSet;

use answerdeck_database::entity::{answer, credit_entry, run};
use answerdeck_server::run::failure::AttemptError;
use answerdeck_server::run::ledger::{self, AttemptResult, SettleResult};
use answerdeck_server::run::reply::AnalyzedReply;
use answerdeck_server::worker::lease;
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::json;

use crate::harness::runs::{assert_asked, assert_counts_agree, run_body};
use crate::on_both;

on_both! {
    async fn remaining_items_fail_when_the_credits_run_out(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?", "Best earbuds for commuting?"]).await;
        server.set_balance(&account, 5_500).await;
        let body = json!({ "promptIDs": prompts, "models": ["CHATGPT", "CLAUDE"], "repeatCount": 10 });
        let id = server.submit(&account, body).await;
        let run = server.collected_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&5.into(), &35.into()));
        let mut failed = run["answers"].as_array().unwrap().iter().filter(|item| item["status"] == "FAILED");
        assert!(failed.all(|item| item["failure"]["code"] == "INSUFFICIENT_CREDITS"), "{run}");
        assert!((server.balance(&account).await - 0.5).abs() < f64::EPSILON);
    }

    async fn a_run_that_has_finished_keeps_the_time_of_its_end(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        server.collected_run(&account, &id).await;
        let database = &server.app.database;
        let finished_at = async || run::Entity::find_by_id(&id).one(database).await.unwrap().unwrap().finished_at;
        let before = finished_at().await;
        server.clock.advance(SignedDuration::from_secs(60));
        ledger::fail_remaining(&server.app, &id, server.clock.now()).await.unwrap();
        assert_eq!((before.is_some(), finished_at().await), (true, before));
    }

    async fn a_run_is_refused_and_not_stored_when_the_balance_pays_for_no_answer(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let empty = json!({ "promptSetID": server.prompt_set(&account, "Empty").await, "models": ["CLAUDE"] });
        let [one, two] = [&["CLAUDE"][..], &["CLAUDE", "GEMINI"]].map(|models| run_body(&prompts, models));
        for (balance, shown) in [(0, "0"), (999, "0.999")] {
            server.set_balance(&account, balance).await;
            for (run, cost) in [
                (&empty, "a run needs a balance of at least 1 credit"),
                (&one, "the run costs 1 credit"),
                (&two, "the run costs 2 credits"),
            ] {
                let refused = server.post(&account, "/v1/platform/runs", run.clone()).await;
                assert_eq!(refused.refusal(), (402, "INSUFFICIENT_CREDITS".to_owned()));
                assert_eq!(refused.json()["details"], json!([format!("{cost}, and the balance is {shown}")]));
            }
        }
        let database = &server.app.database;
        assert_eq!((run::Entity::find().count(database).await, answer::Entity::find().count(database).await), (Ok(0), Ok(0)));
        server.set_balance(&account, 1_000).await;
        server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
    }

    async fn items_that_were_not_started_when_the_credits_run_out_fail_as_the_others_do(server, account) {
        let set = server.large_set(&account, 1).await;
        let models = ["CHATGPT", "PERPLEXITY", "CLAUDE", "GEMINI"];
        let body = json!({ "promptSetID": set, "models": models, "repeatCount": 4 });
        let id = server.submit(&account, body).await;
        server.set_balance(&account, 500).await;
        let run = server.collected_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&0.into(), &1_600.into()));
        let listed = server.answers_of(&account, &id).await;
        let ids: HashSet<&str> = listed.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
        assert_eq!((ids.len(), listed.iter().all(|answer| answer["status"] == "FAILED")), (1_600, true));
        assert_asked(&listed, 400, 4);
        let listed = server.get(&account, "/v1/platform/runs").await.ok();
        assert_eq!((&listed["runs"][0]["status"], &listed["runs"][0]["failedCount"]), (&"FINISHED".into(), &1_600.into()));
    }

    async fn credits_that_are_added_later_start_no_item_of_a_run_that_ran_out(server, account) {
        let set = server.large_set(&account, 3).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"], "repeatCount": 2 })).await;
        server.set_balance(&account, 500).await;
        let (app, now) = (&server.app, server.clock.now());
        ledger::fail_remaining(app, &id, now).await.unwrap();
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_counts_agree(&run);
        assert_eq!((&run["status"], &run["failedCount"]), (&"RUNNING".into(), &500.into()));
        server.set_balance(&account, 1_000_000).await;
        let run = server.collected_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&0.into(), &600.into()));
    }

    async fn a_run_says_what_was_charged_for_it_so_far(server, account) {
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        let (app, now) = (&server.app, server.clock.now());
        let charged = async || {
            let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
            let listed = server.get(&account, "/v1/platform/runs").await.ok();
            assert_eq!(listed["runs"][0]["credits"], run["credits"]);
            json!([run["status"], run["credits"]])
        };
        assert_eq!(charged().await, json!(["RUNNING", 0.0]));
        // The second answer is of a free model.
        for (charge, expected) in [(1_500, json!(["RUNNING", 1.5])), (0, json!(["FINISHED", 1.5]))] {
            let item = lease::acquire::<answer::Entity>(&app.database, &account.organization_id, "one", now).await;
            let item = answer::Model { route: Some("STAND_IN".to_owned()), ..item.unwrap().unwrap() };
            let reply = answerdeck_engine::Reply { content: "First".to_owned(), ..answerdeck_engine::Reply::default() };
            let answered = AttemptResult::Answered { analyzed: AnalyzedReply { reply, ..Default::default() }, charge };
            assert_eq!(ledger::settle(app, &item, &answered, now).await.unwrap(), SettleResult::Succeeded);
            assert_eq!(charged().await, expected);
        }
    }

    async fn a_completed_item_never_changes(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let (app, now) = (&server.app, server.clock.now());
        let item = lease::acquire::<answer::Entity>(&app.database, &account.organization_id, "one", now).await;
        let item = item.unwrap().unwrap();
        let item = answer::Model { route: Some("STAND_IN".to_owned()), ..item };
        let reply = answerdeck_engine::Reply { content: "First".to_owned(), ..answerdeck_engine::Reply::default() };
        let complete = async |outcome| ledger::settle(app, &item, &outcome, now).await.unwrap();
        assert_eq!(complete(AttemptResult::Answered { analyzed: AnalyzedReply { reply: reply.clone(), ..Default::default() }, charge: 1_000 }).await, SettleResult::Succeeded);
        assert_eq!(complete(AttemptResult::Answered { analyzed: AnalyzedReply { reply, ..Default::default() }, charge: 1_000 }).await, SettleResult::LeaseLost);
        assert_eq!(complete(AttemptResult::Failed(AttemptError::EngineTimedOut)).await, SettleResult::LeaseLost);
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!((&run["status"], &run["successCount"]), (&"FINISHED".into(), &1.into()));
        let charges = credit_entry::Entity::find().filter(credit_entry::Column::AnswerId.eq(&item.id)).all(&app.database).await.unwrap();
        assert_eq!(charges.iter().map(|charge| charge.amount).collect::<Vec<_>>(), [-1_000]);
        let row = answer::Entity::find_by_id(&item.id).one(&app.database).await.unwrap().unwrap();
        assert_eq!((row.status, row.content.as_str()), (answer::Status::Success, "First"));
    }
}
