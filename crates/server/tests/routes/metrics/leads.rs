//! Since when a brand is ahead of another.

use jiff::SignedDuration;
use serde_json::json;

use super::{answer, example, later_run};
use crate::{on_each, on_sqlite};

on_each! {
    async fn leads_say_since_when(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        // Tavrin is ahead, and then behind.
        example(&server, &account).await;
        let second = later_run(&server, &account).await;
        later_run(&server, &account).await;
        let leads = server.metric(&account, &format!("leads?brandID={nurio}")).await;
        let brand = json!({ "id": tavrin, "name": "Tavrin" });
        let day = leads["leads"][0]["since"].clone();
        let mut lead = leads["leads"][0].clone();
        let rates = ["mentionRate", "otherMentionRate"].map(|rate| lead.as_object_mut().unwrap().remove(rate).unwrap());
        assert_eq!(lead, json!({
            "brand": brand, "isAhead": true, "since": day, "runID": second, "points": 2, "isSinceTheBeginning": false,
            "answers": 6, "significant": false,
        }));
        let counted = rates.each_ref().map(|rate| (&rate["numerator"], &rate["value"]));
        assert_eq!(counted, [(&json!(4), &json!(0.666_667)), (&json!(2), &json!(0.333_333))]);
        assert_eq!(leads["leads"].as_array().unwrap().len(), 1);
    }
}

on_sqlite! {
    async fn a_lead_is_significant_if_the_intervals_of_both_rates_do_not_overlap(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.store_answers(&account, (0..10).map(|_| answer('A', "Nurio", &[]))).await;
        for (brand, is_ahead) in [(nurio, true), (tavrin, false)] {
            let lead = server.metric(&account, &format!("leads?brandID={brand}")).await["leads"][0].clone();
            assert_eq!((&lead["isAhead"], &lead["answers"], &lead["significant"]), (&json!(is_ahead), &json!(10), &json!(true)));
        }
    }

    async fn a_period_that_the_scope_cuts_counts_for_no_lead(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let from = server.clock.now();
        for content in ["Tavrin", "Nurio", "Nurio"] {
            server.answer(&account, answer('A', content, &[])).await;
            server.clock.advance(SignedDuration::from_hours(24 * 7));
        }
        let lead = async |query: String| {
            let leads = server.metric(&account, &format!("leads?brandID={nurio}&interval=WEEK{query}")).await;
            let lead = &leads["leads"][0];
            json!([lead["since"], lead["points"], lead["isSinceTheBeginning"]])
        };
        assert_eq!(lead(String::new()).await, json!(["2026-11-23", 2, false]));
        assert_eq!(lead(format!("&from={from}")).await, json!(["2026-11-23", 2, true]));
        let to = from + SignedDuration::from_hours(24 * 14 + 1);
        assert_eq!(lead(format!("&to={to}")).await, json!(["2026-11-23", 2, false]));
        server.answer(&account, answer('A', "Nurio", &[])).await;
        assert_eq!(lead(format!("&to={to}")).await, json!(["2026-11-23", 1, false]));
    }
}
