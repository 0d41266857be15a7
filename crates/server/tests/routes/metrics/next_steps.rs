//! What can be done next for a brand.

use answerdeck_api::limits::NEXT_STEP_DECISIONS_MAX;
use answerdeck_database::entity::{next_step_decision, site_analysis};
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use super::{BLOG_PAGE, FORUM_PAGE, NEWS_PAGE, NURIO_PAGE, TAVRIN, TAVRIN_PAGE, answer, prompt};
use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_each, on_sqlite};

/// More than the period that is compared without `from`.
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24 + 1);

impl TestServer {
    async fn steps(&self, account: &Account, query: &str) -> Vec<Value> {
        self.metric(account, &format!("next-steps?{query}")).await["steps"].as_array().unwrap().clone()
    }

    async fn decide(&self, account: &Account, step: &Value, change: Value) -> Value {
        self.patch(account, &path(step), change).await.ok()
    }

    /// Writes as many answers as it takes for a step.
    async fn four(&self, account: &Account, row: AnswerRow) {
        self.answers(account, 4, |_| row.clone()).await;
    }
}

fn path(step: &Value) -> String {
    format!("/v1beta/platform/metrics/next-steps/{}", step["id"].as_str().unwrap())
}

fn kinds_and_subjects(steps: &[Value]) -> Vec<[&str; 2]> {
    steps.iter().map(|step| ["kind", "subject"].map(|field| step[field].as_str().unwrap())).collect()
}

on_each! {
    async fn what_names_others_and_not_the_brand_is_a_step(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        // The page is cited for this prompt only, which is a step itself.
        let row = answer('A', "Tavrin", &[FORUM_PAGE, TAVRIN_PAGE]);
        server.four(&account, AnswerRow { fanouts: &["small", "small", "buy"], ..row }).await;
        // Both name the brand: the search is none without it, and the prompt is not only of others.
        server.answer(&account, AnswerRow { fanouts: &["buy"], ..answer('B', "Nurio and Tavrin", &[NEWS_PAGE]) }).await;
        server.four(&account, answer('B', "Nurio", &[])).await;
        // It names nobody.
        server.four(&account, AnswerRow { fanouts: &["wash"], ..answer('C', "Nothing", &[NEWS_PAGE]) }).await;
        // They are too few for their prompts and one of the searches, and enough for the other and the page.
        for _ in 0..3 {
            server.answer(&account, AnswerRow { fanouts: &["rain", "cold"], ..answer('D', "Tavrin", &[BLOG_PAGE]) }).await;
        }
        server.answer(&account, AnswerRow { fanouts: &["rain"], ..answer('E', "Tavrin", &[BLOG_PAGE]) }).await;
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}")).await;
        assert_eq!((&list["coverage"]["counted"], &list["sample"]["prompts"], &list["totalSteps"]), (&json!(17), &json!(5), &json!(3)));
        let mut steps = list["steps"].as_array().unwrap().clone();
        steps.sort_by_key(|step| step["kind"].to_string());
        assert_eq!(
            kinds_and_subjects(&steps),
            [["PROMPT_GAP", "Which earbuds?"], ["SEARCH_GAP", "rain"], ["SOURCE_GAP", "https://blog.example/1"]]
        );
        for step in &steps {
            assert_eq!((&step["size"], &step["evidence"]), (&json!(4), &json!({ "answers": 4, "of": 4 })));
            assert_eq!((&step["state"], step.get("note"), step.get("before")), (&json!("OPEN"), None, None));
        }
        assert_eq!((&steps[0]["promptID"], &steps[2]["domain"]), (&json!(prompt('A')), &json!("blog.example")));
        assert_eq!((steps[0].get("title"), &steps[2]["title"]), (None, &json!("T")));
        assert_eq!(server.steps(&account, &format!("brandID={nurio}&promptID={}", prompt('B'))).await.len(), 0);
    }

    async fn a_decision_is_kept_for_the_organization_in_every_scope(server, account, other) {
        let [nurio, _] = server.two_brands(&account).await;
        server.four(&account, answer('A', "Tavrin", &[])).await;
        let query = format!("brandID={nurio}");
        let [step] = <[Value; 1]>::try_from(server.steps(&account, &query).await).unwrap();
        let decision = server.decide(&account, &step, json!({ "state": "DISMISSED", "note": "Not our market" })).await;
        assert_eq!((&decision["id"], &decision["state"], &decision["note"]), (&step["id"], &json!("DISMISSED"), &json!("Not our market")));
        assert_eq!(server.steps(&account, &format!("{query}&include=done")).await.len(), 0);
        // The next period, and another scope.
        server.clock.advance(WEEK);
        server.four(&account, answer('A', "Tavrin", &[])).await;
        for scope in ["", "&model=CHATGPT", "&from=2026-11-26T00:00:00Z"] {
            assert_eq!(server.steps(&account, &format!("{query}{scope}")).await.len(), 0, "{scope}");
            let [kept] = <[Value; 1]>::try_from(server.steps(&account, &format!("{query}{scope}&include=done,dismissed")).await).unwrap();
            assert_eq!((&kept["id"], &kept["note"], &kept["updatedAt"]), (&step["id"], &json!("Not our market"), &decision["updatedAt"]));
        }
        // What another organization decides changes nothing here.
        server.decide(&other, &step, json!({ "state": "OPEN", "note": "Theirs" })).await;
        assert_eq!(server.steps(&account, &query).await.len(), 0);
        // A field that is omitted stays.
        server.decide(&account, &step, json!({ "state": "OPEN" })).await;
        assert_eq!(server.steps(&account, &query).await[0]["note"], "Not our market");
        server.decide(&account, &step, json!({ "note": null })).await;
        let [open] = <[Value; 1]>::try_from(server.steps(&account, &query).await).unwrap();
        assert_eq!((open.get("note"), &open["state"]), (None, &json!("OPEN")));
    }

    async fn an_organization_keeps_the_decisions_that_changed_last(server, account, other) {
        let row = |account: &Account, number: i64| {
            let (organization_id, id) = (account.organization_id.clone(), format!("{number:022}"));
            next_step_decision::Model { organization_id, id, state: "DONE".to_owned(), note: None, updated_at: number }
        };
        let most = i64::try_from(NEXT_STEP_DECISIONS_MAX).unwrap();
        let rows = (0..most).map(|number| row(&account, number)).chain([row(&other, 0)]).map(IntoActiveModel::into_active_model);
        next_step_decision::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
        server.decide(&account, &json!({ "id": prompt('x') }), json!({ "state": "DONE" })).await;
        let kept = async |account: &Account| {
            let organization = next_step_decision::Column::OrganizationId.eq(&account.organization_id);
            next_step_decision::Entity::find().filter(organization).count(&server.app.database).await.unwrap()
        };
        assert_eq!([kept(&account).await, kept(&other).await], [NEXT_STEP_DECISIONS_MAX, 1]);
        let oldest = next_step_decision::Entity::find_by_id((account.organization_id.clone(), format!("{:022}", 0)));
        assert_eq!(oldest.one(&server.app.database).await.unwrap(), None);
    }

    async fn keywords_with_a_known_volume_that_no_prompt_contains_are_steps(server, account) {
        let nurio = server.brand(&account, "Nurio").await;
        let keywords = ["무선 이어폰", "NURIO Air 2", "아무도 모르는 말", "노이즈캔슬링 이어폰"];
        let words: Vec<Value> = keywords.iter().map(|keyword| json!({ "keyword": keyword, "sourceURLCount": 1 })).collect();
        let analysis = |id: String, keywords: Value| site_analysis::Model {
            id,
            organization_id: account.organization_id.clone(),
            url: "https://nurio.example".to_owned(),
            max_pages: 1,
            with_sources: false,
            with_contexts: false,
            status: site_analysis::Status::Completed,
            total_pages: Some(1),
            processed_pages: 1,
            keywords: Some(keywords),
            failure: None,
            attempts: 1,
            lease_until: None,
            lease_owner: None,
            created_at: 0,
            ended_at: Some(0),
        };
        let rows = [analysis(server.new_id(), json!([{ "keyword": "Older", "sourceURLCount": 1 }])), analysis(server.new_id(), json!(words))];
        site_analysis::Entity::insert_many(rows.map(IntoActiveModel::into_active_model)).exec_without_returning(&server.app.database).await.unwrap();
        let query = format!("brandID={nurio}");
        // Nobody has looked the volumes up, and the list asks no provider.
        assert_eq!(server.steps(&account, &query).await.len(), 0);
        for engine in ["google", "naver"] {
            server.post(&account, &format!("/v1beta/platform/keywords/{engine}/metrics"), json!({ "keywords": keywords })).await.ok();
        }
        let steps = server.steps(&account, &query).await;
        assert_eq!(kinds_and_subjects(&steps)[0], ["UNASKED_KEYWORD", "무선 이어폰"]);
        assert!(steps.iter().all(|step| step["subject"] != "아무도 모르는 말"));
        assert!(steps.is_sorted_by_key(|step| std::cmp::Reverse(step["searchVolume"].as_u64().unwrap())));
        assert_eq!((&steps[0]["size"], steps[0].get("evidence")), (&json!(0), None));
        assert!(["NAVER", "GOOGLE"].contains(&steps[0]["searchEngine"].as_str().unwrap()));
        // Spaces and case make no difference.
        let set = server.prompt_set(&account, "Set").await;
        server.prompt(&account, &set, "무선이어폰 추천, nurio air 2?").await;
        let left = server.steps(&account, &query).await;
        assert_eq!(left.len(), steps.len() - 2);
        assert!(left.iter().all(|step| !keywords[..2].contains(&step["subject"].as_str().unwrap())));
        // A step of answers is before those of keywords.
        server.brand_with_site(&account, "Tavrin", TAVRIN).await;
        server.find_brands().await;
        server.four(&account, answer('A', "Tavrin", &[])).await;
        assert_eq!(kinds_and_subjects(&server.steps(&account, &query).await)[0][0], "PROMPT_GAP");
    }
}

on_sqlite! {
    async fn a_question_that_names_another_brand_only_is_no_step(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let of_tavrin = AnswerRow {
            query: "Is Tavrin recalled?",
            fanouts: &["tavrin recall", "recall 2026"],
            ..answer('A', "Tavrin", &[])
        };
        server.four(&account, of_tavrin).await;
        server.four(&account, AnswerRow { query: "Nurio or Tavrin?", ..answer('B', "Tavrin", &[]) }).await;
        // The search belongs to a prompt that is no step, too.
        server.answer(&account, AnswerRow { fanouts: &["tavrin recall"], ..answer('C', "Tavrin", &[]) }).await;
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}")).await;
        assert_eq!(kinds_and_subjects(list["steps"].as_array().unwrap()), [["PROMPT_GAP", "Nurio or Tavrin?"]]);
        assert_eq!(list["totalSteps"], 1);
    }

    async fn a_page_about_other_brands_or_only_in_answers_about_them_is_no_step(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let of_tavrin = AnswerRow { query: "Is Tavrin recalled?", ..answer('A', "Tavrin", &[NEWS_PAGE]) };
        server.four(&account, of_tavrin).await;
        server.store_answers(&account, ['B', 'B', 'C', 'C'].map(|letter| answer(letter, "Tavrin", &[BLOG_PAGE]))).await;
        let about = AnswerRow { title: "Tavrin gets hot", ..answer('D', "Tavrin", &[FORUM_PAGE]) };
        server.store_answers(&account, ['D', 'D', 'E', 'E'].map(|letter| AnswerRow { prompt_id: prompt(letter), ..about.clone() })).await;
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}")).await;
        assert_eq!(kinds_and_subjects(list["steps"].as_array().unwrap()), [["SOURCE_GAP", "https://blog.example/1"]]);
        assert_eq!(list["totalSteps"], 1);
    }

    async fn brands_of_another_market_are_no_rivals(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        server.find_brands().await;
        server.answer(&account, answer('A', "Nurio and Tavrin", &[])).await;
        server.four(&account, answer('B', "Dalvio", &[])).await;
        server.four(&account, answer('C', "Tavrin", &[])).await;
        server.four(&account, answer('C', "Tavrin and Dalvio", &[])).await;
        server.answer(&account, answer('C', "Dalvio", &[])).await;
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}")).await;
        let [step] = &list["steps"].as_array().unwrap()[..] else { panic!("{list}") };
        assert_eq!((&step["promptID"], &step["evidence"]), (&json!(prompt('C')), &json!({ "answers": 8, "of": 9 })));
        assert_eq!(list["rivals"], json!([{ "id": tavrin, "name": "Tavrin" }]));
        // The answers that show it.
        let found = server.metric(&account, &format!("answers?promptID={}&omitsBrandID={nurio}&namesBrandIDs={tavrin}", prompt('C'))).await;
        assert_eq!(found["totalAnswers"], 8);
    }

    async fn the_rivals_are_those_of_the_scope_as_for_sources_and_prompts(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        server.find_brands().await;
        // It was a rival in the period before.
        server.answer(&account, answer('A', "Nurio and Dalvio", &[])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let query = format!("brandID={nurio}&from={}", server.clock.now());
        server.answer(&account, answer('A', "Nurio and Tavrin", &[])).await;
        server.four(&account, answer('B', "Dalvio", &[])).await;
        server.clock.advance(SignedDuration::from_hours(2));
        let list = server.metric(&account, &format!("next-steps?{query}")).await;
        assert_eq!((&list["rivals"], &list["totalSteps"]), (&json!([{ "id": tavrin, "name": "Tavrin" }]), &json!(0)));
        assert_eq!(list["rivals"], server.metric(&account, &format!("source-influence?{query}")).await["rivals"]);
        let prompts = server.metric(&account, &format!("prompts?{query}")).await;
        assert!(prompts["prompts"].as_array().unwrap().iter().all(|prompt| prompt["gap"] == 0), "{prompts}");
    }

    async fn pages_and_models_that_a_brand_lost_are_steps(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.four(&account, answer('A', "Nurio", &[NURIO_PAGE])).await;
        server.four(&account, AnswerRow { model: "CLAUDE", ..answer('A', "Nurio", &[]) }).await;
        // It is not asked again.
        server.four(&account, AnswerRow { model: "GEMINI", ..answer('B', "Nurio", &[("https://nurio.example/b", Some("nurio.example"))]) }).await;
        server.clock.advance(WEEK);
        let since = server.clock.now();
        server.four(&account, answer('A', "Nothing", &[BLOG_PAGE])).await;
        server.four(&account, AnswerRow { model: "CLAUDE", ..answer('A', "Nurio", &[]) }).await;
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}")).await;
        let mut steps = list["steps"].as_array().unwrap().clone();
        steps.sort_by_key(|step| step["kind"].to_string());
        assert_eq!(kinds_and_subjects(&steps), [["LOST_MODEL", "CHATGPT"], ["LOST_PAGE", "https://nurio.example/a"]]);
        for step in &steps {
            assert_eq!((&step["before"], &step["evidence"]), (&json!({ "answers": 4, "of": 4 }), &json!({ "answers": 0, "of": 4 })));
            assert_eq!(step["size"], 4);
        }
        assert_eq!(list["since"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second(), since.as_second());
        // The same periods by name. Another brand lost nothing.
        let since = server.clock.now() - SignedDuration::from_hours(7 * 24);
        let named = format!("from={since}");
        assert_eq!(server.steps(&account, &format!("brandID={nurio}&{named}")).await.len(), 2);
        assert_eq!(server.steps(&account, &format!("brandID={tavrin}&{named}")).await.len(), 0);
        // A week later nothing can be compared.
        server.clock.advance(WEEK);
        assert_eq!(server.steps(&account, &format!("brandID={nurio}")).await.len(), 0);
    }

    async fn large_steps_are_first_and_a_list_has_at_most_as_many_as_asked_for(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        for letter in ['A', 'B', 'B', 'C', 'C', 'C'] {
            server.four(&account, answer(letter, "Tavrin", &[])).await;
        }
        let ids = |steps: Vec<Value>| steps.iter().map(|step| step["promptID"].clone()).collect::<Vec<_>>();
        let all = ids(server.steps(&account, &format!("brandID={nurio}")).await);
        assert_eq!(all, ['C', 'B', 'A'].map(prompt));
        let list = server.metric(&account, &format!("next-steps?brandID={nurio}&limit=2")).await;
        assert_eq!((&list["totalSteps"], list["steps"].as_array().unwrap().len()), (&json!(3), 2));
        // What is dismissed makes room for the next.
        let largest = &list["steps"][0];
        server.decide(&account, largest, json!({ "state": "DISMISSED" })).await;
        assert_eq!(ids(server.steps(&account, &format!("brandID={nurio}&limit=2")).await), ['B', 'A'].map(prompt));
        let with = ids(server.steps(&account, &format!("brandID={nurio}&include=dismissed")).await);
        assert_eq!(with, ['B', 'A', 'C'].map(prompt));
    }

    async fn a_decision_that_does_not_exist_is_refused(server, account) {
        let step = json!({ "id": prompt('x') });
        for (change, code) in [(json!({ "state": "LATER" }), "COMMON_VALIDATION"), (json!({ "state": null }), "COMMON_BINDING")] {
            assert_eq!(server.patch(&account, &path(&step), change.clone()).await.refusal().1, code, "{change}");
        }
        assert_eq!(server.decide(&account, &step, json!({ "note": "Later" })).await["state"], "OPEN");
    }
}
