//! Case-insensitive substring search with the same results on both databases.
//!
//! The databases treat case differently beyond ASCII. So this module folds the stored text and the searched text, and the
//! databases compare bytes.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, DbBackend};
use unicode_normalization::UnicodeNormalization;

/// Returns `text` in lower case and Unicode NFC, so that search also finds decomposed Hangul.
pub fn folded(text: &str) -> String {
    text.to_lowercase().nfc().collect()
}

/// Returns the condition that `column`, which stores [`folded`] text, contains `text`.
pub(crate) fn contains(backend: DbBackend, column: impl ColumnTrait, text: &str) -> Expr {
    let position = match backend {
        DbBackend::Postgres => "strpos",
        _ => "instr",
    };
    Expr::expr(Func::cust(position).arg(Expr::col(column.as_column_ref())).arg(folded(text))).gt(0)
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn folded_text_ignores_case_and_composition() {
        assert_eq!(folded("ÉCLAIR"), folded("e\u{301}clair"));
        assert_eq!(folded("무선 이어폰"), folded("\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰"));
    }
}
