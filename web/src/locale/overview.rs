//! Texts of the overview.

use super::metrics::in_sentence;
use crate::format::{count, counted, percentage_points, plural};

texts! {
    /// The beginning of a sentence about the answers of the last days.
    finding_days: fn(u64) -> String =
        |days| format!("최근 {}일: ", count(days)),
        |days| format!("In the last {}, ", counted(days, "day", "days"));
    /// The same with a first and a last day, of which one may be missing.
    finding_between: fn([Option<&str>; 2]) -> String =
        |days| match days {
            [Some(first), Some(last)] => format!("{first}부터 {last}까지: "),
            [Some(first), None] => format!("{first}부터: "),
            [None, Some(last)] => format!("{last}까지: "),
            [None, None] => String::new(),
        },
        |days| match days {
            [Some(first), Some(last)] => format!("From {first} to {last}, "),
            [Some(first), None] => format!("Since {first}, "),
            [None, Some(last)] => format!("Until {last}, "),
            [None, None] => String::new(),
        };
    /// Such a beginning, or `None` for all answers; a brand, its rate, the answers that name it, of all, and its rank among how many
    /// brands, and whether another has the same. A brand that nobody names has no rank.
    finding_own: fn(Option<&str>, &str, &str, [u64; 2], Option<([u64; 2], bool)>) -> String =
        |period, name, rate, [named, all], rank| {
            if named == 0 {
                let answers = period.map_or_else(|| "전체 답변".to_owned(), |period| format!("{period}답변"));
                return format!("{answers} {}개 중 {name} 언급 0개.", count(all));
            }
            let period = period.unwrap_or("전체 답변: ");
            let rank = rank.map(|([rank, brands], is_shared)| {
                let shared = if is_shared { "공동 " } else { "" };
                format!(", 브랜드 {}개 중 {shared}{}위", count(brands), count(rank))
            });
            let rank = rank.unwrap_or_default();
            format!("{period}{name} 언급률 {rate}(답변 {}개 중 {}개){rank}.", count(all), count(named))
        },
        |period, name, rate, [named, all], rank| {
            let (period, answers) = period.map_or(("", "all answers"), |period| (period, "answers"));
            if named == 0 {
                let (none, only) = if period.is_empty() { ("None", "The only") } else { ("none", "the only") };
                return match all {
                    1 => format!("{period}{only} answer does not mention {name}."),
                    _ => format!("{period}{none} of {} answers mention {name}.", count(all)),
                };
            }
            let rank = rank.map(|([rank, brands], is_shared)| {
                let shared = if is_shared { "tied for " } else { "" };
                format!(", {shared}{} of {}", ordinal(rank), counted(brands, "brand", "brands"))
            });
            let rank = rank.unwrap_or_default();
            format!("{period}{rate} of {answers} mention {name} ({} of {}){rank}.", count(named), count(all))
        };
    /// A change in thousandths, or none that is significant, and what it is compared with.
    finding_change: fn(Option<i32>, &str) -> String =
        |moved, before| match moved {
            Some(moved) => format!("{before} {}.", percentage_points(moved, "%p")),
            None => "유의한 변화 없음.".to_owned(),
        },
        |moved, before| match moved {
            Some(moved) => format!("{} {before}.", english_points(moved)),
            None => "No significant change.".to_owned(),
        };
    /// A rival, its change in thousandths and what it is compared with, and the period since which it is ahead. It has one of them.
    finding_moved: fn(&str, Option<(i32, &str)>, Option<&str>) -> String =
        |name, moved, ahead| {
            let moved = moved.map(|(moved, before)| format!("{before} {}", percentage_points(moved, "%p")));
            let ahead = ahead.map(|period| format!("{period}부터 앞섬"));
            let parts: Vec<String> = moved.into_iter().chain(ahead).collect();
            format!("{name} {}.", parts.join(", "))
        },
        |name, moved, ahead| {
            let moved = moved.map(|(moved, before)| format!("{} {before}", english_points(moved)));
            let ahead = ahead.map(|period| format!("ahead since {}", in_sentence(period)));
            let parts: Vec<String> = moved.into_iter().chain(ahead).collect();
            format!("{name} {}.", parts.join(", "))
        };
    /// The most named rival, its rate, the answers that name it, of all, and whether it is ahead.
    finding_rival: fn(&str, &str, [u64; 2], bool) -> String =
        |name, rate, [named, all], is_ahead| {
            let place = if is_ahead { "앞선 브랜드" } else { "다음 브랜드" };
            format!("{place}: {name} {rate}({}개 중 {}개).", count(all), count(named))
        },
        |name, rate, [named, all], is_ahead| {
            let place = if is_ahead { "leads" } else { "follows" };
            format!("{name} {place} with {rate} ({} of {}).", count(named), count(all))
        };
    /// A domain, the own brand, and its rate in the answers that cite the domain and in others to the same prompts, each with the
    /// answers that name it, of all.
    finding_influence: fn(&str, &str, [&(String, [u64; 2]); 2]) -> String =
        |domain, name, sides| {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate}({}개 중 {}개)", count(*all), count(*named)));
            format!("{name} 언급률: {domain} 인용 답변 {citing}, 같은 프롬프트의 다른 답변 {others}.")
        },
        |domain, name, sides| {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate} ({} of {})", count(*named), count(*all)));
            format!("Answers that cite {domain} mention {name} in {citing}, others to the same prompts in {others}.")
        };
    /// Whether all answers are counted; the most cited domain, its citations, and all.
    finding_cited: fn(bool, &str, u64, u64) -> String =
        |is_unfiltered, domain, cited, all| {
            let answers = if is_unfiltered { "전체 답변에서 " } else { "" };
            format!("{answers}가장 많이 인용된 출처: {domain}(인용 {}건 중 {}건).", count(all), count(cited))
        },
        |is_unfiltered, domain, cited, all| {
            let answers = if is_unfiltered { " in all answers" } else { "" };
            let citations = plural(all, "citation", "citations");
            format!("Most cited{answers}: {domain} ({} of {} {citations}).", count(cited), count(all))
        };
    /// There are no answers in the last days.
    finding_none: fn(u64) -> String =
        |days| format!("최근 {}일에는 답변이 없어요. 전체 기간을 확인해 보세요.", count(days)),
        |days| format!("No answers in the last {} days. Look at all time.", count(days));
    /// The prompts and the answers that are missing.
    finding_missing: fn([u64; 2]) -> String =
        |[prompts, answers]| {
            let missing = match (prompts, answers) {
                (0, answers) => format!("답변을 {}개 더 모으세요", count(answers)),
                (prompts, 0) => format!("프롬프트를 {}개 더 추가하세요", count(prompts)),
                _ => format!("프롬프트를 {}개 더 추가하고 답변을 {}개 더 모으세요", count(prompts), count(answers)),
            };
            format!("더 정확히 비교하려면 {missing}.")
        },
        |[prompts, answers]| {
            let add = format!("Add {}", counted(prompts, "prompt", "prompts"));
            let more = format!("{} more {}", count(answers), plural(answers, "answer", "answers"));
            let missing = match (prompts, answers) {
                (0, _) => format!("Collect {more}"),
                (_, 0) => add,
                _ => format!("{add} and collect {more}"),
            };
            format!("{missing} for a reliable comparison.")
        };
    newest_runs = "최근 실행", "Newest runs";
    /// The answers of a run, and its failed items.
    run_answers: fn(u64, u64) -> String =
        |answers, failed| {
            let failed = if failed == 0 { String::new() } else { format!(" · 실패 {}개", count(failed)) };
            format!("답변 {}개{failed}", count(answers))
        },
        |answers, failed| {
            let failed = if failed == 0 { String::new() } else { format!(" · {} failed", count(failed)) };
            format!("{}{failed}", counted(answers, "answer", "answers"))
        };
    /// The mention rate of the own brand in a run, and its change since the run before in thousandths.
    run_rate: fn(&str, Option<i32>) -> String =
        |rate, moved| {
            let moved = moved.map(|moved| format!(" ({})", percentage_points(moved, "%p")));
            format!("언급률 {rate}{}", moved.unwrap_or_default())
        },
        |rate, moved| {
            let moved = moved.map(|moved| format!(" ({})", percentage_points(moved, " pts")));
            format!("Mention rate {rate}{}", moved.unwrap_or_default())
        };
    methodology_runs =
        "최근 실행의 언급률은 ‘달라진 점’에서 비교한 두 실행에 표시해요. 언급률 = 그 실행의 답변 중 우리 브랜드를 언급한 답변 ÷ 그 실행의 모든 답변. 괄호는 두 실행이 같은 프롬프트를 같은 모델에 질문했을 때 이전 실행과의 차이예요.",
        "The newest runs show the mention rate of the two runs that “What changed” compares: a run's answers that mention your brand ÷ all of its answers. In parentheses: the change since the earlier run, if both asked the same prompts of the same models.";
    all_brands = "모든 브랜드", "All brands";
    sources = "많이 인용된 출처", "Top sources";
    all_sources = "모든 출처", "All sources";
    /// The domains shown, of all, and all citations.
    sources_about: fn(u64, Option<u64>, u64) -> String =
        |shown, domains, citations| match domains {
            Some(domains) => format!("도메인 {}개 중 {}개, 인용 {}건.", count(domains), count(shown), count(citations)),
            None => format!("도메인 {}개, 인용 {}건.", count(shown), count(citations)),
        },
        |shown, domains, citations| {
            let shown = match domains {
                Some(domains) => format!("{} of {}", count(shown), counted(domains, "domain", "domains")),
                None => counted(shown, "domain", "domains"),
            };
            format!("{shown}, {}.", counted(citations, "citation", "citations"))
        };
    own_site: fn(&str) -> String =
        |domain| format!("{domain} (우리 브랜드)"),
        |domain| format!("{domain} (your brand)");
    sources_empty = "아직 출처가 없어요.", "No sources yet.";
    /// In its place with a filter.
    sources_none_found = "조건에 맞는 출처가 없어요.", "No sources match these filters.";
    sources_methodology: fn(u64) -> String =
        |citations| {
            format!(
                "답변에 달린 출처 하나를 인용 1건으로 보고, 성공한 모든 답변의 인용 {}건을 루트 도메인별로 집계했어요.",
                count(citations)
            )
        },
        |citations| {
            format!(
                "A citation is one source of one answer. Counts the {} of all successful answers by root domain.",
                counted(citations, "citation", "citations")
            )
        };
    moved = "달라진 점", "What changed";
    later_run = "이후 실행", "Later run";
    earlier_run = "이전 실행", "Earlier run";
    /// The answers to the same prompts by the same models, and their prompts.
    moved_compared: fn(u64, u64) -> String =
        |answers, prompts| {
            format!("두 실행의 공통 프롬프트 {}개, 답변 {}개 기준", count(prompts), count(answers))
        },
        |answers, prompts| {
            format!(
                "Based on {} in both runs ({})",
                counted(prompts, "prompt", "prompts"),
                counted(answers, "answer", "answers")
            )
        };
    moved_nothing = "언급률이 달라진 브랜드가 없어요.", "No brand is mentioned more or less often than before.";
    moved_no_pair =
        "같은 프롬프트를 같은 모델에 질문한 이전 실행이 아직 없어요.",
        "No earlier run asked the same prompts of the same models.";
    moved_schedule = "일정 만들어 정기적으로 질문하기", "Ask them regularly with a schedule";
    /// A brand, how much its rate moved in thousandths, a model, and the numbers of prompts gained and lost.
    movement: fn(&str, i32, &str, [u64; 2]) -> String =
        |name, moved, model, [gained, lost]| {
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
        |name, moved, model, [gained, lost]| {
            let change = format!("{name} {} in {model}", english_points(moved));
            let prompts = |number: u64| counted(number, "prompt", "prompts");
            match (gained, lost) {
                (0, 0) => change,
                (gained, 0) => format!("{change}: mentioned in {} more", prompts(gained)),
                (0, lost) => format!("{change}: mentioned in {} fewer", prompts(lost)),
                (gained, lost) => {
                    format!("{change}: mentioned in {} more, in {} fewer", prompts(gained), count(lost))
                }
            }
        };
    /// The part of a movement that different prompts caused, in thousandths.
    moved_by_prompts: fn(i32) -> String =
        |moved| format!("프롬프트 구성이 달라서 생긴 차이({})는 제외했어요.", percentage_points(moved, "%p")),
        |moved| format!("Excludes {} caused by different prompts.", english_points(moved));
    moved_prompts = "프롬프트 보기", "Show prompts";
    gained = "언급이 늘어난 프롬프트", "Mentioned more often";
    lost = "언급이 줄어든 프롬프트", "Mentioned less often";
    moved_more: fn(u64) -> String = |rest| format!("외 {}개", count(rest)), |rest| format!("and {} more", count(rest));
    /// The movements that are not shown.
    moved_rest: fn(u64) -> String =
        |rest| format!("변화 {}개는 표시하지 않았어요.", count(rest)),
        |rest| format!("{} more {} not shown.", count(rest), plural(rest, "change is", "changes are"));
    methodology_moved =
        "조건에 맞는 답변이 있는 끝난 실행 중, 같은 프롬프트를 같은 모델에 질문한 가장 최근의 두 실행을 비교해요. 언급률 = 두 실행의 공통 \
             프롬프트에 그 모델이 준 답변 중 브랜드를 언급한 답변 ÷ 그 답변 전체. 언급률의 변화 중 프롬프트 구성이 바뀌어서 생긴 부분은 제외해요.",
        "Compares the newest two finished runs that match the filters and asked the same prompts of the same \
             models. Mention rate: a model's answers that mention the brand ÷ its answers to the prompts of \
             both runs. The part of a change that different prompts cause is excluded.";
    /// The samples of the earlier and of the later run: answers, and their prompts.
    methodology_moved_sample: fn([(u64, u64); 2]) -> String =
        |[(answers_before, prompts_before), (answers, prompts)]| {
            format!(
                "비교한 답변은 이전 실행 {}개(프롬프트 {}개), 이후 실행 {}개(프롬프트 {}개)예요.",
                count(answers_before),
                count(prompts_before),
                count(answers),
                count(prompts)
            )
        },
        |samples| {
            let [before, after] = samples.map(|(answers, prompts)| {
                let (counted, asked) = (plural(answers, "answer", "answers"), plural(prompts, "prompt", "prompts"));
                format!("{} {counted} to {} {asked}", count(answers), count(prompts))
            });
            format!("Sample: {before} in the earlier run, {after} in the later run.")
        };
    unnamed: fn(&str) -> String =
        |name| format!("{} 언급이 없는 검색", if name.is_empty() { "우리 브랜드" } else { name }),
        |name| format!("Searches without {}", if name.is_empty() { "your brand" } else { name });
    /// The number of searches that are listed, when there are more.
    unnamed_listed: fn(u64) -> String =
        |listed| format!("답변이 많은 {}개만 표시했어요.", count(listed)),
        |listed| format!("The {} with the most answers are listed.", count(listed));
    /// The name of the exported file of these searches.
    unnamed_file = "우리 브랜드 언급이 없는 검색", "Searches without your brand";
    /// The brand, the searches without it, and all.
    unnamed_about: fn(&str, u64, u64) -> String =
        |name, unnamed, searches| match searches {
            0 => "모델이 아직 검색하지 않았어요.".to_owned(),
            _ => format!("검색어 {}개 중 {}개는 답변에 ‘{name}’ 언급이 한 번도 없었어요.", count(searches), count(unnamed)),
        },
        |name, unnamed, searches| match searches {
            0 => "No model has run a search yet.".to_owned(),
            _ => format!(
                "For {} of {}, no answer mentions {name}.",
                count(unnamed),
                counted(searches, "search", "searches")
            ),
        };
    /// There are no searches, with a filter.
    unnamed_none_found = "조건에 맞는 검색어가 없어요.", "No searches match these filters.";
    methodology_unnamed =
        "조건에 맞는 성공한 답변을 모델이 검색한 검색어별로 모아서, 어느 답변도 우리 브랜드를 언급하지 않은 검색어를 집계해요. 답변 = 그 \
             검색어로 검색한 답변. 답변이 많은 검색어부터 표시해요. 검색어 문구에 브랜드가 있는지는 구분하지 않아요. 문구에 없는 검색어는 ‘실제 검색어’에서 확인할 수 있어요.",
        "Groups the successful answers that match the filters by the searches that models ran for them, and \
             counts the searches whose answers never mention your brand. Answers: how many the search was run for. Whether \
             the text of a search mentions your brand makes no difference here: Fan-outs selects searches by their text.";
}

/// A rank as a word.
pub(super) fn ordinal(rank: u64) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let word = usize::try_from(rank).ok().and_then(|rank| words.get(rank.checked_sub(1)?));
    word.map_or_else(|| format!("number {}", count(rank)), |word| (*word).to_owned())
}

fn english_points(thousandths: i32) -> String {
    // In this range, `percentage_points` writes 1.
    let is_one = (10..15).contains(&thousandths.abs());
    percentage_points(thousandths, if is_one { " point" } else { " points" })
}
