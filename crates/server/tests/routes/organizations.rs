use jiff::SignedDuration;
use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_both, on_sqlite};

on_both! {
    async fn get_organization_returns_the_organization_of_the_api_key(server, account, _other) {
        let organization = server.get(&account, "/v1/platform/organizations/me").await.ok();
        assert_eq!(
            organization,
            json!({
                "id": account.organization_id,
                "name": "Nurio",
                "region": "KR",
                "createdAt": "2026-11-20T09:00:00.000Z",
                "websites": ["https://nurio.example"],
                "routes": ["STAND_IN"],
                "balance": server.get(&account, "/v1beta/platform/credits/me").await.ok()["balance"],
                "models": server.get(&account, "/v1/platform/models").await.ok()["models"],
                "brands": [],
                "newAlerts": 0,
            })
        );
    }

    async fn an_organization_says_which_brand_is_its_own_after_one_read_of_its_brands(server, account) {
        server.brand_with_site(&account, "Nurio", "https://nurio.example").await;
        let tavrin = server.brand(&account, "Tavrin").await;
        for own in ["Nurio", "Tavrin"] {
            server.statements.lock().unwrap().clear();
            let organization = server.get(&account, "/v1/platform/organizations/me").await.ok();
            let brands = organization["brands"].as_array().unwrap();
            let owned: Vec<_> = brands.iter().filter(|brand| brand["isOwn"] == true).map(|brand| &brand["name"]).collect();
            assert_eq!(owned, [own]);
            let statements = server.statements.lock().unwrap().clone();
            let reads = statements.iter().filter(|statement| statement.sql.replace('"', "").contains("FROM brands"));
            assert_eq!(reads.count(), 1);
            server.patch(&account, &format!("/v1/platform/brands/{tavrin}"), json!({ "isOwn": true })).await.ok();
        }
    }

    async fn an_organization_has_the_routes_of_its_answers_and_of_the_models(server, account, other) {
        for (status, route) in [("SUCCESS", "SURFACE"), ("SUCCESS", "API")] {
            server.answer(&account, AnswerRow { status, route: Some(route), ..Default::default() }).await;
        }
        let routes = async |account| server.get(account, "/v1/platform/organizations/me").await.ok()["routes"].clone();
        // All models of the server are stand-ins, and none of them has answered.
        assert_eq!(routes(&account).await, json!(["API", "SURFACE", "STAND_IN"]));
        server.answer(&account, AnswerRow::default()).await;
        assert_eq!(routes(&account).await, json!(["STAND_IN", "API", "SURFACE"]));
        assert_eq!(routes(&other).await, json!(["STAND_IN"]));
    }
}

on_sqlite! {
    async fn an_organization_has_its_brands_while_they_fit_on_a_page(server, account, other) {
        server.brand(&other, "Tavrin").await;
        let brands = async || server.get(&account, "/v1/platform/organizations/me").await.ok()["brands"].clone();
        for at in 1..=100 {
            server.clock.advance(SignedDuration::from_millis(200));
            server.brand(&account, &format!("Nurio {at}")).await;
        }
        let page = server.get(&account, "/v1/platform/brands?limit=100").await.ok()["brands"].clone();
        assert_eq!(page.as_array().unwrap().len(), 100);
        assert_eq!(brands().await, page);
        server.brand(&account, "Nurio 101").await;
        assert_eq!(brands().await, json!(null));
    }
}
