//! A server that answers as it is told, however wrong that is.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use url::Url;

/// What a trap does with a request.
pub enum Answer {
    /// Sends these bytes and closes.
    Bytes(Vec<u8>),
    /// Sends the first bytes, then the others for as long as somebody takes them.
    Endless(Vec<u8>, Vec<u8>),
    /// Sends the bytes, then one more every few milliseconds for as long as somebody takes them.
    Drip(Vec<u8>),
    /// Sends these bytes and nothing more, without closing.
    Silence(Vec<u8>),
}

pub struct Trap {
    pub address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    ended: mpsc::UnboundedReceiver<usize>,
}

impl Trap {
    /// A server that answers each path so.
    pub async fn start(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, heads) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (end, ended) = mpsc::unbounded_channel();
        let (answer, seen) = (Arc::new(answer), Arc::clone(&heads));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, seen, end) = (Arc::clone(&answer), Arc::clone(&seen), end.clone());
                tokio::spawn(async move {
                    let _ = end.send(serve(stream, &*answer, &seen).await);
                });
            }
        });
        Self { address, heads, ended }
    }

    /// A site without robots.txt whose pages are all this one.
    pub async fn of_page(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::start(move |path| if path == "/robots.txt" { missing() } else { Answer::Bytes(bytes.clone()) }).await
    }

    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// The heads of all requests.
    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    /// The paths of all requests.
    pub fn paths(&self) -> Vec<String> {
        self.heads().iter().map(|head| head.split(' ').nth(1).unwrap().to_owned()).collect()
    }

    /// How many bytes of the next answers could be sent, one number for each.
    pub async fn sent(&mut self, answers: usize) -> Vec<usize> {
        let mut all = Vec::new();
        while all.len() < answers {
            all.push(self.ended.recv().await.unwrap());
        }
        all
    }
}

async fn serve(mut stream: TcpStream, answer: &(impl Fn(&str) -> Answer + Sync), seen: &Mutex<Vec<String>>) -> usize {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return 0,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    seen.lock().unwrap().push(head);
    match answer(&path) {
        Answer::Bytes(bytes) => match stream.write_all(&bytes).await {
            Ok(()) => bytes.len(),
            Err(_) => 0,
        },
        Answer::Endless(start, more) => {
            let mut sent = 0;
            let mut part = start;
            while stream.write_all(&part).await.is_ok() {
                sent += part.len();
                part.clone_from(&more);
            }
            sent
        }
        Answer::Drip(start) => {
            let mut sent = 0;
            let mut part = start;
            let mut drops = tokio::time::interval(Duration::from_millis(5));
            while stream.write_all(&part).await.is_ok() {
                sent += part.len();
                part = b"a".to_vec();
                drops.tick().await;
            }
            sent
        }
        Answer::Silence(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.read_u8().await;
            bytes.len()
        }
    }
}

/// A whole answer.
pub fn answer(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub fn html(body: impl AsRef<[u8]>) -> Vec<u8> {
    answer("200 OK", "Content-Type: text/html\r\n", body)
}

pub fn redirect(to: &str) -> Answer {
    Answer::Bytes(answer("302 Found", &format!("Location: {to}\r\n"), ""))
}

pub fn missing() -> Answer {
    Answer::Bytes(answer("404 Not Found", "", ""))
}
