//! The command palette.

use crate::format::{count, plural};

/// The texts of the command palette.
pub struct Texts {
    pub field: &'static str,
    pub page: &'static str,
    pub prompt_set: &'static str,
    pub brand: &'static str,
    pub view: &'static str,
    pub action: &'static str,
    pub new_run: &'static str,
    pub new_prompt: &'static str,
    pub count: fn(u64) -> String,
    /// The commands that are shown, of those that match.
    pub more: fn(u64, u64) -> String,
    pub none: &'static str,
    pub failed: &'static str,
}

pub const KOREAN: Texts = Texts {
    field: "페이지, 세트, 브랜드, 저장한 보기, 동작 검색",
    page: "페이지",
    prompt_set: "프롬프트 세트",
    brand: "브랜드",
    view: "저장한 보기",
    action: "동작",
    new_run: "새 실행",
    new_prompt: "새 프롬프트",
    count: |n| format!("{}개", count(n)),
    more: |shown, all| format!("{}개 중 {}개를 보여 드려요. 더 입력하면 목록이 좁혀져요.", count(all), count(shown)),
    none: "검색 결과가 없어요.",
    failed: "프롬프트 세트나 브랜드를 불러오지 못했어요.",
};

pub const ENGLISH: Texts = Texts {
    field: "Search pages, sets, brands, views and actions",
    page: "Page",
    prompt_set: "Prompt set",
    brand: "Brand",
    view: "Saved view",
    action: "Action",
    new_run: "New run",
    new_prompt: "New prompt",
    count: |n| format!("{} {}", count(n), plural(n, "result", "results")),
    more: |shown, all| format!("{} of {} shown. Keep typing to narrow the list.", count(shown), count(all)),
    none: "Nothing found.",
    failed: "Prompt sets or brands could not be loaded.",
};
