//! Texts about brands.

use crate::format::{count, plural};

/// Texts about brands.
pub struct Texts {
    pub description: &'static str,
    pub new: &'static str,
    pub edit: &'static str,
    pub brand: &'static str,
    pub name: &'static str,
    pub name_hint: &'static str,
    pub name_taken: &'static str,
    /// A name, and the other brand that has it.
    pub shared_name: fn(&str, &str) -> String,
    pub synonyms: &'static str,
    pub synonyms_hint: &'static str,
    pub invalid_synonym: &'static str,
    pub case_sensitive: &'static str,
    pub case_sensitive_hint: &'static str,
    pub excluded_phrases: &'static str,
    pub excluded_phrases_hint: &'static str,
    pub invalid_phrase: &'static str,
    pub names_searching: &'static str,
    /// Above the spellings that answers have.
    pub spellings: &'static str,
    /// Adds a spelling, with the number of answers that have it.
    pub add_spelling: fn(&str, u64) -> String,
    /// The answers that a change of the brand adds, of those that were searched.
    pub names_add: fn(u64, u64) -> String,
    /// The answers that a change of the brand leaves out, of those that were searched.
    pub names_leave_out: fn(u64, u64) -> String,
    pub websites: &'static str,
    pub websites_hint: &'static str,
    pub invalid_website: &'static str,
    pub too_many: &'static str,
    pub brand_description: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub created: fn(&str) -> String,
    pub saved: fn(&str) -> String,
    pub deleted: fn(&str) -> String,
    pub edit_one: fn(&str) -> String,
    pub delete_one: fn(&str) -> String,
    /// The reason why a brand could not be deleted.
    pub not_deleted: fn(&str) -> String,
    /// The field that selects the own brand.
    pub own: &'static str,
    /// The mark of the own brand.
    pub own_mark: &'static str,
    /// The option to determine the own brand by the websites of the organization, with the name of the brand that has them.
    pub own_automatic: fn(Option<&str>) -> String,
    /// The number of brands with figures, when there are more brands.
    pub measured: fn(u64) -> String,
    pub back: &'static str,
    pub metrics: &'static str,
    pub none: &'static str,
    /// The way back from answers to the metrics of a brand.
    pub back_to_metrics: &'static str,
    /// The field that selects the figure whose answers are shown.
    pub figure: &'static str,
    /// Whether answers name the brand, and whether they cite a site of it. `None` where both are meant.
    pub answers_that: fn([Option<bool>; 2]) -> &'static str,
    /// The filter by the brand whose site is cited.
    pub rival: &'static str,
    pub remove_rival: &'static str,
    pub rivals: &'static str,
    /// The brand.
    pub rivals_about: fn(&str) -> String,
    pub rivals_none: fn(&str) -> String,
    pub methodology_rivals: fn(&str) -> String,
}

pub const KOREAN: Texts = Texts {
    description: "답변에서 찾을 우리 브랜드와 경쟁 브랜드예요.",
    new: "새 브랜드",
    edit: "브랜드 수정",
    brand: "브랜드",
    name: "이름",
    name_hint: "답변에 나오는 그대로 입력해 주세요.",
    name_taken: "같은 이름의 브랜드가 이미 있어요.",
    shared_name: |name, other| {
        format!("‘{other}’ 브랜드에도 ‘{name}’ 이름이 있어요. 이 이름이 나온 답변은 두 브랜드 모두에 집계돼요.")
    },
    synonyms: "다른 이름",
    synonyms_hint: "Enter로 하나씩 추가하거나 여러 줄을 붙여 넣으세요.",
    invalid_synonym: "다른 이름은 100자까지 입력할 수 있어요. 표시된 이름을 줄여 주세요.",
    case_sensitive: "대소문자가 같을 때만 찾기",
    case_sensitive_hint: "‘Apple’은 찾고 ‘apple’과 ‘APPLE’은 찾지 않아요.",
    excluded_phrases: "브랜드를 가리키지 않는 표현",
    excluded_phrases_hint: "예: apple pie, 토스트 토스. 이 표현에 들어 있는 이름은 언급으로 집계하지 않아요.",
    invalid_phrase: "표현은 100자까지 입력할 수 있어요. 표시된 표현을 줄여 주세요.",
    names_searching: "최근 답변에서 이름을 찾고 있어요.",
    spellings: "최근 답변에는 이렇게 쓴 이름도 있어요. 누르면 다른 이름으로 추가돼요.",
    add_spelling: |name, answers| format!("‘{name}’ 추가 · 답변 {}개", count(answers)),
    names_add: |added, searched| match (added, searched) {
        (_, 0) => "아직 답변이 없어서 미리 볼 수 없어요.".to_owned(),
        (0, _) => format!("최근 답변 {}개의 집계는 달라지지 않아요.", count(searched)),
        _ => format!("최근 답변 {}개 중 {}개가 새로 집계돼요.", count(searched), count(added)),
    },
    names_leave_out: |removed, searched| {
        format!("최근 답변 {}개 중 {}개는 더 이상 집계되지 않아요.", count(searched), count(removed))
    },
    websites: "웹사이트",
    websites_hint: "예: nurio.example. 이 사이트를 인용한 답변을 집계해요.",
    invalid_website: "표시된 항목은 웹 주소가 아니에요.",
    too_many: "더 추가할 수 없어요. 남은 항목은 입력란에 그대로 있어요.",
    brand_description: "설명",
    empty: "아직 브랜드가 없어요",
    empty_description: "우리 브랜드와 경쟁 브랜드를 추가하면 답변에 얼마나 언급되는지 확인할 수 있어요.",
    created: |name| format!("‘{name}’ 브랜드를 추가했어요."),
    saved: |name| format!("‘{name}’ 브랜드를 저장했어요."),
    deleted: |name| format!("‘{name}’ 브랜드를 삭제했어요. 수집한 답변은 남아요."),
    edit_one: |name| format!("‘{name}’ 수정"),
    delete_one: |name| format!("‘{name}’ 삭제"),
    not_deleted: |reason| format!("브랜드를 삭제하지 못했어요. {reason}"),
    own: "우리 브랜드",
    own_mark: "우리 브랜드",
    own_automatic: |name| match name {
        Some(name) => format!("자동: {name}"),
        None => "선택하세요".to_owned(),
    },
    measured: |n| format!("가장 많이 언급된 브랜드 {}개의 수치만 보여 드려요.", count(n)),
    back: "브랜드 목록",
    metrics: "지표",
    none: "없음",
    back_to_metrics: "브랜드 지표",
    figure: "답변 유형",
    answers_that: |conditions| match conditions {
        [Some(true), None] => "브랜드를 언급한 답변",
        [Some(false), None] => "언급하지 않은 답변",
        [None, Some(true)] => "사이트를 인용한 답변",
        [Some(true), Some(true)] => "언급하고 인용도 한 답변",
        [Some(true), Some(false)] => "언급만 한 답변",
        [Some(false), Some(true)] => "인용만 한 답변",
        _ => "언급도 인용도 안 한 답변",
    },
    rival: "인용된 경쟁 브랜드",
    remove_rival: "경쟁 브랜드 필터 지우기",
    rivals: "대신 인용된 브랜드",
    rivals_about: |name| format!("‘{name}’ 언급도 인용도 없는 답변에서 사이트가 인용된 브랜드예요."),
    rivals_none: |name| format!("‘{name}’ 언급도 인용도 없는 답변에서 사이트가 인용된 브랜드가 없어요."),
    methodology_rivals: |name| {
        format!(
            "조건에 맞는 성공한 답변 중 ‘{name}’ 언급도 없고 그 브랜드의 웹사이트 인용도 없는 답변에서, 다른 브랜드의 웹사이트를 인용한 답변을 브랜드별로 \
             집계했어요. 답변 = 그 브랜드의 웹사이트를 인용한 답변. 한 답변에서 여러 번 인용해도 한 번만, 여러 브랜드를 인용하면 브랜드마다 한 번씩 집계해요. 답변이 많은 브랜드부터 20개까지 표시해요."
        )
    },
};

pub const ENGLISH: Texts = Texts {
    description: "Your brand and its competitors, to find in answers.",
    new: "New brand",
    edit: "Edit brand",
    brand: "Brand",
    name: "Name",
    name_hint: "Write it as it appears in answers.",
    name_taken: "A brand with this name exists already.",
    shared_name: |name, other| format!("“{name}” is also a name of {other}: answers with it count for both brands."),
    synonyms: "Other names",
    synonyms_hint: "Press Enter after each name, or paste several lines.",
    invalid_synonym: "A name has at most 100 characters. Shorten the marked ones.",
    case_sensitive: "Match upper and lower case exactly",
    case_sensitive_hint: "Finds “Apple”, but neither “apple” nor “APPLE”.",
    excluded_phrases: "Phrases that do not mean the brand",
    excluded_phrases_hint: "For example: apple pie. A name inside such a phrase does not count as a mention.",
    invalid_phrase: "A phrase has at most 100 characters. Shorten the marked ones.",
    names_searching: "Searching the newest answers for the names.",
    spellings: "The newest answers also write it like this. Click to add it as another name.",
    add_spelling: |name, answers| format!("Add “{name}” · {} {}", count(answers), plural(answers, "answer", "answers")),
    names_add: |added, searched| match (added, searched) {
        (_, 0) => "There are no answers yet, so there is no preview.".to_owned(),
        (0, _) => format!("Changes none of the newest {} {}.", count(searched), plural(searched, "answer", "answers")),
        _ => format!(
            "Adds {} of the newest {} {}.",
            count(added),
            count(searched),
            plural(searched, "answer", "answers")
        ),
    },
    names_leave_out: |removed, searched| {
        format!(
            "Leaves out {} of the newest {} {}.",
            count(removed),
            count(searched),
            plural(searched, "answer", "answers")
        )
    },
    websites: "Websites",
    websites_hint: "For example: nurio.example. Answers that cite it are counted.",
    invalid_website: "The marked entries are not web addresses.",
    too_many: "No more can be added. The rest is still in the field.",
    brand_description: "Description",
    empty: "No brands yet",
    empty_description: "Add your brand and its competitors to see how often answers mention them.",
    created: |name| format!("Created “{name}”."),
    saved: |name| format!("Saved “{name}”."),
    deleted: |name| format!("Deleted “{name}”. Collected answers are kept."),
    edit_one: |name| format!("Edit “{name}”"),
    delete_one: |name| format!("Delete “{name}”"),
    not_deleted: |reason| format!("The brand could not be deleted. {reason}"),
    own: "Your brand",
    own_mark: "Your brand",
    own_automatic: |name| match name {
        Some(name) => format!("Automatic: {name}"),
        None => "Select your brand".to_owned(),
    },
    measured: |n| format!("Only the {} most mentioned brands have figures.", count(n)),
    back: "All brands",
    metrics: "Metrics",
    none: "None",
    back_to_metrics: "Metrics of the brand",
    figure: "Answers shown",
    answers_that: |conditions| match conditions {
        [Some(true), None] => "Answers that mention the brand",
        [Some(false), None] => "Answers that do not mention it",
        [None, Some(true)] => "Answers that cite its sites",
        [Some(true), Some(true)] => "Answers that mention and cite it",
        [Some(true), Some(false)] => "Answers that only mention it",
        [Some(false), Some(true)] => "Answers that only cite it",
        _ => "Answers that do neither",
    },
    rival: "Cited competitor",
    remove_rival: "Remove filter: Cited competitor",
    rivals: "Cited instead",
    rivals_about: |name| format!("Brands whose sites are cited by answers that neither mention nor cite {name}."),
    rivals_none: |name| format!("No answer cites another brand without mentioning or citing {name}."),
    methodology_rivals: |name| {
        format!(
            "Counts the successful answers that match the filters and neither mention {name} nor cite its websites. \
             Answers: how many of them cite a website of the other brand. Several citations in one answer count once, and an \
             answer that cites several brands counts for each. The 20 brands with the most answers are listed."
        )
    },
};
