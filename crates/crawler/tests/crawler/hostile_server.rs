//! A server with any behavior, valid or not.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rcgen::KeyPair;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Url;

/// What the server does with a request.
pub enum Behavior {
    /// Sends these bytes and closes.
    Respond(Vec<u8>),
    /// Sends the first bytes, then the others repeatedly until the connection closes.
    Endless(Vec<u8>, Vec<u8>),
    /// Sends these bytes, then one byte every few milliseconds until the connection closes.
    Drip(Vec<u8>),
    /// Sends these bytes, and keeps the connection open without sending more.
    Stall(Vec<u8>),
}

pub struct HostileServer {
    pub address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    ended: mpsc::UnboundedReceiver<usize>,
}

impl HostileServer {
    /// Starts a server with this behavior for each path.
    pub async fn start(behavior: impl Fn(&str) -> Behavior + Send + Sync + 'static) -> Self {
        Self::with_heads(move |path, _| behavior(path)).await
    }

    /// Starts a server with this behavior for each path and the head of its request.
    pub async fn with_heads(behavior: impl Fn(&str, &str) -> Behavior + Send + Sync + 'static) -> Self {
        Self::start_with(None, behavior).await
    }

    /// Starts a server with these certificates that responds with these bytes.
    pub async fn with_chain(chain: Vec<CertificateDer<'static>>, key: &KeyPair, bytes: impl Into<Vec<u8>>) -> Self {
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key);
        let bytes = bytes.into();
        let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
        Self::start_with(Some(acceptor), move |_, _| Behavior::Respond(bytes.clone())).await
    }

    async fn start_with(
        tls: Option<TlsAcceptor>,
        behavior: impl Fn(&str, &str) -> Behavior + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, heads) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (end, ended) = mpsc::unbounded_channel();
        let (behavior, seen) = (Arc::new(behavior), Arc::clone(&heads));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behavior, seen, end, tls) = (Arc::clone(&behavior), Arc::clone(&seen), end.clone(), tls.clone());
                tokio::spawn(async move {
                    let sent = match tls {
                        None => serve(stream, &*behavior, &seen).await,
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => serve(stream, &*behavior, &seen).await,
                            Err(_) => 0,
                        },
                    };
                    let _ = end.send(sent);
                });
            }
        });
        Self { address, heads, ended }
    }

    /// Starts a site without robots.txt, with this behavior for each other path.
    pub async fn without_robots(behavior: impl Fn(&str) -> Behavior + Send + Sync + 'static) -> Self {
        Self::start(move |path| if path == "/robots.txt" { missing() } else { behavior(path) }).await
    }

    /// Starts a site without robots.txt that responds with these bytes to every other path.
    pub async fn of_page(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::without_robots(move |_| Behavior::Respond(bytes.clone())).await
    }

    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub fn paths(&self) -> Vec<String> {
        self.heads().iter().map(|head| head.split(' ').nth(1).unwrap().to_owned()).collect()
    }

    /// The numbers of bytes sent in the next responses.
    pub async fn sent(&mut self, responses: usize) -> Vec<usize> {
        let mut all = Vec::new();
        while all.len() < responses {
            all.push(self.ended.recv().await.unwrap());
        }
        all
    }
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    behavior: &(impl Fn(&str, &str) -> Behavior + Sync),
    seen: &Mutex<Vec<String>>,
) -> usize {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return 0,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    seen.lock().unwrap().push(head.clone());
    match behavior(&path, &head) {
        Behavior::Respond(bytes) => match stream.write_all(&bytes).await {
            Ok(()) => {
                let _ = stream.shutdown().await;
                bytes.len()
            }
            Err(_) => 0,
        },
        Behavior::Endless(start, more) => {
            let mut sent = 0;
            let mut part = start;
            while stream.write_all(&part).await.is_ok() {
                sent += part.len();
                part.clone_from(&more);
            }
            sent
        }
        Behavior::Drip(start) => {
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
        Behavior::Stall(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.read_u8().await;
            bytes.len()
        }
    }
}

/// A complete response.
pub fn response(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub fn html(body: impl AsRef<[u8]>) -> Vec<u8> {
    response("200 OK", "Content-Type: text/html\r\n", body)
}

pub fn redirect(to: &str) -> Behavior {
    Behavior::Respond(response("302 Found", &format!("Location: {to}\r\n"), ""))
}

pub fn missing() -> Behavior {
    Behavior::Respond(response("404 Not Found", "", ""))
}
