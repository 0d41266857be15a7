//! Texts about brands.

use crate::format::{count, counted};

texts! {
    new = "새 브랜드", "New brand";
    edit = "브랜드 수정", "Edit brand";
    name_hint = "답변에 나오는 그대로 입력해 주세요.", "Write it as it appears in answers.";
    name_taken = "같은 이름의 브랜드가 이미 있어요.", "A brand with this name exists already.";
    /// A name, and the other brand that has it.
    shared_name: fn(&str, &str) -> String =
        |name, other| {
            format!("‘{other}’ 브랜드에도 ‘{name}’ 이름이 있어요. 이 이름이 나온 답변은 두 브랜드 모두에 집계돼요.")
        },
        |name, other| format!("“{name}” is also a name of {other}: answers with it count for both brands.");
    synonyms = "다른 이름", "Other names";
    synonyms_hint =
        "Enter로 하나씩 추가하거나 여러 줄을 붙여 넣으세요.",
        "Press Enter after each name, or paste several lines.";
    invalid_synonym: fn(usize) -> String =
        |max| format!("다른 이름은 {}자까지 입력할 수 있어요. 표시된 이름을 줄여 주세요.", count(max as u64)),
        |max| format!("A name has at most {} characters. Shorten the marked ones.", count(max as u64));
    case_sensitive = "대소문자 구분", "Match upper and lower case exactly";
    case_sensitive_hint =
        "‘Apple’은 찾고 ‘apple’과 ‘APPLE’은 찾지 않아요.",
        "Finds “Apple”, but neither “apple” nor “APPLE”.";
    excluded_phrases = "브랜드를 가리키지 않는 표현", "Phrases that do not mean the brand";
    excluded_phrases_hint =
        "예: 애플 브랜드라면 애플파이. 이 표현에 들어 있는 이름은 언급으로 집계하지 않아요.",
        "For example: apple pie for the brand Apple. A name inside such a phrase does not count as a mention.";
    invalid_phrase: fn(usize) -> String =
        |max| format!("표현은 {}자까지 입력할 수 있어요. 표시된 표현을 줄여 주세요.", count(max as u64)),
        |max| format!("A phrase has at most {} characters. Shorten the marked ones.", count(max as u64));
    names_searching = "최근 답변에서 이름을 찾고 있어요.", "Searching the newest answers for the names.";
    /// Above the spellings that answers have.
    spellings =
        "최근 답변에는 이렇게 쓴 이름도 있어요. 누르면 다른 이름으로 추가돼요.",
        "The newest answers also write it like this. Click to add it as another name.";
    /// Adds a spelling, with the number of answers that have it.
    add_spelling: fn(&str, u64) -> String =
        |name, answers| format!("‘{name}’ 추가 · 답변 {}개", count(answers)),
        |name, answers| format!("Add “{name}” · {}", counted(answers, "answer", "answers"));
    /// The answers that a change of the brand adds, of those that were searched.
    names_add: fn(u64, u64) -> String =
        |added, searched| match (added, searched) {
            (_, 0) => "아직 답변이 없어서 미리 볼 수 없어요.".to_owned(),
            (0, _) => format!("최근 답변 {}개의 집계는 달라지지 않아요.", count(searched)),
            _ => format!("최근 답변 {}개 중 {}개가 새로 집계돼요.", count(searched), count(added)),
        },
        |added, searched| match (added, searched) {
            (_, 0) => "There are no answers yet, so there is no preview.".to_owned(),
            (0, _) => format!("Changes none of the newest {}.", counted(searched, "answer", "answers")),
            _ => format!("Adds {} of the newest {}.", count(added), counted(searched, "answer", "answers")),
        };
    /// The answers that a change of the brand leaves out, of those that were searched.
    names_leave_out: fn(u64, u64) -> String =
        |removed, searched| {
            format!("최근 답변 {}개 중 {}개는 더 이상 집계되지 않아요.", count(searched), count(removed))
        },
        |removed, searched| {
            format!("Leaves out {} of the newest {}.", count(removed), counted(searched, "answer", "answers"))
        };
    websites_hint =
        "예: nurio.example. 이 사이트를 인용한 답변을 집계해요.",
        "For example: nurio.example. Answers that cite it are counted.";
    /// A website that is only a part of a site.
    part_of_site: fn(&str) -> String =
        |name| format!("‘{name}’ 아래 페이지만 집계해요."),
        |name| format!("Only pages under “{name}” are counted.");
    count_whole_site: fn(&str) -> String =
        |site| format!("{site} 전체로 바꾸기"),
        |site| format!("Count all of {site}");
    invalid_website = "표시된 항목은 웹 주소가 아니에요.", "The marked entries are not web addresses.";
    too_many =
        "더 추가할 수 없어요. 남은 항목은 입력란에 그대로 있어요.",
        "No more can be added. The rest is still in the field.";
    empty = "아직 브랜드가 없어요", "No brands yet";
    empty_description =
        "우리 브랜드와 경쟁 브랜드를 추가하면 답변에 얼마나 언급되는지 확인할 수 있어요.",
        "Add your brand and its competitors to see how often answers mention them.";
    created: fn(&str) -> String = |name| format!("‘{name}’ 브랜드를 추가했어요."), |name| format!("Created “{name}”.");
    saved: fn(&str) -> String = |name| format!("‘{name}’ 브랜드를 저장했어요."), |name| format!("Saved “{name}”.");
    deleted: fn(&str) -> String =
        |name| format!("‘{name}’ 브랜드를 삭제했어요. 수집한 답변은 남아요."),
        |name| format!("Deleted “{name}”. Collected answers are kept.");
    /// The reason why a brand could not be deleted.
    not_deleted: fn(&str) -> String =
        |reason| format!("브랜드를 삭제하지 못했어요. {reason}"),
        |reason| format!("The brand could not be deleted. {reason}");
    make_own = "우리 브랜드로 지정", "Make this your brand";
    made_own: fn(&str) -> String =
        |name| format!("‘{name}’ 브랜드를 우리 브랜드로 지정했어요."),
        |name| format!("“{name}” is now your brand.");
    /// The reason why the own brand could not be chosen.
    not_made_own: fn(&str) -> String =
        |reason| format!("우리 브랜드로 지정하지 못했어요. {reason}"),
        |reason| format!("Your brand could not be changed. {reason}");
    /// The number of brands with figures, when there are more brands.
    measured: fn(u64) -> String =
        |n| format!("가장 많이 언급된 브랜드 {}개의 수치만 보여 드려요.", count(n)),
        |n| format!("Only the {} most mentioned brands have figures.", count(n));
    back = "브랜드 목록", "All brands";
    metrics = "지표", "Metrics";
    /// The way back from answers to the metrics of a brand.
    back_to_metrics = "브랜드 지표", "Metrics of the brand";
    /// The field that selects the figure whose answers are shown.
    figure = "답변 유형", "Answers shown";
    /// Whether answers name the brand, and whether they cite a site of it. `None` where both are meant.
    answers_that: fn([Option<bool>; 2]) -> &'static str =
        |conditions| match conditions {
            [Some(true), None] => "브랜드를 언급한 답변",
            [Some(false), None] => "언급하지 않은 답변",
            [None, Some(true)] => "사이트를 인용한 답변",
            [Some(true), Some(true)] => "언급하고 인용도 한 답변",
            [Some(true), Some(false)] => "언급만 한 답변",
            [Some(false), Some(true)] => "인용만 한 답변",
            _ => "언급도 인용도 안 한 답변",
        },
        |conditions| match conditions {
            [Some(true), None] => "Answers that mention the brand",
            [Some(false), None] => "Answers that do not mention it",
            [None, Some(true)] => "Answers that cite its sites",
            [Some(true), Some(true)] => "Answers that mention and cite it",
            [Some(true), Some(false)] => "Answers that only mention it",
            [Some(false), Some(true)] => "Answers that only cite it",
            _ => "Answers that do neither",
        };
    /// The filter by brands of which one is named.
    named_rival = "언급된 경쟁 브랜드", "Mentioned competitor";
    /// One of two brands.
    either: fn(&str, &str) -> String =
        |one, other| format!("{one} 또는 {other}"),
        |one, other| format!("{one} or {other}");
    /// One of several brands: the first, and the number of the others.
    one_of: fn(&str, u64) -> String =
        |first, others| format!("{first} 등 {}개 중 하나", count(others + 1)),
        |first, others| format!("{first} or {}", counted(others, "other", "others"));
    /// A list of brands, and the filter by one of them.
    rivals = "대신 인용된 브랜드", "Cited instead";
    /// The brand.
    rivals_about: fn(&str) -> String =
        |name| format!("‘{name}’ 브랜드를 언급하지도 인용하지도 않은 답변이 대신 인용한 브랜드예요."),
        |name| format!("Brands whose sites are cited by answers that neither mention nor cite {name}.");
    rivals_none: fn(&str) -> String =
        |name| format!("‘{name}’ 브랜드를 언급하지도 인용하지도 않은 답변이 대신 인용한 브랜드가 없어요."),
        |name| format!("No answer cites another brand without mentioning or citing {name}.");
    methodology_rivals: fn(&str) -> String =
        |name| {
            format!(
                "조건에 맞는 성공한 답변 중 ‘{name}’ 언급도 없고 그 브랜드의 웹사이트 인용도 없는 답변에서, 다른 브랜드의 웹사이트를 인용한 답변을 브랜드별로 \
                 집계했어요. 답변 = 그 브랜드의 웹사이트를 인용한 답변. 한 답변에서 여러 번 인용해도 한 번만, 여러 브랜드를 인용하면 브랜드마다 한 번씩 집계해요. 답변이 많은 브랜드부터 20개까지 표시해요."
            )
        },
        |name| {
            format!(
                "Counts the successful answers that match the filters and neither mention {name} nor cite its websites. \
                 Answers: how many of them cite a website of the other brand. Several citations in one answer count once, and an \
                 answer that cites several brands counts for each. The 20 brands with the most answers are listed."
            )
        };
}
