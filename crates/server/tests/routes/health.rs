use serde_json::json;

use crate::harness::Reply;
use crate::on_both;

on_both! {
    async fn health_is_unavailable_while_the_server_stops(server) {
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

    async fn neither_health_nor_reads_need_the_connections_for_analyses(server, account) {
        server.app.heavy_reads_database.clone().close().await.unwrap();
        assert_eq!(server.get(&account, "/v1/platform/answers/count?searchTerms=a").await.status, 500);
        assert_eq!(server.get(&account, "/v1/platform/answers").await.status, 200);
        assert_eq!(server.http.get(format!("{}/health", server.url)).send().await.unwrap().status(), 200);
    }

    async fn health_does_not_need_the_connections_for_requests(server) {
        for database in [&server.app.auth_database, &server.app.database, &server.app.heavy_reads_database] {
            database.clone().close().await.unwrap();
        }
        assert_eq!(server.http.get(format!("{}/health", server.url)).send().await.unwrap().status(), 200);
    }

    async fn health_is_unavailable_without_a_database(server) {
        server.app.operations_database.clone().close().await.unwrap();
        for (path, status) in [("/health", 503), ("/health/ready", 503), ("/health/live", 200)] {
            let reply = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
            assert_eq!(reply.status(), status, "{path}");
        }
    }
}
