//! What the client must do in every environment of JavaScript.

use answerdeck_client::{ApiKey, Client, Credential};
use futures_util::future::join_all;

pub(crate) async fn more_calls_than_the_rate_limit_allows_in_a_second_all_return() {
    let models = "globalThis.fetch = async () => new Response('{\"models\":[]}')";
    js_sys::eval(models).unwrap();
    let key = Credential::ApiKey(ApiKey::new("adk_1").unwrap());
    let client = Client::builder("https://platform.example").credential(key).build().unwrap();
    let calls = (0..11).map(|_| async { client.models().list().await });
    let results = join_all(calls).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}
