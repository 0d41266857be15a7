//! Texts of alerts and their rules.

use crate::format::{count, plural, whole_percent};

/// Texts of alerts and their rules.
pub struct Texts {
    pub description: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub new: &'static str,
    pub acknowledge: &'static str,
    pub renew: &'static str,
    /// The accessible names of both buttons, with the sentence of the alert.
    pub acknowledge_one: fn(&str) -> String,
    pub renew_one: fn(&str) -> String,
    /// What moved, whether it rose, and the rates before and after.
    pub brand_moved: fn(&str, bool, [f64; 2]) -> String,
    pub source_moved: fn(&str, bool, [f64; 2]) -> String,
    /// The prompt and the brand.
    pub prompt_moved: fn([&str; 2], bool, [f64; 2]) -> String,
    /// The brand that is now named more often, and the other one.
    pub overtook: fn(&str, &str) -> String,
    /// The model, its failed items and all of its items.
    pub outage: fn(&str, u64, u64) -> String,
    /// The answers before and after, and their prompts.
    pub sample: fn([u64; 2], u64) -> String,
    /// The limits of the interval, in points.
    pub interval: fn(&str, &str) -> String,
    pub since: fn(&str) -> String,
    pub rates: fn([f64; 2]) -> String,
    pub moved_most: &'static str,
    pub prompts: &'static str,
    pub sources: &'static str,

    pub rules: &'static str,
    pub rules_description: &'static str,
    pub no_rules: &'static str,
    pub rule: &'static str,
    pub fires: &'static str,
    pub new_rule: &'static str,
    pub edit_rule: &'static str,
    pub edit_one: fn(&str) -> String,
    pub delete_one: fn(&str) -> String,
    pub created: &'static str,
    pub saved: &'static str,
    pub deleted: &'static str,
    pub not_deleted: fn(&str) -> String,
    pub rate_of: fn(&str) -> String,
    pub lead_of: fn(&str) -> String,
    pub share_of: fn(&str) -> String,
    /// The prompt and the brand.
    pub rate_for: fn(&str, &str) -> String,
    pub own_brand: &'static str,
    pub deleted_brand: &'static str,
    pub deleted_prompt: &'static str,
    pub no_brand: &'static str,
    /// The points and the days.
    pub falls: fn(u64, u64) -> String,
    pub rises: fn(u64, u64) -> String,
    pub moves: fn(u64, u64) -> String,
    pub is_passed: fn(u64, u64) -> String,
    pub passes: fn(u64, u64) -> String,
    pub changes_places: fn(u64, u64) -> String,

    pub metric: &'static str,
    pub brand_rate: &'static str,
    pub lead: &'static str,
    pub source_share: &'static str,
    pub prompt_rate: &'static str,
    pub brand: &'static str,
    pub domain: &'static str,
    pub domain_hint: &'static str,
    pub prompt_search: &'static str,
    pub prompt_search_hint: &'static str,
    pub prompt: &'static str,
    pub choose_prompt: &'static str,
    pub direction: &'static str,
    pub either: &'static str,
    pub fall: &'static str,
    pub rise: &'static str,
    pub either_place: &'static str,
    pub passed: &'static str,
    pub passing: &'static str,
    pub size: &'static str,
    pub invalid_size: &'static str,
    pub window: &'static str,
    pub days: fn(u64) -> String,
    pub prompt_window_hint: &'static str,
    pub try_out: &'static str,
    pub would_have_fired: fn(u64) -> String,
    pub too_few_answers: &'static str,
    /// A day and the movement in points.
    pub on_day: fn(&str, &str) -> String,
    /// A day, the movement and the other brand.
    pub on_day_with: fn(&str, &str, &str) -> String,
    pub methodology: &'static str,
}

fn korean_verb(is_rise: bool) -> &'static str {
    if is_rise { "올랐어요" } else { "떨어졌어요" }
}

fn english_verb(is_rise: bool) -> &'static str {
    if is_rise { "rose" } else { "fell" }
}

pub const KOREAN: Texts = Texts {
    description: "답변에서 확실히 달라진 점을 실행이 끝날 때마다, 그리고 하루에 한 번 찾아 알려 드려요.",
    empty: "아직 알림이 없어요",
    empty_description: "두 기간을 비교할 만큼 답변이 모이고 수치가 확실히 달라지면 여기에 나타나요.",
    new: "새 알림",
    acknowledge: "확인",
    renew: "확인 취소",
    acknowledge_one: |alert| format!("확인: {alert}"),
    renew_one: |alert| format!("확인 취소: {alert}"),
    brand_moved: |brand, is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("{brand} 언급률이 {before}에서 {after}로 {}", korean_verb(is_rise))
    },
    source_moved: |domain, is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("{domain} 인용 비율이 {before}에서 {after}로 {}", korean_verb(is_rise))
    },
    prompt_moved: |[prompt, brand], is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("‘{prompt}’: {brand} 언급률이 {before}에서 {after}로 {}", korean_verb(is_rise))
    },
    overtook: |first, second| format!("{first} 언급률이 {second}보다 높아졌어요"),
    outage: |model, failed, items| format!("{model}: 항목 {}개 중 {}개가 실패했어요", count(items), count(failed)),
    sample: |[before, after], prompts| {
        format!("프롬프트 {}개의 답변 {}개, 이전 {}개", count(prompts), count(after), count(before))
    },
    interval: |lower, upper| format!("변화는 99% 확률로 {lower}에서 {upper} 사이"),
    since: |day| format!("{day}부터"),
    rates: |[before, after]| format!("{} → {}", whole_percent(before), whole_percent(after)),
    moved_most: "가장 크게 달라진 프롬프트와 출처",
    prompts: "프롬프트",
    sources: "출처",

    rules: "알림 규칙",
    rules_description: "무엇이 얼마나 달라지면 알릴지 정해요.",
    no_rules: "규칙이 없어서 알림도 오지 않아요.",
    rule: "규칙",
    fires: "알리는 때",
    new_rule: "새 규칙",
    edit_rule: "규칙 수정",
    edit_one: |rule| format!("규칙 수정: {rule}"),
    delete_one: |rule| format!("규칙 삭제: {rule}"),
    created: "규칙을 만들었어요.",
    saved: "규칙을 저장했어요.",
    deleted: "규칙을 삭제했어요.",
    not_deleted: |reason| format!("규칙을 삭제하지 못했어요. {reason}"),
    rate_of: |brand| format!("{brand} 언급률"),
    lead_of: |brand| format!("{brand} 순위"),
    share_of: |domain| format!("{domain} 인용 비율"),
    rate_for: |prompt, brand| format!("‘{prompt}’의 {brand} 언급률"),
    own_brand: "우리 브랜드",
    deleted_brand: "삭제한 브랜드",
    deleted_prompt: "삭제한 프롬프트",
    no_brand: "조직의 웹사이트를 가진 브랜드가 없어서 알리지 못해요. 브랜드를 골라 새 규칙을 만들어 주세요.",
    falls: |points, days| format!("{}일 동안 {}%p 이상 떨어지면", count(days), count(points)),
    rises: |points, days| format!("{}일 동안 {}%p 이상 오르면", count(days), count(points)),
    moves: |points, days| format!("{}일 동안 {}%p 이상 달라지면", count(days), count(points)),
    is_passed: |points, days| {
        format!("{}일 동안 차이가 {}%p 이상 달라져 경쟁 브랜드가 앞서면", count(days), count(points))
    },
    passes: |points, days| {
        format!("{}일 동안 차이가 {}%p 이상 달라져 경쟁 브랜드를 앞서면", count(days), count(points))
    },
    changes_places: |points, days| {
        format!("{}일 동안 차이가 {}%p 이상 달라져 순서가 바뀌면", count(days), count(points))
    },

    metric: "지켜볼 수치",
    brand_rate: "브랜드 언급률",
    lead: "경쟁 브랜드와의 순위",
    source_share: "출처 인용 비율",
    prompt_rate: "프롬프트의 브랜드 언급률",
    brand: "브랜드",
    domain: "도메인",
    domain_hint: "예: nurio.example",
    prompt_search: "프롬프트 찾기",
    prompt_search_hint: "프롬프트에 들어 있는 말을 입력하세요.",
    prompt: "프롬프트",
    choose_prompt: "프롬프트를 선택하세요",
    direction: "방향",
    either: "오르거나 떨어질 때",
    fall: "떨어질 때",
    rise: "오를 때",
    either_place: "순서가 바뀔 때",
    passed: "경쟁 브랜드가 앞설 때",
    passing: "경쟁 브랜드를 앞설 때",
    size: "최소 변화(%p)",
    invalid_size: "1부터 100까지의 정수를 입력하세요.",
    window: "비교 기간",
    days: |days| format!("최근 {0}일과 그 앞 {0}일", count(days)),
    prompt_window_hint: "한 프롬프트를 일주일에 한 번 실행하면 28일이 필요해요.",
    try_out: "지난 12주에 적용해 보기",
    would_have_fired: |times| match times {
        0 => "지난 12주 동안 한 번도 알리지 않았을 거예요.".to_owned(),
        _ => format!("지난 12주 동안 {}번 알렸을 거예요.", count(times)),
    },
    too_few_answers: "지난 12주에는 비교할 만큼 답변이 없어요.",
    on_day: |day, moved| format!("{day}: {moved}"),
    on_day_with: |day, moved, rival| format!("{day}: {rival}와의 차이 {moved}"),
    methodology: "두 기간에 같은 프롬프트를 같은 모델에 물은 답변만 비교해요. 프롬프트마다 달라진 정도로 99% 신뢰구간을 구하고, 그 구간에 0이 없고 변화가 규칙의 \
         크기 이상일 때만 알려요. 기간마다 프롬프트 10개와 답변 30개가 필요해요. 항목의 절반 이상이 실패한 모델은 비교에서 빼고, 그 사실을 따로 알려요. 같은 변화는 \
         두 기간이 지날 때까지 한 번만 알리고, 규칙의 크기만큼 더 달라지면 다시 알려요.",
};

pub const ENGLISH: Texts = Texts {
    description: "What certainly changed in your answers, looked for after each run and once a day.",
    empty: "No alerts yet",
    empty_description: "They appear here when two periods have enough answers to compare and a rate certainly moved.",
    new: "New",
    acknowledge: "Acknowledge",
    renew: "Mark as new",
    acknowledge_one: |alert| format!("Acknowledge: {alert}"),
    renew_one: |alert| format!("Mark as new: {alert}"),
    brand_moved: |brand, is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("The mention rate of {brand} {} from {before} to {after}", english_verb(is_rise))
    },
    source_moved: |domain, is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("The share of answers that cite {domain} {} from {before} to {after}", english_verb(is_rise))
    },
    prompt_moved: |[prompt, brand], is_rise, [before, after]| {
        let (before, after) = (whole_percent(before), whole_percent(after));
        format!("“{prompt}”: the mention rate of {brand} {} from {before} to {after}", english_verb(is_rise))
    },
    overtook: |first, second| format!("Answers now mention {first} more often than {second}"),
    outage: |model, failed, items| {
        format!("{model}: {} of {} {} failed", count(failed), count(items), plural(items, "item", "items"))
    },
    sample: |[before, after], prompts| {
        format!(
            "{} {} to {} {}, before {}",
            count(after),
            plural(after, "answer", "answers"),
            count(prompts),
            plural(prompts, "prompt", "prompts"),
            count(before)
        )
    },
    interval: |lower, upper| format!("the change is between {lower} and {upper} (99%)"),
    since: |day| format!("since {day}"),
    rates: |[before, after]| format!("{} → {}", whole_percent(before), whole_percent(after)),
    moved_most: "Prompts and sources that changed most",
    prompts: "Prompts",
    sources: "Sources",

    rules: "Rules",
    rules_description: "What you want to know of, and how large it has to be.",
    no_rules: "Without a rule, there are no alerts.",
    rule: "Rule",
    fires: "Fires when it",
    new_rule: "New rule",
    edit_rule: "Edit rule",
    edit_one: |rule| format!("Edit the rule: {rule}"),
    delete_one: |rule| format!("Delete the rule: {rule}"),
    created: "Rule created.",
    saved: "Rule saved.",
    deleted: "Rule deleted.",
    not_deleted: |reason| format!("The rule was not deleted. {reason}"),
    rate_of: |brand| format!("Mention rate of {brand}"),
    lead_of: |brand| format!("{brand} beside its competitors"),
    share_of: |domain| format!("Share of answers that cite {domain}"),
    rate_for: |prompt, brand| format!("Mention rate of {brand} for “{prompt}”"),
    own_brand: "Your brand",
    deleted_brand: "a deleted brand",
    deleted_prompt: "a deleted prompt",
    no_brand: "It never fires, because no brand has a website of your organization. Create a rule with a brand instead.",
    falls: |points, days| format!("falls by {} points within {} days", count(points), count(days)),
    rises: |points, days| format!("rises by {} points within {} days", count(points), count(days)),
    moves: |points, days| format!("moves by {} points within {} days", count(points), count(days)),
    is_passed: |points, days| {
        format!("is passed by a competitor, with a change of {} points within {} days", count(points), count(days))
    },
    passes: |points, days| {
        format!("passes a competitor, with a change of {} points within {} days", count(points), count(days))
    },
    changes_places: |points, days| {
        format!("passes or is passed, with a change of {} points within {} days", count(points), count(days))
    },

    metric: "What to watch",
    brand_rate: "Mention rate of a brand",
    lead: "A brand beside its competitors",
    source_share: "Share of answers that cite a domain",
    prompt_rate: "Mention rate of a brand for a prompt",
    brand: "Brand",
    domain: "Domain",
    domain_hint: "Such as nurio.example",
    prompt_search: "Find a prompt",
    prompt_search_hint: "Enter words of the prompt.",
    prompt: "Prompt",
    choose_prompt: "Choose a prompt",
    direction: "Direction",
    either: "It rises or falls",
    fall: "It falls",
    rise: "It rises",
    either_place: "It passes or is passed",
    passed: "A competitor passes it",
    passing: "It passes a competitor",
    size: "Smallest change (points)",
    invalid_size: "Enter a whole number from 1 to 100.",
    window: "Compare",
    days: |days| format!("{0} days with the {0} days before", count(days)),
    prompt_window_hint: "A prompt that is run once a week needs 28 days.",
    try_out: "Try it on the past 12 weeks",
    would_have_fired: |times| match times {
        0 => "It would not have fired in the past twelve weeks.".to_owned(),
        1 => "It would have fired once in the past twelve weeks.".to_owned(),
        2 => "It would have fired twice in the past twelve weeks.".to_owned(),
        _ => format!("It would have fired {} times in the past twelve weeks.", count(times)),
    },
    too_few_answers: "The past twelve weeks have too few answers to compare.",
    on_day: |day, moved| format!("{day}: {moved}"),
    on_day_with: |day, moved, rival| format!("{day}: lead over {rival} {moved}"),
    methodology: "Only answers to the same prompts by the same models are compared. A 99% confidence interval comes from how much each \
         prompt changed; a rule fires only if this interval does not contain 0 and the change is as large as the rule says. Each period \
         needs 10 prompts and 30 answers. A model that failed half of its items is left out and named in an alert of its own. The same \
         change fires once while the two periods contain it, and again if it goes on by the size of the rule.",
};
