//! Connections to a ClickHouse that has a certificate.

use std::process::Stdio;

use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::harness::process::{answerdeck, lines_of};
use crate::harness::{AnswerRow, Backend, TestServer, self_signed_tls};

/// Starts a server that accepts all statements. Returns the URL of a database, and the certificate as PEM.
async fn start() -> (String, String) {
    let (tls, certificate) = self_signed_tls(&["127.0.0.1"]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/answers", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // Fails if the client does not trust the certificate.
            let Ok(stream) = tls.accept(stream).await else { continue };
            let service = service_fn(|request: Request<Incoming>| async move {
                request.into_body().collect().await?;
                Ok::<_, hyper::Error>(Response::new(Empty::<Bytes>::new()))
            });
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
    (url, certificate)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_certificate_authority_is_trusted_only_if_an_option_names_it() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    server.answer(&account, AnswerRow::default()).await;
    let (url, certificate) = start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authorities.pem");
    std::fs::write(&file, certificate).unwrap();

    let rebuild = ["statistics", "rebuild", "--clickhouse", &url];
    let refused = answerdeck(&server.database_url, &rebuild).stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && error.contains("invalid peer certificate: UnknownIssuer"), "{error}");

    let trusting = [&rebuild[..], &["--certificate-authorities", file.to_str().unwrap()]].concat();
    assert_eq!(lines_of(&server.database_url, &trusting), ["Done: 0 answers have no copy yet"]);
}
