//! The rate limit: a number of requests per organization and fixed window.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use answerdeck_api::limits::{RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use axum::http::{HeaderMap, HeaderValue};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

/// Counts requests by organization and window: in memory on SQLite, which serves one process, and in the database on
/// PostgreSQL, which serves several.
///
/// Source: docs/platform-api.md, section 8.
pub(crate) enum RateLimiter {
    /// The current window.
    Memory(Mutex<Window>),
    /// A row for each organization and window. The first request of a window deletes the old rows of its organization.
    Postgres,
}

#[derive(Default)]
pub(crate) struct Window {
    start: i64,
    counts: HashMap<String, u32>,
}

/// Whether a request is allowed, and the values of its rate limit headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) allowed: bool,
    remaining: u32,
    reset: i64,
    retry_after: i64,
}

const WINDOW: i64 = RATE_LIMIT_WINDOW_SECONDS.cast_signed();

/// How many seconds a window stays in the database. The clocks of several processes differ by less.
const RETENTION: i64 = 60;

impl RateLimiter {
    /// Creates the rate limiter for this kind of database.
    pub(crate) fn new(database: &DatabaseConnection) -> Self {
        match database.get_database_backend() {
            DbBackend::Postgres => Self::Postgres,
            _ => Self::Memory(Mutex::default()),
        }
    }

    /// Counts a request of `organization` at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn count(
        &self,
        database: &DatabaseConnection,
        organization: &str,
        now: Timestamp,
    ) -> Result<Admission, DbErr> {
        let start = now.as_second().div_euclid(WINDOW) * WINDOW;
        let count = match self {
            Self::Memory(window) => {
                let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
                window.count(organization, start)
            }
            Self::Postgres => count_in_database(database, organization, start).await?,
        };
        let reset = start + WINDOW;
        Ok(Admission {
            allowed: count <= RATE_LIMIT_REQUESTS,
            remaining: RATE_LIMIT_REQUESTS.saturating_sub(count),
            reset,
            retry_after: reset - now.as_second(),
        })
    }
}

impl Window {
    fn count(&mut self, organization: &str, start: i64) -> u32 {
        if self.start != start {
            *self = Self { start, counts: HashMap::new() };
        }
        let count = self.counts.entry(organization.to_owned()).or_default();
        *count = count.saturating_add(1);
        *count
    }
}

async fn count_in_database(database: &DatabaseConnection, organization: &str, start: i64) -> Result<u32, DbErr> {
    let statement = |sql, start| Statement::from_sql_and_values(DbBackend::Postgres, sql, [organization.into(), start]);
    let row = database
        .query_one_raw(statement(
            "INSERT INTO rate_windows (organization_id, start, count) VALUES ($1, $2, 1)
             ON CONFLICT (organization_id, start) DO UPDATE SET count = rate_windows.count + 1 RETURNING count",
            start.into(),
        ))
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("rate_windows".to_owned()))?;
    let count: i32 = row.try_get("", "count")?;
    if count == 1 {
        let delete_old = "DELETE FROM rate_windows WHERE organization_id = $1 AND start < $2";
        database.execute_raw(statement(delete_old, (start - RETENTION).into())).await?;
    }
    Ok(count.unsigned_abs())
}

impl Admission {
    /// Adds the rate limit headers, and `Retry-After` if the request is refused.
    pub(crate) fn write_headers(self, headers: &mut HeaderMap) {
        headers.insert("x-ratelimit-limit", HeaderValue::from(RATE_LIMIT_REQUESTS));
        headers.insert("x-ratelimit-remaining", HeaderValue::from(self.remaining));
        headers.insert("x-ratelimit-reset", HeaderValue::from(self.reset));
        if !self.allowed {
            headers.insert("retry-after", HeaderValue::from(self.retry_after));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(milliseconds).unwrap()
    }

    #[test]
    fn each_window_and_organization_is_counted_separately() {
        let mut window = Window::default();
        assert_eq!((0..25).map(|_| window.count("a", 5)).max(), Some(25));
        assert_eq!(window.count("b", 5), 1);
        assert_eq!(window.count("a", 6), 1);
    }

    #[tokio::test]
    async fn a_refused_request_may_retry_after_the_window() {
        let limiter = RateLimiter::Memory(Mutex::default());
        let database = DatabaseConnection::default();
        for _ in 0..RATE_LIMIT_REQUESTS {
            assert!(limiter.count(&database, "a", at(5_999)).await.unwrap().allowed);
        }
        let refused = limiter.count(&database, "a", at(5_999)).await.unwrap();
        assert_eq!(refused, Admission { allowed: false, remaining: 0, reset: 6, retry_after: 1 });
        assert!(limiter.count(&database, "a", at(6_000)).await.unwrap().allowed);
    }
}
