use serde_json::json;

use crate::harness::Reply;
use crate::on_both;

on_both! {
    async fn health_is_unavailable_while_the_server_stops(server: TestServer) {
        let get_health = async || Reply::of(server.http.get(format!("{}/health", server.url)).send().await.unwrap()).await;
        let reply = get_health().await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json()["status"], "ok");
        assert_eq!(reply.json()["keywords"], json!({ "google": "sample", "naver": "sample" }));
        assert_eq!(reply.json()["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(reply.json()["korean"], "plain");
        server.app.shutdown.cancel();
        let reply = get_health().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["status"]), (503, &json!("unavailable")));
    }

    async fn health_is_unavailable_without_a_database(server: TestServer) {
        server.app.database.clone().close().await.unwrap();
        let reply = server.http.get(format!("{}/health", server.url)).send().await.unwrap();
        assert_eq!(reply.status(), 503);
    }
}
