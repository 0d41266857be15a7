//! Case-insensitive substring search with the same results on both databases.
//!
//! The databases treat case differently beyond ASCII. So this module folds the stored text and the searched text, and the
//! databases compare bytes, with `strpos` and `instr`: they are faster than `LIKE`, and have no wildcards.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, DbBackend};

/// Returns `text` in lower case and Unicode NFC, so that search also finds decomposed Hangul.
pub use answerdeck_words::fold as folded;

/// Returns the condition that `column`, which stores [`folded`] text, contains `text`.
pub fn contains(backend: DbBackend, column: impl ColumnTrait, text: &str) -> Expr {
    let position = match backend {
        DbBackend::Postgres => "strpos",
        _ => "instr",
    };
    Expr::expr(Func::cust(position).arg(Expr::col(column.as_column_ref())).arg(folded(text))).gt(0)
}
