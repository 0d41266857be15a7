//! Texts about prompt sets.

use crate::format::{count, plural};

/// Texts about prompt sets.
pub struct Texts {
    pub description: &'static str,
    pub new: &'static str,
    pub edit: &'static str,
    pub name: &'static str,
    pub name_hint: &'static str,
    pub set_description: &'static str,
    pub prompts: fn(u64) -> String,
    pub last_answer: &'static str,
    pub no_answers: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub created: fn(&str) -> String,
    pub saved: fn(&str) -> String,
    pub deleted: fn(&str) -> String,
    pub run_one: fn(&str) -> String,
    pub edit_one: fn(&str) -> String,
    pub delete_one: fn(&str) -> String,
    pub delete_title: &'static str,
    /// The set's name and the number of its prompts. `None` while the number is loading.
    pub delete_message: fn(&str, Option<u64>) -> String,
    pub delete_note: &'static str,
}

pub const KOREAN: Texts = Texts {
    description: "함께 실행할 프롬프트를 주제별로 묶어요.",
    new: "새 세트",
    edit: "세트 수정",
    name: "이름",
    name_hint: "예: 무선 이어폰 추천",
    set_description: "설명",
    prompts: |n| format!("프롬프트 {}개", count(n)),
    last_answer: "최근 답변",
    no_answers: "답변 없음",
    empty: "아직 세트가 없어요",
    empty_description: "세트를 만들고 프롬프트를 추가해 보세요.",
    created: |name| format!("‘{name}’ 세트를 만들었어요."),
    saved: |name| format!("‘{name}’ 세트를 저장했어요."),
    deleted: |name| format!("‘{name}’ 세트를 삭제했어요."),
    run_one: |name| format!("‘{name}’ 실행"),
    edit_one: |name| format!("‘{name}’ 수정"),
    delete_one: |name| format!("‘{name}’ 삭제"),
    delete_title: "세트를 삭제할까요?",
    delete_message: |name, prompts| match prompts {
        None => format!("‘{name}’ 세트와 그 안의 프롬프트가 모두 삭제돼요."),
        Some(0) => format!("‘{name}’ 세트가 삭제돼요. 들어 있는 프롬프트는 없어요."),
        Some(n) => format!("‘{name}’ 세트와 프롬프트 {}개가 삭제돼요.", count(n)),
    },
    delete_note: "수집한 답변은 남아요. 되돌릴 수 없어요.",
};

pub const ENGLISH: Texts = Texts {
    description: "Group the prompts that you run together.",
    new: "New set",
    edit: "Edit set",
    name: "Name",
    name_hint: "For example: Wireless earbuds",
    set_description: "Description",
    prompts: |n| format!("{} {}", count(n), plural(n, "prompt", "prompts")),
    last_answer: "Last answer",
    no_answers: "No answers",
    empty: "No prompt sets yet",
    empty_description: "Create a set, then add prompts to it.",
    created: |name| format!("Created “{name}”."),
    saved: |name| format!("Saved “{name}”."),
    deleted: |name| format!("Deleted “{name}”."),
    run_one: |name| format!("Run “{name}”"),
    edit_one: |name| format!("Edit “{name}”"),
    delete_one: |name| format!("Delete “{name}”"),
    delete_title: "Delete this set?",
    delete_message: |name, prompts| match prompts {
        None => format!("“{name}” and all of its prompts will be deleted."),
        Some(0) => format!("“{name}” will be deleted. It has no prompts."),
        Some(n) => format!("“{name}” and its {} {} will be deleted.", count(n), plural(n, "prompt", "prompts")),
    },
    delete_note: "Collected answers will be kept. This cannot be undone.",
};
