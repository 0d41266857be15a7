//! Randomness that spreads requests, so that clients that failed together do not send together.

use crate::transport::Transport;

/// Returns a random number. 0 without a source of randomness: there is then no jitter.
pub(crate) fn random_byte(transport: &dyn Transport) -> u8 {
    let mut byte = [0];
    let _ = transport.random(&mut byte);
    byte[0]
}
