use answerdeck_api::ModelRoute;
use answerdeck_insight::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, points};

use super::answer_routes::{english_answers, korean_answers};
use super::metrics::{in_sentence, too_few};
use crate::format::{count, counted, counted_points, percentage_points, plural, share};

texts! {
    /// The beginning of a sentence about the answers of the last days.
    days(days: u64) = format!("최근 {}일: ", count(days)), format!("In the last {}, ", counted(days, "day", "days"));
    /// The same with a first day.
    since(day: &str) = format!("{day}부터: "), format!("Since {day}, ");
    /// The same with a last day.
    until(day: &str) = format!("{day}까지: "), format!("Until {day}, ");
    /// `period` is such a beginning, and `route` the one whose answers are counted, of several. `rank` has the rank, among how many
    /// brands, and whether another has the same: none if nobody names the brand.
    own(
        period: Option<&str>,
        route: Option<&ModelRoute>,
        name: &str,
        rate: &str,
        [named, all]: [u64; 2],
        rank: Option<([u64; 2], bool)>
    ) =
        {
            let answers = korean_answers(route);
            if named == 0 {
                let period = period.unwrap_or("전체 ");
                return format!("{period}{answers} {}개 중 {name} 언급 0개.", count(all));
            }
            let period = period.unwrap_or("전체 답변: ");
            let rank = rank.map(|([rank, brands], is_shared)| {
                let shared = if is_shared { "공동 " } else { "" };
                format!(", 브랜드 {}개 중 {shared}{}위", count(brands), count(rank))
            });
            let rank = rank.unwrap_or_default();
            format!("{period}{name} 언급률 {rate}({answers} {}개 중 {}개){rank}.", count(all), count(named))
        },
        {
            let [answer, answers] = english_answers(route);
            let which = match (route, period) {
                (Some(_), _) => "the ",
                (None, Some(_)) => "",
                (None, None) => "all ",
            };
            let period = period.unwrap_or_default();
            if named == 0 {
                let (none, only) = if period.is_empty() { ("None", "The only") } else { ("none", "the only") };
                return match all {
                    1 => format!("{period}{only} {answer} does not mention {name}."),
                    _ => format!("{period}{none} of {} {answers} mention {name}.", count(all)),
                };
            }
            let rank = rank.map(|([rank, brands], is_shared)| {
                let shared = if is_shared { "tied for " } else { "" };
                format!(", {shared}{} of {}", ordinal(rank), counted(brands, "brand", "brands"))
            });
            let rank = rank.unwrap_or_default();
            format!("{period}{rate} of {which}{answers} mention {name} ({} of {}){rank}.", count(named), count(all))
        };
    /// A change of a rate, and whether it comes from the prompts and models that were asked: none if it may be chance.
    /// `before` is the period before.
    change(moved: f64, is_by_sample: Option<bool>, before: &str) =
        {
            let judgement = match is_by_sample {
                _ if points(moved) == 0.0 => return format!("{before} 대비 변화가 없어요."),
                Some(true) => ", 대부분 질문한 프롬프트와 모델이 달라진 영향이에요",
                Some(false) => "",
                None => ", 우연일 수 있어요",
            };
            format!("{before} 대비 {}{judgement}.", percentage_points(moved, "%p"))
        },
        {
            let judgement = match is_by_sample {
                _ if points(moved) == 0.0 => return format!("Unchanged from {before}."),
                Some(true) => ", mostly because other prompts or models were asked",
                Some(false) => "",
                None => "; it may be chance",
            };
            format!("{} vs. {before}{judgement}.", english_points(moved))
        };
    /// The change of the citation rate, which is `rate` now, and the answers that cite the site, of those that cite anything. `before` is
    /// the period before, if no earlier sentence names it.
    cited_change(name: &str, moved: f64, rate: &str, [cited, citing]: [u64; 2], before: Option<&str>) =
        {
            let of = format!("{}개 중 {}개", count(citing), count(cited));
            format!("{name} 사이트를 인용한 답변 비율은 {} {rate}({of})예요.", korean_moved(moved, before))
        },
        {
            let of = format!("{} of {}", count(cited), count(citing));
            format!("Answers citing {name}’s site {}, to {rate} ({of}).", english_moved(moved, before))
        };
    /// Since when a rival is ahead: a period, or always.
    ahead_since(period: &str) = format!("{period}부터"), format!("since {}", in_sentence(period));
    ahead_always = "기간 내내", "throughout the period";
    /// `moved` has the points, and the rate now with its answers, of all. `ahead` is since when, as above, and the own brand. At least one
    /// is given.
    moved(name: &str, moved: Option<(f64, &str, [u64; 2])>, ahead: Option<[&str; 2]>) =
        {
            let ahead = ahead.map(|[since, own]| format!("{since} {own}보다 높아요"));
            let moved = moved.map(|(moved, rate, [named, all])| {
                let end = if ahead.is_some() { "이고, " } else { "예요" };
                let of = format!("{}개 중 {}개", count(all), count(named));
                format!("{} {rate}({of}){end}", korean_moved(moved, None))
            });
            format!("{name} 언급률은 {}{}.", moved.unwrap_or_default(), ahead.unwrap_or_default())
        },
        {
            let moved = moved.map(|(moved, rate, [named, all])| {
                format!("{}, to {rate} ({} of {})", english_moved(moved, None), count(named), count(all))
            });
            let ahead = ahead.map(|[since, own]| format!("has been ahead of {own} {since}"));
            let parts: Vec<String> = moved.into_iter().chain(ahead).collect();
            format!("{name} {}.", parts.join(", and "))
        };
    /// An event of a trend: the rival is ahead since then.
    overtaken(rival: &str, own: &str) =
        format!("{rival} 언급률이 {own}보다 높아졌어요"),
        format!("{rival} is ahead of {own} from here on");
    overtaken_short(rival: &str) = format!("{rival} 역전"), format!("{rival} ahead");
    /// `is_ahead` is none if the difference to the own brand is not significant. `always` is the own brand, if the rival is ahead of it
    /// in all periods.
    rival(name: &str, rate: &str, [named, all]: [u64; 2], is_ahead: Option<bool>, always: Option<&str>) =
        {
            let rate = format!("{rate}({}개 중 {}개)", count(all), count(named));
            match is_ahead {
                Some(true) => {
                    let always = always.map(|own| format!(" 기간 내내 {own}보다 높아요.")).unwrap_or_default();
                    format!("앞선 브랜드: {name} {rate}.{always}")
                }
                Some(false) => format!("다음 브랜드: {name} {rate}."),
                None => format!("{name} 언급률은 {rate}로, 유의한 차이는 없어요."),
            }
        },
        {
            let rate = format!("{rate} ({} of {})", count(named), count(all));
            match is_ahead {
                Some(true) => {
                    let always = always.map(|own| format!(", ahead of {own} throughout the period")).unwrap_or_default();
                    format!("{name} leads with {rate}{always}.")
                }
                Some(false) => format!("{name} follows with {rate}."),
                None => format!("{name} is at {rate}: no significant difference."),
            }
        };
    tied(names: &[&str]) =
        format!("{} 언급률도 같아요.", names.join(", ")),
        match names {
            [others @ .., last] if !others.is_empty() => format!("Tied with {} and {last}.", others.join(", ")),
            _ => format!("Tied with {}.", names.concat()),
        };
    cited(is_unfiltered: bool, domain: &str, cited: u64, all: u64) =
        {
            let answers = if is_unfiltered { "전체 답변에서 " } else { "" };
            format!("{answers}가장 많이 인용된 출처: {domain}(인용 {}건 중 {}건).", count(all), count(cited))
        },
        {
            let answers = if is_unfiltered { " in all answers" } else { "" };
            let citations = plural(all, "citation", "citations");
            format!("Most cited{answers}: {domain} ({} of {} {citations}).", count(cited), count(all))
        };
    /// The prompts with answers and the answers, of which one or both are too few.
    too_few([prompts, answers]: [u64; 2]) =
        {
            let (enough, now) = match too_few(prompts, answers) {
                [true, false] => {
                    (format!("답변이 있는 프롬프트가 {DIRECTIONAL_PROMPTS}개"), format!("{}개", count(prompts)))
                }
                [false, true] => (format!("답변이 {DIRECTIONAL_ANSWERS}개"), format!("{}개", count(answers))),
                _ => (
                    format!("답변이 있는 프롬프트가 {DIRECTIONAL_PROMPTS}개, 답변이 {DIRECTIONAL_ANSWERS}개"),
                    format!("프롬프트 {}개, 답변 {}개", count(prompts), count(answers)),
                ),
            };
            format!("{enough} 이상이면 더 정확해요(지금 {now}).")
        },
        {
            let (enough, now) = match too_few(prompts, answers) {
                [true, false] => (format!("{DIRECTIONAL_PROMPTS} prompts that have answers"), count(prompts)),
                [false, true] => (format!("{DIRECTIONAL_ANSWERS} answers"), count(answers)),
                _ => (
                    format!("{DIRECTIONAL_PROMPTS} prompts that have answers and {DIRECTIONAL_ANSWERS} answers"),
                    format!("{} and {}", count(prompts), count(answers)),
                ),
            };
            format!("More reliable with {enough} (now {now}).")
        };
    answers_that(answers: &str, [n, all]: [u64; 2]) =
        format!("{answers}: {}개 중 {}개({}).", count(all), count(n), share(n, all)),
        format!("{answers}: {} of {} ({}).", count(n), count(all), share(n, all));
    source(domain: &str, citations: u64, [n, all]: [u64; 2]) =
        {
            let answers = format!("답변 {}개 중 {}개({})", count(all), count(n), share(n, all));
            format!("{domain}: {answers}에서 {}번 인용됐어요.", count(citations))
        },
        {
            let times = counted(citations, "time", "times");
            let answers = format!("{} of {} ({})", count(n), counted(all, "answer", "answers"), share(n, all));
            format!("{domain} is cited {times}, in {answers}.")
        };
    no_brand =
        "우리 브랜드를 지정하면 답변에 얼마나 언급되는지 볼 수 있어요.",
        "Choose your brand to see how often answers mention it.";
}

/// A rank as a word.
pub(super) fn ordinal(rank: u64) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let word = usize::try_from(rank).ok().and_then(|rank| words.get(rank.checked_sub(1)?));
    word.map_or_else(|| format!("number {}", count(rank)), |word| (*word).to_owned())
}

fn korean_moved(moved: f64, before: Option<&str>) -> String {
    let verb = if moved > 0.0 { "올라" } else { "떨어져" };
    let before = before.map_or_else(String::new, |before| format!("{before} 대비 "));
    format!("{before}{} {verb}", percentage_points(moved.abs(), "%p").replace('+', ""))
}

fn english_moved(moved: f64, before: Option<&str>) -> String {
    let verb = if moved > 0.0 { "rose" } else { "fell" };
    let before = before.map_or_else(String::new, |before| format!(" vs. {before}"));
    format!("{verb} {}{before}", english_points(moved.abs()).replace('+', ""))
}

pub(super) fn english_points(difference: f64) -> String {
    counted_points(difference, " point", " points")
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, KOREAN};

    #[test]
    fn a_rate_that_did_not_move_is_unchanged() {
        assert_eq!((KOREAN.change)(0.0004, None, "이전 7일"), "이전 7일 대비 변화가 없어요.");
        assert_eq!((ENGLISH.change)(0.0004, None, "the 7 days before"), "Unchanged from the 7 days before.");
    }

    #[test]
    fn the_names_of_rivals_with_the_same_rate_are_a_list() {
        for (names, text) in [
            (&["Tavrin"][..], "Tied with Tavrin."),
            (&["Tavrin", "Pelmora"], "Tied with Tavrin and Pelmora."),
            (&["Tavrin", "Pelmora", "Bruvane"], "Tied with Tavrin, Pelmora and Bruvane."),
        ] {
            assert_eq!((ENGLISH.tied)(names), text);
        }
    }
}
