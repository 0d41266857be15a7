//! Texts used on many pages.

use crate::format::{count, plural};

/// Texts used on many pages.
pub struct Texts {
    pub save: &'static str,
    pub cancel: &'static str,
    pub close: &'static str,
    pub delete: &'static str,
    pub edit: &'static str,
    pub retry: &'static str,
    pub reload_balance: &'static str,
    pub undo: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub not_copied: &'static str,
    pub loading: &'static str,
    pub load_more: &'static str,
    pub show_more: fn(u64) -> String,
    pub optional: &'static str,
    pub actions: &'static str,
    pub created: &'static str,
    /// The error of an empty required field.
    pub missing: &'static str,
    /// The note above a form that shows what was typed before, and its button.
    pub draft_restored: &'static str,
    pub discard: &'static str,
    pub draft_discarded: &'static str,
    /// The error of a text that is too long: the maximum and the actual number of characters.
    pub too_long: fn(usize, usize) -> String,
    /// The actual and the maximum number of characters.
    pub characters: fn(usize, usize) -> String,
    /// The actual and the maximum number of entries of a list.
    pub entries: fn(usize, usize) -> String,
    /// Removes an entry of a list.
    pub remove: fn(&str) -> String,
    pub shown: fn(u64) -> String,
    /// The items of a complete list.
    pub total: fn(u64) -> String,
    /// Added to the accessible name of a link.
    pub opens_new_tab: &'static str,
    pub methodology: &'static str,
}

pub const KOREAN: Texts = Texts {
    save: "저장",
    cancel: "취소",
    close: "닫기",
    delete: "삭제",
    edit: "수정",
    retry: "다시 시도",
    reload_balance: "잔액 다시 불러오기",
    undo: "되돌리기",
    copy: "복사",
    copied: "복사했어요",
    not_copied: "브라우저가 막아서 복사하지 못했어요.",
    loading: "불러오는 중…",
    load_more: "더 보기",
    show_more: |n| format!("{}개 더 보기", count(n)),
    optional: "선택",
    actions: "작업",
    created: "생성일",
    missing: "입력해 주세요.",
    draft_restored: "입력하던 내용을 불러왔어요.",
    discard: "지우고 새로 쓰기",
    draft_discarded: "입력하던 내용을 지웠어요.",
    too_long: |max, now| format!("{}자까지 입력할 수 있어요. 지금 {}자예요.", count(max as u64), count(now as u64)),
    characters: |now, max| format!("{} / {}자", count(now as u64), count(max as u64)),
    entries: |now, max| format!("{} / {}개", count(now as u64), count(max as u64)),
    remove: |entry| format!("‘{entry}’ 빼기"),
    shown: |n| format!("{}개 표시 중", count(n)),
    total: |n| format!("총 {}개", count(n)),
    opens_new_tab: "새 탭에서 열림",
    methodology: "집계 기준",
};

pub const ENGLISH: Texts = Texts {
    save: "Save",
    cancel: "Cancel",
    close: "Close",
    delete: "Delete",
    edit: "Edit",
    retry: "Try again",
    reload_balance: "Reload the balance",
    undo: "Undo",
    copy: "Copy",
    copied: "Copied",
    not_copied: "The browser did not allow copying.",
    loading: "Loading…",
    load_more: "Load more",
    show_more: |n| format!("Show {} more", count(n)),
    optional: "optional",
    actions: "Actions",
    created: "Created",
    missing: "This field is required.",
    draft_restored: "Draft restored.",
    discard: "Discard draft",
    draft_discarded: "Draft discarded.",
    too_long: |max, now| format!("Use at most {} characters. There are {} now.", count(max as u64), count(now as u64)),
    characters: |now, max| format!("{} / {}", count(now as u64), count(max as u64)),
    entries: |now, max| format!("{} / {}", count(now as u64), count(max as u64)),
    remove: |entry| format!("Remove “{entry}”"),
    shown: |n| format!("{} {} shown", count(n), plural(n, "item", "items")),
    total: |n| format!("{} {}", count(n), plural(n, "item", "items")),
    opens_new_tab: "opens in a new tab",
    methodology: "How is this counted?",
};
