//! What a digest says.

use answerdeck_api::{AlertFinding, AlertKind};
use answerdeck_database::entity::run;
use jiff::SignedDuration;
use sea_orm::ActiveModelTrait;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};

use crate::harness::receiver::Receiver;
use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_both, on_sqlite};

const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The id of a prompt.
fn prompt(number: usize) -> String {
    format!("{number:0>22}")
}

impl TestServer {
    /// Makes the digest that is due after the two weeks with answers: those of November 20 and 27.
    async fn last_digest(&self, account: &Account) -> Value {
        self.advance_to("2026-11-29T23:00:00Z");
        self.make_digests().await;
        self.digests(account).await[0].clone()
    }
}

on_both! {
    async fn a_digest_has_the_numbers_of_the_metrics_and_says_what_moved_significantly(server, account) {
        let [own, rival] = server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.two_weeks_of_answers(&account, [(10, 3), (3, 4)]).await;
        server.answer(&account, AnswerRow {
            prompt_id: prompt(11), content: "Tavrin", sources: &[("https://new.example/1", Some("new.example"))], ..AnswerRow::default()
        }).await;
        server.alert(&account, AlertFinding { kind: AlertKind::EngineOutage, ..AlertFinding::default() }).await;
        let digest = server.last_digest(&account).await;
        let found = &digest["findings"];
        assert_eq!(digest["createdAt"], "2026-11-29T23:00:00.000Z");
        assert_eq!((&found["from"], &found["to"], &found["timeZone"]), (&json!("2026-11-22T15:00:00.000Z"), &json!("2026-11-29T15:00:00.000Z"), &json!("Asia/Seoul")));
        assert_eq!((&found["outcome"], &found["coverage"]), (&json!("MOVED"), &json!({ "answers": 37, "counted": 37 })));
        let path = format!(
            "/v1beta/platform/metrics/brands?from={}&to={}&finished=true&route=STAND_IN&include=before",
            found["from"].as_str().unwrap(), found["to"].as_str().unwrap()
        );
        let metrics = server.get(&account, &path).await.ok();
        assert_eq!((&found["sample"], &found["sampleBefore"]), (&metrics["all"]["sample"], &metrics["before"]["sample"]));
        assert_eq!(found["totalBrands"], metrics["totalBrands"]);
        // The rival is named most.
        for (brand, at, id) in [("rival", 0, &rival), ("brand", 1, &own)] {
            assert_eq!((&found[brand]["brand"]["id"], &metrics["brands"][at]["id"]), (&json!(id), &json!(id)));
            assert_eq!(found[brand]["mentionRate"], metrics["all"]["brands"][at]["mentionRate"]);
            assert_eq!(found[brand]["before"], metrics["before"]["brands"][at]["mentionRate"]);
            assert_eq!(found[brand]["place"], at + 1);
        }
        let moved = found["brand"]["moved"].as_f64().unwrap();
        assert!((-0.6..-0.5).contains(&moved) && found["rival"].get("moved").is_none(), "{found:#}");
        // Prompts 8 to 11 name the rival alone.
        let gap = &found["promptGap"];
        assert_eq!((&gap["count"], &gap["answers"], &gap["of"], &gap["promptID"]), (&json!(4), &json!(4), &json!(4), &json!(prompt(11))));
        let rivals = json!([{ "id": rival, "name": "Tavrin" }]);
        assert_eq!(found["sourceGap"], json!({ "domain": "new.example", "answers": 1, "of": 1, "rivals": rivals }));
        // One answer may be chance.
        assert_eq!(found.get("newPage"), None);
        assert_eq!((&found["alertCount"], &found["alerts"][0]["kind"]), (&json!(1), &json!("ENGINE_OUTAGE")));
        assert_eq!((&found["runCount"], &found["creditsSpent"], &found["balance"]), (&json!(0), &json!(0.0), &json!(1000.0)));
    }

    async fn the_answers_of_a_run_that_is_being_collected_do_not_count(server, account) {
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        let run = server.run(&account).await;
        let status = run::ActiveModel { id: Set(run.clone()), status: Set(run::Status::Running), ..Default::default() };
        status.update(&server.app.database).await.unwrap();
        server.answer(&account, AnswerRow { run_id: Some(run), content: "Nurio", ..AnswerRow::default() }).await;
        server.advance_to("2026-11-22T23:00:00Z");
        server.make_digests().await;
        let found = server.digests(&account).await[0]["findings"].clone();
        assert_eq!((&found["sample"]["answers"], &found["runCount"]), (&json!(0), &json!(0)));
    }

    async fn a_digest_is_an_event(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": ["digest.ready"] })).await;
        let [_, _] = server.own_and_rival(&account).await;
        server.week_of_answers(&account, 6, 4).await;
        server.enable_digests(&account, json!({})).await;
        server.advance_to("2026-11-22T23:00:00Z");
        server.make_digests().await;
        let received = receiver.until_received(1).await;
        let digest = &server.digests(&account).await[0];
        assert_eq!(received[0].json()["data"], json!({
            "digestID": digest["id"], "from": "2026-11-15T15:00:00.000Z", "to": "2026-11-22T15:00:00.000Z", "outcome": "NOT_COMPARABLE",
            "answerCount": 36, "brand": "Nurio", "namedCount": 18, "answerCountBefore": 0, "namedCountBefore": 0,
        }));
    }
}

on_sqlite! {
    async fn a_week_without_significant_movement_says_so(server, account) {
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.two_weeks_of_answers(&account, [(6, 4), (7, 4)]).await;
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!((&found["outcome"], found["brand"].get("moved")), (&json!("NOTHING_MOVED"), None));
    }

    async fn a_digest_counts_the_first_route_that_has_answers_in_its_week(server, account) {
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.week_of_answers(&account, 6, 4).await;
        server.clock.advance(WEEK);
        for content in ["Nurio", "Nurio", "Tavrin"] {
            server.answer(&account, AnswerRow { route: Some("SURFACE"), content, ..AnswerRow::default() }).await;
        }
        let organization = server.get(&account, "/v1/platform/organizations/me").await.ok();
        assert_eq!(organization["routes"], json!(["STAND_IN", "SURFACE"]));
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!((&found["route"], &found["hasOtherRoutes"]), (&json!("SURFACE"), &json!(true)));
        assert_eq!((&found["sample"]["answers"], &found["brand"]["mentionRate"]["numerator"]), (&json!(3), &json!(2)));
        // The answers of the week before came by the other route.
        assert_eq!((&found["outcome"], &found["sampleBefore"]["answers"]), (&json!("NOT_COMPARABLE"), &json!(0)));
    }

    async fn a_week_without_answers_gives_no_place(server, account) {
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.week_of_answers(&account, 6, 4).await;
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!((&found["outcome"], &found["route"], &found["hasOtherRoutes"]), (&json!("NO_ANSWERS"), &json!("STAND_IN"), &json!(false)));
        assert_eq!((&found["brand"]["brand"]["name"], found["brand"].get("place")), (&json!("Nurio"), None));
    }

    async fn a_digest_is_about_the_chosen_brand(server, account) {
        let [nurio, tavrin] = server.own_and_rival(&account).await;
        server.patch(&account, &format!("/v1/platform/brands/{tavrin}"), json!({ "isOwn": true })).await.ok();
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        server.week_of_answers(&account, 10, 4).await;
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!((&found["brand"]["brand"]["id"], &found["rival"]["brand"]["id"]), (&json!(tavrin), &json!(nurio)));
    }

    async fn a_brand_of_another_market_is_no_rival(server, account) {
        server.brand(&account, "Dalvio").await;
        let [_, rival] = server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        for (number, content) in [(1, "Nurio and Tavrin"), (2, "Dalvio"), (3, "Dalvio"), (4, "Tavrin"), (5, "Dalvio")] {
            server.answer(&account, AnswerRow { prompt_id: prompt(number), content, ..AnswerRow::default() }).await;
        }
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!(found["rival"]["brand"]["id"], json!(rival));
        assert_eq!((&found["promptGap"]["count"], &found["promptGap"]["promptID"]), (&json!(1), &json!(prompt(4))));
    }

    async fn a_prompt_about_a_rival_is_not_one_to_win(server, account) {
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        for (number, query) in [(1, "Is the Tavrin recalled?"), (2, "Nurio or Tavrin?"), (3, "Which earbuds?")] {
            server.answer(&account, AnswerRow { prompt_id: prompt(number), query, content: "Tavrin", ..AnswerRow::default() }).await;
        }
        let gap = server.last_digest(&account).await["findings"]["promptGap"].clone();
        assert_eq!(gap["count"], json!(3));
        assert_ne!(gap["promptID"], json!(prompt(1)));
    }

    async fn the_prompts_behind_are_those_of_the_page_of_prompts(server, account) {
        let [own, _] = server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        for (number, content) in [(1, "Tavrin"), (1, "Tavrin"), (1, "Nurio and Tavrin"), (2, "Tavrin"), (3, "Tavrin"), (3, "Nurio and Tavrin")] {
            server.answer(&account, AnswerRow { prompt_id: prompt(number), content, ..AnswerRow::default() }).await;
        }
        let found = server.last_digest(&account).await["findings"].clone();
        let gap = &found["promptGap"];
        assert_eq!((&gap["count"], &gap["promptID"], &gap["answers"], &gap["of"]), (&json!(2), &json!(prompt(1)), &json!(2), &json!(3)));
        let path = format!(
            "/v1beta/platform/metrics/prompts?brandID={own}&from={}&to={}&finished=true&route=STAND_IN&order=GAP",
            found["from"].as_str().unwrap(), found["to"].as_str().unwrap()
        );
        let metrics = server.get(&account, &path).await.ok();
        assert_eq!((&metrics["all"]["behind"], &metrics["all"]["prompts"]), (&gap["count"], &found["sample"]["prompts"]));
    }

    async fn the_new_page_of_most_answers_is_named(server, account) {
        const NEW: (&str, Option<&str>) = ("https://tavrin.example/q8", Some("tavrin.example"));
        const OTHER: (&str, Option<&str>) = ("https://new.example/1", Some("new.example"));
        server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.two_weeks_of_answers(&account, [(6, 4), (6, 4)]).await;
        let row = |number: usize| {
            let sources: &[_] = if number == 0 { &[OTHER, NEW] } else { &[NEW] };
            AnswerRow { content: "Nothing", sources, title: "Tavrin Q8", ..AnswerRow::default() }
        };
        server.answers(&account, 12, row).await;
        let found = server.last_digest(&account).await["findings"].clone();
        assert_eq!(found["newPage"], json!({ "url": NEW.0, "title": "Tavrin Q8", "domain": "tavrin.example", "answers": 12 }));
    }

    async fn the_gap_of_a_source_has_its_rivals_without_one_of_a_prompt(server, account) {
        let [_, rival] = server.own_and_rival(&account).await;
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        server.answer(&account, AnswerRow { content: "Nurio", ..AnswerRow::default() }).await;
        server.answer(&account, AnswerRow {
            model: "CLAUDE", content: "Tavrin", sources: &[("https://new.example/1", Some("new.example"))], ..AnswerRow::default()
        }).await;
        let found = server.last_digest(&account).await["findings"].clone();
        let rivals = json!([{ "id": rival, "name": "Tavrin" }]);
        assert_eq!((found.get("promptGap"), &found["sourceGap"]["rivals"]), (None, &rivals));
    }

    async fn the_website_of_a_brand_is_no_gap(server, account) {
        // The first is cited most.
        static SOURCES: [(&str, Option<&str>); 3] = [
            ("https://shop.tavrin.example/1", Some("tavrin.example")),
            ("https://dalvio.example/1", Some("dalvio.example")),
            ("https://new.example/1", Some("new.example")),
        ];
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        let [_, rival] = server.own_and_rival(&account).await;
        let websites = json!({ "websites": ["https://tavrin.example"] });
        server.patch(&account, &format!("/v1/platform/brands/{rival}"), websites).await.ok();
        server.find_brands().await;
        server.enable_digests(&account, json!({})).await;
        server.clock.advance(WEEK);
        for cited in 1..=SOURCES.len() {
            server.answer(&account, AnswerRow {
                prompt_id: prompt(cited), content: "Tavrin", sources: &SOURCES[..cited], ..AnswerRow::default()
            }).await;
        }
        let gap = server.last_digest(&account).await["findings"]["sourceGap"].clone();
        assert_eq!((&gap["domain"], &gap["answers"], &gap["of"]), (&json!("new.example"), &json!(1), &json!(1)));
    }

    async fn few_answers_are_not_compared_and_no_answers_are_said(server, few, none, without_brand) {
        server.own_and_rival(&few).await;
        server.answer(&few, AnswerRow { content: "Nurio", ..AnswerRow::default() }).await;
        server.week_of_answers(&without_brand, 6, 4).await;
        server.clock.advance(WEEK);
        server.answer(&few, AnswerRow { content: "Nothing", ..AnswerRow::default() }).await;
        server.week_of_answers(&without_brand, 6, 4).await;
        for account in [&few, &none, &without_brand] {
            server.enable_digests(account, json!({})).await;
        }
        let found = server.last_digest(&few).await["findings"].clone();
        assert_eq!((&found["outcome"], &found["sample"]["answers"]), (&json!("NOT_COMPARABLE"), &json!(1)));
        assert_eq!((&found["brand"]["mentionRate"]["numerator"], &found["brand"]["before"]["numerator"]), (&json!(0), &json!(1)));
        assert_eq!((found.get("rival"), found.get("promptGap"), found.get("sourceGap")), (None, None, None));
        let found = server.digests(&none).await[0]["findings"].clone();
        assert_eq!((&found["outcome"], found.get("brand")), (&json!("NO_ANSWERS"), None));
        let found = server.digests(&without_brand).await[0]["findings"].clone();
        assert_eq!((&found["outcome"], found.get("brand"), found.get("rival")), (&json!("NOT_COMPARABLE"), None, None));
    }
}
