//! How often, at most, anybody may do what leaves a row in the database.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// The throttles that stand open to everybody.
#[derive(Default)]
pub(crate) struct Throttles {
    pub(crate) registration: Throttle<120>,
    pub(crate) authorization: Throttle<600>,
}

/// Lets `PER_MINUTE` through in a minute.
#[derive(Default)]
pub(crate) struct Throttle<const PER_MINUTE: u32>(Mutex<(i64, u32)>);

impl<const PER_MINUTE: u32> Throttle<PER_MINUTE> {
    pub(crate) fn allow(&self, now: Timestamp) -> bool {
        let minute = now.as_second().div_euclid(60);
        let mut count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if count.0 != minute {
            *count = (minute, 0);
        }
        count.1 = count.1.saturating_add(1);
        count.1 <= PER_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_closes_until_the_next_minute() {
        let door = Throttle::<2>::default();
        let at = |second| Timestamp::from_second(second).unwrap();
        assert_eq!([59, 59, 59, 60].map(|second| door.allow(at(second))), [true, true, false, true]);
    }
}
