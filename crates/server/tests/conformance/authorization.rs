//! The authorization server.

use tokio::io::{AsyncBufReadExt, BufReader};

use super::suite::{self, Findings};
use crate::harness::clickhouse::free_port;
use crate::harness::{Backend, Reply, TestServer};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_authorization_server_conforms() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    // Nothing takes it before the suite listens.
    let port = free_port().to_string();
    let client = server.oauth_client_at(&format!("http://127.0.0.1:{port}/callback")).await;
    let output = tempfile::tempdir().unwrap();
    let resource = format!("{}/mcp", server.url);
    let arguments =
        ["authorization", "--url", &server.url, "--client-id", &client.id, "--resource", &resource, "-p", &port];
    let mut suite = suite::start(output.path(), &arguments);
    let mut lines = BufReader::new(suite.stdout.take().unwrap()).lines();
    let (mut printed, mut sign_in, mut listens) = (String::new(), None, false);
    while let Some(line) = lines.next_line().await.unwrap() {
        listens |= line.starts_with("Callback server started");
        if line.starts_with(&format!("{}/oauth/authorize", server.url)) {
            sign_in = Some(line.clone());
        }
        if let Some(address) = sign_in.take_if(|_| listens) {
            let page = Reply::of(server.http.get(&address)).await;
            let redirect = client.answer(&page, "allow", &account.key).await;
            let callback = redirect.headers["location"].to_str().unwrap();
            assert!(server.http.get(callback).send().await.unwrap().status().is_success());
        }
        printed += &line;
        printed.push('\n');
    }
    suite.wait().await.unwrap();
    let found = Findings { printed, ..suite::read(output.path()) };
    found.assert_passed([("authorization-server-metadata-endpoint", 2), ("authorization-code-grant", 1)]);
}
