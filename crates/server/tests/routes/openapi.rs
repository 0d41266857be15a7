use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::Method;

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
        assert!(reply.headers.get_all("vary").iter().any(|value| value == "accept-encoding"), "{:?}", reply.headers);
        let send = async |method: Method, coding: &str| {
            let request = server.http.request(method, format!("{}/openapi.json", server.url));
            request.header("Accept-Encoding", coding).send().await.unwrap()
        };
        let compressed = send(Method::GET, "br, gzip").await;
        assert_eq!(compressed.headers()["content-encoding"], "gzip");
        assert!(compressed.headers().get_all("vary").iter().any(|value| value == "accept-encoding"));
        let (body, mut text) = (compressed.bytes().await.unwrap(), String::new());
        GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, reply.text);
        for coding in ["gzip;q=0", "br, gzip; q=0.0", "*", "identity"] {
            let plain = send(Method::GET, coding).await;
            assert_eq!(plain.headers().get("content-encoding"), None, "{coding}");
            assert_eq!(plain.text().await.unwrap(), reply.text, "{coding}");
        }
        let head = send(Method::HEAD, "gzip").await;
        assert_eq!((head.status().as_u16(), &head.headers()["content-type"]), (200, &"application/json".parse().unwrap()));
        assert_eq!(head.headers()["content-encoding"], "gzip");
        assert_eq!(head.bytes().await.unwrap(), "");
    }
}
