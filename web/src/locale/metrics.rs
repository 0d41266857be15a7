//! Texts about metrics of brands.

use crate::format::{count, plural};

/// Texts about metrics of brands.
pub struct Texts {
    pub mention_rate: &'static str,
    pub share_of_voice: &'static str,
    pub average_position: &'static str,
    pub own_site: &'static str,
    pub trend: &'static str,
    /// Numerator and denominator: answers.
    /// The unit of a change of a rate.
    pub points: &'static str,
    /// What a change is compared with: the number of days before, or the period before.
    pub than_before: fn(Option<u64>) -> String,
    pub of_answers: fn(u64, u64) -> String,
    /// Numerator and denominator of the share of voice: brands named in answers.
    pub of_mentions: fn(u64, u64) -> String,
    /// The answers that a mean position is about.
    pub in_answers: fn(u64) -> String,
    /// The limits of an interval.
    pub interval: fn(&str, &str) -> String,
    pub exploratory: &'static str,
    pub exploratory_note: &'static str,
    pub directional: &'static str,
    pub directional_note: &'static str,
    /// What both tiers mean, for explanations of numbers.
    pub tiers: &'static str,
    /// The answers that are counted, and their prompts.
    pub scope_total: fn(u64, u64) -> String,
    /// The answers that are counted while the others are searched for a brand, and all.
    pub coverage: fn(u64, u64) -> String,
    /// Which answers are not counted.
    pub finished_only: &'static str,
    pub period: &'static str,
    pub count_column: &'static str,
    pub out_of_column: &'static str,
    pub by_day: &'static str,
    pub by_week: &'static str,
    pub by_month: &'static str,
    /// The maximum number of days of a trend.
    pub no_days: fn(u64) -> String,
    pub week_of: fn(&str) -> String,
    pub mention_trend: &'static str,
    pub share_trend: &'static str,
    /// The number of brands shown, of all, and the first and the last period.
    pub trend_about: fn(u64, u64, &str, &str) -> String,
    /// A brand, the period of the last change of prompts or models if there was one, and the first and the last value since then.
    pub trend_change: fn(&str, Option<&str>, &str, &str) -> String,
    pub trend_none: &'static str,
    /// What a note on the axis of time is about.
    pub sample_change: &'static str,
    /// The numbers of prompts with answers only after the change, of prompts with answers only before it, and the same for models. A
    /// prompt whose items all failed has no answers.
    pub sample_change_counts: fn([u64; 4]) -> String,
    /// The prompts and models are the same, but their shares of the answers have changed.
    pub sample_change_mix: &'static str,
    /// The same counts as a few characters at the axis.
    pub sample_change_short: fn([u64; 4]) -> String,
    pub other_brands: &'static str,
    pub by_prompt: &'static str,
    /// The prompts shown, of all, and the brand.
    pub by_prompt_about: fn(u64, u64, &str) -> String,
    pub prompt: &'static str,
    pub methodology_by_prompt: &'static str,
    pub by_model: &'static str,
    pub by_model_about: fn(&str) -> String,
    pub n_of: fn(u64, u64) -> String,
    pub unlike_prompts: &'static str,
    pub model: &'static str,
    pub sample: &'static str,
    pub named_and_cited: &'static str,
    pub named: &'static str,
    pub not_named: &'static str,
    pub cited: &'static str,
    pub not_cited: &'static str,
    pub source_classes: &'static str,
    pub own_pages: &'static str,
    pub other_brand_pages: &'static str,
    pub other_pages: &'static str,
    /// Citations, of all.
    pub of_citations: fn(u64, u64) -> String,
    /// The sample: answers and prompts.
    pub methodology: fn(u64, u64) -> String,
    pub methodology_cells: fn(u64) -> String,
    /// The sample of a methodology: answers, and their prompts.
    pub methodology_sample: fn(u64, u64) -> String,
    /// How many pairs of repeated answers agree: the rate, the number, and all pairs.
    pub methodology_repeated: fn(&str, u64, u64) -> String,
    /// The sample of the shown prompts: answers, prompts shown, and all prompts.
    pub methodology_shown: fn(u64, u64, u64) -> String,
    pub no_answers: &'static str,
    pub no_answers_description: &'static str,
}

pub const KOREAN: Texts = Texts {
    mention_rate: "언급률",
    share_of_voice: "언급 점유율",
    average_position: "평균 언급 순위",
    own_site: "브랜드 사이트 인용률",
    trend: "추이",
    points: "%p",
    than_before: |days| match days {
        Some(days) => format!("이전 {}일 대비", count(days)),
        None => "이전 기간 대비".to_owned(),
    },
    of_answers: |n, all| format!("답변 {}개 중 {}개", count(all), count(n)),
    of_mentions: |n, all| format!("언급 {}건 중 {}건", count(all), count(n)),
    in_answers: |n| format!("답변 {}개 평균", count(n)),
    interval: |low, high| format!("95% 신뢰구간 {low}~{high}"),
    exploratory: "참고용",
    exploratory_note: "프롬프트 50개 또는 답변 100개 미만이라 참고용이에요.",
    directional: "경향 파악용",
    directional_note: "프롬프트 50개, 답변 100개 이상이라 경향을 파악할 수 있어요.",
    tiers: "‘참고용’은 프롬프트 50개 또는 답변 100개 미만인 수치예요. ‘경향 파악용’은 프롬프트 50개, 답변 100개 이상이라 경향을 파악할 수 있는 수치예요.",
    scope_total: |answers, prompts| format!("프롬프트 {}개의 답변 {}개", count(prompts), count(answers)),
    coverage: |counted, all| {
        format!(
            "답변 {}개 중 {}개를 집계했어요. 나머지 답변에서는 아직 브랜드를 찾고 있어서 수치가 바뀔 수 있어요.",
            count(all),
            count(counted)
        )
    },
    finished_only: "아직 끝나지 않은 실행의 답변은 그 실행을 선택했을 때만 집계해요.",
    period: "기간 단위",
    count_column: "해당 수",
    out_of_column: "전체 수",
    by_day: "일",
    by_week: "주",
    by_month: "월",
    no_days: |max| format!("일별 추이는 {}일까지만 볼 수 있어요. 필터에서 기간을 줄여 주세요.", count(max)),
    week_of: |day| format!("{day} 주간"),
    mention_trend: "언급률 추이",
    share_trend: "언급 점유율 추이",
    trend_about: |shown, all, first, last| {
        let brands = if shown == all {
            format!("브랜드 {}개", count(all))
        } else {
            format!("브랜드 {}개 중 많이 언급된 {}개", count(all), count(shown))
        };
        format!("{brands}, {first}부터 {last}까지.")
    },
    trend_change: |name, since, before, after| {
        let since = since.map(|since| format!("{since} 이후 ")).unwrap_or_default();
        if before == after {
            format!(" {name}: {since}{after}, 변화 없음.")
        } else {
            format!(" {name}: {since}{before} → {after}.")
        }
    },
    trend_none: "아직 끝난 실행이 없어요.",
    sample_change: "구성 변경",
    sample_change_counts: |[prompts_added, prompts_removed, models_added, models_removed]| {
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
    sample_change_mix: "프롬프트·모델별 답변 비중 변화",
    sample_change_short: |counts| {
        short_changes(counts, |n, _| "프롬프트 ".to_owned() + n, |n, _| "모델 ".to_owned() + n, "비중 변화")
    },
    other_brands: "기타 브랜드",
    by_prompt: "프롬프트·모델별 언급률",
    by_prompt_about: |shown, all, name| {
        if shown == all {
            format!("프롬프트 {}개의 답변에서 ‘{name}’ 언급 비율이에요.", count(all))
        } else {
            format!(
                "프롬프트 {}개 중 다른 브랜드만 언급되고 ‘{name}’ 언급이 없는 답변이 많은 {}개예요.",
                count(all),
                count(shown)
            )
        }
    },
    prompt: "프롬프트",
    methodology_by_prompt: "조건에 맞는 성공한 답변을 프롬프트와 모델별로 나눠 집계했어요. 칸의 비율 = 브랜드를 언급한 답변 ÷ 그 프롬프트에 그 모델이 준 \
         모든 답변. 칸으로 이동하면 표본과 구간을 볼 수 있어요. 점선 칸에는 답변이 없어요. 한 칸의 표본은 작으니 흐름만 참고해 주세요.",
    by_model: "모델별 언급률",
    by_model_about: |name| format!("모델별 답변 중 ‘{name}’ 언급 비율이에요."),
    n_of: |n, all| format!("{}개 중 {}개", count(all), count(n)),
    unlike_prompts: "모델마다 답변한 프롬프트가 달라서, 언급률을 그대로 비교하기는 어려워요.",
    model: "모델",
    sample: "표본과 신뢰구간",
    named_and_cited: "언급과 인용",
    named: "언급됨",
    not_named: "언급 안 됨",
    cited: "사이트 인용됨",
    not_cited: "인용 안 됨",
    source_classes: "인용된 페이지",
    own_pages: "이 브랜드",
    other_brand_pages: "다른 브랜드",
    other_pages: "기타",
    of_citations: |n, all| format!("인용 {}건 중 {}건", count(all), count(n)),
    methodology: |answers, prompts| {
        format!(
            "성공한 답변 {}개(프롬프트 {}개)를 집계했어요. 언급률 = 브랜드를 언급한 답변 ÷ 모든 답변. 언급 점유율 = 브랜드를 언급한 답변 \
             ÷ 추적하는 모든 브랜드의 언급 답변 수 합계. 평균 언급 순위 = 언급한 답변에서 추적하는 브랜드 중 몇 번째로 먼저 나오는지의 평균. 한 답변에 \
             여러 번 나와도 한 번만 집계해요. 구간은 윌슨 95% 신뢰구간이에요.",
            count(answers),
            count(prompts)
        )
    },
    methodology_cells: |answers| {
        format!(
            "답변 {}개를 브랜드를 언급했는지, 브랜드의 웹사이트를 인용했는지로 나눴어요. 브랜드 사이트 인용률 = 그 웹사이트를 인용한 답변 ÷ \
             출처를 하나라도 인용한 답변. 답변에 달린 출처 하나를 인용 1건으로 집계해요.",
            count(answers)
        )
    },
    methodology_repeated: |rate, agreeing, pairs| {
        format!(
            "한 실행에서 같은 조건으로 반복한 답변 {}쌍 중 {}쌍({rate})은 브랜드 언급 여부가 서로 같아요.",
            count(pairs),
            count(agreeing)
        )
    },
    methodology_sample: |answers, prompts| {
        format!("집계한 답변은 {}개(프롬프트 {}개)예요.", count(answers), count(prompts))
    },
    methodology_shown: |answers, prompts, all| {
        format!("프롬프트 {}개 중 표시된 {}개의 답변은 {}개예요.", count(all), count(prompts), count(answers))
    },
    no_answers: "아직 집계할 답변이 없어요",
    no_answers_description: "실행에서 답변을 수집하면 브랜드가 얼마나 언급되는지 확인할 수 있어요.",
};

pub const ENGLISH: Texts = Texts {
    mention_rate: "Mention rate",
    share_of_voice: "Share of voice",
    average_position: "Average position",
    own_site: "Brand-site citation rate",
    trend: "Trend",
    points: " pts",
    than_before: |days| match days {
        Some(days) => format!("on the {} {} before", count(days), plural(days, "day", "days")),
        None => "on the period before".to_owned(),
    },
    of_answers: |n, all| format!("{} of {} {}", count(n), count(all), plural(all, "answer", "answers")),
    of_mentions: |n, all| format!("{} of {} {}", count(n), count(all), plural(all, "mention", "mentions")),
    in_answers: |n| format!("mean of {} {}", count(n), plural(n, "answer", "answers")),
    interval: |low, high| format!("95% interval {low} to {high}"),
    exploratory: "Exploratory",
    exploratory_note: "Fewer than 50 prompts or 100 answers: a first look.",
    directional: "Directional",
    directional_note: "At least 50 prompts and 100 answers: enough to see a direction.",
    tiers: "Exploratory means fewer than 50 prompts or 100 answers: a first look. Directional means at least 50 prompts and 100 \
         answers: enough to see a direction.",
    scope_total: |answers, prompts| {
        format!(
            "{} {} to {} {}",
            count(answers),
            plural(answers, "answer", "answers"),
            count(prompts),
            plural(prompts, "prompt", "prompts")
        )
    },
    coverage: |counted, all| {
        format!(
            "Counts {} of {} {}. The others are still being searched for brands, so the figures may change.",
            count(counted),
            count(all),
            plural(all, "answer", "answers")
        )
    },
    finished_only: "Answers of a run that has not finished are counted only when the run is selected.",
    period: "Period",
    count_column: "count",
    out_of_column: "out of",
    by_day: "Day",
    by_week: "Week",
    by_month: "Month",
    no_days: |max| format!("Trends by day have at most {} days. Choose a shorter period in the filters.", count(max)),
    week_of: |day| format!("Week of {day}"),
    mention_trend: "Mention rate over time",
    share_trend: "Share of voice over time",
    trend_about: |shown, all, first, last| {
        let brands = if shown == all {
            format!("{} {}", count(all), plural(all, "brand", "brands"))
        } else {
            format!("The {} most mentioned of {} brands", count(shown), count(all))
        };
        format!("{brands}, from {} to {}.", in_sentence(first), in_sentence(last))
    },
    trend_change: |name, since, before, after| {
        let since = since.map(|since| format!(" since {}", in_sentence(since))).unwrap_or_default();
        if before == after {
            format!(" {name}{since}: {after}, unchanged.")
        } else {
            format!(" {name}{since}: from {before} to {after}.")
        }
    },
    trend_none: "No run has finished yet.",
    sample_change: "Prompts or models changed",
    sample_change_counts: |[prompts_added, prompts_removed, models_added, models_removed]| {
        let change = |one, other, answers, added: u64, removed: u64| match (added, removed) {
            (0, 0) => None,
            (added, 0) => Some(format!("{} {} newly {answers}", count(added), plural(added, one, other))),
            (0, removed) => Some(format!("{} {} no longer {answers}", count(removed), plural(removed, one, other))),
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
    },
    sample_change_mix: "a different mix of prompts or models",
    sample_change_short: |counts| {
        short_changes(
            counts,
            |n, of| format!("{n} {}", plural(of, "prompt", "prompts")),
            |n, of| format!("{n} {}", plural(of, "model", "models")),
            "other mix",
        )
    },
    other_brands: "Other brands",
    by_prompt: "Mention rate by prompt and model",
    by_prompt_about: |shown, all, name| {
        if shown == all {
            format!(
                "The share of the answers to {} {} that mention {name}.",
                count(all),
                plural(all, "prompt", "prompts")
            )
        } else {
            format!(
                "The {} of {} prompts whose answers most often mention another brand and not {name}.",
                count(shown),
                count(all)
            )
        }
    },
    prompt: "Prompt",
    methodology_by_prompt: "Groups the successful answers that match the filters by prompt and model. Rate of a cell: answers that \
         mention the brand ÷ all answers of the model to the prompt. Move to a cell to read its sample and interval. A cell \
         with a broken outline has no answers. The sample of one cell is small: read the pattern, not the cell.",
    by_model: "Mention rate by model",
    by_model_about: |name| format!("The share of each model's answers that mention {name}."),
    n_of: |n, all| format!("{} of {}", count(n), count(all)),
    unlike_prompts: "The models did not answer the same prompts, so their rates do not compare directly.",
    model: "Model",
    sample: "Sample and interval",
    named_and_cited: "Mentioned and cited",
    named: "Mentioned",
    not_named: "Not mentioned",
    cited: "Site cited",
    not_cited: "Not cited",
    source_classes: "Cited pages",
    own_pages: "This brand",
    other_brand_pages: "Other brands",
    other_pages: "Other",
    of_citations: |n, all| format!("{} of {} {}", count(n), count(all), plural(all, "citation", "citations")),
    methodology: |answers, prompts| {
        format!(
            "Counts {} successful {} to {} {}. Mention rate: answers that mention the brand ÷ all answers. Share of voice: answers \
             that mention the brand ÷ the sum of these counts for all tracked brands. Average position: the mean place of the brand among \
             the tracked brands, in answers that mention it. Several mentions in one answer count once. The interval is Wilson's, \
             at 95%.",
            count(answers),
            plural(answers, "answer", "answers"),
            count(prompts),
            plural(prompts, "prompt", "prompts")
        )
    },
    methodology_cells: |answers| {
        format!(
            "Groups {} {} by whether they mention the brand and whether they cite a page of its websites. Brand-site citation rate: \
             answers that cite such a page ÷ answers that cite anything. A citation is one source of one answer.",
            count(answers),
            plural(answers, "answer", "answers")
        )
    },
    methodology_repeated: |rate, agreeing, pairs| {
        let pairs = format!("{} {}", count(pairs), plural(pairs, "pair", "pairs"));
        format!(
            "Of {pairs} of answers that a run repeated, {} ({rate}) agree on whether they mention the brand.",
            count(agreeing)
        )
    },
    methodology_sample: |answers, prompts| {
        format!(
            "Sample: {} {} to {} {}.",
            count(answers),
            plural(answers, "answer", "answers"),
            count(prompts),
            plural(prompts, "prompt", "prompts")
        )
    },
    methodology_shown: |answers, prompts, all| {
        format!(
            "Sample: {} {} to the {} of {} {} shown.",
            count(answers),
            plural(answers, "answer", "answers"),
            count(prompts),
            count(all),
            plural(all, "prompt", "prompts")
        )
    },
    no_answers: "No answers to count yet",
    no_answers_description: "When a run has collected answers, you can see here how often they mention your brands.",
};

/// A period inside a sentence.
pub(super) fn in_sentence(period: &str) -> String {
    match period.strip_prefix("Week") {
        Some(day) => format!("the week{day}"),
        None => period.to_owned(),
    }
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
