//! Randomness that spreads requests, so that clients that failed together do not send together.

use std::time::Duration;

use crate::transport::Transport;

/// Returns a random number. 0 without a source of randomness: there is then no jitter.
pub(crate) fn random_byte(transport: &dyn Transport) -> u8 {
    let mut byte = [0];
    let _ = transport.random(&mut byte);
    byte[0]
}

/// Returns a random part of `whole`, in 256 steps.
pub(crate) fn random_part(transport: &dyn Transport, whole: Duration) -> Duration {
    whole * u32::from(random_byte(transport)) / 256
}
