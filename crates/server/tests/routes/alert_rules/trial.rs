//! `POST /v1beta/platform/alert-rules/trial`

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::on_both;
use crate::routes::alerts::{RULES, WEEK};

on_both! {
    async fn a_trial_finds_the_days_on_which_a_rule_would_have_fired(server, account) {
        let [own, rival] = server.own_and_rival(&account).await;
        let mut days = Vec::new();
        for (nurio, tavrin) in [(12, 1), (12, 1), (4, 1), (4, 1), (4, 1), (4, 12)] {
            server.clock.advance(WEEK);
            days.push(server.clock.now().strftime("%Y-%m-%d").to_string());
            server.week_of_answers(&account, nurio, tavrin).await;
        }
        let trial = async |rule: Value| server.post(&account, &format!("{RULES}/trial"), rule).await.ok();
        let fell = trial(json!({ "metric": "BRAND_MENTION_RATE" })).await;
        assert_eq!(fell["fired"], json!([{ "day": days[2], "moved": -0.666_667 }]));
        assert_eq!((&fell["coverage"], &fell["days"]), (&json!({ "answers": 216, "counted": 216 }), &json!(29)));
        assert_eq!(trial(json!({ "metric": "BRAND_MENTION_RATE", "direction": "RISE" })).await["fired"], json!([]));
        assert_eq!(trial(json!({ "metric": "BRAND_MENTION_RATE", "points": 70 })).await["fired"], json!([]));
        let passed = trial(json!({ "metric": "BRAND_LEAD", "brandID": own })).await;
        assert_eq!(passed["fired"], json!([{ "day": days[5], "moved": -0.916_667, "rival": { "id": rival, "name": "Tavrin" } }]));
        // A rule without a brand or without answers would never have fired.
        server.clock.advance(SignedDuration::from_hours(24 * 140));
        assert_eq!(trial(json!({ "metric": "BRAND_MENTION_RATE" })).await["days"], 0);
        let other = server.account().await;
        assert_eq!(server.post(&other, &format!("{RULES}/trial"), json!({ "metric": "BRAND_MENTION_RATE" })).await.ok()["fired"], json!([]));
    }
}
