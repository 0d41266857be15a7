//! The client in a dedicated worker of a browser.
#![cfg(target_arch = "wasm32")]

mod environment;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
async fn more_calls_than_the_rate_limit_allows_in_a_second_all_return() {
    environment::more_calls_than_the_rate_limit_allows_in_a_second_all_return().await;
}

#[wasm_bindgen_test]
async fn a_lock_has_one_holder() {
    use answerdeck_client::oauth::{BrowserStorage, Storage};
    use futures_util::FutureExt;

    let first = BrowserStorage.lock("answerdeck.worker").await;
    let mut second = BrowserStorage.lock("answerdeck.worker");
    assert!((&mut second).now_or_never().is_none());
    drop(first);
    second.await;
}
