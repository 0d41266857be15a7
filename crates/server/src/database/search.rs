//! Partial match that finds the same rows on both databases, whatever the case.
//!
//! The databases disagree on case beyond ASCII. So the text is folded here, once when it is written and once
//! when it is sought, and the databases only compare what they are given.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, DbBackend};
use unicode_normalization::UnicodeNormalization;

/// The form of `text` that is searched in: lower case, Unicode NFC, so that decomposed Hangul is found too.
pub fn folded(text: &str) -> String {
    text.to_lowercase().nfc().collect()
}

/// Whether `column`, which keeps a [`folded`] text, contains `text`.
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
    fn case_and_composition_fold_away() {
        assert_eq!(folded("ÉCLAIR"), folded("e\u{301}clair"));
        assert_eq!(folded("무선 이어폰"), folded("\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰"));
    }
}
