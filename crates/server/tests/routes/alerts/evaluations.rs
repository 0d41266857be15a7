//! When rules fire.

use answerdeck_api::limits::ALERTS_MAX;
use answerdeck_api::{AlertState, ModelCode};
use answerdeck_database::entity::{alert, alert_rule, answer, webhook_delivery};
use answerdeck_database::execute;
use answerdeck_server::alerts::due::evaluate_next;
use answerdeck_server::alerts::evaluation::evaluate;
use answerdeck_server::worker::lease::LEASE;
use jiff::SignedDuration;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::{MODELS, RULES, WEEK, prompt_id, to_prompt};
use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_both, on_sqlite};

const DAY: SignedDuration = SignedDuration::from_hours(24);

impl TestServer {
    /// Submits a run without items, which has finished then.
    async fn finish_a_run(&self, account: &Account) {
        let set = self.prompt_set(account, "Empty").await;
        self.submit(account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
    }

    async fn fired(&self, account: &Account) -> Vec<Value> {
        let findings = evaluate(&self.app, &account.organization_id, self.clock.now()).await.unwrap();
        findings.iter().map(|finding| serde_json::to_value(finding).unwrap()).collect()
    }

    /// Writes failed items of a model.
    async fn failures(&self, account: &Account, model: &'static str, count: usize, code: &str) {
        self.answers(account, count, |_| AnswerRow { model, status: "FAILED", ..to_prompt(0) }).await;
        answer::Entity::update_many()
            .col_expr(answer::Column::FailureCode, Expr::value(code))
            .filter(answer::Column::Status.eq(answer::Status::Failed))
            .filter(answer::Column::FailureCode.is_null())
            .exec(&self.app.database)
            .await
            .unwrap();
    }
}

on_both! {
    async fn a_fall_fires_with_its_answers_prompts_and_sources(server, account) {
        let [own, _] = server.own_and_rival(&account).await;
        let rule = server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        server.week_of_answers(&account, 10, 0).await;
        server.clock.advance(WEEK);
        let since = server.clock.now();
        server.week_of_answers(&account, 3, 0).await;
        let fired = server.fired(&account).await;
        let [finding] = fired.as_slice() else { panic!("{fired:#?}") };
        assert_eq!((&finding["kind"], &finding["ruleID"], &finding["metric"]), (&json!("MOVED"), &json!(rule), &json!("BRAND_MENTION_RATE")));
        assert_eq!(finding["brand"], json!({ "id": own, "name": "Nurio" }));
        let movement = &finding["movement"];
        let side = |rate: f64| json!({ "rate": rate, "sample": { "answers": 36, "prompts": 12, "tier": "EXPLORATORY" } });
        assert_eq!((&movement["before"], &movement["after"]), (&side(0.833_333), &side(0.25)));
        assert_eq!(movement["moved"], -0.583_333);
        let [lower, upper] = ["lower", "upper"].map(|limit| movement["interval"][limit].as_f64().unwrap());
        assert!(lower < -0.583 && -0.583 < upper && upper < 0.0, "{movement:#}");
        let prompts = movement["prompts"].as_array().unwrap();
        assert_eq!(prompts.iter().map(|prompt| prompt["promptID"].clone()).collect::<Vec<_>>(), [3, 4, 5, 6, 7].map(prompt_id));
        assert_eq!((&prompts[0]["query"], &prompts[0]["before"], &prompts[0]["after"]), (&json!("Which earbuds?"), &json!(1.0), &json!(0.0)));
        assert_eq!(movement["sources"], json!([{ "domain": "blog.example", "before": 0.833_333, "after": 0.25 }]));
        assert_eq!(finding["since"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap(), since);
        // The metrics of this period have the same judgement.
        server.clock.advance(SignedDuration::from_millis(1));
        let from = finding["from"].as_str().unwrap();
        let path = format!("/v1beta/platform/metrics/brands?include=before&brandID={own}&from={from}");
        let change = server.get(&account, &path).await.ok()["all"]["brands"][0]["mentionRateChange"].clone();
        assert_eq!((&change["before"], &change["after"], &change["significant"]), (&json!(0.833_333), &json!(0.25), &json!(true)));
    }

    async fn the_days_of_a_rule_begin_in_the_time_zone_of_digests(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        let periods = async || {
            let fired = server.fired(&account).await;
            fired.iter().map(|finding| ["fromBefore", "from", "timeZone"].map(|field| finding[field].clone())).collect::<Vec<_>>()
        };
        // The start is 18:00 in Seoul. These are the first and the last hour of seven days there.
        server.clock.advance(SignedDuration::from_mins(6 * 60 + 30));
        server.week_of_answers(&account, 12, 0).await;
        server.clock.advance(WEEK - SignedDuration::from_hours(1));
        server.week_of_answers(&account, 0, 0).await;
        assert_eq!(periods().await, [["2026-11-14T00:00:00.000Z", "2026-11-21T00:00:00.000Z", "UTC"]]);
        server.enable_digests(&account, json!({ "timeZone": "Asia/Seoul" })).await;
        assert!(periods().await.is_empty());
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(periods().await, [["2026-11-14T15:00:00.000Z", "2026-11-21T15:00:00.000Z", "Asia/Seoul"]]);
    }

    async fn an_outage_is_named_instead_of_a_fall(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        // Two answers of each model to each prompt. Only ChatGPT names the brand.
        let write = async |of_chatgpt: &'static str| {
            let row = |number: usize| {
                let (model, content) = [("CHATGPT", of_chatgpt), ("CLAUDE", "Nothing")][number % 2];
                AnswerRow { model, content, ..to_prompt(number / 4) }
            };
            server.answers(&account, 48, row).await;
        };
        write("Nurio").await;
        server.clock.advance(WEEK);
        write("Nothing").await;
        server.failures(&account, "CHATGPT", 23, "PROVIDER_ERROR").await;
        // Those of other causes are no outage.
        server.failures(&account, "CHATGPT", 9, "INSUFFICIENT_CREDITS").await;
        let fired = server.fired(&account).await;
        assert_eq!(fired.iter().map(|finding| finding["kind"].clone()).collect::<Vec<_>>(), ["MOVED"]);
        server.failures(&account, "CHATGPT", 1, "TIMED_OUT").await;
        let fired = server.fired(&account).await;
        let [finding] = fired.as_slice() else { panic!("{fired:#?}") };
        assert_eq!(finding["kind"], "ENGINE_OUTAGE");
        assert_eq!(finding["outage"], json!({ "model": ModelCode::Chatgpt, "failedCount": 24, "itemCount": 48 }));
    }

    async fn answers_and_failures_of_a_run_count_once_it_has_finished(server, account) {
        server.own_and_rival(&account).await;
        let rule = json!({ "metric": "BRAND_MENTION_RATE" });
        server.alert_rule(&account, rule.clone()).await;
        server.week_of_answers(&account, 12, 0).await;
        server.clock.advance(WEEK);
        let run = server.run(&account).await;
        let row = |number: usize| AnswerRow { run_id: Some(run.clone()), model: MODELS[number % 3], content: "Nothing", ..to_prompt(number / 3) };
        server.answers(&account, 36, row).await;
        server.failures(&account, "CHATGPT", 5, "TIMED_OUT").await;
        let database = &server.app.database;
        execute(database, "UPDATE answers SET run_id = $1 WHERE status = 'FAILED'", [run.as_str().into()]).await.unwrap();
        for (status, kinds) in [("RUNNING", &[][..]), ("FINISHED", &["MOVED"])] {
            execute(database, "UPDATE runs SET status = $1 WHERE id = $2", [status.into(), run.as_str().into()]).await.unwrap();
            let fired = server.fired(&account).await;
            assert_eq!(fired.iter().map(|finding| finding["kind"].clone()).collect::<Vec<_>>(), kinds, "{status}");
            let trial = server.post(&account, &format!("{RULES}/trial"), rule.clone()).await.ok();
            assert_eq!(trial["fired"].as_array().unwrap().len(), kinds.len(), "{status}: {trial:#}");
        }
    }

    async fn rules_are_evaluated_after_each_run_and_once_a_day_by_one_worker(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        assert!(!evaluate_next(&server.app, "worker").await.unwrap());
        server.two_weeks_of_answers(&account, [(12, 0), (0, 0)]).await;
        server.finish_a_run(&account).await;
        let workers = ["one", "other"].map(|worker| evaluate_next(&server.app, worker));
        let [one, other] = futures_util::future::join_all(workers).await.try_into().unwrap();
        assert!(one.unwrap() != other.unwrap());
        assert_eq!(alert::Entity::find().count(&server.app.database).await.unwrap(), 1);
        assert!(!evaluate_next(&server.app, "worker").await.unwrap());
        server.clock.advance(DAY);
        assert!(evaluate_next(&server.app, "worker").await.unwrap());
        assert!(!evaluate_next(&server.app, "worker").await.unwrap());
    }

    async fn an_organization_whose_rules_fail_holds_up_no_other(server, failing, other) {
        for account in [&failing, &other] {
            server.own_and_rival(account).await;
            server.alert_rule(account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
            server.week_of_answers(account, 12, 0).await;
        }
        server.clock.advance(WEEK);
        let set_brand = async |brand: Option<&str>| {
            let rules = alert_rule::Entity::update_many().col_expr(alert_rule::Column::BrandId, Expr::value(brand));
            let rules = rules.filter(alert_rule::Column::OrganizationId.eq(&failing.organization_id));
            rules.exec(&server.app.database).await.unwrap();
        };
        set_brand(Some("no id")).await;
        for account in [&failing, &other] {
            server.week_of_answers(account, 0, 0).await;
            server.finish_a_run(account).await;
        }
        server.evaluate().await;
        assert_eq!((server.alerts(&failing).await.len(), server.alerts(&other).await.len()), (0, 1));
        set_brand(None).await;
        server.clock.advance(LEASE);
        server.evaluate().await;
        assert_eq!(server.alerts(&failing).await.len(), 1);
    }

    async fn a_worker_whose_lease_has_expired_stores_nothing(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        server.finish_a_run(&account).await;
        // What a killed process leaves: a lease.
        let lease = (server.clock.now() + SignedDuration::from_secs(120)).as_millisecond();
        let sql = "UPDATE alert_evaluations SET lease_owner = 'dead', lease_until = $1";
        execute(&server.app.database, sql, [lease.into()]).await.unwrap();
        assert!(!evaluate_next(&server.app, "worker").await.unwrap());
        server.clock.advance(SignedDuration::from_secs(121));
        assert!(evaluate_next(&server.app, "worker").await.unwrap());
        assert!(!evaluate_next(&server.app, "worker").await.unwrap());
    }

    async fn an_organization_keeps_its_newest_alerts(server, account) {
        server.own_and_rival(&account).await;
        let old = server.alert(&account, Default::default()).await;
        let newer = (1..ALERTS_MAX).map(|_| server.alert_row(&account, Default::default()).into_active_model());
        alert::Entity::insert_many(newer).exec_without_returning(&server.app.database).await.unwrap();
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        server.two_weeks_of_answers(&account, [(12, 0), (0, 0)]).await;
        server.finish_a_run(&account).await;
        server.evaluate().await;
        assert_eq!(alert::Entity::find().count(&server.app.database).await.unwrap(), ALERTS_MAX);
        assert!(alert::Entity::find_by_id(old).one(&server.app.database).await.unwrap().is_none());
        let newest = &server.alerts(&account).await[0];
        assert_eq!((&newest["finding"]["kind"], &newest["state"]), (&json!("MOVED"), &json!(AlertState::New)));
    }
}

on_sqlite! {
    async fn a_rule_without_a_brand_watches_the_chosen_one(server, account) {
        let [own, rival] = server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE" })).await;
        let choose = async |is_own: bool| {
            server.patch(&account, &format!("/v1/platform/brands/{rival}"), json!({ "isOwn": is_own })).await.ok();
            server.get(&account, RULES).await.ok()["rules"][0]["brand"]["id"].clone()
        };
        assert_eq!(choose(true).await, json!(rival));
        server.two_weeks_of_answers(&account, [(10, 4), (3, 4)]).await;
        assert_eq!(server.fired(&account).await.len(), 0);
        assert_eq!(choose(false).await, json!(own));
        assert_eq!(server.fired(&account).await[0]["brand"]["id"], json!(own));
    }

    async fn what_stays_or_has_few_answers_fires_nothing(server, account) {
        server.own_and_rival(&account).await;
        for rule in [json!({ "metric": "BRAND_MENTION_RATE" }), json!({ "metric": "BRAND_LEAD", "windowDays": 28 })] {
            server.alert_rule(&account, rule).await;
        }
        assert_eq!(server.fired(&account).await.len(), 0);
        server.two_weeks_of_answers(&account, [(6, 4), (6, 4)]).await;
        assert_eq!(server.fired(&account).await.len(), 0);
        // Only nine prompts can be compared.
        server.clock.advance(WEEK);
        let row = |number: usize| AnswerRow { model: MODELS[number % 3], content: "Nothing", ..to_prompt(number / 9) };
        server.answers(&account, 81, row).await;
        assert_eq!(server.fired(&account).await.len(), 0);
    }

    async fn a_rival_that_passes_the_brand_fires(server, account) {
        let [own, rival] = server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_LEAD", "direction": "FALL" })).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_LEAD", "direction": "RISE" })).await;
        server.two_weeks_of_answers(&account, [(9, 2), (3, 9)]).await;
        let fired = server.fired(&account).await;
        let [finding] = fired.as_slice() else { panic!("{fired:#?}") };
        assert_eq!((&finding["kind"], &finding["brand"]["id"], &finding["rival"]["id"]), (&json!("OVERTAKEN"), &json!(own), &json!(rival)));
        let movement = &finding["movement"];
        assert_eq!((&movement["before"]["rate"], &movement["before"]["rivalRate"]), (&json!(0.75), &json!(0.166_667)));
        assert_eq!((&movement["after"]["rate"], &movement["after"]["rivalRate"]), (&json!(0.25), &json!(0.75)));
        assert_eq!(movement["moved"], -1.083_333);
        // The rival falls further behind than it was: nobody passes.
        server.clock.advance(WEEK);
        server.week_of_answers(&account, 0, 9).await;
        assert_eq!(server.fired(&account).await.len(), 0);
    }

    async fn a_source_and_a_prompt_are_watched(server, account) {
        server.own_and_rival(&account).await;
        let prompt = server.prompts(&account, &["Which earbuds?"]).await.remove(0);
        server.alert_rule(&account, json!({ "metric": "SOURCE_SHARE", "domain": "Blog.example", "direction": "RISE" })).await;
        server.alert_rule(&account, json!({ "metric": "PROMPT_MENTION_RATE", "promptID": prompt, "windowDays": 7 })).await;
        for (own, content) in [(0, "Nurio"), (12, "Nothing")] {
            server.week_of_answers(&account, own, 0).await;
            for _ in 0..3 {
                let row = |number: usize| AnswerRow { prompt_id: prompt.clone(), model: MODELS[number], content, ..AnswerRow::default() };
                server.answers(&account, 3, row).await;
                server.clock.advance(DAY);
            }
            server.clock.advance(4 * DAY);
        }
        server.clock.advance(-4 * DAY - DAY);
        let fired = server.fired(&account).await;
        let subjects: Vec<_> = fired.iter().map(|finding| [&finding["metric"], &finding["domain"], &finding["promptID"], &finding["query"]]).collect();
        let (null, source) = (Value::Null, json!("SOURCE_SHARE"));
        assert_eq!(subjects, [[&source, &json!("blog.example"), &null, &null], [&json!("PROMPT_MENTION_RATE"), &null, &json!(prompt), &json!("Which earbuds?")]]);
        // The watched domain explains nothing.
        assert_eq!((&fired[0]["movement"]["sources"], &fired[1]["movement"]["prompts"]), (&json!([]), &json!([])));
    }

    async fn a_movement_fires_once_and_again_when_it_goes_on(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_MENTION_RATE", "points": 20 })).await;
        server.two_weeks_of_answers(&account, [(12, 0), (6, 0)]).await;
        server.finish_a_run(&account).await;
        server.evaluate().await;
        let first = server.alerts(&account).await;
        assert_eq!(first.len(), 1);
        server.clock.advance(DAY);
        server.evaluate().await;
        assert_eq!(server.alerts(&account).await, first);
        // Another 20 points are missing now.
        server.week_of_answers(&account, 0, 0).await;
        server.clock.advance(DAY);
        server.evaluate().await;
        let moved: Vec<_> = server.alerts(&account).await.iter().map(|alert| alert["finding"]["movement"]["moved"].clone()).collect();
        assert_eq!(moved, [json!(-0.75), json!(-0.5)]);
    }

    async fn brands_that_changed_places_fire_once(server, account) {
        server.own_and_rival(&account).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_LEAD", "windowDays": 28 })).await;
        server.week_of_answers(&account, 9, 2).await;
        server.clock.advance(4 * WEEK);
        server.week_of_answers(&account, 3, 9).await;
        server.finish_a_run(&account).await;
        server.evaluate().await;
        let first = server.alerts(&account).await;
        assert_eq!(first.len(), 1);
        // The rival is further ahead, but nobody passes again.
        server.clock.advance(WEEK);
        server.week_of_answers(&account, 0, 12).await;
        server.evaluate().await;
        assert_eq!(server.alerts(&account).await, first);
    }

    async fn each_alert_is_an_event_of_the_webhooks_that_receive_it(server, account) {
        let url = "https://hooks.example/";
        let (alerts, _) = server.webhook(&account, json!({ "url": url, "eventTypes": ["alert.fired"] })).await;
        let runs = server.webhook_of_runs(&account, url).await;
        server.own_and_rival(&account).await;
        for rule in [json!({ "metric": "BRAND_MENTION_RATE" }), json!({ "metric": "SOURCE_SHARE", "domain": "blog.example" })] {
            server.alert_rule(&account, rule).await;
        }
        server.two_weeks_of_answers(&account, [(12, 0), (0, 0)]).await;
        server.finish_a_run(&account).await;
        server.evaluate().await;
        let deliveries = webhook_delivery::Entity::find().order_by_asc(webhook_delivery::Column::Id);
        let deliveries = deliveries.all(&server.app.database).await.unwrap();
        let events: Vec<_> = deliveries.iter().map(|row| (&row.webhook_id, row.event_type.as_str())).collect();
        assert_eq!(events, [(&runs, "run.finished"), (&alerts, "alert.fired"), (&alerts, "alert.fired")]);
        assert_ne!(deliveries[1].body, deliveries[2].body);
    }
}
