use crate::format::{count, counted, plural};

texts! {
    detail_title = "답변", "Answer";
    back_to_brand = "브랜드 답변", "Answers of the brand";
    empty = "아직 답변이 없어요", "No answers yet";
    empty_description = "실행을 시작하면 수집한 답변이 여기에 쌓여요.", "Start a run to collect answers.";
    none_found = "조건에 맞는 답변이 없어요", "No answers match these filters";
    none_found_description = "필터를 지워 보세요.", "Remove a filter.";
    /// The answers of a model or a region, if no other filter excludes them.
    none_from(name: &str) = format!("{name} 답변이 없어요"), format!("No answers from {name}");
    none_from_description =
        "선택한 기간의 실행에서 질문하지 않았거나 답변을 받지 못했어요.",
        "The runs of this period did not ask for any, or got none.";
    /// In their place where days are the only filter: so many last ones, or others.
    none_in_period(days: Option<u64>) =
        match days {
            Some(days) => format!("최근 {}일에는 답변이 없어요", count(days)),
            None => "이 기간에는 답변이 없어요".to_owned(),
        },
        match days {
            Some(days) => format!("No answers in the last {}", counted(days, "day", "days")),
            None => "No answers in this period".to_owned(),
        };
    /// The day of the newest answers, if it is known.
    none_in_period_description(newest: Option<&str>) =
        match newest {
            Some(day) => format!("가장 최근 답변은 {day}에 받았어요."),
            None => "더 긴 기간을 선택해 보세요.".to_owned(),
        },
        match newest {
            Some(day) => format!("The newest are from {day}."),
            None => "Choose a longer period.".to_owned(),
        };
    /// The link to a longer period: so many last days, or all time.
    show_longer(days: Option<u64>) =
        match days {
            Some(days) => format!("최근 {}일 보기", count(days)),
            None => "전체 기간 보기".to_owned(),
        },
        match days {
            Some(days) => format!("Show the last {}", counted(days, "day", "days")),
            None => "Show all time".to_owned(),
        };
    clear = "필터 모두 지우기", "Clear all";
    /// In place of a list in which nothing matches.
    clear_to_all_time = "필터 모두 지우고 전체 기간 보기", "Clear all and show all time";
    /// The summary of the folded filters.
    filters_fold = "필터", "Filters";
    filters = "적용한 필터", "Active filters";
    remove_filter(what: &str) = format!("{what} 필터 지우기"), format!("Remove filter: {what}");
    deleted_set = "삭제된 세트", "a deleted set";
    /// The filter by a brand that answers name.
    brand = "언급된 브랜드", "Mentioned brand";
    any_brand = "상관없음", "Any or none";
    open_prompt = "이 프롬프트의 모든 답변", "All answers to this prompt";
    ask_again = "다시 질문하기", "Ask again";
    from = "시작일", "From";
    to = "종료일", "To";
    last_days(days: u64) = format!("최근 {}일", count(days)), format!("Last {}", counted(days, "day", "days"));
    this_month = "이번 달", "This month";
    last_month = "지난달", "Last month";
    all_days = "전체 기간", "All time";
    own_days = "직접 선택", "Own days";
    all_runs = "모든 실행", "All runs";
    older_runs = "더 오래된 실행…", "Older runs…";
    all_models = "모든 모델", "All models";
    /// The models that the newest runs did not ask.
    models_not_asked = "최근 실행에서 질문하지 않음", "Not asked by the newest runs";
    all_regions = "모든 지역", "All regions";
    period_error = "종료일이 시작일보다 빨라요.", "The end date is before the start date.";
    question = "질문과 답변", "Question and answer";
    when = "질문 시각", "Asked";
    pending_description =
        "답변을 수집하고 있어요. 끝나면 여기에서 볼 수 있어요.",
        "This answer is still being collected. You can read it here when it is ready.";
    failed_description =
        "모델이 답변하지 않았거나, 크레딧이 부족했거나, 수집에 실패했어요. 크레딧은 차감되지 않았어요.",
        "The model gave no answer, the credits ran out, or the answer could not be collected. No credit was charged.";
    no_text = "본문이 비어 있어요.", "The answer has no text.";
    source_count(n: u64) = format!("출처 {}개", count(n)), counted(n, "source", "sources");
    sources_none = "인용한 출처가 없어요.", "No sources cited.";
    search_count(n: u64) = format!("{}개", count(n)), count(n);
    fanouts_none = "검색 기록이 없어요.", "No searches recorded.";
    not_searched = "모델이 웹을 검색하지 않고 답했어요.", "The model answered without searching the web.";
    fanouts_description =
        "+와 밑줄은 프롬프트에 없는 단어예요.",
        "A + and an underline mark words that are not in the prompt.";
    added = "추가된 단어", "added";
    dropped = "빠진 단어", "Left out";
    methodology_sources =
        "이 답변이 인용한 출처를 플랫폼이 제공한 순서대로 모두 표시해요. 본문의 번호는 이 목록의 번호와 같아요.",
        "Every source that this answer cites, in the platform’s order. The numbers in the text refer to this list.";
    methodology_fanouts =
        "이 답변을 만들 때 모델이 한 검색을 순서대로 모두 집계했어요. 대소문자·문장 부호·조사만 다르면 같은 단어로 봐요.",
        "Every search that the model ran for this answer, in order. Words that differ only in case, punctuation or a Korean particle count as the same word.";
    source_unsafe = "안전하지 않아 열 수 없는 주소", "Unsafe address, not linked";
    source_untitled = "제목 없음", "Untitled";
    source_number(n: u64, title: &str) = format!("출처 {}: {title}", count(n)), format!("Source {}: {title}", count(n));
    image = "이미지", "Image";
    code = "코드", "Code";
    task_done = "완료", "done";
    task_open = "미완료", "not done";
    characters_left(n: u64) =
        format!("{}자 더 있어요.", count(n)),
        format!("{} left.", counted(n, "character", "characters"));
    show_more = "더 보기", "Show more";
    show_all = "전체 보기", "Show all";
    show_less = "접기", "Show less";
    previous = "목록의 이전 답변", "Previous in the list";
    next = "목록의 다음 답변", "Next in the list";
    other_answers = "다른 답변으로 이동", "Other answers";
    copy_text = "텍스트로 복사", "Copy as text";
    download = "마크다운 다운로드", "Download Markdown";
    content = "답변 본문", "Answer text";
    models_title = "모델별 답변", "Answers by model";
    /// How many models name the own brand and a rival, of all.
    models_finding((own, naming): (&str, u64), rival: Option<(&str, u64)>, all: u64) =
        match rival {
            None if all > 1 && naming == all => format!("모델 {}개 모두 {own} 브랜드를 언급했어요.", count(all)),
            Some((name, of_rival)) if all > 1 && [naming, of_rival] == [all; 2] => {
                format!("모델 {}개 모두 {own}, {name} 브랜드를 언급했어요.", count(all))
            }
            _ => {
                let rival = rival.map(|(name, naming)| format!(", {name} 언급 {}개", count(naming))).unwrap_or_default();
                format!("모델 {}개 중 {own} 언급 {}개{rival}.", count(all), count(naming))
            }
        },
        match rival {
            None if all > 1 && naming == all => format!("All {} models mention {own}.", count(all)),
            Some((name, of_rival)) if all > 1 && [naming, of_rival] == [all; 2] => {
                format!("All {} models mention {own} and {name}.", count(all))
            }
            _ => {
                let mention = |n: u64, of: &str| [&count(n), of, plural(n, " mentions ", " mention ")].concat();
                let rival = rival.map(|(name, n)| format!("; {}{name}", mention(n, ""))).unwrap_or_default();
                format!("{}{own}{rival}.", mention(naming, &format!(" of {}", counted(all, "model", "models"))))
            }
        };
    /// Follows it: the days of the newest answers of the models, and whether several routes gave them.
    models_answers(days: &str, is_mixed: bool) =
        {
            let routes = if is_mixed { ", 여러 경로 합산" } else { "" };
            format!(" 모델마다 가장 최근 답변({days}{routes}) 기준이에요.")
        },
        {
            let routes = if is_mixed { ", several routes combined" } else { "" };
            format!(" By the newest answer of each ({days}{routes}).")
        };
    models_without = "답변이 없는 모델", "Models without an answer";
    open_answer = "답변 열기", "Open the answer";
    /// The link to the answers of all models.
    compare = "모델 비교", "Compare models";
    /// The link to the comparison with the answer of the same model before.
    changes = "이전 답변과 달라진 점", "Changes since the previous answer";
    search_texts = "답변 본문 검색", "Search in answers";
    searching_texts(searched: u64) =
        match searched {
            0 => "답변을 검색하고 있어요.".to_owned(),
            _ => format!("답변을 검색하고 있어요. 지금까지 {}개를 확인했어요.", count(searched)),
        },
        match searched {
            0 => "Searching.".to_owned(),
            _ => format!("Searching: {} so far.", counted(searched, "answer", "answers")),
        };
    /// The day of the oldest answer that was searched. Follows `matches_so_far`.
    searched_since(day: &str) =
        format!(" {day} 이후의 답변만 확인했고, 더 오래된 답변은 목록 끝에서 이어서 검색해요."),
        format!(" Searched back to {day}. Older answers follow at the end of the list.");
    /// All answers of a filter that succeeded, and whether the list has failed ones.
    total(n: u64, has_failed: bool) =
        {
            let failed = if has_failed { "(실패한 답변도 표시)" } else { "" };
            format!("답변 {}개{failed}", count(n))
        },
        {
            let failed = if has_failed { " (failed ones are listed too)" } else { "" };
            format!("{}{failed}", counted(n, "answer", "answers"))
        };
    shown(answers: u64, rows: u64) =
        format!("답변 {}개 표시({}행)", count(answers), count(rows)),
        {
            let [all, of] = [plural(answers, "answer", "answers"), plural(rows, "row", "rows")];
            format!("{} {all} shown in {} {of}", count(answers), count(rows))
        };
    with_unfinished = "실패·대기 중인 답변도 표시", "Show failed and pending answers";
    /// The answers with the phrase, of those that were searched.
    matches(n: u64, total: u64) =
        format!("답변 {}개 중 {}개에서 찾았어요.", count(total), count(n)),
        format!("Found in {} of {}.", count(n), counted(total, "answer", "answers"));
    /// The same before all are searched. The last number is that of all answers, if it is known.
    matches_so_far(n: u64, searched: u64, all: Option<u64>) =
        {
            let searched = match all {
                Some(all) => format!("답변 {}개 중 {}개를", count(all), count(searched)),
                None => format!("답변 {}개를", count(searched)),
            };
            format!("지금까지 {}개를 찾았어요. {searched} 확인했어요.", count(n))
        },
        {
            let searched = match all {
                Some(all) => format!("{} of {}", count(searched), counted(all, "answer", "answers")),
                None => counted(searched, "answer", "answers"),
            };
            format!("{} found so far; {searched} searched.", count(n))
        };
    matches_none = "검색어가 포함된 답변이 없어요", "No answer has this phrase";
    matches_none_description =
        "다른 검색어를 입력하거나 필터를 지워 보세요.",
        "Try another search, or remove a filter.";
    search_methodology =
        "수집에 성공한 답변의 본문에서 입력한 검색어를 그대로 찾아요. 대소문자, 전각·반각, 연속된 공백은 구분하지 않아요. 최신 답변부터 검색해요.",
        "Looks for exactly this phrase in the text of every collected answer. Case, character width and repeated spaces make no difference. The newest answers come first.";
}
