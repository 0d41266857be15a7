use crate::format::{count, counted, share};

texts! {
    title = "다음 할 일", "Next steps";
    prompt(prompt: &str) =
        format!("‘{prompt}’에 답하는 콘텐츠를 만들거나 보완하기"),
        format!("Create or update content that answers “{prompt}”");
    search(search: &str) = format!("‘{search}’ 검색에서 노출 늘리기"), format!("Get found for the search “{search}”");
    /// A page, by its title or its address, and the own brand.
    source(page: &str, brand: &str) =
        format!("‘{page}’ 페이지에 {brand} 소개 요청하기"),
        format!("Get {brand} mentioned on the page “{page}”");
    own_page(page: &str) = format!("‘{page}’ 페이지 점검하고 보완하기"), format!("Check and update the page “{page}”");
    lost_model(model: &str) = format!("{model}에서 언급 회복하기"), format!("Win back mentions in {model}");
    unasked_keyword(keyword: &str) =
        format!("키워드 ‘{keyword}’ 프롬프트 추가하기"),
        format!("Add a prompt about the keyword “{keyword}”");
    only_competitors([answers, of]: [u64; 2]) =
        format!("경쟁 브랜드만 언급: 답변 {}개 중 {}개", count(of), count(answers)),
        format!("Only competitors in {} of {}", count(answers), counted(of, "answer", "answers"));
    /// The same with the only competitor.
    only_rival(rival: &str, [answers, of]: [u64; 2]) =
        format!("우리 브랜드 없이 {rival} 언급: 답변 {}개 중 {}개", count(of), count(answers)),
        format!("{rival} but not your brand in {} of {}", count(answers), counted(of, "answer", "answers"));
    /// The answers that cited a page before, of how many.
    lost_page([answers, of]: [u64; 2]) =
        format!("이전에는 답변 {}개 중 {}개가 인용했고, 지금은 없어요", count(of), count(answers)),
        format!("Cited in {} of {} before, in none now", count(answers), counted(of, "answer", "answers"));
    /// The answers that mention the brand, of all to the prompts of both periods: now, and before. `days` is the length of the
    /// period, if the page does not say it.
    lost_mentions(days: Option<u64>, sides: [[u64; 2]; 2]) =
        {
            let [rate, rate_before] =
                sides.map(|[answers, of]| format!("{}({}개 중 {}개)", share(answers, of), count(of), count(answers)));
            let period = days.map(|days| format!("최근 {}일 ", count(days))).unwrap_or_default();
            format!("같은 프롬프트: {period}{rate}, 이전 {rate_before}")
        },
        {
            let [rate, rate_before] =
                sides.map(|[answers, of]| format!("{} ({} of {})", share(answers, of), count(answers), count(of)));
            let period = days.map(|days| format!(", last {}", counted(days, "day", "days"))).unwrap_or_default();
            format!("Same prompts: {rate}, was {rate_before}{period}")
        };
    searches_on_naver(searches: u64) =
        format!("네이버 월 검색 {}회", count(searches)),
        format!("{} a month on Naver", counted(searches, "search", "searches"));
    searches_on_google(searches: u64) =
        format!("Google 월 검색 {}회", count(searches)),
        format!("{} a month on Google", counted(searches, "search", "searches"));
    /// The menu of a step.
    dismiss = "제외", "Dismiss";
    dismissed = "제외함", "Dismissed";
    reopen = "다시 열기", "Reopen";
    edit_note = "메모", "Note…";
    all_gaps = "우리가 빠진 페이지 모두 보기", "All pages where you are missing";
    note = "메모", "Note";
    note_hint = "조직 구성원 모두에게 보여요.", "Everyone in your organization sees it.";
    note_saved = "메모를 저장했어요.", "Note saved.";
    /// What a notice says after a decision.
    marked_done = "완료한 일로 옮겼어요.", "Marked as done.";
    marked_dismissed = "목록에서 제외했어요.", "Dismissed.";
    reopened = "할 일로 되돌렸어요.", "Reopened.";
    not_changed(reason: &str) =
        format!("할 일을 바꾸지 못했어요. {reason}"),
        format!("The step was not changed. {reason}");
    /// The list of steps that are not open any more.
    handled(steps: u64) =
        format!("완료하거나 제외한 일 {}개", count(steps)),
        format!("{} done or dismissed", count(steps));
    listed(listed: u64, total: u64) =
        format!("{}개 중 관련 답변이 많은 {}개예요.", count(total), count(listed)),
        format!("The {} with the most answers, of {}.", count(listed), count(total));
    no_own =
        "우리 브랜드를 지정하면 답변을 근거로 다음 할 일을 찾아 드려요.",
        "Choose your brand to see what its answers suggest to do next.";
    no_rival =
        "경쟁 브랜드를 추가하면 우리 브랜드 대신 언급되는 답변을 근거로 다음 할 일을 찾아 드려요.",
        "Add a competitor to see what the answers that mention it instead of your brand suggest to do next.";
    no_answers =
        "아직 답변이 없어요. 프롬프트를 실행하면 답변을 근거로 다음 할 일을 찾아 드려요.",
        "No answers yet. Run your prompts to see what their answers suggest to do next.";
    /// In its place with a filter.
    none_found =
        "조건에 맞는 답변이 없어요. 기간이나 필터를 넓혀 보세요.",
        "No answers match. Choose a longer period or fewer filters.";
    /// Too few for a significant difference.
    few_answers([answers, prompts]: [u64; 2]) =
        {
            let (each, is_exact) = per_prompt(answers, prompts);
            let about = if is_exact { "" } else { "약 " };
            format!(
                "답변이 프롬프트마다 {about}{}개라 아직 확실한 차이를 알 수 없어요. 프롬프트를 다시 실행하거나 더 자주 실행해 보세요.",
                count(each)
            )
        },
        {
            let (each, is_exact) = per_prompt(answers, prompts);
            let about = if is_exact { "" } else { "about " };
            let each = counted(each, "answer", "answers");
            format!("With {about}{each} to each prompt, no difference is certain yet. Ask the prompts again or more often.")
        };
    nothing(answers: u64) =
        format!("답변 {}개에서 경쟁 브랜드가 뚜렷하게 앞서는 프롬프트, 페이지, 검색어를 찾지 못했어요.", count(answers)),
        format!(
            "In {}, competitors are clearly ahead in no prompt, page or search.",
            counted(answers, "answer", "answers")
        );
    all_handled = "모두 완료하거나 제외했어요.", "Everything is done or dismissed.";
    methodology =
        "조건에 맞는 답변에서 경쟁 브랜드만 언급된 비율이 우리 브랜드가 언급된 비율보다 유의하게 높은 프롬프트, 그리고 우리 브랜드 언급이 한 번도 \
             없는 페이지와 검색어를 찾아요. 다른 브랜드만 들어 있는 프롬프트와 검색어, 제목에 다른 브랜드만 있는 페이지는 제외해요. 페이지와 검색어는 \
             이렇게 제외한 프롬프트나 이미 할 일인 프롬프트의 답변을 빼도 근거가 있을 때만 표시해요. 경쟁 브랜드는 우리 브랜드를 언급한 답변의 \
             10% 이상에 함께 언급된 브랜드이고, 없으면 등록한 다른 브랜드 모두예요. 인용이 끊긴 페이지와 언급이 줄어든 모델은 같은 길이의 바로 앞 \
             기간과 같은 질문끼리 비교해요. ‘유의하게’는 두 비율의 95% 신뢰구간이 겹치지 않는다는 뜻이에요. 관련 답변이 많은 일부터 표시하고, \
             키워드는 최근에 분석한 사이트의 키워드 중 검색량을 최근 하루 안에 조회한 것만 마지막에 표시해요.",
        "Finds prompts whose answers mention only competitors significantly more often than your brand, and pages and searches \
             whose answers never mention your brand. Prompts, searches and page titles that name only other brands are left out, and so are \
             pages and searches that only such prompts, or prompts that are steps anyway, would show. A competitor is a brand that at least \
             a tenth of the answers mentioning yours mention, too, or else every other brand. Pages that are no longer cited, and models \
             that mention your brand less often, are compared with the period before, of the same length, by the same questions. \
             Significantly: the 95% confidence intervals of both rates do not overlap. Steps that concern most answers come first. Keywords \
             come last: those of the site that was analyzed last, if somebody looked up their volume within a day.";
}

/// How many answers each prompt has, at least one, and whether all have as many.
fn per_prompt(answers: u64, prompts: u64) -> (u64, bool) {
    let each = answers as f64 / prompts.max(1) as f64;
    (each.round().max(1.0) as u64, each.fract() == 0.0)
}

#[cfg(test)]
mod tests {
    use super::per_prompt;

    #[test]
    fn the_answers_to_each_prompt_are_rounded() {
        let found = [[40, 20], [1, 1], [50, 20], [5, 4]].map(|[answers, prompts]| per_prompt(answers, prompts));
        assert_eq!(found, [(2, true), (1, true), (3, false), (1, false)]);
    }
}
