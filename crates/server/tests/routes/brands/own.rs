//! Which brand is the organization's own.

use serde_json::{Value, json};

use crate::harness::{Account, TestServer};
use crate::{on_both, on_sqlite};

const BRANDS: &str = "/v1/platform/brands";

impl TestServer {
    /// The names of the organization's own brands, of which every response must say the same.
    async fn own_brands(&self, account: &Account) -> Vec<String> {
        let listed = self.list(account, &format!("{BRANDS}?limit=1"), "brands").await;
        assert_eq!(self.get(account, "/v1/platform/organizations/me").await.ok()["brands"], json!(listed));
        for brand in &listed {
            assert_eq!(self.get(account, &format!("{BRANDS}/{}", brand["id"].as_str().unwrap())).await.ok(), *brand);
        }
        let own = listed.iter().filter(|brand| brand["isOwn"] == true);
        own.map(|brand| brand["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Creates a brand and returns its path.
    async fn brand_path(&self, account: &Account, brand: Value) -> String {
        format!("{BRANDS}/{}", self.post(account, BRANDS, brand).await.id())
    }

    /// Chooses a brand as the own one, or takes the choice back. Returns whether it is the own one then.
    async fn choose(&self, account: &Account, path: &str, is_own: bool) -> bool {
        self.patch(account, path, json!({ "isOwn": is_own })).await.ok()["isOwn"] == true
    }
}

on_both! {
    async fn the_chosen_brand_comes_before_the_one_with_a_website_of_the_organization(server, account) {
        let nurio = json!({ "name": "Nurio", "synonyms": [], "websites": ["HTTP://www.nurio.example:8080/?a=b"] });
        let nurio = server.brand_path(&account, nurio).await;
        let tavrin = json!({ "name": "Tavrin", "synonyms": [], "websites": ["https://nurio.example"], "isOwn": false });
        let tavrin = server.brand_path(&account, tavrin).await;
        // Of two with the website, the older one.
        assert_eq!(server.own_brands(&account).await, ["Nurio"]);
        assert!(server.choose(&account, &tavrin, true).await);
        assert_eq!(server.own_brands(&account).await, ["Tavrin"]);
        assert!(server.choose(&account, &tavrin, true).await);
        assert!(!server.choose(&account, &nurio, false).await);
        assert_eq!(server.own_brands(&account).await, ["Tavrin"]);
        let olvane = server.brand_path(&account, json!({ "name": "Olvane", "synonyms": [], "isOwn": true })).await;
        assert_eq!(server.own_brands(&account).await, ["Olvane"]);
        assert!(server.choose(&account, &nurio, true).await);
        assert_eq!(server.own_brands(&account).await, ["Nurio"]);
        assert!(server.choose(&account, &olvane, true).await);
        assert!(!server.choose(&account, &olvane, false).await);
        assert_eq!(server.own_brands(&account).await, ["Nurio"]);
        assert!(server.choose(&account, &nurio, false).await);
        server.patch(&account, &nurio, json!({ "websites": [] })).await.ok();
        assert_eq!(server.own_brands(&account).await, ["Tavrin"]);
    }

    async fn deleting_the_chosen_brand_takes_the_choice_back(server, account) {
        let nurio = json!({ "name": "Nurio", "synonyms": [], "websites": ["https://nurio.example"] });
        server.brand_path(&account, nurio).await;
        let tavrin = server.brand_path(&account, json!({ "name": "Tavrin", "synonyms": [], "isOwn": true })).await;
        assert_eq!(server.own_brands(&account).await, ["Tavrin"]);
        assert_eq!(server.delete(&account, &tavrin).await.status, 204);
        assert_eq!(server.own_brands(&account).await, ["Nurio"]);
    }

    async fn each_organization_chooses_among_its_own_brands(server, account, other) {
        let nurio = server.brand_path(&account, json!({ "name": "Nurio", "synonyms": [] })).await;
        let refused = server.patch(&other, &nurio, json!({ "isOwn": true })).await;
        assert_eq!(refused.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
        assert_eq!(server.own_brands(&account).await, [""; 0]);
        server.choose(&account, &nurio, true).await;
        server.brand_path(&other, json!({ "name": "Tavrin", "synonyms": [], "isOwn": true })).await;
        assert_eq!(server.own_brands(&account).await, ["Nurio"]);
        assert_eq!(server.own_brands(&other).await, ["Tavrin"]);
    }
}

on_sqlite! {
    async fn a_choice_starts_no_backfill(server, account) {
        let [_, rival] = server.own_and_rival(&account).await;
        server.week_of_answers(&account, 6, 4).await;
        assert!(server.choose(&account, &format!("{BRANDS}/{rival}"), true).await);
        let metrics = server.get(&account, "/v1beta/platform/metrics/brands?finished=true").await.ok();
        assert_eq!(metrics["coverage"], json!({ "answers": 36, "counted": 36 }));
    }
}
