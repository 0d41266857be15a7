//! The client in Node, which has no window.
#![cfg(target_arch = "wasm32")]

mod environment;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn more_calls_than_the_rate_limit_allows_in_a_second_all_return() {
    environment::more_calls_than_the_rate_limit_allows_in_a_second_all_return().await;
}
