//! A client on a thread, for programs whose tasks move between threads.

use std::pin::pin;
use std::{io, thread};

use futures_channel::{mpsc, oneshot};
use futures_core::future::LocalBoxFuture;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use tokio::runtime;
use tokio::task::{LocalSet, spawn_local};

use crate::client::Client;

type Call = Box<dyn FnOnce(Client) -> LocalBoxFuture<'static, ()> + Send>;

/// A client that lives on a thread. The handle and its futures are `Send`, so every task of a runtime can use them. Clones
/// are handles of the same client, whose calls share one pace. The thread ends with the last handle.
///
/// ```no_run
/// # use std::rc::Rc;
/// # use answerdeck_client::{ApiKey, Client, ClientThread, Credential, transport::NativeTransport};
/// # async fn example() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let client = ClientThread::start(|| -> Result<Client, Box<dyn std::error::Error + Send + Sync>> {
///     let credential = Credential::ApiKey(ApiKey::new("adk_…")?);
///     let transport = Rc::new(NativeTransport::new()?);
///     Ok(Client::builder("http://127.0.0.1:8080").credential(credential).transport(transport).build()?)
/// })
/// .await?;
/// let organization = tokio::spawn(async move { client.call(async |client| client.organization().get().await).await });
/// println!("{}", organization.await???.name);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct ClientThread {
    calls: mpsc::UnboundedSender<Call>,
}

/// A call that has no value: it panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the call panicked on the thread of the client")]
pub struct CallPanicked;

impl ClientThread {
    /// Starts a thread, and a client on it.
    ///
    /// # Errors
    /// Fails with the error of `build`, or if the system has no thread.
    pub async fn start<E>(build: impl FnOnce() -> Result<Client, E> + Send + 'static) -> Result<Self, E>
    where
        E: From<io::Error> + Send + 'static,
    {
        let (calls, received) = mpsc::unbounded();
        let (started, has_started) = oneshot::channel();
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let run = move || {
            let serving = async move {
                match build() {
                    Ok(client) => {
                        drop(started.send(Ok(())));
                        serve(&client, received).await;
                    }
                    Err(error) => drop(started.send(Err(error))),
                }
            };
            runtime.block_on(LocalSet::new().run_until(serving));
        };
        thread::Builder::new().name("answerdeck-client".to_owned()).spawn(run)?;
        has_started.await.unwrap_or_else(|_| Err(io::Error::other("the client could not be built").into()))?;
        Ok(Self { calls })
    }

    /// Runs `call` with the client, and returns its value. Dropping the future ends the call.
    pub async fn call<T, F>(&self, call: impl FnOnce(Client) -> F + Send + 'static) -> Result<T, CallPanicked>
    where
        F: Future<Output = T> + 'static,
        T: Send + 'static,
    {
        let (mut reply, value) = oneshot::channel();
        let run: Call = Box::new(move |client| {
            Box::pin(async move {
                let value = match select(pin!(call(client)), reply.cancellation()).await {
                    Either::Left((value, _)) => value,
                    Either::Right(_) => return,
                };
                // If this fails, the caller has stopped waiting.
                drop(reply.send(value));
            })
        });
        self.calls.unbounded_send(run).map_err(|_| CallPanicked)?;
        value.await.map_err(|_| CallPanicked)
    }
}

/// Runs calls concurrently until no handle is left. A call that panics does not end the others.
async fn serve(client: &Client, mut calls: mpsc::UnboundedReceiver<Call>) {
    while let Some(call) = calls.next().await {
        let client = client.clone();
        spawn_local(async move { call(client).await });
    }
}
