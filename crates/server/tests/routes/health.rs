use serde_json::json;

use crate::harness::Reply;
use crate::on_both;

on_both! {
    async fn says_whether_the_server_can_serve(server: TestServer) {
        let ask = async || Reply::of(server.http.get(format!("{}/health", server.url)).send().await.unwrap()).await;
        let reply = ask().await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json()["status"], "ok");
        assert_eq!(reply.json()["keywords"], json!({ "google": "sample", "naver": "sample" }));
        assert_eq!(reply.json()["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(reply.json()["korean"], "plain");
        server.app.shutdown.cancel();
        let reply = ask().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["status"]), (503, &json!("unavailable")));
    }

    async fn without_its_database_it_cannot(server: TestServer) {
        server.app.database.clone().close().await.unwrap();
        let reply = server.http.get(format!("{}/health", server.url)).send().await.unwrap();
        assert_eq!(reply.status(), 503);
    }
}
