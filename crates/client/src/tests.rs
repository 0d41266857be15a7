//! Unit tests of the whole client, against a scripted network on a virtual clock.

mod calls;
#[cfg(not(target_arch = "wasm32"))]
mod damage;
mod faults;
#[cfg(not(target_arch = "wasm32"))]
mod hostile_responses;
mod idempotency_keys;
mod oauth;
mod pacing;
mod paging;
mod watching;

use std::cell::Cell;
use std::rc::Rc;

use answerdeck_api::{RunId, RunSubmit};

use crate::client::{Client, ClientBuilder};
use crate::error::Result;
use crate::transport::TransportError;
use crate::transport::fake::{FakeTransport, Reply};

fn builder(fake: &FakeTransport) -> ClientBuilder {
    Client::builder_with(fake.shared(), "https://platform.example")
}

/// Returns a client without a credential.
fn client(fake: &FakeTransport) -> Client {
    builder(fake).build().unwrap()
}

/// Submits a run to a platform that answers a read with `models`, and then sends these replies.
fn submit_after_a_read(models: Reply, replies: impl IntoIterator<Item = Reply>) -> (FakeTransport, Result<RunId>) {
    let fake = FakeTransport::replies(std::iter::once(models).chain(replies));
    let client = client(&fake);
    let result = fake.run(async {
        client.models().list().await.unwrap();
        client.runs().submit(&RunSubmit::default()).await
    });
    (fake, result)
}

fn connection_lost() -> Reply {
    Err(TransportError::ConnectionLost("reset".to_owned()))
}

/// Counts how often the client says that the user must sign in again.
fn sign_outs(client: &Client) -> Rc<Cell<u32>> {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    client.on_signed_out(move || counted.set(counted.get() + 1)).keep();
    count
}
