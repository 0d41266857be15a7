//! The pacer against the rate limit of the server.

use futures_util::future::join_all;

use crate::test_server::TestServer;

#[tokio::test]
async fn sixty_concurrent_calls_succeed_without_a_429() {
    let server = TestServer::start();
    let (client, log) = server.client();
    let results = join_all((0..60).map(|_| async { client.credits().balance().await })).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(log.statuses(), vec![200; 60]);
}

#[tokio::test]
async fn two_clients_of_one_organization_both_succeed_under_a_shared_limit() {
    let server = TestServer::start();
    let ((first, _), (second, _)) = (server.client(), server.client());
    let clients = [&first, &second];
    let results = join_all((0..40).map(|number| async move { clients[number % 2].credits().balance().await })).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}
