//! PostgreSQL's programs, with which the server's tests start a cluster.

use std::env;

use crate::{StepResult, debian};

/// Installs PostgreSQL if the server's tests would not find it.
pub(crate) fn ensure() -> StepResult {
    let missing = "PostgreSQL is missing. The server's tests run on it and on SQLite. Install it so that initdb is on \
                   PATH, or set DATABASE_URL to a server, for example postgres://user:password@127.0.0.1/postgres. \
                   The user has to be allowed to create databases.";
    debian::find_or_install(&["postgresql"], missing, || {
        // In the order of the tests.
        (env::var_os("DATABASE_URL").is_some() || throwaway_postgres::is_installed()).then_some(())
    })
}
