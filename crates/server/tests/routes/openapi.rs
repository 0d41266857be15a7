use std::io::Read;

use flate2::read::GzDecoder;

use crate::harness::Reply;
use crate::on_sqlite;

on_sqlite! {
    async fn the_openapi_document_is_public_and_contains_the_address_of_the_server(server) {
        let request = server.http.get(format!("{}/openapi.json", server.url)).header("Origin", "https://else.example");
        let reply = Reply::of(request).await;
        assert_eq!(reply.ok()["servers"][0]["url"], format!("{}/api", server.url));
        assert_eq!(reply.headers["content-type"], "application/json");
        assert_eq!(reply.headers["access-control-allow-origin"], "*");
        assert_eq!(reply.headers["cache-control"], "no-store");
        let request = server.http.get(format!("{}/openapi.json", server.url)).header("Accept-Encoding", "br, gzip");
        let compressed = request.send().await.unwrap();
        assert_eq!(compressed.headers()["content-encoding"], "gzip");
        let (body, mut text) = (compressed.bytes().await.unwrap(), String::new());
        GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, reply.text);
    }
}
