use std::collections::HashMap;

use answerdeck_database::entity::{alert, answer, credit_entry, digest};
use answerdeck_server::demo::{ORGANIZATION_ID, create_demo};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use crate::harness::runs::assert_counts_agree;
use crate::harness::{Account, TestServer};
use crate::on_both;

on_both! {
    async fn the_demo_is_created_once_with_a_consistent_history_that_changes_over_the_weeks(server) {
        let key = create_demo(&server.app, &server.app.engines()).await.unwrap();
        let account = Account { organization_id: ORGANIZATION_ID.to_owned(), key_id: String::new(), key };
        let runs = server.list(&account, "/v1/platform/runs?limit=10", "runs").await;
        assert_eq!(runs.len(), 12);
        runs.iter().for_each(assert_counts_agree);
        assert!(runs.iter().all(|run| run["status"] == "FINISHED" && run["totalCount"] == 160));
        // No model answers three of the prompts.
        assert!(runs.iter().all(|run| run["failedCount"].as_u64().unwrap() >= 12));
        let successes: u64 = runs.iter().map(|run| run["successCount"].as_u64().unwrap()).sum();
        let left = 5_000.0 - successes as f64;
        assert!((server.balance(&account).await - left).abs() < f64::EPSILON && left > 1_000.0);
        let entries = credit_entry::Entity::find().all(&server.app.database).await.unwrap();
        assert_eq!(entries.iter().map(|entry| entry.amount).sum::<i64>(), 5_000_000 - 1_000 * i64::try_from(successes).unwrap());
        let digest = digest::Entity::find().one(&server.app.database).await.unwrap().unwrap();
        let before_digest = entries.iter().filter(|entry| entry.created_at <= digest.due_at);
        let balance = before_digest.map(|entry| entry.amount).sum::<i64>() as f64 / 1_000.0;
        assert_eq!(digest.findings["balance"], json!(balance));

        let brands = server.get(&account, "/v1/platform/brands").await.ok();
        let names: Vec<&str> =
            brands["brands"].as_array().unwrap().iter().map(|brand| brand["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Nurio", "Tavrin", "Pelmora", "Mikkaro"]);
        assert_eq!((&brands["brands"][0]["websites"][0], &brands["brands"][0]["isOwn"]), (&json!("https://nurio.example"), &json!(true)));

        let schedules = server.get(&account, "/v1beta/platform/schedules").await.ok();
        let schedule = &schedules["schedules"][0];
        // The start is 18:00 on a Friday in Seoul.
        let recurrence = json!({ "frequency": "WEEKLY", "weekday": "FRIDAY", "time": "17:00", "timeZone": "Asia/Seoul" });
        assert_eq!((&schedule["recurrence"], &schedule["nextDueAt"]), (&recurrence, &json!("2026-11-27T08:00:00.000Z")));
        assert_eq!(schedule["lastEntry"]["run"]["id"], runs[0]["id"]);
        let history = server.entries(&account, schedule["id"].as_str().unwrap()).await;
        let of_history: Vec<_> = history.iter().map(|entry| (&entry["runID"], &entry["outcome"])).collect();
        let started = json!("STARTED");
        assert_eq!(of_history, runs.iter().map(|run| (&run["id"], &started)).collect::<Vec<_>>());
        assert!(runs.iter().all(|run| run["scheduleID"] == schedule["id"]));

        let assert_found = async || {
            assert_alerts(&server.get(&account, "/v1beta/platform/alerts?limit=100").await.ok());
            assert_eq!(digest::Entity::find().count(&server.app.database).await.unwrap(), 1);
        };
        assert_found().await;
        create_demo(&server.app, &server.app.engines()).await.unwrap();
        assert_found().await;
        // As if the process had been killed before it had found them.
        alert::Entity::delete_many().exec(&server.app.database).await.unwrap();
        digest::Entity::delete_many().exec(&server.app.database).await.unwrap();
        let new_key = create_demo(&server.app, &server.app.engines()).await.unwrap();
        assert_eq!(answer::Entity::find().count(&server.app.database).await.unwrap(), 12 * 160);
        assert_found().await;
        let with_new_key = Account { key: new_key, ..account };
        server.get(&with_new_key, "/v1/platform/runs").await.ok();
        assert_trends(&server).await;
    }
}

/// Nurio is named more often than Tavrin after the launch of the Air 2, and less often after that of the Q8. Answers cite the newspaper
/// that wrote about both.
fn assert_alerts(list: &Value) {
    let findings: Vec<&Value> = list["alerts"].as_array().unwrap().iter().map(|alert| &alert["finding"]).collect();
    let moves = findings.iter().map(|finding| {
        let (kind, moved) = (finding["kind"].as_str().unwrap(), finding["movement"]["moved"].as_f64().unwrap());
        (kind, finding["rival"]["name"].as_str().or(finding["domain"].as_str()).unwrap_or("none"), moved > 0.0)
    });
    let expected = [
        ("OVERTAKEN", "Tavrin", false),
        ("MOVED", "none", false),
        ("OVERTAKEN", "Tavrin", true),
        ("MOVED", "saebyeok.example", true),
        ("MOVED", "none", true),
    ];
    assert_eq!(moves.collect::<Vec<_>>(), expected, "{findings:#?}");
    assert!(findings.iter().all(|finding| finding["brand"]["name"] == "Nurio" || finding["domain"].is_string()));
    assert!(findings.iter().all(|finding| finding["movement"]["moved"].as_f64().unwrap().abs() >= 0.1));
    assert!(findings.iter().all(|finding| !finding["movement"]["prompts"].as_array().unwrap().is_empty()));
}

/// The Air 2 was released 60 days ago, and a rival was recalled 35 days ago.
async fn assert_trends(server: &TestServer) {
    let mut mentions: HashMap<i64, [usize; 2]> = HashMap::new();
    for row in answer::Entity::find().all(&server.app.database).await.unwrap() {
        let counts = mentions.entry(row.created_at).or_default();
        for (count, names) in counts.iter_mut().zip([["Nurio Air 2", "누리오 에어 2"], ["recall", "리콜"]]) {
            *count += usize::from(names.iter().any(|name| row.content.contains(name)));
        }
    }
    let mut weeks: Vec<_> = mentions.into_iter().collect();
    weeks.sort();
    assert_eq!(weeks.len(), 12);
    let (first, last) = (weeks[0].1, weeks[11].1);
    assert!(first[0] < last[0] && last[0] > 10, "{weeks:?}");
    assert!(first[1] == 0 && last[1] > 0, "{weeks:?}");
}
