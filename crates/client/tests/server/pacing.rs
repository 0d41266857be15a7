//! The pace against the server's own windows.

use futures_util::future::join_all;

use crate::platform::Platform;

#[tokio::test]
async fn sixty_calls_at_once_all_succeed_without_a_429() {
    let platform = Platform::start();
    let (client, log) = platform.client();
    let start = answerdeck_client::transport::Transport::now(&log);
    let results = join_all((0..60).map(|_| async { client.credits().balance().await })).await;
    let took = answerdeck_client::transport::Transport::now(&log) - start;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(log.statuses(), vec![200; 60]);
    println!("60 calls at once took {took:.1?}");
}

#[tokio::test]
async fn two_pages_of_one_organization_share_its_limit_and_every_call_succeeds() {
    let platform = Platform::start();
    let ((one, _), (other, _)) = (platform.client(), platform.client());
    let clients = [&one, &other];
    let results = join_all((0..40).map(|number| async move { clients[number % 2].credits().balance().await })).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}
