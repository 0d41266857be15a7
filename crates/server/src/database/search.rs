//! Partial match that finds the same rows on both databases, whatever the case.
//!
//! The databases disagree on case beyond ASCII. So the text is folded here, once when it is written and once
//! when it is sought, and the databases only compare what they are given.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, DbBackend};

pub use answerdeck_words::fold as folded;

/// Whether `column`, which keeps a [`folded`] text, contains `text`.
pub(crate) fn contains(backend: DbBackend, column: impl ColumnTrait, text: &str) -> Expr {
    let position = match backend {
        DbBackend::Postgres => "strpos",
        _ => "instr",
    };
    Expr::expr(Func::cust(position).arg(Expr::col(column.as_column_ref())).arg(folded(text))).gt(0)
}
