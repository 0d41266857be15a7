//! What time it is: injected, so that a test can say so.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// A clock that everything in the server reads. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Wall,
    Manual(Arc<Mutex<Timestamp>>),
}

impl Clock {
    /// The machine's clock.
    pub fn wall() -> Self {
        Self(Source::Wall)
    }

    /// A clock that stands still until [`Clock::advance`].
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start))))
    }

    /// The time now, in whole milliseconds as the database keeps it.
    pub fn now(&self) -> Timestamp {
        let now = match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
            Source::Wall => Timestamp::now(),
            Source::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        };
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Moves a manual clock; the wall clock is left alone.
    pub fn advance(&self, by: SignedDuration) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time = time.checked_add(by).unwrap_or(Timestamp::MAX);
        }
    }
}

/// The wire's text of a time that the database keeps in milliseconds since 1970.
pub fn wire_time(milliseconds: i64) -> answerdeck_api::Timestamp {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    answerdeck_api::Timestamp::new(format!("{time:.3}"))
}
