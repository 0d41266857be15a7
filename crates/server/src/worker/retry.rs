//! When a failed attempt to send something is followed by the next.

use jiff::SignedDuration;

use crate::random::Random;

/// How long a failed attempt is followed by the next, in seconds: more than a day in all.
///
/// Source: Standard Webhooks 1.0.0, Deliverability and reliability.
const RETRY_DELAYS: [f64; 7] = [5.0, 300.0, 1_800.0, 7_200.0, 18_000.0, 36_000.0, 36_000.0];
/// After this many attempts, most of which ended their workers, nothing is sent any more: twice the attempts that may fail.
pub(crate) const INTERRUPTED_MAX: i32 = 2 * (1 + RETRY_DELAYS.len() as i32);
/// The most that randomness adds to a delay, as a part of it, so that what failed together is not attempted together again.
const JITTER: f64 = 0.2;

/// How long the next attempt waits after this number of attempts. `None` after the last one.
pub(crate) fn retry_delay(random: &Random, attempts: i32) -> Option<SignedDuration> {
    let past = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let seconds = RETRY_DELAYS.get(past)? * (1.0 + JITTER * random.fraction());
    SignedDuration::try_from_secs_f64(seconds).ok()
}
