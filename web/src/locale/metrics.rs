use answerdeck_insight::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS};

use crate::format::{count, counted, counted_points, mean, percentage_points, plural};

texts! {
    mention_rate = "언급률", "Mention rate";
    share_of_voice = "언급 점유율", "Share of voice";
    average_position = "평균 언급 순위", "Average position";
    /// The change of an average position, with its sign: without a test, it is no verdict.
    position_change(now: f64, before: f64) =
        moved_position(now, before, "변화 없음"),
        moved_position(now, before, "unchanged");
    own_site = "브랜드 사이트를 인용한 답변", "Answers citing the brand’s site";
    /// Why there are none to count.
    no_site = "웹사이트가 없어요. 브랜드에 추가해 주세요.", "No website: add one to the brand.";
    /// The change of a rate.
    points(moved: f64) = percentage_points(moved, "%p"), counted_points(moved, " pt", " pts");
    change = "변화", "Change";
    /// Beside a significant change, for screen readers.
    significant = "유의함", "significant";
    /// What a change starts from: the rate in the period before, and of how many answers how many mention the brand.
    change_base(rate: &str, [named, answers]: [u64; 2]) =
        format!("이전 기간: {rate}({}개 중 {}개)", count(answers), count(named)),
        format!("Before: {rate} ({} of {})", count(named), count(answers));
    /// What a change is compared with: the number of days before, or the period before.
    period_before(days: Option<u64>) =
        match days {
            Some(days) => format!("이전 {}일", count(days)),
            None => "이전 기간".to_owned(),
        },
        match days {
            Some(days) => format!("the {} before", counted(days, "day", "days")),
            None => "the period before".to_owned(),
        };
    /// Above changes since such a period.
    changes_since(before: &str) = format!("변화: {before} 대비"), format!("Change against {before}");
    of_answers(n: u64, all: u64) =
        format!("답변 {}개 중 {}개", count(all), count(n)),
        format!("{} of {}", count(n), counted(all, "answer", "answers"));
    /// Numerator and denominator of the share of voice: brands named in answers.
    of_mentions(n: u64, all: u64) =
        format!("언급 {}건 중 {}건", count(all), count(n)),
        format!("{} of {}", count(n), counted(all, "mention", "mentions"));
    in_answers(n: u64) = format!("답변 {}개 평균", count(n)), format!("mean of {}", counted(n, "answer", "answers"));
    interval(low: &str, high: &str) = format!("95% 신뢰구간 {low}~{high}"), format!("95% interval {low} to {high}");
    exploratory = "표본 적음", "Small sample";
    exploratory_note([prompts, answers]: [u64; 2]) =
        {
            let (has, needs) = match too_few(prompts, answers) {
                [true, false] => (format!("프롬프트가 {}개", count(prompts)), format!("{DIRECTIONAL_PROMPTS}개")),
                [false, true] => (format!("답변이 {}개", count(answers)), format!("{DIRECTIONAL_ANSWERS}개")),
                _ => (
                    format!("프롬프트가 {}개, 답변이 {}개", count(prompts), count(answers)),
                    format!("프롬프트 {DIRECTIONAL_PROMPTS}개, 답변 {DIRECTIONAL_ANSWERS}개"),
                ),
            };
            format!("{has}예요. 수치와 유의한 변화는 이 표본에만 해당하고, 전반적인 경향을 파악하려면 {needs} 이상이 필요해요.")
        },
        {
            let (has, needs) = match too_few(prompts, answers) {
                [true, false] => (counted(prompts, "prompt", "prompts"), DIRECTIONAL_PROMPTS.to_string()),
                [false, true] => (counted(answers, "answer", "answers"), DIRECTIONAL_ANSWERS.to_string()),
                _ => (
                    [counted(prompts, "prompt", "prompts"), counted(answers, "answer", "answers")].join(" and "),
                    format!("{DIRECTIONAL_PROMPTS} prompts and {DIRECTIONAL_ANSWERS} answers"),
                ),
            };
            format!("{has}. Figures and significant changes hold for this sample only; a general trend needs {needs}.")
        };
    directional = "경향 파악용", "Directional";
    directional_note() =
        format!("프롬프트 {DIRECTIONAL_PROMPTS}개, 답변 {DIRECTIONAL_ANSWERS}개 이상이라 전반적인 경향을 파악할 수 있어요."),
        format!(
            "At least {DIRECTIONAL_PROMPTS} prompts and {DIRECTIONAL_ANSWERS} answers: enough for a general trend."
        );
    /// What both tiers mean, for explanations of numbers.
    tiers() =
        format!(
            "표본 적음 = 프롬프트 {DIRECTIONAL_PROMPTS}개 미만이거나 답변 {DIRECTIONAL_ANSWERS}개 미만이라 수치와 유의한 변화가 그 표본에만 \
             해당. 경향 파악용 = 둘 다 그 이상이라 전반적인 경향을 파악할 수 있는 수치."
        ),
        format!(
            "Small sample: fewer than {DIRECTIONAL_PROMPTS} prompts or {DIRECTIONAL_ANSWERS} answers, so figures and significant \
             changes hold for this sample only. Directional: at least as many of both, enough for a general trend."
        );
    scope_total(answers: u64, prompts: u64) =
        format!("프롬프트 {}개의 답변 {}개", count(prompts), count(answers)),
        format!("{} to {}", counted(answers, "answer", "answers"), counted(prompts, "prompt", "prompts"));
    /// The answers that were searched for all brands, and all. The figures are those of these answers, or those from before a brand
    /// was added.
    coverage(searched: u64, all: u64) =
        format!(
            "답변 {}개 중 {}개에서 브랜드를 모두 확인했어요. 나머지를 확인하는 동안 수치가 바뀔 수 있어요.",
            count(all),
            count(searched)
        ),
        format!(
            "Searched {} of {} for all brands so far. The figures may change until the others are searched.",
            count(searched),
            counted(all, "answer", "answers")
        );
    /// Which answers are not counted.
    finished_only =
        "아직 끝나지 않은 실행의 답변은 그 실행을 선택했을 때만 집계해요.",
        "Answers of a run that has not finished are counted only when the run is selected.";
    group_by = "기간 단위", "Group by";
    count_column = "해당 수", "count";
    out_of_column = "전체 수", "out of";
    by_day = "일", "Day";
    by_week = "주", "Week";
    no_days(max: u64) =
        format!("일별 추이는 {}일까지만 볼 수 있어요. 필터에서 기간을 줄여 주세요.", count(max)),
        format!("Trends by day have at most {} days. Choose a shorter period in the filters.", count(max));
    /// Its first and its last day.
    week_of(days: &[String; 2]) = format!("{} 주", days_between(days, "~")), format!("Week of {}", days[0]);
    /// A day, a week or a month of which only a part is counted: the first and the last day of this part.
    part_of_day(days: &[String; 2]) =
        format!("{}(하루의 일부)", days_between(days, "~")),
        format!("{} (part of the day)", days_between(days, " – "));
    part_of_week(days: &[String; 2]) =
        format!("{}(한 주의 일부)", days_between(days, "~")),
        format!("{} (part of the week)", days_between(days, " – "));
    part_of_month(days: &[String; 2]) =
        format!("{}(한 달의 일부)", days_between(days, "~")),
        format!("{} (part of the month)", days_between(days, " – "));
    mention_trend = "언급률 추이", "Mention rate over time";
    share_trend = "언급 점유율 추이", "Share of voice over time";
    trend_about(shown: u64, all: u64, first: &str, last: &str) =
        {
            let brands = if shown == all {
                format!("브랜드 {}개", count(all))
            } else {
                format!("브랜드 {}개 중 {}개", count(all), count(shown))
            };
            format!("{brands}, {}.", korean_periods(first, last))
        },
        {
            let brands = if shown == all {
                counted(all, "brand", "brands")
            } else {
                format!("{} of {} brands", count(shown), count(all))
            };
            format!("{brands}, {}.", english_periods(first, last))
        };
    /// `since` is the period of the last change of prompts or models. `outside` is a value in between that is clearly outside of both,
    /// and its period.
    trend_change(name: &str, since: Option<&str>, [before, after]: [&str; 2], outside: Option<[&str; 2]>) =
        {
            let since = since.map(|since| format!("{since} 이후 ")).unwrap_or_default();
            let ends = match outside {
                _ if before != after => format!("{before} → {after}"),
                Some(_) => format!("처음과 끝 모두 {after}"),
                None => format!("{after}, 변화 없음"),
            };
            let outside = outside.map(|[value, period]| format!(", 그 사이 {value}({period})")).unwrap_or_default();
            format!(" {name}: {since}{ends}{outside}.")
        },
        {
            let since = since.map(|since| format!(" since {}", in_sentence(since))).unwrap_or_default();
            let ends = match outside {
                _ if before != after => format!("from {before} to {after}"),
                Some(_) => format!("{after}, as at the start"),
                None => format!("{after}, unchanged"),
            };
            let outside = outside.map(|[value, period]| format!("; {value} in between ({})", in_sentence(period)));
            format!(" {name}{since}: {ends}{}.", outside.unwrap_or_default())
        };
    trend_none = "아직 끝난 실행이 없어요.", "No run has finished yet.";
    /// What a note on the axis of time is about.
    sample_change = "구성 변경", "Prompts or models changed";
    /// The numbers of prompts with answers only after the change, of prompts with answers only before it, and the same for models. A
    /// prompt whose items all failed has no answers.
    sample_change_counts([prompts_added, prompts_removed, models_added, models_removed]: [u64; 4]) =
        {
            let change = |name: &str, answered: &str, added: u64, removed: u64| match (added, removed) {
                (0, 0) => None,
                (added, 0) => Some(format!("새로 {answered} {name} {}개", count(added))),
                (0, removed) => Some(format!("빠진 {name} {}개", count(removed))),
                (added, removed) => {
                    Some(format!("새로 {answered} {name} {}개, 빠진 {name} {}개", count(added), count(removed)))
                }
            };
            let changes = [
                change("프롬프트", "답변받은", prompts_added, prompts_removed),
                change("모델", "답변한", models_added, models_removed),
            ];
            changes.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        },
        {
            let change = |one, other, answers, added: u64, removed: u64| match (added, removed) {
                (0, 0) => None,
                (added, 0) => Some(format!("{} newly {answers}", counted(added, one, other))),
                (0, removed) => Some(format!("{} no longer {answers}", counted(removed, one, other))),
                (added, removed) => {
                    let things = plural(added, one, other);
                    Some(format!("{} {things} newly {answers}, {} no longer", count(added), count(removed)))
                }
            };
            let changes = [
                change("prompt", "prompts", "answered", prompts_added, prompts_removed),
                change("model", "models", "answering", models_added, models_removed),
            ];
            changes.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        };
    /// The prompts and models are the same, but their shares of the answers have changed.
    sample_change_mix = "프롬프트·모델별 답변 비중 변화", "a different mix of prompts or models";
    /// The same counts as a few characters at the axis.
    sample_change_short(counts: [u64; 4]) =
        short_changes(counts, |n, _| "프롬프트 ".to_owned() + n, |n, _| "모델 ".to_owned() + n, "비중 변화"),
        short_changes(
            counts,
            |n, of| format!("{n} {}", plural(of, "prompt", "prompts")),
            |n, of| format!("{n} {}", plural(of, "model", "models")),
            "other mix",
        );
    /// What happened in the periods of a trend.
    events = "주요 변화", "Events";
    other_brands = "기타 브랜드", "Other brands";
    by_prompt = "프롬프트·모델별 언급률", "Mention rate by prompt and model";
    /// `gaps` is how many prompts have answers that mention a competitor and not the brand, if that is known.
    by_prompt_about(shown: u64, all: u64, gaps: Option<u64>, name: &str) =
        match gaps {
            _ if shown == all => format!("프롬프트 {}개의 답변에서 ‘{name}’ 언급 비율이에요.", count(all)),
            Some(0) => format!(
                "‘{name}’ 없이 경쟁 브랜드만 언급한 답변은 없어요. 프롬프트 {}개 중 {}개를 표시했어요.",
                count(all),
                count(shown)
            ),
            Some(gaps) => format!(
                "프롬프트 {}개 중 {}개에 ‘{name}’ 없이 경쟁 브랜드만 언급한 답변이 있어요.",
                count(all),
                count(gaps)
            ),
            None => format!(
                "프롬프트 {}개 중 ‘{name}’ 없이 경쟁 브랜드만 언급한 답변 수가 가장 많은 {}개예요.",
                count(all),
                count(shown)
            ),
        },
        {
            let prompts = counted(all, "prompt", "prompts");
            match gaps {
                _ if shown == all => format!("The share of the answers to {prompts} that mention {name}."),
                Some(0) => {
                    let shown = count(shown);
                    format!("No answer mentions a competitor and not {name}. Shows {shown} of {prompts}.")
                }
                Some(gaps) => {
                    format!("In {} of {prompts}, answers mention a competitor and not {name}.", count(gaps))
                }
                None => format!(
                    "The {} of {prompts} with the most answers that mention a competitor and not {name}.",
                    count(shown)
                ),
            }
        };
    methodology_by_prompt =
        "칸의 비율 = 브랜드를 언급한 답변 ÷ 그 프롬프트에 그 모델이 한 모든 답변. 칸으로 이동하면 표본과 구간을 볼 수 있어요.\n점선 칸에는 답변이 없어요. 한 \
             칸의 표본은 작으니 흐름만 참고해 주세요.",
        "Rate of a cell: answers that mention the brand ÷ all answers of the model to the prompt. Move to a cell to read its sample and \
             interval.\nA cell with a broken outline has no answers. The sample of one cell is small: read the pattern, not the cell.";
    by_model = "모델별 언급률", "Mention rate by model";
    by_model_about(name: &str) =
        format!("모델별 답변 중 ‘{name}’ 언급 비율이에요."),
        format!("The share of each model’s answers that mention {name}.");
    n_of(n: u64, all: u64) = format!("{}개 중 {}개", count(all), count(n)), format!("{} of {}", count(n), count(all));
    unlike_prompts =
        "모델마다 답변한 프롬프트가 달라서, 언급률을 그대로 비교하기는 어려워요.",
        "The models did not answer the same prompts, so their rates do not compare directly.";
    sample = "표본과 신뢰구간", "Sample and interval";
    named_and_cited = "언급과 인용", "Mentioned and cited";
    named = "언급됨", "Mentioned";
    not_named = "언급 안 됨", "Not mentioned";
    cited = "사이트 인용됨", "Site cited";
    not_cited = "인용 안 됨", "Not cited";
    source_classes = "사이트 소유자별 인용", "Citations by site owner";
    own_pages = "이 브랜드", "This brand";
    other_brand_pages = "다른 브랜드", "Other brands";
    other_pages = "기타 사이트", "Other sites";
    of_citations(n: u64, all: u64) =
        format!("인용 {}건 중 {}건", count(all), count(n)),
        format!("{} of {}", count(n), counted(all, "citation", "citations"));
    methodology(answers: u64, prompts: u64) =
        format!(
            "성공한 답변 {}개(프롬프트 {}개)를 집계했어요. 한 답변에 여러 번 나와도 한 번만 집계해요.\n\
             언급률 = 브랜드를 언급한 답변 ÷ 모든 답변.\n\
             언급 점유율 = 브랜드를 언급한 답변 ÷ 등록한 모든 브랜드의 언급 답변 수 합계.\n\
             평균 언급 순위 = 언급한 답변에서 등록한 브랜드 중 몇 번째로 먼저 나오는지의 평균.\n\
             구간 = 윌슨 95% 신뢰구간. 언급률은 같은 프롬프트끼리 비교한 차이의 95% 신뢰구간에 0이 없으면 유의한 변화로 봐요. \
             이렇게 비교할 답변이 부족할 때와 다른 비율은 두 기간의 구간이 겹치지 않을 때만 유의한 변화로 봐요. 언급 점유율과 평균 언급 순위는 구간이 없어서 유의한 변화에 붙는 ▲나 ▼가 없어요.",
            count(answers),
            count(prompts)
        ),
        format!(
            "Counts {} successful {} to {}. Several mentions in one answer count once.\n\
             Mention rate: answers that mention the brand ÷ all answers.\n\
             Share of voice: answers that mention the brand ÷ the sum of these counts for all tracked brands.\n\
             Average position: the mean place of the brand among the tracked brands, in answers that mention it.\n\
             Interval: Wilson's, at 95%. A change of the mention rate is significant if the 95% interval of the difference, prompt by \
             prompt, does not contain 0. With too few answers for that, and for other rates, it is significant if the intervals of \
             both periods do not overlap. The share of voice and the average position have no interval, so their changes never have \
             the ▲ or ▼ of a significant one.",
            count(answers),
            plural(answers, "answer", "answers"),
            counted(prompts, "prompt", "prompts")
        );
    methodology_cells =
        "브랜드 사이트를 인용한 답변의 비율 = 그 웹사이트를 인용한 답변 ÷ 출처를 하나라도 인용한 답변.\n인용 1건 = 답변에 달린 출처 하나.",
        "Answers citing the brand’s site: those that cite a page of its websites ÷ answers that cite anything.\nA citation is one \
             source of one answer.";
    methodology_repeated(rate: &str, agreeing: u64, pairs: u64) =
        format!(
            "한 실행에서 같은 조건으로 반복한 답변 {}쌍 중 {}쌍({rate})은 브랜드 언급 여부가 서로 같아요.",
            count(pairs),
            count(agreeing)
        ),
        {
            let pairs = counted(pairs, "pair", "pairs");
            format!(
                "Of {pairs} of answers that a run repeated, {} ({rate}) agree on whether they mention the brand.",
                count(agreeing)
            )
        };
    no_answers = "아직 집계할 답변이 없어요", "No answers to count yet";
    no_answers_description =
        "실행에서 답변을 수집하면 여기에 집계돼요.",
        "When a run has collected answers, they are counted here.";
}

/// A period inside a sentence.
pub(super) fn in_sentence(period: &str) -> String {
    match period.strip_prefix("Week") {
        Some(day) => format!("the week{day}"),
        None => period.to_owned(),
    }
}

/// The first and the last period, or the only one.
pub(super) fn korean_periods(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first}부터 {last}까지") }
}

pub(super) fn english_periods(first: &str, last: &str) -> String {
    let (first, last) = (in_sentence(first), in_sentence(last));
    if first == last { first } else { format!("from {first} to {last}") }
}

/// The first and the last day of a period, or the only one.
fn days_between([first, last]: &[String; 2], to: &str) -> String {
    if first == last {
        return first.clone();
    }
    // In the same month, the last day goes without it.
    let month = first.split(char::is_whitespace).next().unwrap_or_default();
    [first.as_str(), to, last.strip_prefix(month).unwrap_or(last).trim_start()].concat()
}

fn moved_position(now: f64, before: f64, unchanged: &str) -> String {
    match shown_tenths(now) - shown_tenths(before) {
        moved if moved < 0.0 => format!("−{}", mean(-moved / 10.0)),
        moved if moved > 0.0 => format!("+{}", mean(moved / 10.0)),
        _ => unchanged.to_owned(),
    }
}

/// The tenths of a mean as a text shows it: changes are those of what is shown.
fn shown_tenths(mean: f64) -> f64 {
    (10.0 * mean).round()
}

/// Whether there are too few prompts, and too few answers, to see a direction.
pub(super) fn too_few(prompts: u64, answers: u64) -> [bool; 2] {
    [prompts < DIRECTIONAL_PROMPTS, answers < DIRECTIONAL_ANSWERS]
}

// The largest of some changes: prompts or models that only the later period has, less those that only the earlier has. `mix` if there
// are none.
fn short_changes(
    [prompts_added, prompts_removed, models_added, models_removed]: [u64; 4],
    prompts: fn(&str, u64) -> String,
    models: fn(&str, u64) -> String,
    mix: &str,
) -> String {
    let signed = |name: fn(&str, u64) -> String, added: u64, removed: u64| match (added, removed) {
        (0, 0) => None,
        (added, 0) => Some(name(&format!("+{}", count(added)), added)),
        (0, removed) => Some(name(&format!("−{}", count(removed)), removed)),
        (added, removed) => Some(name(&format!("+{} −{}", count(added), count(removed)), added.max(removed))),
    };
    let changes = [signed(prompts, prompts_added, prompts_removed), signed(models, models_added, models_removed)];
    let changes = changes.into_iter().flatten().collect::<Vec<_>>();
    if changes.is_empty() { mix.to_owned() } else { changes.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, KOREAN, shown_tenths};

    #[test]
    fn a_position_moved_as_it_is_shown() {
        let moved = |now, before| shown_tenths(now) - shown_tenths(before);
        assert_eq!([moved(1.784, 1.738), moved(1.74, 1.66), moved(1.66, 1.84)], [1.0, 0.0, -1.0]);
        assert_eq!((ENGLISH.position_change)(1.74, 1.66), "unchanged");
    }

    #[test]
    fn a_trend_that_ends_where_it_began_names_the_value_in_between() {
        let [korean, english] = [KOREAN, ENGLISH].map(|texts| texts.trend_change);
        assert_eq!(korean("Nurio", None, ["30%", "30%"], None), " Nurio: 30%, 변화 없음.");
        assert_eq!(english("Nurio", None, ["30%", "30%"], None), " Nurio: 30%, unchanged.");
        let outside = |period| Some(["48%", period]);
        assert_eq!(
            korean("Nurio", Some("9월 28일~10월 4일 주"), ["30%", "30%"], outside("10월 12일~18일 주")),
            " Nurio: 9월 28일~10월 4일 주 이후 처음과 끝 모두 30%, 그 사이 48%(10월 12일~18일 주)."
        );
        assert_eq!(
            english("Nurio", None, ["30%", "30%"], outside("Week of Oct 12")),
            " Nurio: 30%, as at the start; 48% in between (the week of Oct 12)."
        );
        assert_eq!(
            english("Nurio", None, ["56%", "59%"], outside("Week of Oct 12")),
            " Nurio: from 56% to 59%; 48% in between (the week of Oct 12)."
        );
    }

    #[test]
    fn a_part_of_a_week_has_its_own_days() {
        let korean = |days: [&str; 2]| (KOREAN.part_of_week)(&days.map(str::to_owned));
        assert_eq!(korean(["11월 1일", "11월 1일"]), "11월 1일(한 주의 일부)");
        assert_eq!(korean(["11월 16일", "11월 20일"]), "11월 16일~20일(한 주의 일부)");
        let english = |days: [&str; 2]| (ENGLISH.part_of_week)(&days.map(str::to_owned));
        assert_eq!(english(["Nov 16", "Nov 20"]), "Nov 16 – 20 (part of the week)");
        assert_eq!(english(["Nov 30", "Dec 2"]), "Nov 30 – Dec 2 (part of the week)");
    }

    #[test]
    fn a_week_has_its_first_and_its_last_day() {
        for (days, text) in [
            (["11월 9일", "11월 15일"], "11월 9일~15일 주"),
            (["11월 30일", "12월 6일"], "11월 30일~12월 6일 주"),
            (["1월 26일", "2월 1일"], "1월 26일~2월 1일 주"),
        ] {
            assert_eq!((KOREAN.week_of)(&days.map(str::to_owned)), text);
        }
    }
}
