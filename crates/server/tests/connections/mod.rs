//! Connections that send their requests slowly or read no responses, and too many of them.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use answerdeck_server::connections::{self, ConnectionLimits};
use answerdeck_server::router::router;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use futures_util::stream;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::harness::{Backend, TestServer, until};
use crate::on_sqlite;

const HEALTH: &[u8] = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n";

/// Serves the routes of `server` at another address with these limits, until the test ends.
async fn listen(server: &TestServer, limits: ConnectionLimits) -> SocketAddr {
    serve(router(&server.app), limits, server.app.shutdown.clone()).await
}

async fn serve(router: Router, limits: ConnectionLimits, shutdown: CancellationToken) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(connections::serve(listener, router, limits, Vec::new(), shutdown));
    address
}

/// Connects with a small buffer for what the server sends.
async fn connect_with_small_buffer(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.connect(address).await.unwrap()
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

on_sqlite! {
    async fn a_connection_that_sends_its_request_slowly_is_closed(server) {
        let limits = ConnectionLimits { head_timeout: Duration::from_millis(100), ..ConnectionLimits::default() };
        let address = listen(&server, limits).await;
        for start in [&b""[..], b"GET /hea", b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: "] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let received = exchange(&mut stream, start).await;
            assert!(!received.contains("200 OK"), "{received}");
        }
    }

    async fn an_address_has_a_bounded_number_of_connections(server) {
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
        until(async || !exchange(&mut TcpStream::connect(address).await.unwrap(), HEALTH).await.is_empty()).await;
    }

    async fn an_idle_connection_is_closed_at_the_limit(server) {
        let long = Duration::from_secs(600);
        let limits = ConnectionLimits { total: 1, head_timeout: long, write_timeout: long, ..ConnectionLimits::default() };
        let address = listen(&server, limits).await;
        let unread = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100);
        let body = "POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                    Content-Length: 100\r\n";
        for sent in [
            "",
            "GET /hea",
            &format!("{body}\r\ngrant_type="),
            &format!("{body}Expect: 100-continue\r\n\r\n"),
            "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
            &unread,
        ] {
            let mut held = connect_with_small_buffer(address).await;
            held.write_all(sent.as_bytes()).await.unwrap();
            let mut next = TcpStream::connect(address).await.unwrap();
            let response = exchange(&mut next, HEALTH).await;
            assert!(response.starts_with("HTTP/1.1 200 OK"), "after {}: {response}", &sent[..sent.len().min(90)]);
        }
    }

    async fn a_client_that_reads_nothing_is_closed(server) {
        let limits = ConnectionLimits { write_timeout: Duration::from_millis(100), ..ConnectionLimits::default() };
        let mut stream = connect_with_small_buffer(listen(&server, limits).await).await;
        // The server stops reading requests when it cannot send responses.
        let sending = async { while stream.write_all(HEALTH).await.is_ok() {} };
        tokio::time::timeout(Duration::from_secs(60), sending).await.expect("the server closes the connection");
    }

    async fn a_client_that_sends_a_large_body_can_read_the_error(server) {
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_above_the_total_waits_while_the_others_are_answered() {
    let (started, finish) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (starts, finishes) = (Arc::clone(&started), Arc::clone(&finish));
    let slow = async move || {
        starts.notify_one();
        finishes.notified().await;
        "{slow}"
    };
    let router = Router::new().route("/slow", get(slow)).route("/health", get(async || "{}"));
    let limits = ConnectionLimits { total: 1, ..ConnectionLimits::default() };
    let address = serve(router, limits, CancellationToken::new()).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    first.write_all(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    started.notified().await;
    let mut second = TcpStream::connect(address).await.unwrap();
    second.write_all(HEALTH).await.unwrap();
    let mut third = TcpStream::connect(address).await.unwrap();
    third.write_all(HEALTH).await.unwrap();
    finish.notify_one();
    assert!(exchange(&mut first, b"").await.ends_with("{slow}"), "the first connection keeps its place");
    for waiting in [&mut second, &mut third] {
        assert!(exchange(waiting, b"").await.starts_with("HTTP/1.1 200 OK"));
    }
}

// On one thread, the server waits for the next request of a connection before the client sees the response.
#[tokio::test]
async fn the_connection_that_has_been_idle_longest_is_closed() {
    let server = TestServer::start(Backend::Sqlite).await;
    let limits = ConnectionLimits { total: 2, head_timeout: Duration::from_secs(600), ..ConnectionLimits::default() };
    let address = listen(&server, limits).await;
    let mut connections = Vec::new();
    for _ in 0..2 {
        let mut connection = TcpStream::connect(address).await.unwrap();
        assert!(exchange(&mut connection, HEALTH).await.starts_with("HTTP/1.1 200 OK"));
        connections.push(connection);
    }
    assert!(exchange(&mut connections[0], HEALTH).await.starts_with("HTTP/1.1 200 OK"));
    let mut third = TcpStream::connect(address).await.unwrap();
    assert!(exchange(&mut third, HEALTH).await.starts_with("HTTP/1.1 200 OK"));
    assert_eq!(exchange(&mut connections[1], b"").await, "");
    assert!(exchange(&mut connections[0], HEALTH).await.starts_with("HTTP/1.1 200 OK"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn little_is_held_for_a_client_that_reads_nothing() {
    const CHUNK: &[u8] = &[b' '; 16 * 1024];
    let (produced, closed) = (Arc::new(AtomicUsize::new(0)), CancellationToken::new());
    let (count, response) = (Arc::clone(&produced), closed.clone());
    let endless = get(move || async move {
        let guard = response.drop_guard();
        Body::from_stream(stream::repeat_with(move || {
            let _response = &guard;
            count.fetch_add(CHUNK.len(), Ordering::Relaxed);
            Ok::<_, Infallible>(Bytes::from_static(CHUNK))
        }))
    });
    let limits = ConnectionLimits { write_timeout: Duration::from_millis(100), ..ConnectionLimits::default() };
    let address = serve(Router::new().route("/", endless), limits, CancellationToken::new()).await;
    let mut client = connect_with_small_buffer(address).await;
    client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    closed.cancelled().await;
    // The system doubles the limit for its own needs, and hyper holds some hundred kB.
    let held = produced.load(Ordering::Relaxed);
    assert!(held <= 2 * limits.unread_bytes + 512 * 1024, "{held} bytes");
}
