//! Runs: how they are submitted, worked on and paid for.

pub mod completion;
pub mod keep;
pub mod lease;
pub mod submission;
mod turn;
pub mod worker;

use sea_orm::{ConnectionTrait, Statement, Value};

/// A statement for either database. The partial indexes of what is to do serve only statements that name the status as a literal.
fn statement(database: &impl ConnectionTrait, sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(database.get_database_backend(), sql, values)
}
