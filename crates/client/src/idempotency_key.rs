//! Idempotency keys, by which the platform recognizes a write that is sent again.

use answerdeck_api::limits::IDEMPOTENCY_KEY_MAX;
use answerdeck_api::operation::Effect;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::error::{Error, Result};
use crate::transport::Transport;

/// Which idempotency keys the writes of a client have.
///
/// Source: docs/platform-api.md, section 8, Idempotency keys.
#[derive(Clone)]
pub(crate) enum IdempotencyKeys {
    /// None.
    Off,
    /// Each write has its own.
    Random,
    /// The caller's, which is for one write.
    Given(String),
}

impl IdempotencyKeys {
    /// Checks a key that the caller gives.
    pub(crate) fn given(key: &str) -> Result<Self> {
        if !(1..=IDEMPOTENCY_KEY_MAX).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = format!("an idempotency key must be 1 to {IDEMPOTENCY_KEY_MAX} visible ASCII characters");
            return Err(Error::usage(message));
        }
        Ok(Self::Given(key.to_owned()))
    }

    /// Returns the key of a call, which all its attempts have. `None` for a read, and without a source of randomness.
    pub(crate) fn key_of_call(&self, effect: Effect, transport: &dyn Transport) -> Option<String> {
        match self {
            _ if effect == Effect::Read => None,
            Self::Off => None,
            Self::Random => {
                let mut bytes = [0; 16];
                transport.random(&mut bytes).ok()?;
                Some(URL_SAFE_NO_PAD.encode(bytes))
            }
            Self::Given(key) => Some(key.clone()),
        }
    }
}
