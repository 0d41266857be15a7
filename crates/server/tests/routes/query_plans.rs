//! The query plans of the statements that the server runs for a request, on SQLite if no database is named.

use answerdeck_server::alerts::evaluation::evaluate;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;

use crate::harness::runs::run_body;
use crate::harness::{Account, AnswerRow, Backend, TestServer, hold_connection, until};
use crate::on_sqlite;

async fn plan(server: &TestServer, account: &Account, path: &str) -> Vec<String> {
    server.statements.lock().unwrap().clear();
    server.get(account, path).await.ok();
    plan_of_statements(server, "SELECT").await
}

/// The plans of the statements with this start that the server has executed.
async fn plan_of_statements(server: &TestServer, start: &str) -> Vec<String> {
    let statements = std::mem::take(&mut *server.statements.lock().unwrap());
    let mut steps = Vec::new();
    for statement in statements.into_iter().filter(|statement| statement.sql.starts_with(start)) {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
        for row in server.app.database.query_all_raw(explain).await.unwrap() {
            steps.push(row.try_get::<String>("", "detail").unwrap());
        }
    }
    steps
}

on_sqlite! {
    async fn every_list_uses_its_index_and_never_sorts(server, account) {
        let run = server.run(&account).await;
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "A").await;
        server.answer(&account, AnswerRow { run_id: Some(run.clone()), prompt_id: prompt.clone(), ..Default::default() }).await;
        server.answer(&account, AnswerRow { prompt_set_id: set.clone(), ..Default::default() }).await;
        let first = server.get(&account, "/v1/platform/answers?limit=1").await.ok();
        let cursor = first["nextCursor"].as_str().unwrap();
        for (query, index) in [
            (String::new(), "answers_by_organization"),
            (format!("limit=1&cursor={cursor}"), "answers_by_organization"),
            ("from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z".to_owned(), "answers_by_organization"),
            (format!("runID={run}"), "answers_by_run"),
            (format!("promptSetID={set}"), "answers_by_set"),
            (format!("promptID={prompt}&from=2026-11-20T00:00:00Z"), "answers_by_prompt"),
            ("model=CLAUDE".to_owned(), "answers_by_model"),
            ("region=KR".to_owned(), "answers_by_region"),
        ] {
            let steps = plan(&server, &account, &format!("/v1/platform/answers?{query}")).await;
            assert!(steps.iter().any(|step| step.contains(&format!("USING INDEX {index} "))), "{query}: {steps:#?}");
            assert!(!steps.iter().any(|step| step.contains("SCAN") || step.contains("TEMP B-TREE")), "{query}: {steps:#?}");
        }
        let neighbor = first["answers"][0]["id"].as_str().unwrap();
        let steps = plan(&server, &account, &format!("/v1/platform/answers?neighborsOf={neighbor}")).await;
        assert!(!steps.iter().any(|step| step.contains("SCAN")), "{steps:#?}");
        let webhook = server.webhook_of_runs(&account, "https://hooks.example").await;
        server.test_webhook(&account, &webhook).await;
        for (path, index) in [
            ("v1/platform/prompt-sets".to_owned(), "prompt_sets_by_organization"),
            ("v1/platform/prompts?contentContains=a".to_owned(), "prompts_by_organization"),
            (format!("v1/platform/prompts?promptSetID={set}"), "prompts_by_set"),
            ("v1/platform/brands".to_owned(), "brands_by_organization"),
            ("v1/platform/runs".to_owned(), "runs_by_organization"),
            (format!("v1/platform/runs/{run}"), "answers_by_run"),
            ("v1beta/platform/webhooks".to_owned(), "webhooks_by_organization"),
            ("v1beta/platform/saved-views".to_owned(), "saved_views_by_organization"),
            ("v1beta/platform/domain-types".to_owned(), "sqlite_autoindex_domain_types_1"),
            ("v1beta/platform/webhook-deliveries".to_owned(), "webhook_deliveries_by_organization"),
            (format!("v1beta/platform/webhook-deliveries?webhookID={webhook}"), "webhook_deliveries_by_webhook"),
        ] {
            let steps = plan(&server, &account, &format!("/{path}")).await;
            assert!(steps.iter().any(|step| step.contains(&format!("USING INDEX {index} "))), "{path}: {steps:#?}");
            assert!(!steps.iter().any(|step| step.contains("SCAN") || step.contains("TEMP B-TREE")), "{path}: {steps:#?}");
        }
    }

    async fn alerts_and_failures_of_engines_are_found_by_their_indexes(server, account) {
        server.alert_rule(&account, json!({ "metric": "SOURCE_SHARE", "domain": "blog.example" })).await;
        for path in ["alerts", "alerts?state=NEW", "alerts?state=ACKNOWLEDGED", "alert-rules", "digests", "digest-settings"] {
            let steps = plan(&server, &account, &format!("/v1beta/platform/{path}")).await;
            assert!(!steps.iter().any(|step| step.contains("SCAN") || step.contains("TEMP B-TREE")), "{path}: {steps:#?}");
        }
        server.statements.lock().unwrap().clear();
        evaluate(&server.app, &account.organization_id, server.clock.now()).await.unwrap();
        let steps = plan_of_statements(&server, "SELECT (created_at - ").await;
        assert!(steps.iter().any(|step| step.contains("COVERING INDEX answers_failed")), "{steps:#?}");
    }

    async fn earlier_runs_are_found_by_their_prompts(server, account) {
        server.run_of(&account, [AnswerRow::default()]).await;
        server.statements.lock().unwrap().clear();
        server.get(&account, "/v1beta/platform/metrics/movements").await.ok();
        let steps = plan_of_statements(&server, "SELECT id FROM runs WHERE organization_id = $1 AND id < $2").await;
        for index in ["runs_by_organization (organization_id=? AND id>? AND id<?)", "run_prompts_by_prompt (run_id=?"] {
            assert!(steps.iter().any(|step| step.contains("SEARCH") && step.contains(index)), "{index}: {steps:#?}");
        }
        assert!(!steps.iter().any(|step| step.contains("SCAN") || step.contains("TEMP B-TREE")), "{steps:#?}");
    }

    async fn the_items_of_a_run_are_written_with_one_look_at_each_prompt(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        server.statements.lock().unwrap().clear();
        server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let steps = plan_of_statements(&server, "INSERT INTO answers").await;
        assert!(steps.iter().any(|step| step.contains("SEARCH run_prompts") && step.contains("position=?")), "{steps:#?}");
    }

    async fn answers_are_claimed_by_their_indexes(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        server.statements.lock().unwrap().clear();
        let run = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.collected_run(&account, &run).await;
        let statements = server.statements.lock().unwrap().clone();
        // The idle worker may have analyzed the tables of its database: with one row, they are scanned.
        let unanalyzed = TestServer::start(Backend::Sqlite).await;
        for part in ["SELECT run FROM running", "UPDATE answers SET attempts"] {
            let is_claim =
                |statement: &&Statement| statement.sql.starts_with("WITH permits") && statement.sql.contains(part);
            let statement = statements.iter().find(is_claim).unwrap().clone();
            let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
            let rows = unanalyzed.app.database.query_all_raw(explain).await.unwrap();
            let steps: Vec<String> = rows.iter().map(|row| row.try_get("", "detail").unwrap()).collect();
            for index in ["INDEX answers_in_progress", "INDEX answers_to_do (run_id=?)", "INDEX runs_to_do"] {
                assert!(steps.iter().any(|step| step.contains(index)), "{index}: {steps:#?}");
            }
            let reads_all = |step: &&String| *step == "SCAN answers" || *step == "SCAN runs";
            assert_eq!(steps.iter().find(reads_all), None, "{steps:#?}");
        }
    }

    async fn old_rows_are_found_by_their_times(server) {
        server.statements.lock().unwrap().clear();
        server.start_jobs().await;
        let is_of_old_rows =
            |statement: &&Statement| statement.sql.starts_with("DELETE") && statement.sql.ends_with("< $1 LIMIT $2)");
        until(async || server.statements.lock().unwrap().iter().filter(is_of_old_rows).count() == 4).await;
        let steps = plan_of_statements(&server, "DELETE").await;
        for index in [
            "digests_by_age (created_at<?)",
            "unsubscribe_tokens_by_age (created_at<?)",
            "site_analyses_by_end (ended_at<?)",
            "idempotency_keys_by_age (organization_id=? AND created_at<?)",
        ] {
            assert!(steps.iter().any(|step| step.ends_with(index)), "{index}: {steps:#?}");
        }
    }

    async fn a_registration_finds_the_clients_to_delete_by_their_indexes(server) {
        server.statements.lock().unwrap().clear();
        server.oauth_client().await;
        let steps = plan_of_statements(&server, "DELETE FROM oauth_clients").await;
        for index in ["oauth_clients_used (used_at<?)", "oauth_grants_by_client (", "oauth_requests_by_client ("] {
            assert!(steps.iter().any(|step| step.contains("SEARCH") && step.contains(index)), "{index}: {steps:#?}");
        }
        assert!(!steps.iter().any(|step| step == "SCAN oauth_clients"), "{steps:#?}");
    }

    async fn statistics_read_columns_by_key_and_never_read_answers(server, account) {
        let run = server.run(&account).await;
        let row = AnswerRow {
            run_id: Some(run.clone()),
            content: "이어폰 착용감",
            sources: &[("https://a.example/", Some("a.example"))],
            fanouts: &["a"],
            ..Default::default()
        };
        let prompt = row.prompt_id.clone();
        server.answer(&account, row).await;
        for scope in ["".to_owned(), format!("runID={run}"), format!("promptID={prompt}&from=2026-11-20T00:00:00Z&model=CHATGPT")] {
            for ranking in [
                "source-domains?",
                "source-urls?",
                "source-urls?domain=a.example&",
                "fanouts?include=models,regions&",
                "tokens?",
                "token-neighbors?words=이어폰&include=totalAnswerCount&",
            ] {
                let steps = plan(&server, &account, &format!("/v1/platform/statistics/{ranking}{scope}")).await;
                // The dimensions are not needed to rank tokens.
                let lists = if ranking.starts_with("token") { "parts" } else { "lists" };
                for (table, key) in [("parts", "name=?"), (lists, "name=? AND part=?"), ("names", "number=?")] {
                    let uses_key = |step: &String| step.starts_with(&format!("SEARCH {table} USING")) && step.contains(key);
                    assert!(steps.iter().any(uses_key), "{ranking}{scope} {table}: {steps:#?}");
                }
                // Only the lists of wanted numbers and parts are scanned.
                let bounded = |step: &String| step.contains("VIRTUAL TABLE") || step.contains("CONSTANT ROW");
                let unbounded =
                    |step: &&String| step.contains("SCAN") && !bounded(step) || step.contains("SEARCH answers ");
                assert_eq!(steps.iter().find(unbounded), None, "{ranking}{scope}: {steps:#?}");
            }
        }
        let steps = plan(&server, &account, &format!("/v1/platform/answers/count?searchTerms=a&runID={run}")).await;
        assert!(steps.iter().any(|step| step.contains("INDEX answers_by_run ")), "{steps:#?}");
        assert!(!steps.iter().any(|step| step.contains("SCAN")), "{steps:#?}");
    }

    async fn after_a_start_the_most_selective_condition_chooses_the_index(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "A").await;
        server.answer(&account, AnswerRow { prompt_id: prompt.clone(), ..Default::default() }).await;
        server.store_answers(&account, (0..200).map(|other| AnswerRow { prompt_id: format!("{other:022}"), ..Default::default() })).await;
        let server = server.second_server().await;
        let query = format!("promptID={prompt}&model=CHATGPT&region=KR&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z");
        let steps = plan(&server, &account, &format!("/v1/platform/answers?{query}")).await;
        assert!(steps.iter().any(|step| step.contains("USING INDEX answers_by_prompt ")), "{steps:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_looks_up_names_by_hash_even_if_it_planned_before_there_were_any() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    server.statements.lock().unwrap().clear();
    server.answer(&account, AnswerRow::default()).await;
    let statements = std::mem::take(&mut *server.statements.lock().unwrap());
    let lookup = statements.iter().find(|statement| statement.sql.contains("SELECT number FROM names")).unwrap();
    let transaction = hold_connection(&server.app.database).await;
    // A cached plan is generic: PostgreSQL chose it without the values.
    transaction.execute_unprepared("SET LOCAL plan_cache_mode = force_generic_plan").await.unwrap();
    transaction.execute_unprepared(&format!("PREPARE lookup (text, text) AS {}", lookup.sql)).await.unwrap();
    let explain = Statement::from_string(lookup.db_backend, "EXPLAIN EXECUTE lookup ('', '[]')");
    let rows = transaction.query_all_raw(explain).await.unwrap();
    let steps: Vec<String> = rows.iter().map(|row| row.try_get("", "QUERY PLAN").unwrap()).collect();
    let conditions: Vec<_> = steps.iter().filter(|step| step.contains("Index Cond")).collect();
    assert_eq!(conditions.len(), 2, "{steps:#?}");
    assert!(conditions.iter().all(|condition| condition.contains("hash =")), "{steps:#?}");
}
