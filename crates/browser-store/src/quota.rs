//! How much the browser keeps for this origin, and for how long.

use js_sys::Reflect;
use wasm_bindgen_futures::JsFuture;

use crate::platform;

/// What the browser keeps for this origin, databases and everything else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StorageEstimate {
    /// The bytes in use, about.
    pub usage: f64,
    /// The bytes that the browser allows, about.
    pub quota: f64,
}

/// Returns how much the browser keeps for this origin. `None` if it does not report that.
pub async fn estimate_storage() -> Option<StorageEstimate> {
    let estimate = JsFuture::from(platform::storage_manager()?.estimate().ok()?).await.ok()?;
    let number = |name: &str| Reflect::get(&estimate, &name.into()).ok()?.as_f64();
    Some(StorageEstimate { usage: number("usage")?, quota: number("quota")? })
}

/// Asks the browser not to delete what this origin keeps when space is scarce. Returns whether it agrees. It may ask the
/// user. Only a page can ask: in a worker the answer is `false`.
///
/// Source: Storage Standard, section 5 (`StorageManager.persist` is exposed to `Window`).
pub async fn request_persistence() -> bool {
    let Some(Ok(answer)) = platform::storage_manager().map(|storage| storage.persist()) else { return false };
    JsFuture::from(answer).await.is_ok_and(|agreed| agreed.is_truthy())
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    async fn the_browser_reports_how_much_it_keeps_and_for_how_long() {
        let estimate = estimate_storage().await.unwrap();
        assert!(estimate.usage >= 0.0 && estimate.quota > estimate.usage);
        let storage = platform::storage_manager().unwrap();
        let is_persistent = || async { JsFuture::from(storage.persisted().unwrap()).await.unwrap().is_truthy() };
        assert_eq!(request_persistence().await, is_persistent().await);
    }
}
