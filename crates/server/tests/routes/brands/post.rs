use answerdeck_database::entity::brand;
use sea_orm::{EntityTrait, Set, Statement};
use serde_json::json;

use crate::harness::{Account, Backend, TestServer, until};
use crate::{on_both, on_sqlite};

/// Writes brands, each with one name of this length and one website of this length.
async fn fill(server: &TestServer, account: &Account, count: usize, name: usize, website: usize) {
    let rows = (0..count).map(|_| brand::ActiveModel {
        id: Set(server.new_id()),
        organization_id: Set(account.organization_id.clone()),
        name: Set("가".repeat(name)),
        description: Set(None),
        synonyms: Set(json!([])),
        case_sensitive: Set(false),
        excluded_phrases: Set(json!([])),
        websites: Set(json!(["나".repeat(website)])),
        definition: Set(1),
        chosen_as_own: Set(false),
        created_at: Set(0),
    });
    brand::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
}

on_both! {
    async fn create_brand_creates_a_brand_and_returns_its_id(server, account) {
        let usual = json!({
            "name": "누리오", "description": "이어폰", "synonyms": ["Nurio"], "caseSensitive": true,
            "excludedPhrases": ["누리오역"], "websites": ["https://누리오.example/ko"],
        });
        let at_the_bounds = json!({
            "name": "가".repeat(100), "description": "나".repeat(1_000), "synonyms": vec!["다".repeat(100); 50], "caseSensitive": true,
            "excludedPhrases": vec!["마".repeat(100); 20], "websites": vec![format!("https://a.example/{}", "라".repeat(2_030)); 20],
        });
        for mut expected in [usual, at_the_bounds] {
            let id = server.post(&account, "/v1/platform/brands", expected.clone()).await.ok()["id"].clone();
            let brand = server.get(&account, &format!("/v1/platform/brands/{}", id.as_str().unwrap())).await.ok();
            (expected["id"], expected["createdAt"]) = (id, brand["createdAt"].clone());
            assert_eq!(brand, expected);
            assert!(brand["createdAt"].as_str().unwrap().starts_with("2026-11-20T09:00:0"));
        }
    }

    async fn create_brand_refuses_more_than_a_search_can_hold(server) {
        for (count, name, website, reason) in [
            (1_000, 1, 0, "brands: an organization has at most 1000"),
            (1_000 - 1, 100, 0, "synonyms: the names and excluded phrases of all brands have at most 100000 characters together"),
            (500 - 1, 1, 2_000, "websites: those of all brands have at most 1000000 characters together"),
        ] {
            let account = server.account().await;
            fill(&server, &account, count, name, website).await;
            let website = format!("https://a.example/{}", "나".repeat(1_982));
            let mut create = json!({ "name": "다".repeat(100), "synonyms": ["라"], "websites": [website, "https://b.example"] });
            let refused = server.post(&account, "/v1/platform/brands", create.clone()).await;
            assert_eq!(refused.status, 400, "{reason}");
            assert!(refused.text.contains(reason), "{}", refused.text);
            // Less is accepted, except for one more brand.
            (create["synonyms"], create["websites"]) = (json!([]), json!([]));
            let accepted = server.post(&account, "/v1/platform/brands", create).await;
            assert_eq!(accepted.status, if count == 1_000 { 400 } else { 200 }, "{}", accepted.text);
        }
    }
}

on_sqlite! {
    async fn update_brand_refuses_more_than_a_search_can_hold(server, account) {
        fill(&server, &account, 999, 100, 0).await;
        let brand = server.brand(&account, "Nurio").await;
        let path = format!("/v1/platform/brands/{brand}");
        let refused = server.patch(&account, &path, json!({ "synonyms": ["가".repeat(96)] })).await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        let refused = server.patch(&account, &path, json!({ "excludedPhrases": ["가".repeat(96)] })).await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        server.patch(&account, &path, json!({ "synonyms": ["가".repeat(95)] })).await.ok();
        assert_eq!(server.get(&account, &path).await.ok()["synonyms"], json!(["가".repeat(95)]));
    }
}

#[test]
fn other_writers_do_not_wait_while_the_names_of_a_new_brand_are_compared() {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).max_blocking_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = TestServer::start(Backend::Sqlite).await;
        let (account, other) = (server.account().await, server.account().await);
        // The only thread for long computations is busy.
        let (end, ended) = std::sync::mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || ended.recv());
        let while_it_waits = async {
            let reads_brands = |statement: &Statement| statement.sql.contains("FROM \"brands\"");
            until(async || server.statements.lock().unwrap().iter().any(reads_brands)).await;
            server.prompt_set(&other, "Set").await;
            drop(end);
        };
        tokio::join!(server.brand(&account, "Nurio"), while_it_waits);
    });
}
