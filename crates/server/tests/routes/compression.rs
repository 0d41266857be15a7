use reqwest::Method;

use crate::on_sqlite;

on_sqlite! {
    async fn the_api_compresses_json_for_clients_that_accept_it(server, account) {
        let mut sizes = Vec::new();
        for (accepted, expected) in [("identity", None), ("gzip, br", Some("gzip"))] {
            let request = server.request(&account, Method::GET, "/v1/platform/models", None);
            let response = request.header("Accept-Encoding", accepted).send().await.unwrap();
            let encoding = response.headers().get("content-encoding").map(|encoding| encoding.to_str().unwrap());
            assert_eq!((response.status().as_u16(), encoding), (200, expected));
            assert_eq!(response.headers()["vary"], "accept-encoding");
            let bytes = response.bytes().await.unwrap();
            assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), expected.is_some());
            sizes.push(bytes.len());
        }
        assert!(sizes[1] < sizes[0] / 2, "{sizes:?} bytes");
    }
}
