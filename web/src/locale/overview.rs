use super::findings::english_points;
use crate::format::{count, counted, percentage_points, plural};

texts! {
    /// `sides` are answers that cite the domain, and others of the same models to the same prompts: the rate, and those that name the
    /// brand, of all.
    finding_influence(domain: &str, name: &str, sides: [&(String, [u64; 2]); 2]) =
        {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate}({}개 중 {}개)", count(*all), count(*named)));
            format!("{name} 언급률: {domain} 인용 답변 {citing}, 같은 모델·프롬프트의 다른 답변 {others}.")
        },
        {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate} ({} of {})", count(*named), count(*all)));
            format!("Answers that cite {domain} mention {name} in {citing}, others of the same models and prompts in {others}.")
        };
    /// The page that most answers cite of those that are new, and how many of all. `page` is quoted.
    finding_new_page(day: &str, page: &str, domain: &str, [cited, all]: [u64; 2]) =
        format!("{day}부터 새로 인용된 페이지: {page}({domain}, 답변 {}개 중 {}개).", count(all), count(cited)),
        format!("New since {day}: {page} ({domain}), cited in {} of {} answers.", count(cited), count(all));
    /// The same page as an event of a trend.
    new_page(page: &str, domain: &str) =
        format!("{page}({domain}) 인용 시작"),
        format!("{page} ({domain}) is newly cited");
    new_page_short(domain: &str) = format!("{domain} 새 페이지"), format!("New on {domain}");
    /// In place of all figures while the first run collects answers, after how far it is.
    first_answers = "첫 답변을 모으고 있어요", "Collecting the first answers";
    first_answers_about = "실행이 끝나면 여기에 결과가 나타나요.", "The results appear here when the run ends.";
    see_progress = "진행 상황 보기", "See the progress";
    newest_runs = "최근 실행", "Newest runs";
    /// In its place with a filter, which they do not follow.
    newest_of_all_runs = "전체 실행 중 최근 실행", "Newest of all runs";
    all_brands = "모든 브랜드", "All brands";
    sources = "많이 인용된 출처", "Top sources";
    all_sources = "모든 출처", "All sources";
    /// All searches whose answers never name the own brand, of which the overview has some.
    more_unnamed = "이런 검색어 더 보기", "More of these searches";
    sources_about(shown: u64, domains: Option<u64>, citations: u64) =
        match domains {
            Some(domains) => format!("도메인 {}개 중 {}개, 인용 {}건.", count(domains), count(shown), count(citations)),
            None => format!("도메인 {}개, 인용 {}건.", count(shown), count(citations)),
        },
        {
            let shown = match domains {
                Some(domains) => format!("{} of {}", count(shown), counted(domains, "domain", "domains")),
                None => counted(shown, "domain", "domains"),
            };
            format!("{shown}, {}.", counted(citations, "citation", "citations"))
        };
    sources_methodology(citations: u64) =
        format!(
            "답변에 달린 출처 하나를 인용 1건으로 보고, 성공한 모든 답변의 인용 {}건을 루트 도메인별로 집계했어요.",
            count(citations)
        ),
        format!(
            "A citation is one source of one answer. Counts the {} of all successful answers by root domain.",
            counted(citations, "citation", "citations")
        );
    moved = "최근 두 실행 사이 달라진 점", "What changed between the last runs";
    /// The same since the period before.
    moved_since(before: &str) = format!("{before} 대비 달라진 점"), format!("What changed vs. {before}");
    later_run = "최근 실행", "Later run";
    earlier_run = "이전 실행", "Earlier run";
    /// The prompts that both runs or periods asked the same models, and the answers to them before and after.
    moved_compared(prompts: u64, [before, after]: [u64; 2]) =
        {
            let answers = match before == after {
                true => format!("답변 {}개씩", count(after)),
                false => format!("답변 {}개(이전 {}개)", count(after), count(before)),
            };
            format!("공통 프롬프트 {}개, {answers} 기준", count(prompts))
        },
        {
            let answers = counted(after, "answer", "answers");
            let before = if before == after { " each".to_owned() } else { format!(", before {}", count(before)) };
            format!("Based on {} ({answers}{before})", counted(prompts, "common prompt", "common prompts"))
        };
    /// The change of a brand's mention rate in all answers, which comes from the prompts and models that were asked.
    moved_by_sample(name: &str, moved: f64) =
        format!("{name}: 전체 답변에서 {}, 대부분 질문한 프롬프트와 모델이 달라진 영향이에요.", percentage_points(moved, "%p")),
        format!("{name}: {} in all answers, mostly because other prompts or models were asked.", english_points(moved));
    moved_nothing = "언급률이 달라진 브랜드가 없어요.", "No brand is mentioned more or less often than before.";
    moved_by_chance =
        "같은 프롬프트와 모델의 답변에서 언급률이 유의하게 달라진 브랜드가 없어요.",
        "No brand’s mention rate changed significantly in answers to the same prompts by the same models.";
    /// The changes that are folded.
    small_changes(changes: u64) =
        format!("작은 변화 {}개", count(changes)),
        counted(changes, "small change", "small changes");
    moved_no_pair =
        "같은 프롬프트를 같은 모델에 질문한 이전 실행이 없어요.",
        "No earlier run asked the same prompts of the same models.";
    moved_schedule = "일정 만들어 정기적으로 질문하기", "Ask them regularly with a schedule";
    /// `gained` and `lost` are numbers of prompts.
    movement(name: &str, moved: f64, model: &str, [gained, lost]: [u64; 2]) =
        {
            let change = format!("{name} · {model}에서 {}", percentage_points(moved, "%p"));
            match (gained, lost) {
                (0, 0) => change,
                (gained, 0) => format!("{change}: 프롬프트 {}개에서 늘었어요", count(gained)),
                (0, lost) => format!("{change}: 프롬프트 {}개에서 줄었어요", count(lost)),
                (gained, lost) => {
                    format!("{change}: 프롬프트 {}개에서 늘고 {}개에서 줄었어요", count(gained), count(lost))
                }
            }
        },
        {
            let change = format!("{name} {} in {model}", english_points(moved));
            let prompts = |number: u64| counted(number, "prompt", "prompts");
            match (gained, lost) {
                (0, 0) => change,
                (gained, 0) => format!("{change}: mentioned more often in {}", prompts(gained)),
                (0, lost) => format!("{change}: mentioned less often in {}", prompts(lost)),
                (gained, lost) => {
                    format!("{change}: mentioned more often in {}, less often in {}", prompts(gained), count(lost))
                }
            }
        };
    /// The part of a movement that the mix of prompts caused.
    moved_by_prompts(moved: f64) =
        format!("프롬프트 구성이 달라서 생긴 차이({})는 제외했어요.", percentage_points(moved, "%p")),
        format!("Excludes {} from the mix of prompts.", english_points(moved));
    moved_prompts = "프롬프트 보기", "Show prompts";
    gained = "언급이 늘어난 프롬프트", "Mentioned more often";
    lost = "언급이 줄어든 프롬프트", "Mentioned less often";
    /// The movements that are not shown.
    moved_rest(rest: u64) =
        format!("변화 {}개는 표시하지 않았어요.", count(rest)),
        format!("{} more {} not shown.", count(rest), plural(rest, "change is", "changes are"));
    methodology_moved =
        "선택한 기간의 답변을 길이가 같은 바로 앞 기간의 답변과 비교해요. 앞 기간에 비교할 답변이 없으면 조건에 맞는 끝난 실행 중 같은 프롬프트를 같은 \
             모델에 질문한 가장 최근의 두 실행을 비교해요. 언급률 = 공통 프롬프트에 그 모델이 한 답변 중 브랜드를 언급한 답변 ÷ 그 답변 전체. 언급률의 \
             변화 중 프롬프트 구성이 바뀌어서 생긴 부분은 제외해요. 같은 프롬프트끼리 비교한 차이의 95% 신뢰구간에 0이 없으면 유의한 변화예요. 이렇게 \
             비교할 답변이 부족하면 이전 언급률과, 거기에 프롬프트나 모델 구성과 관계없는 변화만 더한 언급률의 95% 신뢰구간이 서로 겹치지 않을 때만 \
             유의한 변화로 봐요.",
        "Compares the period with the one of the same length before or, if that has no answers to compare, the newest two finished runs \
             that match the filters and asked the same prompts of the same models. Mention rate: a model’s answers that mention the brand \
             ÷ its answers to the common prompts. The part of a change that different prompts cause is excluded. A change is significant if \
             the 95% interval of the difference, prompt by prompt, does not contain 0. With too few answers for that, it is significant if \
             the 95% intervals of the mention rate before, and of this rate plus the change that comes neither from the mix of prompts nor \
             from that of models, do not overlap.";
    methodology_moved_sample([(answers_before, prompts_before), (answers, prompts)]: [(u64, u64); 2]) =
        format!(
            "비교한 답변은 이전 {}개(프롬프트 {}개), 이후 {}개(프롬프트 {}개)예요.",
            count(answers_before),
            count(prompts_before),
            count(answers),
            count(prompts)
        ),
        {
            let side = |answers, prompts| {
                format!("{} to {}", counted(answers, "answer", "answers"), counted(prompts, "prompt", "prompts"))
            };
            format!("Sample: {} before, {} after.", side(answers_before, prompts_before), side(answers, prompts))
        };
    unnamed(name: &str) =
        format!("{} 언급이 없는 검색어", if name.is_empty() { "우리 브랜드" } else { name }),
        format!("Searches without {}", if name.is_empty() { "your brand" } else { name });
    methodology_unnamed =
        "조건에 맞는 성공한 답변을 모델이 검색한 검색어별로 모아서, 어느 답변도 우리 브랜드를 언급하지 않은 검색어를 집계해요. 답변 = 그 \
             검색어로 검색한 답변. 답변이 많은 검색어부터 표시해요. 검색어 문구에 브랜드가 있는지는 구분하지 않아요. 문구에 없는 검색어는 ‘AI 검색어’에서 확인할 수 있어요.",
        "Groups the successful answers that match the filters by the searches that models ran for them, and \
             counts the searches whose answers never mention your brand. Answers: how many the search was run for. Whether \
             the text of a search mentions your brand makes no difference here: “AI searches” selects them by their text.";
}
