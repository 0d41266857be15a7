//! A proxy in front of PostgreSQL that counts the round trips which a client waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The proxy. It ends with the test.
pub struct CountingProxy {
    /// The database through the proxy.
    pub url: String,
    round_trips: Arc<AtomicUsize>,
}

impl CountingProxy {
    /// Starts a proxy in front of the database at `url`.
    pub async fn start(url: &str) -> Self {
        let (scheme_and_user, rest) = url.rsplit_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // Encrypted messages cannot be counted.
        let url = format!("{scheme_and_user}@{}/{name}?sslmode=disable", listener.local_addr().unwrap());
        let round_trips = Arc::<AtomicUsize>::default();
        let (server, counted) = (server.to_owned(), Arc::clone(&round_trips));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(pass_on(client, server, Arc::clone(&counted)));
            }
        });
        Self { url, round_trips }
    }

    /// The round trips so far.
    pub fn round_trips(&self) -> usize {
        self.round_trips.load(Ordering::SeqCst)
    }
}

async fn pass_on(client: TcpStream, server: TcpStream, counted: Arc<AtomicUsize>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    // The startup message has no kind.
    let Ok(startup) = message(&mut from_client, 0).await else { return };
    if to_server.write_all(&startup).await.is_err() {
        return;
    }
    let (mut has_statement, mut was_released) = (false, false);
    while let Ok(message) = message(&mut from_client, 1).await {
        match message[0] {
            b'S' if has_statement => {
                counted.fetch_add(1, Ordering::SeqCst);
                (has_statement, was_released) = (false, false);
            }
            // The pool tests a connection after its use. Nobody waits for that.
            b'S' if !was_released => was_released = true,
            b'S' => {
                counted.fetch_add(1, Ordering::SeqCst);
            }
            _ => has_statement = true,
        }
        if to_server.write_all(&message).await.is_err() {
            return;
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
