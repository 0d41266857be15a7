//! The Web Locks that show which databases are in use.

use answerdeck_answer_store::StoreError;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::platform;

/// Keeps [`forget_others`](crate::forget_others) from deleting a database until it is dropped. Pages and workers share it.
///
/// An open [`IndexedDbStore`](crate::IndexedDbStore) holds one. A page that has a session and no worker may hold one too.
#[derive(Debug)]
pub struct DatabaseInUse {
    _held: Held,
}

impl DatabaseInUse {
    /// Waits while the database is being deleted.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if the browser has no Web Locks.
    pub async fn claim(name: &str) -> Result<Self, StoreError> {
        let granted = request(name, "mode", &"shared".into()).await?;
        granted
            .map(|held| Self { _held: held })
            .ok_or_else(|| StoreError::Broken("the browser grants no lock".to_owned()))
    }
}

/// Claims an unused database, to delete it. `None` if it is in use.
pub(crate) async fn claim_unused(name: &str) -> Result<Option<Held>, StoreError> {
    request(name, "ifAvailable", &true.into()).await
}

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    release: Function,
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// Requests the lock of a database. `None` if it is not granted. A request that is dropped is released when granted.
async fn request(name: &str, option: &str, value: &JsValue) -> Result<Option<Held>, StoreError> {
    let (granted, held) = start(name, option, value)?;
    let lock = JsFuture::from(granted).await.map_err(|error| platform::failure(&error))?;
    Ok(lock.is_object().then_some(held))
}

/// Starts a request. Returns a promise of the lock, and the guard that releases it.
fn start(name: &str, option: &str, value: &JsValue) -> Result<(Promise, Held), StoreError> {
    let locks = platform::lock_manager()?;
    let options = Object::new();
    let _ = Reflect::set(&options, &option.into(), value);
    let mut release = JsValue::UNDEFINED;
    // The browser holds the lock until this promise settles.
    let released = Promise::new(&mut |resolve, _| release = resolve.into());
    let mut grant = JsValue::UNDEFINED;
    let granted = Promise::new(&mut |resolve, _| grant = resolve.into());
    let grant: Function = grant.unchecked_into();
    let callback = Closure::once_into_js(move |lock: JsValue| -> Promise {
        let _ = grant.call1(&JsValue::UNDEFINED, &lock);
        released
    });
    let finished = locks.request(&[name, ".open"].concat(), &options, &callback);
    // Before the lock is granted, the request can only fail.
    Ok((Promise::race(&Array::of2(&granted, &finished)), Held { release: release.unchecked_into() }))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    /// Waits until a database is unused.
    async fn claim_alone(name: &str) -> Held {
        request(name, "mode", &"exclusive".into()).await.unwrap().unwrap()
    }

    #[wasm_bindgen_test]
    async fn a_database_in_use_cannot_be_claimed_for_deletion() {
        let name = "answerdeck.test.use";
        let one = DatabaseInUse::claim(name).await.unwrap();
        let other = DatabaseInUse::claim(name).await.unwrap();
        drop(one);
        assert!(claim_unused(name).await.unwrap().is_none());
        drop(other);
        let alone = claim_alone(name).await;
        assert!(claim_unused(name).await.unwrap().is_none());
        let mut waiting = Box::pin(DatabaseInUse::claim(name));
        assert!((&mut waiting).now_or_never().is_none());
        drop(alone);
        waiting.await.unwrap();
    }

    #[wasm_bindgen_test]
    async fn a_claim_that_is_dropped_while_it_waits_is_released() {
        let name = "answerdeck.test.wait";
        let deleting = claim_unused(name).await.unwrap().unwrap();
        let mut waiting = Box::pin(DatabaseInUse::claim(name));
        assert!((&mut waiting).now_or_never().is_none());
        drop(waiting);
        drop(deleting);
        drop(claim_alone(name).await);
    }
}
