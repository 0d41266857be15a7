//! Texts about the brands that an answer names.

use crate::format::{count, plural};

/// Texts about the brands that an answer names.
pub struct Texts {
    pub title: &'static str,
    pub searching: &'static str,
    pub none: &'static str,
    pub no_brands: &'static str,
    pub to_brands: &'static str,
    pub own: &'static str,
    /// The title of a mark: the names of its brands.
    pub own_mark: fn(&str) -> String,
    pub count: fn(u64) -> String,
    pub not_named: &'static str,
    /// The tag of a brand about which the answer says only that nothing was found.
    pub nothing_found: &'static str,
}

pub const KOREAN: Texts = Texts {
    title: "브랜드 언급",
    searching: "브랜드를 찾고 있어요.",
    none: "추가한 브랜드가 언급되지 않았어요.",
    no_brands: "브랜드를 추가하면 답변에서 찾아 표시해 드려요.",
    to_brands: "브랜드 추가",
    own: "우리 브랜드",
    own_mark: |names| format!("{names} (우리 브랜드)"),
    count: |n| format!("{}회", count(n)),
    not_named: "언급 없음",
    nothing_found: "정보 없음이라고 답함",
};

pub const ENGLISH: Texts = Texts {
    title: "Brand mentions",
    searching: "Looking for brands.",
    none: "Mentions none of your brands.",
    no_brands: "Add brands to see where answers mention them.",
    to_brands: "Add a brand",
    own: "Your brand",
    own_mark: |names| format!("{names} (your brand)"),
    count: |n| format!("{} {}", count(n), plural(n, "mention", "mentions")),
    not_named: "Not mentioned",
    nothing_found: "says it found nothing",
};
