//! The clock, injected so that tests can set it.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// The clock of the server. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Wall,
    Manual(Arc<Mutex<Timestamp>>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::Wall)
    }

    /// Creates a clock that changes only by [`Clock::advance`].
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start))))
    }

    /// Returns the current time, in whole milliseconds as the database stores it.
    pub fn now(&self) -> Timestamp {
        let now = match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "the only call that reads the wall clock")]
            Source::Wall => Timestamp::now(),
            Source::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        };
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Advances a manual clock. Does nothing to the system clock.
    pub fn advance(&self, by: SignedDuration) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time = time.checked_add(by).unwrap_or(Timestamp::MAX);
        }
    }
}

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The UTC day of a time, in days since 1970.
pub(crate) fn utc_day(time: Timestamp) -> i64 {
    time.as_second().div_euclid(DAY_SECONDS)
}

pub(crate) fn start_of_utc_day(day: i64) -> Timestamp {
    Timestamp::from_second(day.saturating_mul(DAY_SECONDS)).unwrap_or(Timestamp::MAX)
}
