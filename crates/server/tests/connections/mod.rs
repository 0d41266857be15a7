//! Connections that send their requests slowly, and too many of them.

use std::net::SocketAddr;
use std::time::Duration;

use answerdeck_server::connections::{self, ConnectionLimits};
use answerdeck_server::router::router;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Backend, TestServer};

const HEALTH: &[u8] = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n";

/// Serves the routes of `server` at another address with these limits, until the test ends.
async fn listen(server: &TestServer, limits: ConnectionLimits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (router, shutdown) = (router(&server.app), server.app.shutdown.clone());
    tokio::spawn(async move { connections::serve(listener, router, limits, Vec::new(), shutdown).await });
    address
}

/// Sends bytes and returns what arrives until the response or the connection ends.
async fn exchange(stream: &mut TcpStream, bytes: &[u8]) -> String {
    // The server may have closed the connection already.
    let _ = stream.write_all(bytes).await;
    let mut received = Vec::new();
    let read = async {
        while !received.ends_with(b"}") && stream.read_buf(&mut received).await.is_ok_and(|count| count > 0) {}
    };
    tokio::time::timeout(Duration::from_secs(60), read).await.expect("the server responds or closes the connection");
    String::from_utf8(received).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_sends_its_request_slowly_is_closed() {
    let server = TestServer::start(Backend::Sqlite).await;
    let limits = ConnectionLimits { head_timeout: Duration::from_millis(100), ..ConnectionLimits::default() };
    let address = listen(&server, limits).await;
    for start in [&b""[..], b"GET /hea", b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: "] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let received = exchange(&mut stream, start).await;
        assert!(!received.contains("200 OK"), "{received}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_a_bounded_number_of_connections() {
    let server = TestServer::start(Backend::Sqlite).await;
    let address = listen(&server, ConnectionLimits { each: 2, ..ConnectionLimits::default() }).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(exchange(&mut stream, HEALTH).await.starts_with("HTTP/1.1 200 OK"));
        held.push(stream);
    }
    let mut third = TcpStream::connect(address).await.unwrap();
    assert_eq!(exchange(&mut third, HEALTH).await, "");
    held.pop();
    // The server notices the end of a connection some time later.
    let again = async {
        while exchange(&mut TcpStream::connect(address).await.unwrap(), HEALTH).await.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), again).await.expect("a closed connection makes room");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_above_the_total_waits() {
    let server = TestServer::start(Backend::Sqlite).await;
    let address = listen(&server, ConnectionLimits { total: 1, ..ConnectionLimits::default() }).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    assert!(exchange(&mut first, HEALTH).await.starts_with("HTTP/1.1 200 OK"));
    let mut second = TcpStream::connect(address).await.unwrap();
    second.write_all(HEALTH).await.unwrap();
    assert!(exchange(&mut first, HEALTH).await.starts_with("HTTP/1.1 200 OK"), "the first connection is served");
    drop(first);
    assert!(exchange(&mut second, b"").await.starts_with("HTTP/1.1 200 OK"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_sends_a_large_body_can_read_the_error() {
    let server = TestServer::start(Backend::Sqlite).await;
    let address = listen(&server, ConnectionLimits::default()).await;
    let size = 8 * 1024 * 1024;
    for path in ["/api/v1/platform/prompts", "/mcp"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        // The response is not read before all is sent.
        stream.write_all(&vec![b' '; size]).await.unwrap();
        let response = exchange(&mut stream, b"").await;
        assert!(response.starts_with("HTTP/1.1 401 "), "{path}: {response}");
        // The connection can be used again.
        assert!(exchange(&mut stream, HEALTH).await.starts_with("HTTP/1.1 200 OK"), "{path}");
    }
}
