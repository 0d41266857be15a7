//! What the tests share: they run in a page of a browser.

use answerdeck_answer_store::{Changes, Records};
use wasm_bindgen_test::wasm_bindgen_test_configure;

use crate::{IndexedDbStore, delete_database};

wasm_bindgen_test_configure!(run_in_browser);

/// Opens a database that has no records.
pub(crate) async fn fresh(name: &str) -> IndexedDbStore {
    delete_database(name).await.unwrap();
    IndexedDbStore::open(name).await.unwrap()
}

pub(crate) fn put(key: &str, byte: u8) -> Changes {
    Changes { delete: Vec::new(), put: vec![(key.to_owned(), vec![byte])] }
}

pub(crate) fn keys_of(records: &Records) -> Vec<&str> {
    records.iter().map(|(key, _)| key.as_str()).collect()
}
