//! The texts of a digest as e-mail, in Korean and English. Braces hold the numbers of what is put in.

use crate::language::Language;

/// The texts of one language. Those with two forms have one for 1, and one for all other numbers.
pub(super) struct Texts {
    pub(super) product: &'static str,
    /// First day, last day.
    pub(super) period: &'static str,
    pub(super) day: &'static str,
    /// Brand, percentage.
    pub(super) rose: &'static str,
    pub(super) fell: &'static str,
    pub(super) nothing_moved: &'static str,
    pub(super) nothing_moved_without_brand: &'static str,
    pub(super) not_comparable: &'static str,
    pub(super) not_comparable_without_brand: &'static str,
    pub(super) no_answers: &'static str,
    /// Answers of the week.
    pub(super) answers: [&'static str; 2],
    pub(super) stand_ins: &'static str,
    /// Counted answers, all answers.
    pub(super) coverage: &'static str,
    /// Brand, percentage, answers that name it, answers.
    pub(super) own: &'static str,
    pub(super) rival: &'static str,
    pub(super) most_named: &'static str,
    /// Percentage, answers that name it, answers.
    pub(super) before: &'static str,
    pub(super) no_answers_before: &'static str,
    /// Percentage points.
    pub(super) certainly_rose: [&'static str; 2],
    pub(super) certainly_fell: [&'static str; 2],
    pub(super) by_chance: &'static str,
    /// Place.
    pub(super) place: &'static str,
    /// Prompts, brand, prompt, answers that name others, answers.
    pub(super) prompt_gap: [&'static str; 2],
    /// Domain, answers that name others, answers that cite it, brand.
    pub(super) source_gap: &'static str,
    /// Domains, their names.
    pub(super) new_domains: [&'static str; 2],
    /// Alerts, what the newest says.
    pub(super) alerts: [&'static str; 2],
    /// Due times.
    pub(super) skipped: [&'static str; 2],
    /// Items.
    pub(super) failed: [&'static str; 2],
    /// Runs, credits, balance.
    pub(super) work: [&'static str; 2],
    pub(super) to_overview: &'static str,
    pub(super) to_brands: &'static str,
    pub(super) to_answers: &'static str,
    pub(super) to_sources: &'static str,
    pub(super) to_alerts: &'static str,
    pub(super) to_schedules: &'static str,
    pub(super) to_runs: &'static str,
    pub(super) to_digest: &'static str,
    /// Organization.
    pub(super) why: &'static str,
    pub(super) unsubscribe: &'static str,
    pub(super) settings: &'static str,
}

pub(super) const KOREAN: Texts = Texts {
    product: "주간 요약",
    period: "{0}부터 {1}까지",
    day: "%-m월 %-d일",
    rose: "{0} 언급률이 {1}로 올랐어요",
    fell: "{0} 언급률이 {1}로 떨어졌어요",
    nothing_moved: "달라진 것이 없어요. {0} 언급률은 {1}예요",
    nothing_moved_without_brand: "확실히 달라진 것이 없어요",
    not_comparable: "{0} 언급률은 {1}예요. 비교하기에는 답변이 적어요",
    not_comparable_without_brand: "비교하기에는 답변이 적어요",
    no_answers: "한 주 동안 답변이 없었어요",
    answers: ["답변 {0}개", "답변 {0}개"],
    stand_ins: "실제 서비스가 아니라 이 서버가 대신 답한 내용이에요.",
    coverage: "답변 {1}개 중 {0}개를 셌어요. 나머지는 아직 브랜드를 찾고 있어요.",
    own: "{0} 언급률은 {1}예요. 답변 {3}개 중 {2}개가 언급했어요.",
    rival: "가장 많이 언급된 다른 브랜드는 {0}, 언급률은 {1}예요. 답변 {3}개 중 {2}개예요.",
    most_named: "가장 많이 언급된 브랜드는 {0}, 언급률은 {1}예요. 답변 {3}개 중 {2}개예요.",
    before: " 그 전주에는 {0}, {2}개 중 {1}개였어요.",
    no_answers_before: " 그 전주에는 답변이 없었어요.",
    certainly_rose: [" 같은 프롬프트에서 {0}%p 올랐고, 우연이라고 보기 어려워요."; 2],
    certainly_fell: [" 같은 프롬프트에서 {0}%p 떨어졌고, 우연이라고 보기 어려워요."; 2],
    by_chance: " 우연일 수 있는 차이예요.",
    place: " 추적하는 브랜드 가운데 {0}위예요.",
    prompt_gap: ["프롬프트 {0}개에서는 다른 브랜드만 언급되고 {1} 언급은 없어요. ‘{2}’에서는 답변 {4}개 중 {3}개가 그래요.";
        2],
    source_gap: "{0} 출처를 인용한 답변 {2}개 중 {1}개가 {3} 없이 다른 브랜드를 언급했어요.",
    new_domains: [" 새로 인용된 도메인이 {0}개 있어요: {1}."; 2],
    alerts: ["알림이 {0}개 있었어요. 최근 알림: {1}"; 2],
    skipped: [" 일정이 실행을 시작하지 못한 때가 {0}번 있었어요."; 2],
    failed: [" 실행 항목 {0}개가 실패했어요."; 2],
    work: ["실행 {0}번에 {1} 크레딧을 썼고, {2} 크레딧이 남았어요."; 2],
    to_overview: "개요에서 보기",
    to_brands: "브랜드 비교 보기",
    to_answers: "이 답변들 보기",
    to_sources: "출처 보기",
    to_alerts: "알림 보기",
    to_schedules: "일정 보기",
    to_runs: "실행 보기",
    to_digest: "Answerdeck에서 요약 열기",
    why: "{0} 조직의 설정에 이 주소가 등록되어 있어 보내 드렸어요.",
    unsubscribe: "그만 받기",
    settings: "설정",
};

pub(super) const ENGLISH: Texts = Texts {
    product: "Weekly digest",
    period: "{0} to {1}",
    day: "%B %-d",
    rose: "{0} rose to {1} of answers",
    fell: "{0} fell to {1} of answers",
    nothing_moved: "Nothing moved: {0} is named in {1} of answers",
    nothing_moved_without_brand: "Nothing certainly moved",
    not_comparable: "{0} is named in {1} of answers, too few to compare",
    not_comparable_without_brand: "There are too few answers to compare",
    no_answers: "The week has no answers",
    answers: ["{0} answer", "{0} answers"],
    stand_ins: "This server gave these answers in place of the real services.",
    coverage: "{0} of {1} answers are counted. The others are still being searched for brands.",
    own: "{0} is named in {1} of the answers: {2} of {3}.",
    rival: "{0} is the most named other brand: {1} of the answers, {2} of {3}.",
    most_named: "{0} is the most named brand: {1} of the answers, {2} of {3}.",
    before: " The week before: {0}, {1} of {2}.",
    no_answers_before: " The week before had no answers.",
    certainly_rose: [
        " For the same prompts it rose by {0} point, hardly by chance.",
        " For the same prompts it rose by {0} points, hardly by chance.",
    ],
    certainly_fell: [
        " For the same prompts it fell by {0} point, hardly by chance.",
        " For the same prompts it fell by {0} points, hardly by chance.",
    ],
    by_chance: " This difference can be chance.",
    place: " It is number {0} of the tracked brands.",
    prompt_gap: [
        "For {0} prompt, answers name other brands and never {1}: “{2}”, in {3} of {4} answers.",
        "For {0} prompts, answers name other brands and never {1}. The first is “{2}”, in {3} of {4} answers.",
    ],
    source_gap: "{1} of the {2} answers that cite {0} name other brands and not {3}.",
    new_domains: [
        " {0} domain is cited that was not before: {1}.",
        " {0} domains are cited that were not before: {1}.",
    ],
    alerts: ["{0} alert: {1}", "{0} alerts. The newest: {1}"],
    skipped: [" A schedule started no run {0} time.", " Schedules started no run {0} times."],
    failed: [" {0} item of the runs failed.", " {0} items of the runs failed."],
    work: [
        "{0} run cost {1} credits, and {2} credits are left.",
        "{0} runs cost {1} credits, and {2} credits are left.",
    ],
    to_overview: "See it in the overview",
    to_brands: "Compare the brands",
    to_answers: "See these answers",
    to_sources: "See the sources",
    to_alerts: "See the alerts",
    to_schedules: "See the schedules",
    to_runs: "See the runs",
    to_digest: "Open the digest in Answerdeck",
    why: "You get this because the settings of {0} have your address.",
    unsubscribe: "Unsubscribe",
    settings: "Settings",
};

impl Texts {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::Korean => &KOREAN,
            Language::English => &ENGLISH,
        }
    }
}

/// The form for a number.
pub(super) fn form<'a>(forms: &[&'a str; 2], number: u64) -> &'a str {
    forms[usize::from(number != 1)]
}
