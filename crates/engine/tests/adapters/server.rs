//! A server that gives scripted responses, in order, one a connection.

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// Where the links of the fixtures lead. The server sends its own address in place of it.
pub const REDIRECTS: &str = "https://vertexaisearch.cloud.google.com";
/// More bytes than any answer has.
pub const HUGE: usize = 50 * 1024 * 1024;

/// A request with the response that it gets.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub method: &'static str,
    response: String,
    status: u16,
    headers: Vec<(&'static str, &'static str)>,
    ending: Ending,
}

#[derive(Debug, Clone, Copy)]
enum Ending {
    Complete,
    /// The connection ends after this many bytes of the response, with its head.
    Cut(usize),
    /// Nothing is sent. Tokio's clock is paused, so that timeouts expire at once.
    Silent,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub method: String,
    pub path: String,
    pub head: String,
    pub body: Value,
}

/// A question, and the response to it.
pub fn post<B: Display>(status: u16, body: B) -> Exchange {
    Exchange { method: "POST", response: body.to_string(), status, headers: Vec::new(), ending: Ending::Complete }
}

/// A read of a task, and the response to it.
pub fn get<B: Display>(status: u16, body: B) -> Exchange {
    Exchange { method: "GET", ..post(status, body) }
}

impl Exchange {
    pub fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The connection ends after `bytes` of the response.
    pub fn cut(self, bytes: usize) -> Self {
        Self { ending: Ending::Cut(bytes), ..self }
    }

    /// No response comes. For a clock that can be paused.
    pub fn silent(self) -> Self {
        Self { ending: Ending::Silent, ..self }
    }

    /// The response as it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} Scripted\r\ncontent-length: {}\r\n", self.status, self.response.len());
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        [head.as_str(), "\r\n", &self.response].concat().into_bytes()
    }
}

/// A running server. It ends with its test.
pub struct Server {
    pub url: Url,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Server {
    pub async fn start(script: Vec<Exchange>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url: Url = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let (origin, log) = (url.origin().ascii_serialization(), received.clone());
        tokio::spawn(async move {
            let mut script = script.into_iter();
            while let Ok((mut connection, _)) = listener.accept().await {
                let Some(request) = receive(&mut connection).await else { continue };
                if request.method == "HEAD" {
                    if request.path == "/grounding-api-redirect/SLOW" {
                        silence::<()>().await;
                    }
                    let (status, location) = match request.path.as_str() {
                        "/grounding-api-redirect/A" => (302, "https://www.a.example/page?utm_source=google"),
                        "/grounding-api-redirect/HANGUL" => (302, "https://a.example/카페"),
                        "/grounding-api-redirect/SCRIPT" => (302, "javascript:alert(1)"),
                        _ => (404, ""),
                    };
                    let head =
                        format!("HTTP/1.1 {status} Scripted\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
                    connection.write_all(head.as_bytes()).await.unwrap();
                    continue;
                }
                log.lock().unwrap().push(request);
                // A request that nobody expects is answered too: the test counts it.
                let mut exchange = script.next().unwrap_or_else(|| get(500, "{}"));
                exchange.response = exchange.response.replace(REDIRECTS, &origin);
                let bytes = exchange.bytes();
                let length = match exchange.ending {
                    Ending::Complete => bytes.len(),
                    Ending::Cut(length) => length,
                    Ending::Silent => silence().await,
                };
                // The client leaves before the end of a response that is too large.
                let _ = connection.write_all(&bytes[..length]).await;
                let _ = connection.shutdown().await;
            }
        });
        Self { url, received }
    }

    /// The requests that came, without those for redirects.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

/// Sends nothing, and pauses Tokio's clock, so that timeouts expire at once.
async fn silence<T>() -> T {
    tokio::time::pause();
    std::future::pending().await
}

/// Reads a request. `None` when the client has closed the connection.
pub async fn receive(connection: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
            let body = &bytes[end + 4..];
            if body.len() == length.parse::<usize>().unwrap() {
                let mut line = head.lines().next().unwrap().split(' ');
                let method = line.next().unwrap().to_ascii_uppercase();
                let first = std::str::from_utf8(&bytes).unwrap();
                let path = first.split(' ').nth(1).unwrap().to_owned();
                let body = serde_json::from_slice(body).unwrap_or_default();
                return Some(Received { method, path, head, body });
            }
        }
        if connection.read_buf(&mut bytes).await.unwrap() == 0 {
            return None;
        }
    }
}
