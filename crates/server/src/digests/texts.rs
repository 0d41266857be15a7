//! The texts of a digest as e-mail, in Korean and English. Braces hold the numbers of what is put in.

use crate::language::texts;

/// One form for 1, and one for all other numbers.
type Forms = [&'static str; 2];

texts! {
    product = "주간 요약", "Weekly digest";
    /// First day, last day.
    period = "{0}부터 {1}까지", "{0} to {1}";
    day = "%-m월 %-d일", "%B %-d";
    /// Brand, percentage.
    rose = "{0} 언급률이 {1}로 올랐어요", "{0} rose to {1} of answers";
    fell = "{0} 언급률이 {1}로 떨어졌어요", "{0} fell to {1} of answers";
    nothing_moved = "유의한 변화 없음: {0} 언급률 {1}", "No significant change: {0} is named in {1} of answers";
    nothing_moved_without_brand = "유의한 변화가 없어요", "No significant change";
    not_comparable = "{0} 언급률은 {1}예요. 비교하기에는 답변이 적어요", "{0} is named in {1} of answers, too few to compare";
    not_comparable_without_brand = "비교하기에는 답변이 적어요", "There are too few answers to compare";
    no_answers = "한 주 동안 답변이 없었어요", "The week has no answers";
    /// Answers of the week.
    answers: Forms = ["답변 {0}개", "답변 {0}개"], ["{0} answer", "{0} answers"];
    stand_ins = "실제 서비스가 아니라 이 서버가 대신 답한 내용이에요.", "This server gave these answers in place of the real services.";
    /// Counted answers, all answers.
    coverage =
        "답변 {1}개 중 {0}개를 셌어요. 나머지는 아직 브랜드를 찾고 있어요.",
        "{0} of {1} answers are counted. The others are still being searched for brands.";
    /// Brand, percentage, answers that name it, answers.
    own = "{0} 언급률은 {1}예요. 답변 {3}개 중 {2}개가 언급했어요.", "{0} is named in {1} of the answers: {2} of {3}.";
    rival =
        "가장 많이 언급된 경쟁 브랜드: {0} {1}(답변 {3}개 중 {2}개).",
        "{0} is the most named competitor: {1} of the answers, {2} of {3}.";
    most_named =
        "가장 많이 언급된 브랜드: {0} {1}(답변 {3}개 중 {2}개).",
        "{0} is the most named brand: {1} of the answers, {2} of {3}.";
    /// Percentage, answers that name it, answers.
    before = " 그 전주: {0}({2}개 중 {1}개).", " The week before: {0}, {1} of {2}.";
    no_answers_before = " 그 전주에는 답변이 없었어요.", " The week before had no answers.";
    /// Percentage points.
    rose_significantly: Forms =
        [" 같은 프롬프트에서 {0}%p 유의하게 올랐어요."; 2],
        [
            " For the same prompts it rose significantly, by {0} point.",
            " For the same prompts it rose significantly, by {0} points.",
        ];
    fell_significantly: Forms =
        [" 같은 프롬프트에서 {0}%p 유의하게 떨어졌어요."; 2],
        [
            " For the same prompts it fell significantly, by {0} point.",
            " For the same prompts it fell significantly, by {0} points.",
        ];
    not_significant = " 유의한 차이는 아니에요.", " This difference is not significant.";
    /// Place.
    place = " 등록한 브랜드 중 {0}위예요.", " It is number {0} of the tracked brands.";
    /// Prompts, brand, prompt, answers that name competitors, answers.
    prompt_gap: Forms =
        [
            "경쟁 브랜드만 언급되고 {1} 언급이 없는 프롬프트가 {0}개예요: ‘{2}’(답변 {4}개 중 {3}개).",
            "경쟁 브랜드만 언급되고 {1} 언급이 없는 프롬프트가 {0}개예요. 첫 번째는 ‘{2}’(답변 {4}개 중 {3}개)예요.",
        ],
        [
            "For {0} prompt, answers name competitors and never {1}: “{2}”, in {3} of {4} answers.",
            "For {0} prompts, answers name competitors and never {1}. The first is “{2}”, in {3} of {4} answers.",
        ];
    /// Domain, answers that name competitors, answers that cite it, brand.
    source_gap =
        "{0} 사이트를 인용한 답변 {2}개 중 {1}개가 {3} 없이 경쟁 브랜드만 언급했어요.",
        "{1} of the {2} answers that cite {0} name competitors and not {3}.";
    /// The same if all of them do.
    source_gap_all: Forms =
        [
            "{0} 사이트를 인용한 유일한 답변이 {3} 없이 경쟁 브랜드만 언급했어요.",
            "{0} 사이트를 인용한 답변 {1}개 모두 {3} 없이 경쟁 브랜드만 언급했어요.",
        ],
        [
            "The only answer that cites {0} names competitors and not {3}.",
            "All {1} answers that cite {0} name competitors and not {3}.",
        ];
    /// Domains, their names.
    new_domains: Forms =
        [" 새로 인용된 도메인이 {0}개 있어요: {1}."; 2],
        [" {0} domain is cited that was not before: {1}.", " {0} domains are cited that were not before: {1}."];
    /// Alerts, what the newest says.
    alerts: Forms = ["알림이 {0}개 있었어요. 최근 알림: {1}"; 2], ["{0} alert: {1}", "{0} alerts. The newest: {1}"];
    /// Due times.
    skipped: Forms =
        [" 일정이 실행을 시작하지 못한 때가 {0}번 있었어요."; 2],
        [" A schedule started no run {0} time.", " Schedules started no run {0} times."];
    /// Answers that failed.
    failed: Forms =
        [" 답변 {0}개를 받지 못했어요."; 2],
        [" {0} answer failed.", " {0} answers failed."];
    /// Runs, credits, balance.
    work: Forms =
        ["실행 {0}번에 {1} 크레딧을 썼고, {2} 크레딧이 남았어요."; 2],
        ["{0} run cost {1} credits, and {2} credits are left.", "{0} runs cost {1} credits, and {2} credits are left."];
    to_overview = "개요에서 보기", "See it in the overview";
    to_brands = "브랜드 비교 보기", "Compare the brands";
    to_answers = "이 답변들 보기", "See these answers";
    to_sources = "출처 보기", "See the sources";
    to_alerts = "알림 보기", "See the alerts";
    to_schedules = "일정 보기", "See the schedules";
    to_runs = "실행 보기", "See the runs";
    to_digest = "Answerdeck에서 요약 열기", "Open the digest in Answerdeck";
    /// Organization.
    why = "{0} 조직의 설정에 이 주소가 등록되어 있어 보내 드렸어요.", "You get this because the settings of {0} have your address.";
    unsubscribe = "그만 받기", "Unsubscribe";
    settings = "설정", "Settings";
}

pub(super) fn form(forms: &Forms, number: u64) -> &'static str {
    forms[usize::from(number != 1)]
}
