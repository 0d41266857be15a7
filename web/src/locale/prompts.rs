use crate::format::{count, counted};

texts! {
    add_many = "여러 개 추가", "Add many";
    edit = "프롬프트 수정", "Edit prompt";
    content = "내용", "Content";
    content_hint = "고객이 AI에게 실제로 질문하듯 입력해 보세요.", "Write it as your customers would ask it.";
    choose_set = "세트를 선택해 주세요.", "Select a set.";
    search = "프롬프트 검색", "Search prompts";
    empty = "아직 프롬프트가 없어요", "No prompts yet";
    empty_description =
        "하나씩 만들거나 여러 줄을 한 번에 붙여 넣으세요.",
        "Write one, or paste many lines at the same time.";
    none_found = "검색 결과가 없어요", "No prompts found";
    show_all = "필터 지우기", "Clear filters";
    /// Where a search is the only filter.
    none_found_in_picker = "다른 검색어를 입력해 보세요.", "Try another search.";
    /// The title of the form of the first set, what it says, and its button.
    first_set = "먼저 세트 만들기", "First, create a set";
    need_set =
        "프롬프트는 세트 하나에 속해요. 세트를 만들면 이어서 프롬프트를 입력할 수 있어요.",
        "Every prompt belongs to a set. You write the prompts after this step.";
    create_set = "세트 만들기", "Create the set";
    history = "최근 답변", "Latest answers";
    sources = "인용된 출처", "Sources of its answers";
    /// All answers that are listed failed. The reasons follow.
    all_failed(n: u64) =
        match n {
            1 => "표시된 답변 1개가 실패했어요.".to_owned(),
            _ => format!("표시된 답변 {}개가 모두 실패했어요.", count(n)),
        },
        match n {
            1 => "The only answer shown failed.".to_owned(),
            _ => format!("All {} answers shown failed.", count(n)),
        };
    /// What was asked, where the prompt has another text now.
    asked_as(query: &str) = format!("질문한 내용: ‘{query}’"), format!("Asked as “{query}”");
    /// Two answers of a model.
    compare_answers = "두 답변 비교", "Compare two answers";
    created = "프롬프트를 만들었어요.", "Prompt created.";
    saved = "프롬프트를 저장했어요.", "Prompt saved.";
    /// The number of answers of the prompt whose text was changed. `None` while it is unknown.
    has_answers(n: Option<u64>) =
        match n {
            Some(n) => format!("이전 내용으로 받은 답변이 {}개 있어요. 어떻게 저장할까요?", count(n)),
            None => "이전 내용으로 받은 답변이 있을 수 있어요. 어떻게 저장할까요?".to_owned(),
        },
        match n {
            Some(n) => format!("The old text has {}. Save this as", counted(n, "answer", "answers")),
            None => "The old text may have answers. Save this as".to_owned(),
        };
    choose_saved = "어떻게 저장할지 선택해 주세요.", "Choose how to save it.";
    correction = "고치기 (답변은 그대로)", "A correction: the answers stay";
    new_prompt = "새 프롬프트로 추가", "A new prompt";
    deleted(n: u64) =
        format!("프롬프트 {}개를 삭제했어요. 수집한 답변은 남아요.", count(n)),
        format!("Deleted {}. Collected answers are kept.", counted(n, "prompt", "prompts"));
    not_deleted(reason: &str) =
        format!("프롬프트를 삭제하지 못했어요. {reason}"),
        format!("A prompt could not be deleted. {reason}");
    /// The group of actions for the selected prompts.
    selection = "선택", "Selection";
    /// The prompts with more answers that name only competitors than answers that name the own brand, and all.
    finding_behind(behind: u64, all: u64, name: &str) =
        match behind {
            0 => format!("{name} 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많은 프롬프트는 없어요."),
            _ => format!("프롬프트 {}개 중 {}개는 {name} 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많아요.", count(all), count(behind)),
        },
        match behind {
            0 => format!("For no prompt, more answers mention only competitors than {name}."),
            _ => {
                let prompts = counted(all, "prompt", "prompts");
                format!("For {} of {prompts}, more answers mention only competitors than {name}.", count(behind))
            }
        };
    /// There are no answers in the chosen days.
    finding_no_answers = "이 기간에 끝난 실행의 답변이 없어요.", "No finished run has answers in this period.";
    /// In an order by the numbers of answers.
    none_answered = "이 기간에 답변을 받은 프롬프트가 없어요", "No prompt has answers in this period";
    sort = "정렬", "Sort";
    /// The newest prompts first, then by each column with numbers, descending and ascending.
    orders: [&'static str; 9] =
        [
            "새 프롬프트 순",
            "언급률 높은 순",
            "언급률 낮은 순",
            "많이 오른 순",
            "많이 내린 순",
            "경쟁 브랜드만 많은 순",
            "경쟁 브랜드만 적은 순",
            "마지막 답변이 최근인 순",
            "마지막 답변이 오래된 순",
        ],
        [
            "Newest prompts first",
            "Highest mention rate first",
            "Lowest mention rate first",
            "Largest rise first",
            "Largest fall first",
            "Most with only competitors first",
            "Fewest with only competitors first",
            "Latest answer first",
            "Oldest answer first",
        ];
    /// Prompts without answers in the chosen days are not in an order by numbers.
    only_answered =
        "이 기간에 답변이 없는 프롬프트는 이 순서에서 빠져요.",
        "Prompts without answers in this period are not in this order.";
    /// The own brand.
    methodology(name: &str) =
        format!(
            "이 기간에 끝난 실행의 답변을 집계했어요. 언급률 = {name} 언급 답변 ÷ 프롬프트의 모든 답변. 변화 = 길이가 같은 이전 기간과의 언급률 차이이고, 두 비율의 95% 신뢰구간이 겹치지 않을 때만 ▲나 ▼로 표시해요. ‘경쟁 브랜드만’은 {name} 없이 경쟁 브랜드를 언급한 답변 수예요. 경쟁 브랜드는 고른 세트와 기간에서 {name} 언급 답변의 10% 이상에 함께 언급된 브랜드이고, 없으면 등록한 다른 브랜드 모두예요. 맨 위 문장은 삭제한 프롬프트의 답변도 함께 집계해요."
        ),
        format!(
            "Counts the answers of finished runs in this period. Mention rate: answers that mention {name} ÷ all answers to the prompt. Change: the difference to the mention rate in the period before, which is as long, with a ▲ or a ▼ only if the 95% intervals of both rates do not overlap. Only competitors: the answers that mention a competitor and not {name}. A competitor is a brand that at least a tenth of the answers mentioning {name} in the chosen set and period mention, too, or else every other brand. The first line also counts answers to prompts that were deleted."
        );
}
