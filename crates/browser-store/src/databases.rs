//! The databases of sessions: their names, and deleting them.

use answerdeck_answer_store::{RECORD_VERSION, StoreError};
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::IdbFactory;

use crate::connection::PATIENCE;
use crate::lock::claim_unused;
use crate::{connection, platform};

/// The beginning of the name of every database of this crate.
pub const DATABASE_PREFIX: &str = "answerdeck.answers.";

/// Returns the name of the database of a session, by the name of its secret, for records of this version.
pub fn database_name(secret_name: &str) -> String {
    [DATABASE_PREFIX, RECORD_VERSION, ".", secret_name].concat()
}

/// Returns the names of all databases of sessions on this origin, in any order.
///
/// # Errors
/// [`StoreError::Broken`] if the browser has no databases, or does not list them.
pub async fn list_databases() -> Result<Vec<String>, StoreError> {
    let factory: Factory = platform::indexed_db()?.unchecked_into();
    let list = factory.databases().map_err(|error| platform::failure(&error))?;
    let list = JsFuture::from(list).await.map_err(|error| platform::failure(&error))?;
    let name = |database: JsValue| Reflect::get(&database, &"name".into()).ok()?.as_string();
    let names: Array = list.unchecked_into();
    Ok(names.iter().filter_map(name).filter(|name| name.starts_with(DATABASE_PREFIX)).collect())
}

/// Deletes a database, even if it is open: its stores are then [`Evicted`](StoreError::Evicted).
///
/// # Errors
/// [`StoreError::Broken`] if the browser has no databases, or a tab does not close it. The browser deletes it when that
/// tab is closed.
pub async fn delete_database(name: &str) -> Result<(), StoreError> {
    connection::delete(&platform::indexed_db()?, name, PATIENCE).await
}

/// Deletes the databases that no tab and no worker has open, except `name`. `None` deletes all that are not open.
///
/// # Errors
/// [`StoreError::Broken`] if the browser has no databases, or does not list them.
pub async fn forget_others(name: Option<&str>) -> Result<(), StoreError> {
    for other in list_databases().await? {
        if Some(other.as_str()) != name
            && let Some(_claim) = claim_unused(&other).await?
        {
            delete_database(&other).await?;
        }
    }
    Ok(())
}

// web-sys does not have `databases` yet.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = IdbFactory)]
    type Factory;

    #[wasm_bindgen(method, catch)]
    fn databases(this: &Factory) -> Result<Promise, JsValue>;
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;
    use crate::IndexedDbStore;
    use crate::tests::{fresh, put};
    use answerdeck_answer_store::Store;

    async fn all() -> Vec<String> {
        let mut names = list_databases().await.unwrap();
        names.sort();
        names
    }

    #[wasm_bindgen_test]
    async fn databases_that_are_in_use_stay_and_others_are_deleted() {
        forget_others(None).await.unwrap();
        let before = all().await;
        let [own, open, held, left] = ["own", "open", "held", "left"].map(database_name);
        for name in [&own, &open, &held, &left] {
            fresh(name).await.write(put("a", 1)).await.unwrap();
        }
        let foreign = "answerdeck.other";
        connection::open(&platform::indexed_db().unwrap(), foreign, PATIENCE).await.unwrap().close();
        let store = IndexedDbStore::open(&open).await.unwrap();
        let in_use = crate::DatabaseInUse::claim(&held).await.unwrap();

        forget_others(Some(&own)).await.unwrap();
        let mut expected = [&before[..], &[held, open.clone(), own]].concat();
        expected.sort();
        assert_eq!(all().await, expected);
        assert_eq!(store.read("a").await.unwrap(), Some(vec![1]));

        drop((store, in_use));
        forget_others(None).await.unwrap();
        assert_eq!(all().await, before);
        let opened = connection::open(&platform::indexed_db().unwrap(), foreign, PATIENCE).await.unwrap();
        opened.close();
        delete_database(foreign).await.unwrap();
    }
}
