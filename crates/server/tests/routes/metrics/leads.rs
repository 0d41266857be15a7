//! Since when a brand is ahead of its rivals.

use serde_json::json;

use super::{answer, example, later_run};
use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn leads_say_since_when(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        // Tavrin is ahead, and then behind.
        example(&server, &account).await;
        let second = later_run(&server, &account).await;
        later_run(&server, &account).await;
        let leads = server.metric(&account, &format!("leads?brandID={nurio}")).await;
        let brand = json!({ "id": tavrin, "name": "Tavrin" });
        let day = leads["leads"][0]["since"].clone();
        let expected = json!({ "brand": brand, "isAhead": true, "since": day, "runID": second, "points": 2, "isSinceTheBeginning": false });
        assert_eq!(leads["leads"], json!([expected]));
    }

    async fn a_brand_of_another_market_has_no_lead(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        server.find_brands().await;
        let run = example(&server, &account).await;
        server.answer(&account, AnswerRow { run_id: Some(run), ..answer('C', "Dalvio", &[]) }).await;
        let leads = server.metric(&account, &format!("leads?brandID={nurio}")).await["leads"].clone();
        let brands: Vec<_> = leads.as_array().unwrap().iter().map(|lead| &lead["brand"]["id"]).collect();
        assert_eq!(brands, [&json!(tavrin)]);
    }
}
