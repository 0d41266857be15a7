//! Texts about digests. The e-mail says the same (`digests::texts` of the server).

use crate::format::{count, decimal, plural, points};

/// Texts about digests.
pub struct Texts {
    pub description: &'static str,
    pub empty: &'static str,
    /// When the first digest is made.
    pub first_at: fn(&str) -> String,
    pub off: &'static str,
    pub off_description: &'static str,
    pub to_settings: &'static str,
    pub all: &'static str,
    pub week: &'static str,
    pub finding: &'static str,
    /// A brand, whether its rate rose, and the rate.
    pub moved: fn(&str, bool, &str) -> String,
    /// A brand and its rate, if there is one.
    pub nothing_moved: fn(Option<[&str; 2]>) -> String,
    pub not_comparable: fn(Option<[&str; 2]>) -> String,
    pub no_answers: &'static str,
    pub answers: fn(u64) -> String,
    pub stand_ins: &'static str,
    /// The counted answers, and all.
    pub coverage: fn(u64, u64) -> String,
    /// A brand, its rate, and the answers that name it, of all.
    pub own: fn(&str, &str, [u64; 2]) -> String,
    pub rival: fn(&str, &str, [u64; 2]) -> String,
    /// In its place without an own brand.
    pub most_named: fn(&str, &str, [u64; 2]) -> String,
    /// The rate of the week before, and the answers that name the brand, of all.
    pub before: fn(&str, [u64; 2]) -> String,
    pub no_answers_before: &'static str,
    /// By how much a rate certainly moved, in thousandths.
    pub certainly: fn(i32) -> String,
    pub by_chance: &'static str,
    pub place: fn(u64) -> String,
    /// The prompts, the own brand, the first prompt, and its answers that name others, of all.
    pub prompt_gap: fn(u64, &str, &str, [u64; 2]) -> String,
    /// A domain, the own brand, and the answers that cite the domain and name others, of all that cite it.
    pub source_gap: fn(&str, &str, [u64; 2]) -> String,
    /// The domains that are newly cited, and the first of them with the answers that cite each.
    pub new_domains: fn(u64, &[(String, u64)]) -> String,
    /// The alerts, and what the newest says.
    pub alerts: fn(u64, &str) -> String,
    pub skipped: fn(u64) -> String,
    pub failed: fn(u64) -> String,
    /// The runs, what they cost, and the balance.
    pub work: fn(u64, f64, f64) -> String,
    pub methodology: &'static str,

    pub settings: &'static str,
    pub settings_description: &'static str,
    pub edit: &'static str,
    pub status: &'static str,
    pub is_on: &'static str,
    pub is_off: &'static str,
    pub next: &'static str,
    pub enabled: &'static str,
    pub language: &'static str,
    pub recipients: &'static str,
    pub no_recipients: &'static str,
    pub recipients_hint: &'static str,
    pub invalid_recipient: &'static str,
    pub too_many: &'static str,
    pub no_email: &'static str,
    pub sent: &'static str,
    /// Why the newest digest was not sent.
    pub not_sent: fn(&str) -> String,
    pub saved: &'static str,
}

pub const KOREAN: Texts = Texts {
    description: "한 주의 답변에서 알게 된 점을 매주 다섯 줄로 정리해요.",
    empty: "아직 주간 요약이 없어요",
    first_at: |time| format!("첫 요약은 {time}에 만들어져요."),
    off: "주간 요약이 꺼져 있어요",
    off_description: "설정에서 켜면 매주 만들어 드려요.",
    to_settings: "주간 요약 설정",
    all: "모든 요약",
    week: "기간",
    finding: "요약",
    moved: |brand, is_rise, rate| {
        format!("{brand} 언급률이 {rate}로 {}", if is_rise { "올랐어요" } else { "떨어졌어요" })
    },
    nothing_moved: |brand| match brand {
        Some([brand, rate]) => format!("달라진 것이 없어요. {brand} 언급률은 {rate}예요"),
        None => "확실히 달라진 것이 없어요".to_owned(),
    },
    not_comparable: |brand| match brand {
        Some([brand, rate]) => format!("{brand} 언급률은 {rate}예요. 비교하기에는 답변이 적어요"),
        None => "비교하기에는 답변이 적어요".to_owned(),
    },
    no_answers: "한 주 동안 답변이 없었어요",
    answers: |n| format!("답변 {}개", count(n)),
    stand_ins: "실제 서비스가 아니라 이 서버가 대신 답한 내용이에요.",
    coverage: |counted, all| {
        format!("답변 {}개 중 {}개를 집계했어요. 나머지는 아직 브랜드를 찾고 있었어요.", count(all), count(counted))
    },
    own: |brand, rate, [named, all]| {
        format!("{brand} 언급률은 {rate}예요(답변 {}개 중 {}개).", count(all), count(named))
    },
    rival: |brand, rate, [named, all]| {
        format!(
            "가장 많이 언급된 다른 브랜드는 {brand}, 언급률은 {rate}예요(답변 {}개 중 {}개).",
            count(all),
            count(named)
        )
    },
    most_named: |brand, rate, [named, all]| {
        format!("가장 많이 언급된 브랜드는 {brand}, 언급률은 {rate}예요(답변 {}개 중 {}개).", count(all), count(named))
    },
    before: |rate, [named, all]| format!("그 전주에는 {rate}였어요({}개 중 {}개).", count(all), count(named)),
    no_answers_before: "그 전주에는 답변이 없었어요.",
    certainly: |moved| {
        let verb = if moved > 0 { "올랐고" } else { "떨어졌고" };
        format!("같은 프롬프트에서 {} {verb}, 우연이라고 보기 어려워요.", points(moved.abs(), "%p").replace('+', ""))
    },
    by_chance: "우연일 수 있는 차이예요.",
    place: |place| format!("추적하는 브랜드 가운데 {}위예요.", count(place)),
    prompt_gap: |prompts, brand, prompt, [answers, all]| {
        format!(
            "프롬프트 {}개에서는 다른 브랜드만 언급되고 {brand} 언급은 없어요. ‘{prompt}’에서는 답변 {}개 중 {}개가 그래요.",
            count(prompts),
            count(all),
            count(answers)
        )
    },
    source_gap: |domain, brand, [answers, all]| {
        format!(
            "{domain} 출처를 인용한 답변 {}개 중 {}개가 {brand} 없이 다른 브랜드를 언급했어요.",
            count(all),
            count(answers)
        )
    },
    new_domains: |domains, first| {
        let first: Vec<String> = first.iter().map(|(domain, n)| format!("{domain}(답변 {}개)", count(*n))).collect();
        format!("새로 인용된 도메인이 {}개 있어요: {}.", count(domains), first.join(", "))
    },
    alerts: |alerts, newest| format!("알림이 {}개 있었어요. 최근 알림: {newest}.", count(alerts)),
    skipped: |times| format!("일정이 실행을 시작하지 못한 때가 {}번 있었어요.", count(times)),
    failed: |items| format!("실행 항목 {}개가 실패했어요.", count(items)),
    work: |runs, spent, balance| {
        format!("실행 {}번에 {}크레딧을 썼고, {}크레딧이 남았어요.", count(runs), decimal(spent), decimal(balance))
    },
    methodology: "그 주에 끝난 실행의 답변을 집계하고, 한 번 만든 요약은 바뀌지 않아요. 변화는 두 주에 같은 모델이 같은 프롬프트에 한 답변끼리 비교하고, 99% \
         신뢰구간에 0이 없을 때만 달라졌다고 말해요. 링크는 같은 기간의 화면으로 이어지는데, 그 뒤에 브랜드를 고쳤다면 수치가 다를 수 있어요.",

    settings: "주간 요약",
    settings_description: "매주 정해 둔 시각에 지난 7일을 다섯 줄로 정리해요. 받는 사람에게는 이메일로도 보내요.",
    edit: "주간 요약 설정",
    status: "상태",
    is_on: "켜짐",
    is_off: "꺼짐",
    next: "다음 요약",
    enabled: "매주 요약 만들기",
    language: "이메일 언어",
    recipients: "받는 사람",
    no_recipients: "없음",
    recipients_hint: "이메일 주소를 입력하세요. 여러 개를 붙여 넣어도 돼요.",
    invalid_recipient: "표시된 이메일 주소를 확인해 주세요.",
    too_many: "받는 사람이 너무 많아요.",
    no_email: "이 플랫폼의 운영자가 이메일을 설정하지 않았어요. 요약은 콘솔에만 나타나요.",
    sent: "보냄",
    not_sent: |reason| format!("최근 요약을 보내지 못했어요: {reason}"),
    saved: "주간 요약 설정을 저장했어요.",
};

pub const ENGLISH: Texts = Texts {
    description: "What the answers of each week showed, in five lines.",
    empty: "No digests yet",
    first_at: |time| format!("The first one will be made on {time}."),
    off: "Digests are off",
    off_description: "Turn them on in the settings to get one every week.",
    to_settings: "Settings of digests",
    all: "All digests",
    week: "Week",
    finding: "Finding",
    moved: |brand, is_rise, rate| format!("{brand} {} to {rate} of answers", if is_rise { "rose" } else { "fell" }),
    nothing_moved: |brand| match brand {
        Some([brand, rate]) => format!("Nothing moved: {rate} of answers mention {brand}"),
        None => "Nothing certainly moved".to_owned(),
    },
    not_comparable: |brand| match brand {
        Some([brand, rate]) => format!("{rate} of answers mention {brand}, too few to compare"),
        None => "Too few answers to compare".to_owned(),
    },
    no_answers: "The week has no answers",
    answers: |n| format!("{} {}", count(n), plural(n, "answer", "answers")),
    stand_ins: "This server gave these answers in place of the real services.",
    coverage: |counted, all| {
        format!(
            "Counts {} of {} {}. The others were still being searched for brands.",
            count(counted),
            count(all),
            plural(all, "answer", "answers")
        )
    },
    own: |brand, rate, [named, all]| {
        format!("{rate} of the answers mention {brand} ({} of {}).", count(named), count(all))
    },
    rival: |brand, rate, [named, all]| {
        format!("{brand} is the most mentioned other brand: {rate} ({} of {}).", count(named), count(all))
    },
    most_named: |brand, rate, [named, all]| {
        format!("{brand} is the most mentioned brand: {rate} ({} of {}).", count(named), count(all))
    },
    before: |rate, [named, all]| format!("The week before: {rate} ({} of {}).", count(named), count(all)),
    no_answers_before: "The week before had no answers.",
    certainly: |moved| {
        let verb = if moved > 0 { "rose" } else { "fell" };
        let size = points(moved.abs(), " points").replace('+', "");
        format!("For the same prompts it {verb} by {size}, hardly by chance.")
    },
    by_chance: "This difference can be chance.",
    place: |place| format!("Number {} of the tracked brands.", count(place)),
    prompt_gap: |prompts, brand, prompt, [answers, all]| {
        let first = format!("“{prompt}”, in {} of {} answers.", count(answers), count(all));
        match prompts {
            1 => format!("For 1 prompt, answers mention other brands and never {brand}: {first}"),
            _ => format!(
                "For {} prompts, answers mention other brands and never {brand}. The first is {first}",
                count(prompts)
            ),
        }
    },
    source_gap: |domain, brand, [answers, all]| {
        format!(
            "{} of the {} {} that cite {domain} mention other brands and not {brand}.",
            count(answers),
            count(all),
            plural(all, "answer", "answers")
        )
    },
    new_domains: |domains, first| {
        let answers = |n: u64| format!("{} {}", count(n), plural(n, "answer", "answers"));
        let first: Vec<String> = first.iter().map(|(domain, n)| format!("{domain} ({})", answers(*n))).collect();
        let cited = plural(domains, "domain is cited that was not before", "domains are cited that were not before");
        format!("{} {cited}: {}.", count(domains), first.join(", "))
    },
    alerts: |alerts, newest| match alerts {
        1 => format!("1 alert: {newest}."),
        _ => format!("{} alerts. The newest: {newest}.", count(alerts)),
    },
    skipped: |times| format!("Schedules started no run {} {}.", count(times), plural(times, "time", "times")),
    failed: |items| format!("{} {} of the runs failed.", count(items), plural(items, "item", "items")),
    work: |runs, spent, balance| {
        format!(
            "{} {} cost {} credits, and {} credits are left.",
            count(runs),
            plural(runs, "run", "runs"),
            decimal(spent),
            decimal(balance)
        )
    },
    methodology: "Counts the answers of the week’s finished runs. A digest never changes once it is made. Changes compare answers to the same \
         prompts by the same models in both weeks. A rate moved if the 99% interval of its change does not contain 0. Links lead to \
         views of the same days, whose numbers differ if brands were edited since.",

    settings: "Weekly digest",
    settings_description: "Sums up the last seven days in five lines, once a week. Recipients also get it as e-mail.",
    edit: "Settings of digests",
    status: "Status",
    is_on: "On",
    is_off: "Off",
    next: "Next digest",
    enabled: "Make a digest every week",
    language: "E-mail language",
    recipients: "Recipients",
    no_recipients: "None",
    recipients_hint: "Type an e-mail address, or paste several.",
    invalid_recipient: "Check the marked e-mail addresses.",
    too_many: "Too many recipients.",
    no_email: "The operator of this platform has not configured e-mail. Digests appear in the console only.",
    sent: "Sent",
    not_sent: |reason| format!("The newest digest was not sent: {reason}"),
    saved: "Settings of digests saved.",
};
