use crate::format::{count, counted, plural};

texts! {
    description =
        "AI가 답변을 만들며 실제로 검색한 내용을 확인할 수 있어요.",
        "What AI engines search for before they answer.";
    ranking = "검색어 순위", "Most frequent searches";
    search = "검색어", "Search";
    regions = "지역", "Regions";
    last_run = "마지막 검색", "Last searched";
    with_search = "이 검색을 한 답변", "Answers with this search";
    /// The distinct searches shown, and how many times any search was run.
    about(shown: u64, total: u64) =
        format!("상위 검색어 {}개 · 전체 검색 {}회", count(shown), count(total)),
        {
            let searches = plural(shown, "search", "searches");
            let all = plural(total, "search", "searches");
            format!("The {} most frequent {searches} · {} {all} run in all", count(shown), count(total))
        };
    times_of(n: u64, total: u64) =
        format!("검색 {}회 중 {}회", count(total), count(n)),
        format!("{} of {}", count(n), counted(total, "search", "searches"));
    /// The choice between all searches and those that do not name the own brand.
    all = "전체", "All";
    without_own = "브랜드명 없음", "Without your brand";
    /// The searches whose answers never name the own brand.
    unnamed = "답변에 언급 없음", "Never in answers";
    unnamed_about(name: &str, unnamed: u64, searches: u64, in_all_regions: bool) =
        match searches {
            0 => "모델이 아직 검색하지 않았어요.".to_owned(),
            _ => {
                let regions = if in_all_regions { "모든 지역의 " } else { "" };
                let all = count(searches);
                if unnamed == 0 {
                    let each = if searches == 1 { "는" } else { " 모두" };
                    return format!("{regions}검색어 {all}개{each} 답변에 ‘{name}’ 언급이 한 번 이상 있었어요.");
                }
                format!("{regions}검색어 {all}개 중 {}개는 답변에 ‘{name}’ 언급이 한 번도 없었어요.", count(unnamed))
            }
        },
        match searches {
            0 => "No model has run a search yet.".to_owned(),
            _ => {
                let regions = if in_all_regions { " in all regions" } else { "" };
                let all = counted(searches, "search", "searches");
                if unnamed == 0 {
                    let each = if searches == 1 { "" } else { "each of " };
                    return format!("For {each}{all}{regions}, at least one answer mentions {name}.");
                }
                format!("For {} of {all}{regions}, no answer mentions {name}.", count(unnamed))
            }
        };
    unnamed_listed(listed: u64) =
        format!("답변이 많은 {}개만 표시했어요.", count(listed)),
        format!("The {} with the most answers are listed.", count(listed));
    /// The name of the exported file of these searches.
    unnamed_file = "우리 브랜드 언급이 없는 검색어", "Searches without your brand";
    finding_first(search: &str, n: u64, all: u64) =
        format!("가장 많은 검색어: ‘{search}’({}회 중 {}회).", count(all), count(n)),
        format!("Most frequent search: “{search}” ({} of {}).", count(n), count(all));
    /// The own brand, the searches without it, those shown, and whether these are all.
    without_own_about(name: &str, n: u64, shown: u64, is_all: bool) =
        {
            let searches = if is_all { "검색어" } else { "상위 검색어" };
            format!("{searches} {}개 중 {}개는 문구에 {name} 이름이 없어요.", count(shown), count(n))
        },
        {
            let searches = match is_all {
                true => counted(shown, "search", "searches"),
                false => format!("the {} most frequent searches", count(shown)),
            };
            format!("Of {searches}, {} {} not name {name}.", count(n), plural(n, "does", "do"))
        };
    no_own =
        "우리 브랜드를 지정하면 문구에 브랜드 이름이 없는 검색어를 찾아 드려요.",
        "Choose your brand to find the searches whose text does not mention it.";
    choose_own = "우리 브랜드 지정", "Choose your brand";
    all_name_own =
        "표시된 검색어 문구에 모두 우리 브랜드가 있어요.",
        "All searches shown mention your brand in their text.";
    empty = "아직 검색 기록이 없어요", "No searches yet";
    empty_description =
        "모델이 검색하면서 답변하면 그 검색어가 여기에 모여요.",
        "When a model searches before it answers, its searches are collected here.";
    none_found = "조건에 맞는 검색어가 없어요", "No searches match these filters";
    methodology(total: u64) =
        format!(
            "조건에 맞는 성공한 답변을 만들 때 모델이 한 검색 {}회를 같은 문구끼리 묶어 집계했어요. 비율 = 그 검색어의 횟수 ÷ 전체 검색. \
             우리 브랜드는 브랜드 이름과 다른 이름으로 찾아요.\n상위 검색어 100개까지 표시하고, 우리 브랜드도 그 안에서만 찾아요. 답변이 아니라 검색어 문구에서 찾아요. \
             답변에 우리 브랜드 언급이 없는 검색어는 ‘답변에 언급 없음’에서 확인할 수 있어요.",
            count(total)
        ),
        format!(
            "Counts the {} that models ran for the successful answers that match the filters, by their exact text. Share: \
             count ÷ all searches. Your brand is found by its name and its other names.\nThe list has at most the 100 most frequent \
             searches, and your brand is looked for in these only: in the text of a search, not in its answers. “Never in answers” \
             lists the searches whose answers never mention your brand.",
            counted(total, "search", "searches")
        );
    methodology_unnamed =
        "조건에 맞는 성공한 답변을 모델이 한 검색의 문구별로 모아서, 어느 답변도 우리 브랜드를 언급하지 않은 검색어를 집계했어요. 답변 = 그 검색을 한 답변. \
             답변이 많은 검색어 100개까지 표시해요. 검색어 문구에 브랜드가 있는지는 구분하지 않아요.",
        "Groups the successful answers that match the filters by the searches that models ran for them, and counts the \
             searches whose answers never mention your brand. Answers: how many the search was run for. Lists at most the 100 with \
             the most answers. Whether the text of a search mentions your brand makes no difference here.";
    searchless = "검색 없이 답변받은 프롬프트", "Prompts that trigger no search";
    searchless_about(n: u64, all: u64) =
        format!("프롬프트 {}개 중 {}개는 어떤 모델도 검색하지 않았어요.", count(all), count(n)),
        format!("For {} of {}, no model searched.", count(n), counted(all, "prompt", "prompts"));
    searchless_none =
        "모든 프롬프트에서 모델이 한 번 이상 검색했어요.",
        "Models searched at least once for every prompt.";
    searched = "검색한 답변", "Answers with a search";
    methodology_searchless =
        "조건에 맞는 성공한 답변을 프롬프트별로 집계했어요. 검색 기록이 있는 답변이 하나도 없는 프롬프트만 표시해요.",
        "Counts the successful answers that match the filters, by prompt. Lists the prompts for which no \
                                 answer has a search.";
    methodology_searchless_sample(prompts: u64) =
        format!("집계한 프롬프트는 {}개예요.", count(prompts)),
        format!("Sample: {}.", counted(prompts, "prompt", "prompts"));
}
