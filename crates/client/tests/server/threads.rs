//! Clients on a thread, used by tasks that move between threads.

use std::future::pending;
use std::io;
use std::rc::Rc;

use answerdeck_client::transport::NativeTransport;
use answerdeck_client::{ApiKey, CallPanicked, Client, ClientThread, Credential};
use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::join_all;

use crate::test_server::TestServer;

async fn start(server: &TestServer) -> ClientThread {
    let (base_url, key) = (server.base_url.clone(), server.key.clone());
    let build = move || {
        let credential = Credential::ApiKey(ApiKey::new(&key).unwrap());
        let transport = Rc::new(NativeTransport::new().unwrap());
        Client::builder(&base_url).credential(credential).transport(transport).build().map_err(io::Error::other)
    };
    ClientThread::start(build).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_on_every_thread_share_a_client() {
    let server = TestServer::start();
    let client = start(&server).await;
    let name = |client: ClientThread| async move {
        client.call(async |client| client.organization().get().await.map(|organization| organization.name)).await
    };
    let calls = join_all((0..40).map(|_| tokio::spawn(name(client.clone())))).await;
    assert!(calls.into_iter().all(|call| call.unwrap().unwrap().unwrap() == "Test"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_call_is_cancelled() {
    let server = TestServer::start();
    let client = start(&server).await;
    let (held, ended) = oneshot::channel::<()>();
    let mut call = Box::pin(client.call(async move |_| {
        let _held = held;
        pending::<()>().await;
    }));
    assert!((&mut call).now_or_never().is_none());
    drop(call);
    assert!(ended.await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_a_call_does_not_end_the_client() {
    let server = TestServer::start();
    let client = start(&server).await;
    assert_eq!(client.call(async |_| panic!("in a call")).await, Err::<(), _>(CallPanicked));
    client.call(async |client| client.organization().get().await).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_be_built_is_the_error_of_its_builder() {
    let error = ClientThread::start(|| Client::builder("ftp://platform.example").build().map_err(io::Error::other));
    let error = error.await.unwrap_err();
    assert!(error.to_string().contains("http"), "{error}");
}
