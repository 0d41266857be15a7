//! Case-insensitive substring search with the same results on both databases.
//!
//! The databases treat case differently beyond ASCII. So this module folds the stored text and the searched text, and the
//! databases compare bytes, with `strpos` and `instr`: they are faster than `LIKE`, and have no wildcards.

use answerdeck_api::visible_words;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, DbBackend};

/// Returns `text` in lower case and Unicode NFC, without invisible letters and with single spaces: search finds a text in every form
/// in which it looks the same.
pub fn folded(text: &str) -> String {
    answerdeck_words::fold(&visible_words(text))
}

/// The function for the place of a text in another one, from 1. 0 if it is not there.
pub fn position_function(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "strpos",
        _ => "instr",
    }
}

/// Returns the condition that `column`, which stores [`folded`] text, contains `text`.
pub fn contains(backend: DbBackend, column: impl ColumnTrait, text: &str) -> Expr {
    Expr::expr(Func::cust(position_function(backend)).arg(Expr::col(column.as_column_ref())).arg(folded(text))).gt(0)
}
