//! `/v1beta/platform/saved-views`

use answerdeck_api::limits::SAVED_VIEWS_MAX;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Account, TestServer};
use crate::on_both;

const VIEWS: &str = "/v1beta/platform/saved-views";

impl TestServer {
    /// Saves a view and returns its id.
    pub(crate) async fn saved_view(&self, account: &Account, name: &str, address: &str) -> String {
        self.post(account, VIEWS, json!({ "name": name, "address": address })).await.id()
    }

    async fn saved_views(&self, account: &Account) -> Vec<Value> {
        self.get(account, VIEWS).await.ok()["savedViews"].as_array().unwrap().clone()
    }
}

on_both! {
    async fn views_of_the_organization_are_listed_newest_first(server, account, other) {
        let first = server.saved_view(&account, "주간", "/overview?model=CHATGPT").await;
        let second = server.saved_view(&account, "주간", "/").await;
        server.saved_view(&other, "Foreign", "/runs").await;
        let views = server.saved_views(&account).await;
        assert_eq!(views, [
            json!({ "id": second, "name": "주간", "address": "/", "createdAt": views[0]["createdAt"] }),
            json!({ "id": first, "name": "주간", "address": "/overview?model=CHATGPT", "createdAt": views[1]["createdAt"] }),
        ]);
        assert_eq!(server.saved_views(&server.account().await).await, Vec::<Value>::new());
    }

    async fn an_address_that_a_browser_copies_is_saved_as_its_path(server, account) {
        server.saved_view(&account, "Weekly", &format!("{}/answers?model=CHATGPT", server.url)).await;
        assert_eq!(server.saved_views(&account).await[0]["address"], "/answers?model=CHATGPT");
    }

    async fn a_view_is_renamed_and_deleted_by_its_organization(server, account, other) {
        let id = server.saved_view(&account, "Weekly", "/runs").await;
        let (path, unknown) = (format!("{VIEWS}/{id}"), (404, "SAVED_VIEW_NOT_FOUND".to_owned()));
        let renamed = server.patch(&account, &path, json!({ "name": "Monthly" })).await.ok();
        assert_eq!((&renamed["name"], &renamed["address"]), (&json!("Monthly"), &json!("/runs")));
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), renamed);
        assert_eq!(server.patch(&other, &path, json!({ "name": "Mine" })).await.refusal(), unknown);
        assert_eq!(server.saved_views(&account).await, [renamed]);
        assert_eq!(server.delete(&account, &path).await.status, 204);
        assert_eq!(server.patch(&account, &path, json!({ "name": "Again" })).await.refusal(), unknown);
        assert_eq!(server.saved_views(&account).await, Vec::<Value>::new());
    }

    async fn an_organization_has_at_most_fifty_views(server, account, other) {
        for _ in 2..SAVED_VIEWS_MAX {
            server.saved_view(&account, "A", "/runs").await;
        }
        let body = json!({ "name": "B", "address": "/runs" });
        let replies = join_all((0..3).map(|_| server.post(&account, VIEWS, body.clone()))).await;
        let refused: Vec<_> = replies.iter().filter(|reply| !reply.status.is_success()).collect();
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].refusal(), (409, "SAVED_VIEW_LIMIT_EXCEEDED".to_owned()));
        server.saved_view(&other, "A", "/runs").await;
        let views = server.saved_views(&account).await;
        assert_eq!(views.len() as u64, SAVED_VIEWS_MAX);
        server.delete(&account, &format!("{VIEWS}/{}", views[7]["id"].as_str().unwrap())).await;
        server.saved_view(&account, "B", "/runs").await;
    }
}
