//! Texts about digests. The e-mail says nearly the same (`digests::texts` of the server).

use super::overview::ordinal;
use crate::format::{count, counted, decimal, plural, points};

texts! {
    description =
        "지난 한 주의 답변을 다섯 줄로 정리해요.",
        "What the answers of each week showed, in five lines.";
    empty = "아직 주간 요약이 없어요", "No digests yet";
    /// When the first digest is made.
    first_at: fn(&str) -> String =
        |time| format!("첫 요약은 {time}에 만들어져요."),
        |time| format!("The first one will be made on {time}.");
    off = "주간 요약이 꺼져 있어요", "Digests are off";
    off_description = "설정에서 켜면 매주 만들어 드려요.", "Turn them on in the settings to get one every week.";
    digest_settings = "주간 요약 설정", "Digest settings";
    all = "모든 요약", "All digests";
    week = "기간", "Week";
    finding = "요약", "Finding";
    /// A brand, whether its rate rose, and the rate.
    moved: fn(&str, bool, &str) -> String =
        |brand, is_rise, rate| {
            format!("{brand} 언급률이 {rate}로 {}", if is_rise { "올랐어요" } else { "떨어졌어요" })
        },
        |brand, is_rise, rate| format!("{brand} {} to {rate} of answers", if is_rise { "rose" } else { "fell" });
    /// A brand and its rate, if there is one.
    nothing_moved: fn(Option<[&str; 2]>) -> String =
        |brand| match brand {
            Some([brand, rate]) => format!("유의한 변화 없음: {brand} 언급률 {rate}"),
            None => "유의한 변화가 없어요".to_owned(),
        },
        |brand| match brand {
            Some([brand, rate]) => format!("No significant change: {rate} of answers mention {brand}"),
            None => "No significant change".to_owned(),
        };
    not_comparable: fn(Option<[&str; 2]>) -> String =
        |brand| match brand {
            Some([brand, rate]) => format!("{brand} 언급률은 {rate}예요. 비교하기에는 답변이 적어요"),
            None => "비교하기에는 답변이 적어요".to_owned(),
        },
        |brand| match brand {
            Some([brand, rate]) => format!("{rate} of answers mention {brand}, too few to compare"),
            None => "Too few answers to compare".to_owned(),
        };
    no_answers = "한 주 동안 답변이 없었어요", "The week has no answers";
    answers: fn(u64) -> String = |n| format!("답변 {}개", count(n)), |n| counted(n, "answer", "answers");
    stand_ins =
        "실제 서비스가 아니라 이 서버가 대신 답한 내용이에요.",
        "This server gave these answers in place of the real services.";
    /// The counted answers, and all.
    coverage: fn(u64, u64) -> String =
        |searched, all| {
            format!("답변 {}개 중 {}개를 집계했어요. 나머지는 아직 브랜드를 찾고 있었어요.", count(all), count(searched))
        },
        |searched, all| {
            format!(
                "Counts {} of {}. The others were still being searched for brands.",
                count(searched),
                counted(all, "answer", "answers")
            )
        };
    /// A brand, its rate, and the answers that name it, of all.
    own: fn(&str, &str, [u64; 2]) -> String =
        |brand, rate, [named, all]| {
            format!("{brand} 언급률은 {rate}예요(답변 {}개 중 {}개).", count(all), count(named))
        },
        |brand, rate, [named, all]| {
            format!("{rate} of the answers mention {brand} ({} of {}).", count(named), count(all))
        };
    rival: fn(&str, &str, [u64; 2]) -> String =
        |brand, rate, [named, all]| {
            format!("가장 많이 언급된 경쟁 브랜드: {brand} {rate}(답변 {}개 중 {}개).", count(all), count(named))
        },
        |brand, rate, [named, all]| {
            format!("{brand} is the most mentioned competitor: {rate} ({} of {}).", count(named), count(all))
        };
    /// In its place without an own brand.
    most_named: fn(&str, &str, [u64; 2]) -> String =
        |brand, rate, [named, all]| {
            format!("가장 많이 언급된 브랜드: {brand} {rate}(답변 {}개 중 {}개).", count(all), count(named))
        },
        |brand, rate, [named, all]| {
            format!("{brand} is the most mentioned brand: {rate} ({} of {}).", count(named), count(all))
        };
    /// The rate of the week before, and the answers that name the brand, of all.
    before: fn(&str, [u64; 2]) -> String =
        |rate, [named, all]| format!("그 전주: {rate}({}개 중 {}개).", count(all), count(named)),
        |rate, [named, all]| format!("The week before: {rate} ({} of {}).", count(named), count(all));
    no_answers_before = "그 전주에는 답변이 없었어요.", "The week before had no answers.";
    /// By how much a rate moved significantly, in thousandths.
    moved_significantly: fn(i32) -> String =
        |moved| {
            let verb = if moved > 0 { "올랐어요" } else { "떨어졌어요" };
            format!("같은 프롬프트에서 {} 유의하게 {verb}.", points(moved.abs(), "%p").replace('+', ""))
        },
        |moved| {
            let verb = if moved > 0 { "rose" } else { "fell" };
            let size = points(moved.abs(), " points").replace('+', "");
            format!("For the same prompts it {verb} significantly, by {size}.")
        };
    not_significant = "유의한 차이는 아니에요.", "This difference is not significant.";
    place: fn(u64) -> String =
        |place| format!("등록한 브랜드 중 {}위예요.", count(place)),
        |place| {
            let place = ordinal(place);
            let (first, rest) = place.split_at(1);
            format!("{}{rest} of the tracked brands.", first.to_uppercase())
        };
    /// The prompts, the own brand, the first prompt, and its answers that name competitors, of all.
    prompt_gap: fn(u64, &str, &str, [u64; 2]) -> String =
        |prompts, brand, prompt, [answers, all]| {
            let first = format!("‘{prompt}’(답변 {}개 중 {}개)", count(all), count(answers));
            match prompts {
                1 => format!("경쟁 브랜드만 언급되고 {brand} 언급이 없는 프롬프트가 1개예요: {first}."),
                _ => format!(
                    "경쟁 브랜드만 언급되고 {brand} 언급이 없는 프롬프트가 {}개예요. 첫 번째는 {first}예요.",
                    count(prompts)
                ),
            }
        },
        |prompts, brand, prompt, [answers, all]| {
            let first = format!("“{prompt}”, in {} of {} answers.", count(answers), count(all));
            match prompts {
                1 => format!("For 1 prompt, answers mention competitors and never {brand}: {first}"),
                _ => format!(
                    "For {} prompts, answers mention competitors and never {brand}. The first is {first}",
                    count(prompts)
                ),
            }
        };
    /// A domain, the own brand, and the answers that cite the domain and name competitors, of all that cite it.
    source_gap: fn(&str, &str, [u64; 2]) -> String =
        |domain, brand, [answers, all]| {
            let citing = match all {
                1 => "유일한 답변이".to_owned(),
                _ if answers == all => format!("답변 {}개 모두", count(all)),
                _ => format!("답변 {}개 중 {}개가", count(all), count(answers)),
            };
            format!("{domain} 사이트를 인용한 {citing} {brand} 없이 경쟁 브랜드만 언급했어요.")
        },
        |domain, brand, [answers, all]| {
            let citing = match all {
                1 => return format!("The only answer that cites {domain} mentions competitors and not {brand}."),
                _ if answers == all => format!("All {} answers", count(all)),
                _ => format!("{} of the {} answers", count(answers), count(all)),
            };
            format!("{citing} that cite {domain} mention competitors and not {brand}.")
        };
    /// The domains that are newly cited, and the first of them with the answers that cite each.
    new_domains: fn(u64, &[(String, u64)]) -> String =
        |domains, first| {
            let first: Vec<String> = first.iter().map(|(domain, n)| format!("{domain}(답변 {}개)", count(*n))).collect();
            format!("새로 인용된 도메인이 {}개 있어요: {}.", count(domains), first.join(", "))
        },
        |domains, first| {
            let answers = |n: u64| counted(n, "answer", "answers");
            let first: Vec<String> = first.iter().map(|(domain, n)| format!("{domain} ({})", answers(*n))).collect();
            let cited = plural(domains, "domain is cited that was not before", "domains are cited that were not before");
            format!("{} {cited}: {}.", count(domains), first.join(", "))
        };
    /// The alerts, and what the newest says.
    alerts: fn(u64, &str) -> String =
        |alerts, newest| format!("알림이 {}개 있었어요. 최근 알림: {newest}.", count(alerts)),
        |alerts, newest| match alerts {
            1 => format!("1 alert: {newest}."),
            _ => format!("{} alerts. The newest: {newest}.", count(alerts)),
        };
    skipped: fn(u64) -> String =
        |times| format!("일정이 실행을 시작하지 못한 때가 {}번 있었어요.", count(times)),
        |times| format!("Schedules started no run {}.", counted(times, "time", "times"));
    failed: fn(u64) -> String =
        |items| format!("답변 {}개를 받지 못했어요.", count(items)),
        |items| format!("{} failed.", counted(items, "answer", "answers"));
    /// The runs, what they cost, and the balance.
    work: fn(u64, f64, f64) -> String =
        |runs, spent, balance| {
            format!("실행 {}번에 {}크레딧을 썼고, {}크레딧이 남았어요.", count(runs), decimal(spent), decimal(balance))
        },
        |runs, spent, balance| {
            format!(
                "{} cost {} credits, and {} credits are left.",
                counted(runs, "run", "runs"),
                decimal(spent),
                decimal(balance)
            )
        };
    methodology =
        "그 주에 끝난 실행의 답변을 집계하고, 한 번 만든 요약은 바뀌지 않아요. 변화는 두 주에 같은 모델이 같은 프롬프트에 한 답변끼리 비교하고, 99% \
             신뢰구간에 0이 없을 때만 달라졌다고 말해요. 링크는 같은 기간의 화면으로 이어지는데, 그 뒤에 브랜드를 고쳤다면 수치가 다를 수 있어요.",
        "Counts the answers of the week’s finished runs. A digest never changes once it is made. Changes compare answers to the same \
             prompts by the same models in both weeks. A rate moved if the 99% interval of its change does not contain 0. Links lead to \
             views of the same days, whose numbers differ if brands were edited since.";

    settings = "주간 요약", "Weekly digest";
    settings_description =
        "매주 정해 둔 시각에 지난 7일을 다섯 줄로 정리해요.",
        "Sums up the last seven days in five lines, once a week.";
    status = "상태", "Status";
    is_on = "켜짐", "On";
    is_off = "꺼짐", "Off";
    next = "다음 요약", "Next digest";
    enabled = "매주 요약 만들기", "Make a digest every week";
    language = "이메일 언어", "E-mail language";
    recipients = "받는 사람", "Recipients";
    no_recipients = "없음", "None";
    recipients_hint =
        "이메일 주소를 입력하세요. 여러 개를 붙여 넣어도 돼요.",
        "Type an e-mail address, or paste several.";
    invalid_recipient = "표시된 이메일 주소를 확인해 주세요.", "Check the marked e-mail addresses.";
    too_many = "받는 사람이 너무 많아요.", "Too many recipients.";
    no_email =
        "이 플랫폼의 운영자가 이메일을 설정하지 않았어요. 요약은 콘솔에만 나타나요.",
        "The operator of this platform has not configured e-mail. Digests appear in the console only.";
    sent = "보냄", "Sent";
    /// Why the newest digest was not sent.
    not_sent: fn(&str) -> String =
        |reason| format!("최근 요약을 보내지 못했어요: {reason}"),
        |reason| format!("The newest digest was not sent: {reason}");
    saved = "주간 요약 설정을 저장했어요.", "Digest settings saved.";
}
