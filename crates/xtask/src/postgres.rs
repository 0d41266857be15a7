//! PostgreSQL's programs: the server's tests start a cluster of their own with them.

use std::env;

use crate::{Outcome, debian};

/// Sees to it that the server's tests find a PostgreSQL.
///
/// # Errors
/// There is none and none can be installed.
pub(crate) fn ensure() -> Outcome {
    if is_there() || debian::install(&["postgresql"])? && is_there() {
        return Ok(());
    }
    Err("PostgreSQL is missing, on which the server's tests run beside SQLite. Install it so that initdb is on PATH, \
         or name one in DATABASE_URL, as in postgres://user:password@127.0.0.1/postgres; the user has to be allowed \
         to create databases."
        .into())
}

fn is_there() -> bool {
    // Where the tests look, in their order.
    env::var_os("DATABASE_URL").is_some() || throwaway_postgres::is_installed()
}
