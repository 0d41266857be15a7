use answerdeck_api::limits::PROMPT_SETS_MAX;
use answerdeck_database::entity::prompt_set;
use jiff::SignedDuration;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_both, on_sqlite};

on_both! {
    async fn list_prompt_sets_has_the_number_of_prompts_and_the_time_of_the_newest_answer(server, account, other) {
        let asked = server.prompt_set(&account, "Asked").await;
        let unasked = server.prompt_set(&account, "Unasked").await;
        server.prompts_in(&account, &asked, &["A?", "B?"]).await;
        let mut answers = Vec::new();
        for of in [&account, &account, &other] {
            server.clock.advance(SignedDuration::from_hours(1));
            answers.push(server.answer(of, AnswerRow { prompt_set_id: asked.clone(), ..AnswerRow::default() }).await);
        }
        let newest_answer = server.get(&account, &format!("/v1/platform/answers/{}", answers[1])).await.ok();
        let list = server.get(&account, "/v1/platform/prompt-sets").await.ok();
        let [newest, oldest] = [&list["promptSets"][0], &list["promptSets"][1]];
        assert_eq!((&newest["id"], &newest["promptCount"], newest.get("lastAnswerAt")), (&json!(unasked), &json!(0), None));
        assert_eq!((&oldest["promptCount"], &oldest["lastAnswerAt"]), (&json!(2), &newest_answer["createdAt"]));
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{asked}")).await.ok(), *oldest);
    }

    async fn an_organization_has_at_most_ten_thousand_prompt_sets(server, account, other) {
        let rows: Vec<_> = (1..PROMPT_SETS_MAX)
            .map(|_| prompt_set::ActiveModel {
                id: Set(server.new_id()),
                organization_id: Set(account.organization_id.clone()),
                name: Set("Set".to_owned()),
                description: Set(None),
                created_at: Set(0),
            })
            .collect();
        for rows in rows.chunks(5_000) {
            prompt_set::Entity::insert_many(rows.to_vec()).exec_without_returning(&server.app.database).await.unwrap();
        }
        let last = server.prompt_set(&account, "Last").await;
        let refused = server.post(&account, "/v1/platform/prompt-sets", json!({ "name": "One more" })).await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert_eq!(refused.json()["details"], json!(["promptSets: an organization has at most 10000"]));
        server.prompt_set(&other, "Theirs").await;
        assert_eq!(server.delete(&account, &format!("/v1/platform/prompt-sets/{last}")).await.status, 204);
        server.prompt_set(&account, "Another").await;
    }

    async fn update_prompt_set_changes_given_fields_and_null_clears_the_description(server, account) {
        let path = format!("/v1/platform/prompt-sets/{}", server.prompt_set(&account, "Before").await);
        assert_eq!(server.get(&account, &path).await.ok()["description"], json!(null));
        let set = server.patch(&account, &path, json!({ "description": "For spring" })).await.ok();
        assert_eq!((&set["name"], &set["description"]), (&json!("Before"), &json!("For spring")));
        let set = server.patch(&account, &path, json!({ "name": "After", "description": null })).await.ok();
        assert_eq!((&set["name"], &set["description"]), (&json!("After"), &json!(null)));
    }
}

on_sqlite! {
    async fn a_blank_description_is_none(server, account) {
        for blank in ["", " ", "\n\u{200b}"] {
            for (path, body) in [
                ("/v1/platform/prompt-sets", json!({ "name": "Set", "description": blank })),
                ("/v1/platform/brands", json!({ "name": "Nurio", "synonyms": [], "description": blank })),
            ] {
                let id = server.post(&account, path, body).await.ok()["id"].clone();
                let path = format!("{path}/{}", id.as_str().unwrap());
                let created = server.get(&account, &path).await.ok();
                assert_eq!(created["description"], json!(null), "{path} {blank:?}");
                server.patch(&account, &path, json!({ "description": "For spring" })).await.ok();
                let changed = server.patch(&account, &path, json!({ "description": blank })).await.ok();
                assert_eq!(changed["description"], json!(null), "{path} {blank:?}");
            }
        }
    }
}
