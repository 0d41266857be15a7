use answerdeck_insight::points;

use super::findings::english_points;
use crate::format::{count, counted, percentage_points};

texts! {
    new = "새 브랜드", "New brand";
    edit = "브랜드 수정", "Edit brand";
    /// Above the fields of the first brand.
    becomes_own =
        "우리 브랜드로 등록돼요. 다른 브랜드는 이 브랜드와 비교해요.",
        "This becomes your brand. The others are compared with it.";
    name_hint = "답변에 나오는 그대로 입력해 주세요.", "Write it as it appears in answers.";
    name_taken = "같은 이름의 브랜드가 이미 있어요.", "A brand with this name already exists.";
    shared_name(name: &str, other: &str) =
        format!("‘{other}’ 브랜드에도 ‘{name}’ 이름이 있어요. 이 이름이 나온 답변은 두 브랜드 모두에 집계돼요."),
        format!("“{name}” is also a name of {other}: answers with it count for both brands.");
    /// Above the other names, when another name is typed than the saved one.
    keep_name(replaced: &str) =
        format!("이전 이름 ‘{replaced}’도 계속 집계하기"),
        format!("Also count the old name, “{replaced}”");
    synonyms = "다른 이름", "Other names";
    synonyms_hint =
        "Enter로 하나씩 추가하거나, 쉼표나 줄바꿈으로 나눠 한 번에 넣으세요.",
        "Press Enter after each name, or put commas or line breaks between several.";
    invalid_synonym(max: usize) =
        format!("다른 이름은 {}자까지 입력할 수 있어요. 표시된 이름을 줄여 주세요.", count(max as u64)),
        format!("A name has at most {} characters. Shorten the marked ones.", count(max as u64));
    case_sensitive = "대소문자 구분", "Match upper and lower case exactly";
    case_sensitive_hint =
        "‘Apple’은 찾고 ‘apple’과 ‘APPLE’은 찾지 않아요.",
        "Finds “Apple”, but neither “apple” nor “APPLE”.";
    excluded_phrases = "브랜드를 가리키지 않는 표현", "Phrases that do not mean the brand";
    excluded_phrases_hint =
        "예: 애플 브랜드라면 애플파이. 이 표현에 들어 있는 이름은 언급으로 집계하지 않아요.",
        "For example: apple pie for the brand Apple. A name inside such a phrase does not count as a mention.";
    invalid_phrase(max: usize) =
        format!("표현은 {}자까지 입력할 수 있어요. 표시된 표현을 줄여 주세요.", count(max as u64)),
        format!("A phrase has at most {} characters. Shorten the marked ones.", count(max as u64));
    names_searching = "최근 답변에서 이름을 찾고 있어요.", "Searching the newest answers for the names.";
    /// Above the spellings that answers have.
    spellings =
        "최근 답변에는 이렇게 쓴 이름도 있어요. 누르면 다른 이름으로 추가돼요.",
        "The newest answers also write it like this. Click to add it as another name.";
    add_spelling(name: &str, answers: u64) =
        format!("‘{name}’ 추가 · 답변 {}개", count(answers)),
        format!("Add “{name}” · {}", counted(answers, "answer", "answers"));
    /// The answers that a change of the brand adds, of those that were searched.
    names_add(added: u64, searched: u64) =
        match (added, searched) {
            (_, 0) => "아직 답변이 없어서 미리 볼 수 없어요.".to_owned(),
            (0, _) => format!("최근 답변 {}개의 집계는 달라지지 않아요.", count(searched)),
            _ => format!("최근 답변 {}개 중 {}개가 새로 집계돼요.", count(searched), count(added)),
        },
        match (added, searched) {
            (_, 0) => "There are no answers yet, so there is no preview.".to_owned(),
            (0, _) => format!("Changes none of the newest {}.", counted(searched, "answer", "answers")),
            _ => format!("Adds {} of the newest {}.", count(added), counted(searched, "answer", "answers")),
        };
    /// The answers that a change of the brand leaves out, of those that were searched.
    names_leave_out(removed: u64, searched: u64) =
        format!("최근 답변 {}개 중 {}개는 더 이상 집계되지 않아요.", count(searched), count(removed)),
        format!("Leaves out {} of the newest {}.", count(removed), counted(searched, "answer", "answers"));
    websites_hint =
        "예: nurio.example. 이 사이트를 인용한 답변을 집계해요.",
        "For example: nurio.example. Answers that cite it are counted.";
    part_of_site(name: &str) =
        format!("‘{name}’ 아래 페이지만 집계해요."),
        format!("Only pages under “{name}” are counted.");
    count_whole_site(site: &str) = format!("{site} 전체로 바꾸기"), format!("Count all of {site}");
    invalid_website = "표시된 항목은 웹 주소가 아니에요.", "The marked entries are not web addresses.";
    empty = "아직 브랜드가 없어요", "No brands yet";
    empty_description =
        "우리 브랜드와 경쟁 브랜드를 추가하면 답변에 얼마나 언급되는지 확인할 수 있어요.",
        "Add your brand and its competitors to see how often answers mention them.";
    created(name: &str) = format!("‘{name}’ 브랜드를 추가했어요."), format!("Created “{name}”.");
    saved(name: &str) = format!("‘{name}’ 브랜드를 저장했어요."), format!("Saved “{name}”.");
    deleted(name: &str) =
        format!("‘{name}’ 브랜드를 삭제했어요. 수집한 답변은 남아요."),
        format!("Deleted “{name}”. Collected answers are kept.");
    /// The question before the own brand is deleted.
    delete_own_title = "우리 브랜드를 삭제할까요?", "Delete your brand?";
    delete_own(name: &str) =
        format!("‘{name}’ 브랜드의 알림과 주간 요약, 다음 할 일이 멈추고, 등록한 이름과 웹사이트도 삭제돼요."),
        format!("The alerts about {name}, its digest and its next steps stop, and its names and websites are deleted.");
    not_deleted(reason: &str) =
        format!("브랜드를 삭제하지 못했어요. {reason}"),
        format!("The brand could not be deleted. {reason}");
    make_own = "우리 브랜드로 지정", "Make this your brand";
    made_own(name: &str) =
        format!("‘{name}’ 브랜드를 우리 브랜드로 지정했어요."),
        format!("“{name}” is now your brand.");
    not_made_own(reason: &str) =
        format!("우리 브랜드로 지정하지 못했어요. {reason}"),
        format!("Your brand could not be changed. {reason}");
    /// The number of brands with figures, when there are more brands.
    measured(n: u64) =
        format!("가장 많이 언급된 브랜드 {}개의 수치만 보여 드려요.", count(n)),
        format!("Only the {} most mentioned brands have figures.", count(n));
    metrics = "지표", "Metrics";
    /// The way back from answers to the metrics of a brand.
    back_to_metrics = "브랜드 지표", "Metrics of the brand";
    /// The field that selects the figure whose answers are shown.
    figure = "답변 유형", "Answers shown";
    /// Whether answers name the brand, and whether they cite a site of it. `None` where both are meant.
    answers_that(conditions: [Option<bool>; 2]): &'static str =
        match conditions {
            [Some(true), None] => "브랜드를 언급한 답변",
            [Some(false), None] => "언급하지 않은 답변",
            [None, Some(true)] => "사이트를 인용한 답변",
            [Some(true), Some(true)] => "언급하고 인용도 한 답변",
            [Some(true), Some(false)] => "언급만 한 답변",
            [Some(false), Some(true)] => "인용만 한 답변",
            _ => "언급도 인용도 안 한 답변",
        },
        match conditions {
            [Some(true), None] => "Answers that mention the brand",
            [Some(false), None] => "Answers that do not mention it",
            [None, Some(true)] => "Answers that cite its sites",
            [Some(true), Some(true)] => "Answers that mention and cite it",
            [Some(true), Some(false)] => "Answers that only mention it",
            [Some(false), Some(true)] => "Answers that only cite it",
            _ => "Answers that do neither",
        };
    /// The links to the parts of answers with the name of a brand, and to the words of answers that name it.
    excerpts = "언급 부분", "Excerpts";
    excerpts_of(name: &str) = format!("‘{name}’ 언급 부분 보기"), format!("Excerpts with “{name}”");
    words_of(name: &str) = format!("‘{name}’ 브랜드와 함께 나온 단어 보기"), format!("Words used with “{name}”");
    change_cause_title = "변화의 원인", "Where the change comes from";
    change_cause_unknown =
        "두 기간에 같은 프롬프트와 모델로 받은 답변이 적어 원인을 알 수 없어요.",
        "Unknown: too few answers to the same prompts by the same models in both periods.";
    /// The answers to the same prompts by the same models, before and now, and the effects of the brand, of the prompts and of the
    /// models.
    change_cause([before, now]: [u64; 2], effects: [f64; 3]) =
        {
            let of_brand = format!("같은 프롬프트·모델의 답변(이전 {}개, 지금 {}개)", count(before), count(now));
            let names = [of_brand.as_str(), "프롬프트 구성", "모델 구성"];
            causes(effects, |at, moved| format!("{} {}", names[at], percentage_points(moved, "%p")))
        },
        {
            let answers = counted(now, "answer", "answers");
            let of_brand = format!("the same prompts and models ({answers}, before {})", count(before));
            let names = [of_brand.as_str(), "the mix of prompts", "the mix of models"];
            causes(effects, |at, moved| format!("{} from {}", english_points(moved), names[at]))
        };
    /// The filter by brands of which one is named.
    named_rival = "언급된 경쟁 브랜드", "Mentioned competitor";
    either(one: &str, other: &str) = format!("{one} 또는 {other}"), format!("{one} or {other}");
    one_of(first: &str, others: u64) =
        format!("{first} 등 {}개 중 하나", count(others + 1)),
        format!("{first} or {}", counted(others, "other", "others"));
    /// A list of brands, and the filter by one of them.
    rivals = "대신 인용된 브랜드", "Cited instead";
    rivals_about(name: &str) =
        format!("‘{name}’ 브랜드를 언급하지도 인용하지도 않은 답변이 대신 인용한 브랜드예요."),
        format!("Brands whose sites are cited by answers that neither mention nor cite {name}.");
    rivals_none(name: &str) =
        format!("‘{name}’ 브랜드를 언급하지도 인용하지도 않은 답변이 대신 인용한 브랜드가 없어요."),
        format!("No answer cites another brand without mentioning or citing {name}.");
    methodology_rivals(name: &str) =
        format!(
            "대신 인용된 브랜드의 답변 = ‘{name}’ 언급도 그 웹사이트 인용도 없이 다른 브랜드의 웹사이트를 인용한 답변. 여러 브랜드를 인용하면 브랜드마다 한 번씩 \
             집계하고, 답변이 많은 브랜드부터 20개까지 표시해요."
        ),
        format!(
            "Cited instead: answers that neither mention {name} nor cite its websites, but a website of the other brand. An answer \
             counts once for each brand that it cites. The 20 brands with the most answers are listed."
        );
}

// The names of the effects that are not 0, each with its points.
fn causes(effects: [f64; 3], cause: impl Fn(usize, f64) -> String) -> String {
    let effects = effects.into_iter().enumerate().filter(|(_, moved)| points(*moved) != 0.0);
    format!("{}.", effects.map(|(at, moved)| cause(at, moved)).collect::<Vec<_>>().join(", "))
}
