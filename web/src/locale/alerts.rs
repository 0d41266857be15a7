//! Texts of alerts and their rules. What an alert says is in `crates/insight/src/alert_text.rs`.

use crate::format::{count, counted};

texts! {
    description = "우연이라고 보기 어려운, 유의한 변화예요.", "Significant changes, too large to be chance.";
    newest(new: u64, fired: &str) =
        match new {
            0 => format!("새 알림 없음 · 가장 최근 알림: {fired}"),
            _ => format!("새 알림 {}개 · 가장 최근 알림: {fired}", count(new)),
        },
        match new {
            0 => format!("No new alerts; the newest on {fired}"),
            _ => format!("{}; the newest on {fired}", counted(new, "new alert", "new alerts")),
        };
    empty = "아직 알림이 없어요", "No alerts yet";
    empty_description =
        "두 기간을 비교할 만큼 답변이 모이고 수치가 유의하게 달라지면 여기에 나타나요. 일정을 만들면 답변이 꾸준히 모여요.",
        "They appear here when two periods have enough answers to compare and a rate moved significantly. A schedule collects answers regularly.";
    new = "새 알림", "New";
    acknowledge = "확인", "Acknowledge";
    renew = "확인 취소", "Mark as new";
    /// The accessible names of both buttons, with the sentence of the alert.
    acknowledge_one(alert: &str) = format!("확인: {alert}"), format!("Acknowledge: {alert}");
    renew_one(alert: &str) = format!("확인 취소: {alert}"), format!("Mark as new: {alert}");
    sample([before, after]: [u64; 2]) =
        format!("답변 {}개, 이전 {}개", count(after), count(before)),
        format!("{}, {} before", counted(after, "answer", "answers"), count(before));
    /// The days of the period and of the one before.
    compared(days: &str, before: &str) = format!("{days}, 이전 {before}"), format!("{days} vs. {before}");
    interval(lower: &str, upper: &str) =
        format!("변화 {lower}%p~{upper}%p(99% 신뢰구간)"),
        format!("change {lower} to {upper} pts (99% interval)");
    lead_interval(lower: &str, upper: &str) =
        format!("차이의 변화 {lower}%p~{upper}%p(99% 신뢰구간)"),
        format!("change of the difference {lower} to {upper} pts (99% interval)");
    moved_most = "가장 크게 달라진 프롬프트와 출처", "Prompts and sources that changed most";
    prompts_lead = "프롬프트(언급률 차이)", "Prompts (difference of mention rates)";
    sources = "출처(인용 답변 비율)", "Sources (share of answers that cite them)";

    rules = "알림 규칙", "Rules";
    no_rules = "규칙이 없어서 알림도 오지 않아요.", "Without a rule, there are no alerts.";
    rule = "규칙", "Rule";
    fires = "알림 조건", "Alert when it";
    new_rule = "새 규칙", "New rule";
    edit_rule = "규칙 수정", "Edit rule";
    created = "규칙을 만들었어요.", "Rule created.";
    saved = "규칙을 저장했어요.", "Rule saved.";
    deleted = "규칙을 삭제했어요.", "Rule deleted.";
    not_deleted(reason: &str) =
        format!("규칙을 삭제하지 못했어요. {reason}"),
        format!("The rule could not be deleted. {reason}");
    /// After the first word.
    own_brand = "우리 브랜드", "your brand";
    rate_of(brand: &str) = format!("{brand} 언급률"), format!("Mention rate of {brand}");
    lead_of(brand: &str) = format!("{brand} · 경쟁 브랜드 순위"), format!("{brand} vs. competitors");
    share_of(domain: &str) = format!("{domain} 인용 답변 비율"), format!("Share of answers that cite {domain}");
    rate_for(prompt: &str, brand: &str) =
        format!("‘{prompt}’의 {brand} 언급률"),
        format!("Mention rate of {brand} for “{prompt}”");
    no_brand =
        "우리 브랜드를 지정해야 알릴 수 있어요. 브랜드 페이지에서 지정해 주세요.",
        "It never fires until you choose your brand on the Brands page.";
    falls(points: u64, days: u64) =
        format!("{}일 동안 {}%p 이상 떨어지면", count(days), count(points)),
        format!("falls by {} points within {} days", count(points), count(days));
    rises(points: u64, days: u64) =
        format!("{}일 동안 {}%p 이상 오르면", count(days), count(points)),
        format!("rises by {} points within {} days", count(points), count(days));
    moves(points: u64, days: u64) =
        format!("{}일 동안 {}%p 이상 달라지면", count(days), count(points)),
        format!("moves by {} points within {} days", count(points), count(days));
    is_passed(points: u64, days: u64) =
        format!("{}일 동안 차이가 {}%p 이상 달라져 경쟁 브랜드가 앞서면", count(days), count(points)),
        format!("is passed by a competitor, with a change of {} points within {} days", count(points), count(days));
    passes(points: u64, days: u64) =
        format!("{}일 동안 차이가 {}%p 이상 달라져 경쟁 브랜드를 앞서면", count(days), count(points)),
        format!("passes a competitor, with a change of {} points within {} days", count(points), count(days));
    changes_places(points: u64, days: u64) =
        format!("{}일 동안 차이가 {}%p 이상 달라져 순서가 바뀌면", count(days), count(points)),
        format!("passes or is passed, with a change of {} points within {} days", count(points), count(days));

    metric = "지켜볼 수치", "What to watch";
    brand_rate = "브랜드 언급률", "Mention rate of a brand";
    lead = "경쟁 브랜드와의 순위", "A brand vs. its competitors";
    source_share = "출처 인용 답변 비율", "Share of answers that cite a domain";
    prompt_rate = "프롬프트의 브랜드 언급률", "Mention rate of a brand for a prompt";
    domain_hint = "예: nurio.example", "Such as nurio.example";
    prompt_search = "프롬프트 찾기", "Find a prompt";
    choose_prompt = "프롬프트를 선택해 주세요.", "Choose a prompt.";
    direction = "방향", "Direction";
    either = "오르거나 떨어질 때", "It rises or falls";
    fall = "떨어질 때", "It falls";
    rise = "오를 때", "It rises";
    either_place = "순서가 바뀔 때", "It passes or is passed";
    passed = "경쟁 브랜드가 앞설 때", "A competitor passes it";
    passing = "경쟁 브랜드를 앞설 때", "It passes a competitor";
    size = "최소 변화(%p)", "Smallest change (points)";
    window = "비교 기간", "Compare";
    days(days: u64) =
        format!("최근 {0}일과 그 앞 {0}일", count(days)),
        format!("{0} days with the {0} days before", count(days));
    prompt_window_hint =
        "한 프롬프트를 일주일에 한 번 실행하면 28일이 필요해요.",
        "A prompt that is run once a week needs 28 days.";
    try_out = "지난 12주에 적용해 보기", "Try it on the past 12 weeks";
    would_have_fired(times: u64) =
        match times {
            0 => "이 규칙이 있었어도 지난 12주 동안 알림이 오지 않았을 거예요.".to_owned(),
            _ => format!("이 규칙이 있었다면 지난 12주 동안 알림이 {}번 왔을 거예요.", count(times)),
        },
        match times {
            0 => "It would not have fired in the past twelve weeks.".to_owned(),
            1 => "It would have fired once in the past twelve weeks.".to_owned(),
            2 => "It would have fired twice in the past twelve weeks.".to_owned(),
            _ => format!("It would have fired {} times in the past twelve weeks.", count(times)),
        };
    too_few_answers =
        "지난 12주에는 비교할 만큼 답변이 없어요.",
        "The past twelve weeks have too few answers to compare.";
    on_day_with(day: &str, moved: &str, rival: &str) =
        format!("{day}: {rival} 대비 차이 {moved}"),
        format!("{day}: lead over {rival} {moved}");
    methodology =
        "두 기간에 같은 프롬프트를 같은 모델에 물은 답변만 비교해요. 프롬프트마다 달라진 정도로 99% 신뢰구간을 구하고, 그 구간에 0이 없고 변화가 규칙의 \
             크기 이상일 때만 알려요. 기간마다 프롬프트 10개와 답변 30개가 필요해요. 항목의 절반 이상이 실패한 모델은 비교에서 빼고, 그 사실을 따로 알려요. 같은 변화는 \
             두 기간이 지날 때까지 한 번만 알리고, 규칙의 크기만큼 더 달라지면 다시 알려요. 두 브랜드의 순서가 바뀌었다고 알린 뒤에는 다시 뒤바뀔 때만 알려요.",
        "Only answers to the same prompts by the same models are compared. A 99% confidence interval comes from how much each \
             prompt changed; a rule fires only if this interval does not contain 0 and the change is as large as the rule says. Each period \
             needs 10 prompts and 30 answers. A model that failed half of its items is left out and named in an alert of its own. The same \
             change fires once while the two periods contain it, and again if it goes on by the size of the rule. Brands that changed \
             places fire again only when they change back.";
}
