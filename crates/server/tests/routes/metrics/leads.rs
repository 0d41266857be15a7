//! Since when a brand is ahead of another.

use serde_json::json;

use super::{example, later_run};
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
}
