//! The rate limit: a number of requests per organization and fixed window. Its headers name the end of the window, so a bucket that
//! refills steadily (the crate `governor`) does not fit.

use answerdeck_api::limits::RATE_LIMIT_WINDOW_SECONDS;
use answerdeck_database::query_row;
use axum::http::{HeaderMap, HeaderValue};
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DbBackend, DbErr, Value};

use super::window_counter::WindowCounter;

/// Limits the requests of each organization in a window.
///
/// Source: docs/platform-api.md, section 8.
pub(crate) struct RateLimiter {
    limit: u32,
    counter: Counter,
}

/// Counts requests by organization and window: in memory on SQLite, which serves one process, and in the database on
/// PostgreSQL, which serves several.
enum Counter {
    Memory(WindowCounter),
    /// A row for each organization and window. The first request of a window deletes the old rows of its organization.
    Postgres,
}

/// A query for the organization of a credential, in the column `organization_id`. It has no row when the credential is invalid.
#[derive(Debug, Clone)]
pub(crate) struct CredentialQuery {
    pub(crate) sql: &'static str,
    pub(crate) values: Vec<Value>,
}

impl CredentialQuery {
    /// Finds the organization. `None` when the credential is invalid.
    pub(crate) async fn organization(self, database: &DatabaseConnection) -> Result<Option<String>, DbErr> {
        query_row(database, self.sql, self.values).await
    }
}

/// Whether a request is allowed, and the values of its rate limit headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimitStatus {
    pub(crate) allowed: bool,
    limit: u32,
    remaining: u32,
    reset: i64,
    retry_after: i64,
}

const WINDOW: i64 = RATE_LIMIT_WINDOW_SECONDS.cast_signed();

/// How many seconds a window stays in the database. The clocks of several processes differ by less.
const RETENTION: i64 = 60;

impl RateLimiter {
    /// Creates a rate limiter that allows `limit` requests in a window, for this kind of database.
    pub(crate) fn new(database: &DatabaseConnection, limit: u32) -> Self {
        let counter = match database.get_database_backend() {
            DbBackend::Postgres => Counter::Postgres,
            _ => Counter::Memory(WindowCounter::default()),
        };
        Self { limit, counter }
    }

    /// Finds the organization of a credential and counts a request of it at `now`, in one statement. `None` when the credential
    /// is invalid.
    pub(crate) async fn count(
        &self,
        database: &DatabaseConnection,
        credential: CredentialQuery,
        now: Timestamp,
    ) -> Result<Option<(String, RateLimitStatus)>, DbErr> {
        let start = window_start(now);
        let found = match &self.counter {
            Counter::Memory(counter) => {
                let organization = credential.organization(database).await?;
                organization.map(|organization| {
                    let count = counter.count(&organization, start);
                    (organization, count)
                })
            }
            Counter::Postgres => count_in_database(database, credential, start).await?,
        };
        Ok(found.map(|(organization, count)| (organization, RateLimitStatus::new(count, self.limit, now))))
    }
}

/// The start of the window that `now` is in, in seconds since 1970.
fn window_start(now: Timestamp) -> i64 {
    now.as_second().div_euclid(WINDOW) * WINDOW
}

async fn count_in_database(
    database: &DatabaseConnection,
    credential: CredentialQuery,
    start: i64,
) -> Result<Option<(String, u32)>, DbErr> {
    let CredentialQuery { sql, mut values } = credential;
    let (window, oldest) = (values.len() + 1, values.len() + 2);
    values.extend([start.into(), (start - RETENTION).into()]);
    let sql = format!(
        "WITH credential AS ({sql}), \
         counted AS (INSERT INTO rate_windows (organization_id, start, count) \
         SELECT organization_id, ${window}, 1 FROM credential \
         ON CONFLICT (organization_id, start) DO UPDATE SET count = rate_windows.count + 1 \
         RETURNING organization_id, count), \
         deleted AS (DELETE FROM rate_windows USING counted \
         WHERE rate_windows.organization_id = counted.organization_id AND counted.count = 1 \
         AND rate_windows.start < ${oldest}) \
         SELECT organization_id, count FROM counted"
    );
    let counted = query_row::<(String, i32)>(database, &sql, values).await?;
    Ok(counted.map(|(organization, count)| (organization, count.unsigned_abs())))
}

impl RateLimitStatus {
    /// The status after the request with number `count` in the window that `now` is in.
    pub(crate) fn new(count: u32, limit: u32, now: Timestamp) -> Self {
        let reset = window_start(now) + WINDOW;
        Self {
            allowed: count <= limit,
            limit,
            remaining: limit.saturating_sub(count),
            reset,
            retry_after: reset - now.as_second(),
        }
    }

    /// Adds the rate limit headers, and `Retry-After` if the request is refused.
    pub(crate) fn write_headers(self, headers: &mut HeaderMap) {
        headers.insert("x-ratelimit-limit", HeaderValue::from(self.limit));
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
    fn a_refused_request_may_retry_after_the_window() {
        assert!((1..=10).all(|count| RateLimitStatus::new(count, 10, at(5_999)).allowed));
        let refused = RateLimitStatus::new(11, 10, at(5_999));
        assert_eq!(refused, RateLimitStatus { allowed: false, limit: 10, remaining: 0, reset: 6, retry_after: 1 });
        assert_eq!(RateLimitStatus::new(1, 10, at(6_000)).reset, 7);
    }
}
