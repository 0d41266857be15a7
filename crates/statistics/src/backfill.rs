//! Backfills: what stored answers say about brands that changed, and their tokens, are found again. The caller has the texts, and
//! finds; the statistics know which answers are next, and store what was found.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackfillTarget {
    /// The brands whose facts are incomplete.
    Brands,
    /// Tokens, and all brands.
    Tokens,
}

/// The definitions of all brands of an organization.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandDefinitions {
    /// The revision of the organization's brands.
    pub revision: i64,
    /// The definition of each brand.
    pub numbers: Vec<u32>,
}

/// Answers that followed one another, and are read together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillBlock {
    pub organization_id: String,
    pub target: BackfillTarget,
    /// Their positions in the order of completion. Removed answers keep theirs.
    pub positions: Range<i64>,
    /// The ids of the answers whose texts have to be read. Empty if only facts of outdated definitions are removed.
    pub answers: Vec<String>,
}
