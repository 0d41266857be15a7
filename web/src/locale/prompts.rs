//! Texts about prompts.

use crate::format::{count, plural};

/// Texts about prompts.
pub struct Texts {
    pub description: &'static str,
    pub detail_title: &'static str,
    pub new: &'static str,
    pub add_many: &'static str,
    pub edit: &'static str,
    pub content: &'static str,
    pub content_hint: &'static str,
    pub set: &'static str,
    pub all_sets: &'static str,
    pub choose_set: &'static str,
    pub search: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub none_found: &'static str,
    pub none_found_description: &'static str,
    pub show_all: &'static str,
    pub need_set: &'static str,
    pub need_set_description: &'static str,
    pub answers: fn(u64) -> String,
    pub history: &'static str,
    pub created: &'static str,
    pub saved: &'static str,
    /// The number of answers of the prompt whose text was changed.
    pub has_answers: fn(u64) -> String,
    pub correction: &'static str,
    pub new_prompt: &'static str,
    pub deleted: fn(u64) -> String,
    /// The reason why a prompt could not be deleted.
    pub not_deleted: fn(&str) -> String,
    /// The group of actions for the selected prompts.
    pub selection: &'static str,
    pub select_one: fn(&str) -> String,
    pub run: &'static str,
    pub edit_one: fn(&str) -> String,
    pub delete_one: fn(&str) -> String,
    pub back: &'static str,
    /// How often answers name the own brand: its name, the rate, the answers that do, of all, and the number of days.
    pub finding_own: fn(&str, &str, [u64; 2], u64) -> String,
    /// The own brand, the prompts with more answers that name only others, and all.
    pub finding_behind: fn(&str, u64, u64) -> String,
    /// There are no answers in the last days.
    pub finding_no_answers: fn(u64) -> String,
    pub finding_no_brand: &'static str,
    pub change: &'static str,
    /// The column of the answers that name only competitors.
    pub gap: &'static str,
    pub no_answers: &'static str,
    /// Only answers by a route are counted.
    pub only_route: fn(&str) -> String,
    /// Prompts without answers in the last days are not in an order by numbers.
    pub only_answered: fn(u64) -> String,
    /// The own brand and the number of days.
    pub methodology: fn(&str, u64) -> String,
}

pub const KOREAN: Texts = Texts {
    description: "AI 답변 엔진에 할 질문이에요.",
    detail_title: "프롬프트",
    new: "새 프롬프트",
    add_many: "여러 개 추가",
    edit: "프롬프트 수정",
    content: "내용",
    content_hint: "고객이 AI에게 실제로 질문하듯 입력해 보세요.",
    set: "세트",
    all_sets: "모든 세트",
    choose_set: "세트를 선택하세요",
    search: "프롬프트 검색",
    empty: "아직 프롬프트가 없어요",
    empty_description: "하나씩 만들거나 여러 줄을 한 번에 붙여 넣으세요.",
    none_found: "검색 결과가 없어요",
    none_found_description: "다른 검색어를 입력하거나 필터를 지워 보세요.",
    show_all: "필터 지우기",
    need_set: "먼저 세트가 필요해요",
    need_set_description: "프롬프트는 세트 하나에 속해요. 세트를 먼저 만들어 주세요.",
    answers: |n| format!("답변 {}개", count(n)),
    history: "최근 답변",
    created: "프롬프트를 만들었어요.",
    saved: "프롬프트를 저장했어요.",
    has_answers: |n| format!("이전 내용으로 받은 답변이 {}개 있어요. 어떻게 저장할까요?", count(n)),
    correction: "고치기 (답변은 그대로)",
    new_prompt: "새 프롬프트로 추가",
    deleted: |n| format!("프롬프트 {}개를 삭제했어요. 수집한 답변은 남아요.", count(n)),
    not_deleted: |reason| format!("프롬프트를 삭제하지 못했어요. {reason}"),
    selection: "선택",
    select_one: |content| format!("‘{content}’ 선택"),
    run: "실행",
    edit_one: |content| format!("‘{content}’ 수정"),
    delete_one: |content| format!("‘{content}’ 삭제"),
    back: "프롬프트 목록",
    finding_own: |name, rate, [named, all], days| {
        format!(
            "최근 {}일 동안 이 프롬프트들의 답변 중 {rate}에서 {name} 언급(답변 {}개 중 {}개).",
            count(days),
            count(all),
            count(named)
        )
    },
    finding_behind: |name, behind, all| match behind {
        0 => format!("{name}보다 경쟁 브랜드만 더 자주 언급된 프롬프트는 없어요."),
        _ => format!(
            "프롬프트 {}개 중 {}개는 {name}보다 경쟁 브랜드만 언급된 답변이 더 많아요.",
            count(all),
            count(behind)
        ),
    },
    finding_no_answers: |days| format!("최근 {}일 동안 받은 답변이 없어요. 실행을 시작해 보세요.", count(days)),
    finding_no_brand: "우리 브랜드를 선택하면 답변에 얼마나 언급되는지 볼 수 있어요.",
    change: "변화",
    gap: "경쟁 브랜드만",
    no_answers: "답변 없음",
    only_route: |route| format!("수집 경로가 ‘{route}’인 답변만 집계했어요."),
    only_answered: |days| format!("최근 {}일 동안 답변이 없는 프롬프트는 이 순서에서 빠져요.", count(days)),
    methodology: |name, days| {
        format!(
            "최근 {days}일 동안 끝난 실행의 답변을 집계했어요. 언급률 = {name} 언급 답변 ÷ 프롬프트의 모든 답변. 변화 = 이전 {days}일과의 언급률 차이이고, 두              비율의 95% 신뢰구간이 겹치지 않을 때만 색으로 표시해요. ‘경쟁 브랜드만’은 {name} 없이 다른 브랜드만 언급한 답변 수예요. 맨 위 문장은 삭제한              프롬프트의 답변도 함께 집계해요.",
            days = count(days)
        )
    },
};

pub const ENGLISH: Texts = Texts {
    description: "The questions you ask AI answer engines.",
    detail_title: "Prompt",
    new: "New prompt",
    add_many: "Add many",
    edit: "Edit prompt",
    content: "Content",
    content_hint: "Write it as your customers would ask it.",
    set: "Set",
    all_sets: "All sets",
    choose_set: "Select a set",
    search: "Search prompts",
    empty: "No prompts yet",
    empty_description: "Write one, or paste many lines at the same time.",
    none_found: "No prompts found",
    none_found_description: "Try another search, or clear the filters.",
    show_all: "Clear filters",
    need_set: "Create a set first",
    need_set_description: "Every prompt belongs to a set.",
    answers: |n| format!("{} {}", count(n), plural(n, "answer", "answers")),
    history: "Latest answers",
    created: "Prompt created.",
    saved: "Prompt saved.",
    has_answers: |n| format!("The old text has {} {}. Save this as", count(n), plural(n, "answer", "answers")),
    correction: "A correction: the answers stay",
    new_prompt: "A new prompt",
    deleted: |n| format!("Deleted {} {}. Collected answers are kept.", count(n), plural(n, "prompt", "prompts")),
    not_deleted: |reason| format!("A prompt could not be deleted. {reason}"),
    selection: "Selection",
    select_one: |content| format!("Select “{content}”"),
    run: "Run",
    edit_one: |content| format!("Edit “{content}”"),
    delete_one: |content| format!("Delete “{content}”"),
    back: "All prompts",
    finding_own: |name, rate, [named, all], days| {
        format!(
            "{rate} of the answers to these prompts mention {name} ({} of {} in the last {} {}).",
            count(named),
            count(all),
            count(days),
            plural(days, "day", "days")
        )
    },
    finding_behind: |name, behind, all| match behind {
        0 => format!("For no prompt, more answers mention only competitors than mention {name}."),
        _ => format!(
            "For {} of {} {}, more answers mention only competitors than mention {name}.",
            count(behind),
            count(all),
            plural(all, "prompt", "prompts")
        ),
    },
    finding_no_answers: |days| {
        format!("No answers in the last {} {}. Start a run.", count(days), plural(days, "day", "days"))
    },
    finding_no_brand: "Choose your own brand to see how often answers mention it.",
    change: "Change",
    gap: "Only competitors",
    no_answers: "No answers",
    only_route: |route| format!("Only answers by the route {route} are counted."),
    only_answered: |days| {
        format!(
            "Prompts without answers in the last {} {} are not in this order.",
            count(days),
            plural(days, "day", "days")
        )
    },
    methodology: |name, days| {
        format!(
            "Counts the answers of finished runs in the last {days} days. Mention rate: answers that mention {name} ÷ all answers to the              prompt. Change: the difference to the mention rate in the {days} days before, in color only if the 95% intervals of              both rates do not overlap. Only competitors: the answers that mention another brand and not {name}. The first line              also counts answers to prompts that were deleted.",
            days = count(days)
        )
    },
};
