//! A proxy in front of PostgreSQL. It counts the round trips which a client waits for, and can cut connections.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// The proxy. It ends with the test.
pub struct PostgresProxy {
    /// The database through the proxy.
    pub url: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    round_trips: AtomicUsize,
    cut_at: Mutex<Option<&'static str>>,
    commits: Notify,
}

impl PostgresProxy {
    /// Starts a proxy in front of the database at `url`.
    pub async fn start(url: &str) -> Self {
        let (scheme_and_user, rest) = url.rsplit_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // Encrypted messages cannot be counted.
        let url = format!("{scheme_and_user}@{}/{name}?sslmode=disable", listener.local_addr().unwrap());
        let shared = Arc::<Shared>::default();
        let (server, of_connections) = (server.to_owned(), Arc::clone(&shared));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // It is closed while PostgreSQL is stopped.
                let Ok(server) = TcpStream::connect(&server).await else { continue };
                // Otherwise a message waits until the one before was received, and a statement has several.
                for stream in [&client, &server] {
                    stream.set_nodelay(true).unwrap();
                }
                tokio::spawn(pass_on(client, server, Arc::clone(&of_connections)));
            }
        });
        Self { url, shared }
    }

    /// The round trips so far.
    pub fn round_trips(&self) -> usize {
        self.shared.round_trips.load(Ordering::SeqCst)
    }

    /// Waits until PostgreSQL is sent a COMMIT.
    pub async fn commit(&self) {
        self.shared.commits.notified().await;
    }

    /// Cuts each connection whose client sends a statement with this text, before PostgreSQL reads it.
    pub fn cut_at(&self, text: Option<&'static str>) {
        *self.shared.cut_at.lock().unwrap() = text;
    }
}

async fn pass_on(client: TcpStream, server: TcpStream, shared: Arc<Shared>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut replies = JoinSet::new();
    replies.spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    // The startup message has no kind.
    let Ok(startup) = message(&mut from_client, 0).await else { return };
    if to_server.write_all(&startup).await.is_err() {
        return;
    }
    let (mut has_statement, mut was_released) = (false, false);
    while let Ok(message) = message(&mut from_client, 1).await {
        let cut_at = *shared.cut_at.lock().unwrap();
        let has = |text: &str| message.windows(text.len()).any(|part| part == text.as_bytes());
        if cut_at.is_some_and(has) {
            return;
        }
        let is_commit = has("COMMIT");
        match message[0] {
            b'S' if has_statement => {
                shared.round_trips.fetch_add(1, Ordering::SeqCst);
                (has_statement, was_released) = (false, false);
            }
            // The pool tests a connection after its use. Nobody waits for that.
            b'S' if !was_released => was_released = true,
            b'S' => {
                shared.round_trips.fetch_add(1, Ordering::SeqCst);
            }
            _ => has_statement = true,
        }
        if to_server.write_all(&message).await.is_err() {
            return;
        }
        if is_commit {
            shared.commits.notify_waiters();
        }
    }
}

/// Reads a message whose length follows this number of bytes.
///
/// Source: PostgreSQL, message formats.
async fn message(reader: &mut (impl AsyncRead + Unpin), before_length: usize) -> std::io::Result<Vec<u8>> {
    let mut message = vec![0; before_length + 4];
    reader.read_exact(&mut message).await?;
    let length = u32::from_be_bytes(message[before_length..].try_into().unwrap()) as usize;
    message.resize(before_length + length, 0);
    reader.read_exact(&mut message[before_length + 4..]).await?;
    Ok(message)
}
