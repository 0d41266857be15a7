//! How SQLite finds the rows of a list: the statements are those that the server ran for the request.

use sea_orm::{ConnectionTrait, Statement};

use crate::harness::{Account, AnswerRow, Backend, TestServer};

async fn plan(server: &TestServer, account: &Account, path: &str) -> Vec<String> {
    server.statements.lock().unwrap().clear();
    server.get(account, path).await.ok();
    let statements = std::mem::take(&mut *server.statements.lock().unwrap());
    let mut steps = Vec::new();
    for statement in statements.into_iter().filter(|statement| statement.sql.starts_with("SELECT")) {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
        for row in server.app.database.query_all_raw(explain).await.unwrap() {
            steps.push(row.try_get::<String>("", "detail").unwrap());
        }
    }
    steps
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_list_walks_an_index_of_its_own_and_sorts_nothing() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    let run = server.run(&account).await;
    let set = server.prompt_set(&account, "Set").await;
    let prompt = server.prompt(&account, &set, "A").await;
    server
        .answer(&account, AnswerRow { run_id: Some(run.clone()), prompt_id: prompt.clone(), ..Default::default() })
        .await;
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
    for (path, index) in [
        ("prompt-sets".to_owned(), "prompt_sets_by_organization"),
        ("prompts?contentContains=a".to_owned(), "prompts_by_organization"),
        (format!("prompts?promptSetID={set}"), "prompts_by_set"),
        ("brands".to_owned(), "brands_by_organization"),
        ("runs".to_owned(), "runs_by_organization"),
        (format!("runs/{run}"), "answers_by_run"),
    ] {
        let steps = plan(&server, &account, &format!("/v1/platform/{path}")).await;
        assert!(steps.iter().any(|step| step.contains(&format!("USING INDEX {index} "))), "{path}: {steps:#?}");
        assert!(!steps.iter().any(|step| step.contains("SCAN") || step.contains("TEMP B-TREE")), "{path}: {steps:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ranking_of_a_slice_is_read_in_its_order_and_any_other_from_the_rows_of_its_answers() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    let run = server.run(&account).await;
    let row = AnswerRow {
        run_id: Some(run.clone()),
        sources: &[("https://a.example/", Some("a.example"))],
        fanouts: &["a"],
        ..Default::default()
    };
    let (set, prompt) = (row.prompt_set_id.clone(), row.prompt_id.clone());
    server.answer(&account, row).await;
    for scope in [String::new(), "model=CHATGPT".to_owned(), "region=KR".to_owned(), format!("promptSetID={set}")] {
        for (ranking, index) in [
            ("source-domains?", "tallies_ranked"),
            ("source-urls?", "tallies_ranked"),
            ("source-urls?domain=a.example&", "tallies_of_domain"),
            ("fanouts?", "tallies_ranked"),
            ("fanouts?include=models,regions&", "tallies_ranked"),
        ] {
            if ranking.contains("include") && !scope.is_empty() {
                continue;
            }
            let steps = plan(&server, &account, &format!("/v1/platform/statistics/{ranking}{scope}")).await;
            let searched = |step: &String| step.starts_with(&format!("SEARCH tallies USING INDEX {index} "));
            assert!(steps.iter().any(searched), "{ranking}{scope}: {steps:#?}");
            // Names that stand alike are put in order a few at a time, and known domains are counted up to a bound.
            let unbounded = |step: &&String| {
                step.contains("TEMP B-TREE") && !step.contains("FOR LAST 2 TERMS")
                    || step.contains("SCAN") && *step != "SCAN known"
            };
            assert_eq!(steps.iter().find(unbounded), None, "{ranking}{scope}: {steps:#?}");
        }
    }
    for (scope, index) in [
        (format!("runID={run}"), "answers_by_run"),
        (format!("promptID={prompt}"), "answers_by_prompt"),
        ("from=2026-11-20T00:00:00Z".to_owned(), "answers_by_organization"),
        (format!("promptSetID={set}&to=2026-11-21T00:00:00Z"), "answers_by_set"),
        ("model=CHATGPT&from=2026-11-20T00:00:00Z".to_owned(), "answers_by_model"),
    ] {
        for (ranking, table) in [
            ("source-domains?", "answer_sources"),
            ("source-urls?", "answer_sources"),
            ("source-urls?domain=a.example&", "answer_sources"),
            ("fanouts?", "answer_fanouts"),
            ("fanouts?include=models,regions&", "answer_fanouts"),
        ] {
            let steps = plan(&server, &account, &format!("/v1/platform/statistics/{ranking}{scope}")).await;
            let found = |step: &String| step.starts_with("SEARCH answers USING") && step.contains(index);
            assert!(steps.iter().any(found), "{ranking}{scope}: {steps:#?}");
            let joined = format!("SEARCH {table} USING INDEX sqlite_autoindex_{table}_1 (answer_id=?)");
            assert!(steps.contains(&joined), "{ranking}{scope}: {steps:#?}");
            let scanned = |step: &&String| step.starts_with("SCAN answer");
            assert_eq!(steps.iter().find(scanned), None, "{ranking}{scope}: {steps:#?}");
        }
    }
    let steps = plan(&server, &account, &format!("/v1/platform/answers/count?searchTerms=a&runID={run}")).await;
    assert!(steps.iter().any(|step| step.contains("INDEX answers_by_run ")), "{steps:#?}");
    assert!(!steps.iter().any(|step| step.contains("SCAN")), "{steps:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_conditions_the_one_that_leaves_least_finds_the_rows_after_a_start() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    let set = server.prompt_set(&account, "Set").await;
    let prompt = server.prompt(&account, &set, "A").await;
    server.answer(&account, AnswerRow { prompt_id: prompt.clone(), ..Default::default() }).await;
    for other in 0..200 {
        server.answer(&account, AnswerRow { prompt_id: format!("{other:022}"), ..Default::default() }).await;
    }
    let server = server.beside().await;
    let query = format!("promptID={prompt}&model=CHATGPT&region=KR&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z");
    let steps = plan(&server, &account, &format!("/v1/platform/answers?{query}")).await;
    assert!(steps.iter().any(|step| step.contains("USING INDEX answers_by_prompt ")), "{steps:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_are_found_by_tallies_by_their_number_or_by_their_answer() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    let run = server.run(&account).await;
    let row = AnswerRow { run_id: Some(run.clone()), content: "이어폰 착용감", ..Default::default() };
    let (set, prompt) = (row.prompt_set_id.clone(), row.prompt_id.clone());
    server.answer(&account, row).await;
    let (base, totals) = ("words=이어폰&words=led", "words=이어폰&include=totalAnswerCount");
    let of_answer = "sqlite_autoindex_answer_tokens_1 (answer_id=?";
    for (path, indexes) in [
        ("tokens?".to_owned(), ["tallies_ranked", ""]),
        ("tokens?model=CHATGPT".to_owned(), ["tallies_ranked", ""]),
        (format!("tokens?runID={run}"), ["answers_by_run", of_answer]),
        (format!("tokens?promptSetID={set}&to=2027-01-01T00:00:00Z"), ["answers_by_set", of_answer]),
        (format!("token-neighbors?{base}"), ["answer_tokens_by_token", of_answer]),
        (format!("token-neighbors?{totals}"), ["answer_tokens_by_token", "sqlite_autoindex_tallies_1"]),
        (format!("token-neighbors?{base}&promptID={prompt}"), ["answers_by_prompt", of_answer]),
        (format!("token-neighbors?{totals}&runID={run}"), ["answers_by_run", of_answer]),
    ] {
        let steps = plan(&server, &account, &format!("/v1/platform/statistics/{path}")).await;
        for index in indexes {
            assert!(steps.iter().any(|step| step.contains(index)), "{path} {index}: {steps:#?}");
        }
        let scanned = |step: &&String| step.starts_with("SCAN") && *step != "SCAN counted";
        assert_eq!(steps.iter().find(scanned), None, "{path}: {steps:#?}");
        let sorted = steps.iter().any(|step| step.contains("TEMP B-TREE"));
        assert!(indexes[0] != "tallies_ranked" || !sorted, "{path}: {steps:#?}");
    }
}
