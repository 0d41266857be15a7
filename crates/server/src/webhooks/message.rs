//! An event as a sentence for people, with a link to the console.

use answerdeck_api::{
    AlertFired, AlertKind, AlertMetric, DigestOutcome, DigestReady, Event, RunFinished, ScheduleSkipped,
    SiteAnalysisFinished, SiteKeywordAnalysisStatus, SkipReason, WebhookFormat, visible_words,
};
use serde_json::{Value, json};

use crate::language::{Language, in_language, shortened};

/// The maximum number of characters of a text in a sentence that the platform did not write.
const QUOTED_MAX: usize = 100;

/// Makes the body that Slack or Discord takes. `None` in the format `STANDARD`.
pub(super) fn body(format: &WebhookFormat, language: Language, event: &Event, public_url: &str) -> Option<Value> {
    let (key, quote): (_, fn(&str) -> String) = match format {
        WebhookFormat::Slack => ("text", slack_text),
        WebhookFormat::Discord => ("content", discord_text),
        WebhookFormat::Standard | WebhookFormat::Unknown(_) => return None,
    };
    let text = format!("{} {public_url}{}", sentence(event, language, quote), path(event));
    let mut body = json!({ key: text });
    if *format == WebhookFormat::Discord {
        // No text of others notifies people.
        body["allowed_mentions"] = json!({ "parse": [] });
    }
    Some(body)
}

/// The sentence in a language. `quote` escapes the texts in it.
fn sentence(event: &Event, language: Language, quote: fn(&str) -> String) -> String {
    let quoted = |text: &str| quote(&one_line(text));
    match (event, language) {
        (Event::RunFinished(RunFinished { name, total_count, success_count, .. }), Language::English) => {
            format!("The run “{}” has finished: {success_count} of {total_count} answers were collected.", quoted(name))
        }
        (Event::RunFinished(RunFinished { name, total_count, success_count, .. }), Language::Korean) => {
            format!("‘{}’ 실행이 끝났어요. 답변 {total_count}개 중 {success_count}개를 수집했어요.", quoted(name))
        }
        (Event::SiteAnalysisFinished(SiteAnalysisFinished { url, status, keyword_count, .. }), language) => {
            let (url, has_keywords) = (quoted(url), *status == SiteKeywordAnalysisStatus::Completed);
            match (language, has_keywords) {
                (Language::English, true) => {
                    format!("The analysis of {url} is complete. Keywords found: {keyword_count}.")
                }
                (Language::English, false) => format!("The analysis of {url} has failed."),
                (Language::Korean, true) => {
                    format!("{url} 사이트 분석이 끝났어요. 키워드 {keyword_count}개를 찾았어요.")
                }
                (Language::Korean, false) => format!("{url} 사이트를 분석하지 못했어요."),
            }
        }
        (Event::AlertFired(alert), language) => alert_sentence(alert, language, &quoted),
        (Event::ScheduleSkipped(ScheduleSkipped { name, skip_reason, .. }), language) => {
            let (name, reason) = (quoted(name), skipped_because(skip_reason, language));
            let korean = format!("‘{name}’ 일정이 실행을 시작하지 못했어요. {reason}.");
            in_language(language, (korean, format!("The schedule “{name}” has started no run: {reason}.")))
        }
        (Event::DigestReady(digest), language) => digest_sentence(digest, language, &quoted),
        (Event::WebhookTest(_), Language::English) => "This is a test of a webhook of Answerdeck.".to_owned(),
        (Event::WebhookTest(_), Language::Korean) => "Answerdeck 웹훅을 시험하는 메시지예요.".to_owned(),
    }
}

/// What an alert says in a language. `quoted` escapes and shortens the texts in it.
pub(crate) fn alert_sentence(alert: &AlertFired, language: Language, quoted: &dyn Fn(&str) -> String) -> String {
    let AlertFired { metric, before, after, moved, failed_count, item_count, .. } = alert;
    let [before, after] = [before, after].map(|rate| rate.unwrap_or_default());
    let (subject, moved) = (quoted(&alert.subject), moved.unwrap_or_default());
    if alert.kind == AlertKind::EngineOutage {
        let [failed, items] = [failed_count, item_count].map(|count| count.unwrap_or_default());
        let korean = format!("{subject}의 항목 {items}개 중 {failed}개가 실패했어요.");
        return in_language(language, (korean, format!("{subject} failed {failed} of {items} items.")));
    }
    if let Some(rival) = alert.rival.as_deref().map(quoted) {
        let [first, second] = if moved < 0 { [rival, subject] } else { [subject, rival] };
        let korean = format!("{first} 언급률이 {second}보다 높아졌어요.");
        return in_language(language, (korean, format!("Answers now name {first} more often than {second}.")));
    }
    let of = match (metric, &alert.query, language) {
        (Some(AlertMetric::SourceShare), _, Language::English) => format!("The share of answers that cite {subject}"),
        (Some(AlertMetric::SourceShare), _, Language::Korean) => format!("{subject} 인용 답변 비율이"),
        (_, Some(query), Language::English) => format!("The mention rate of {subject} for “{}”", quoted(query)),
        (_, Some(query), Language::Korean) => format!("‘{}’에서 {subject} 언급률이", quoted(query)),
        (_, None, Language::English) => format!("The mention rate of {subject}"),
        (_, None, Language::Korean) => format!("{subject} 언급률이"),
    };
    let verb = in_language(language, if moved < 0 { ("떨어졌어요", "fell") } else { ("올랐어요", "rose") });
    let korean = format!("{of} {before}%에서 {after}%로 {verb}.");
    in_language(language, (korean, format!("{of} {verb} from {before} % to {after} %.")))
}

fn digest_sentence(digest: &DigestReady, language: Language, quoted: &dyn Fn(&str) -> String) -> String {
    let DigestReady { outcome, answer_count, named_count, .. } = digest;
    let named = match (digest.brand.as_deref().map(quoted), named_count, language) {
        _ if *answer_count == 0 => String::new(),
        (Some(brand), Some(named), Language::English) => {
            format!(" {named} of {answer_count} answers name {brand}.")
        }
        (Some(brand), Some(named), Language::Korean) => {
            format!(" 답변 {answer_count}개 중 {named}개가 {brand} 브랜드를 언급했어요.")
        }
        _ => String::new(),
    };
    let outcome = match outcome {
        DigestOutcome::Moved => ("언급률이 유의하게 달라졌어요.", "A mention rate moved significantly."),
        DigestOutcome::NothingMoved => ("유의한 변화가 없어요.", "No significant change."),
        DigestOutcome::NoAnswers => ("한 주 동안 답변이 없었어요.", "The week has no answers."),
        DigestOutcome::NotComparable | DigestOutcome::Unknown(_) => {
            ("비교할 만큼 답변이 많지 않아요.", "There is too little to compare.")
        }
    };
    let ready = in_language(language, ("주간 요약이 준비됐어요.", "The weekly digest is ready."));
    format!("{ready} {}{named}", in_language(language, outcome))
}

/// Why a schedule has started no run.
fn skipped_because(reason: &SkipReason, language: Language) -> &'static str {
    let texts = match reason {
        SkipReason::NoCredits => ("크레딧이 부족해요", "there are not enough credits"),
        SkipReason::BudgetReached => ("이번 달 예산을 다 썼어요", "its monthly budget is used up"),
        SkipReason::TooManyPending => ("대기 중인 항목이 너무 많아요", "too many items are pending"),
        SkipReason::NoModel => ("모델에 답변할 엔진이 없어요", "no engine answers for its models"),
        SkipReason::NoPrompts => ("질문할 프롬프트가 없어요", "it has no prompts"),
        SkipReason::PromptTooLong => ("모델에 비해 긴 프롬프트가 있어요", "a prompt is too long for a model"),
        SkipReason::PausedByOperator => ("운영자가 모든 일정을 멈췄어요", "the operator has paused all schedules"),
        SkipReason::Unknown(_) => ("이유를 알 수 없어요", "of an unknown reason"),
    };
    in_language(language, texts)
}

/// The page of the console that shows what happened.
fn path(event: &Event) -> String {
    match event {
        Event::RunFinished(RunFinished { run_id, .. }) => format!("/runs/{run_id}"),
        Event::SiteAnalysisFinished(SiteAnalysisFinished { task_id, .. }) => format!("/site-keywords/{task_id}"),
        Event::AlertFired(_) => "/alerts".to_owned(),
        Event::DigestReady(DigestReady { digest_id, .. }) => format!("/digests/{digest_id}"),
        Event::ScheduleSkipped(ScheduleSkipped { schedule_id, .. }) => format!("/schedules/{schedule_id}"),
        Event::WebhookTest(_) => "/settings".to_owned(),
    }
}

/// A text of others on one line, without invisible letters. The end is cut off after [`QUOTED_MAX`] characters.
pub(crate) fn one_line(text: &str) -> String {
    shortened(visible_words(text), QUOTED_MAX)
}

/// Source: Slack, Formatting message text, Escaping text.
fn slack_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Source: Discord, Markdown text. A backslash makes any punctuation plain.
fn discord_text(text: &str) -> String {
    text.chars().flat_map(|letter| letter.is_ascii_punctuation().then_some('\\').into_iter().chain([letter])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str) -> Event {
        let run_id = "A".repeat(22).parse().unwrap();
        Event::RunFinished(RunFinished {
            run_id,
            name: name.to_owned(),
            total_count: 8,
            success_count: 7,
            failed_count: 1,
            schedule_id: None,
        })
    }

    fn text(format: WebhookFormat, language: Language, event: &Event) -> String {
        let key = if format == WebhookFormat::Slack { "text" } else { "content" };
        body(&format, language, event, "https://deck.example").unwrap()[key].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_sentence_has_the_counts_and_a_link_in_both_languages() {
        let link = format!("https://deck.example/runs/{}", "A".repeat(22));
        let english = "The run “Laptops” has finished: 7 of 8 answers were collected.";
        let korean = "‘Laptops’ 실행이 끝났어요. 답변 8개 중 7개를 수집했어요.";
        for (language, sentence) in [(Language::English, english), (Language::Korean, korean)] {
            assert_eq!(text(WebhookFormat::Slack, language, &run("Laptops")), format!("{sentence} {link}"));
        }
    }

    #[test]
    fn an_alert_is_a_sentence_in_both_languages() {
        let alert = |kind: AlertKind, metric: Option<AlertMetric>| AlertFired {
            alert_id: "A".repeat(22).parse().unwrap(),
            kind,
            metric,
            subject: "Nurio".to_owned(),
            rival: None,
            query: None,
            before: Some(52),
            after: Some(34),
            moved: Some(-18),
            failed_count: Some(30),
            item_count: Some(40),
        };
        let moved = alert(AlertKind::Moved, Some(AlertMetric::BrandMentionRate));
        let rival = Some("Tavrin".to_owned());
        let overtaken = AlertFired { rival, ..alert(AlertKind::Overtaken, Some(AlertMetric::BrandLead)) };
        let query = Some("Which?".to_owned());
        let cases = [
            (
                moved.clone(),
                "The mention rate of Nurio fell from 52 % to 34 %.",
                "Nurio 언급률이 52%에서 34%로 떨어졌어요.",
            ),
            (
                AlertFired { moved: Some(1), ..moved.clone() },
                "The mention rate of Nurio rose from 52 % to 34 %.",
                "Nurio 언급률이 52%에서 34%로 올랐어요.",
            ),
            (
                AlertFired { metric: Some(AlertMetric::SourceShare), ..moved.clone() },
                "The share of answers that cite Nurio fell from 52 % to 34 %.",
                "Nurio 인용 답변 비율이 52%에서 34%로 떨어졌어요.",
            ),
            (
                AlertFired { query, ..moved },
                "The mention rate of Nurio for “Which?” fell from 52 % to 34 %.",
                "‘Which?’에서 Nurio 언급률이 52%에서 34%로 떨어졌어요.",
            ),
            (
                AlertFired { moved: Some(4), ..overtaken.clone() },
                "Answers now name Nurio more often than Tavrin.",
                "Nurio 언급률이 Tavrin보다 높아졌어요.",
            ),
            (overtaken, "Answers now name Tavrin more often than Nurio.", "Tavrin 언급률이 Nurio보다 높아졌어요."),
            (
                alert(AlertKind::EngineOutage, None),
                "Nurio failed 30 of 40 items.",
                "Nurio의 항목 40개 중 30개가 실패했어요.",
            ),
        ];
        for (alert, english, korean) in cases {
            for (language, sentence) in [(Language::English, english), (Language::Korean, korean)] {
                let text = text(WebhookFormat::Slack, language, &Event::AlertFired(alert.clone()));
                assert_eq!(text, format!("{sentence} https://deck.example/alerts"));
            }
        }
    }

    #[test]
    fn a_digest_is_a_sentence_in_both_languages() {
        let time = answerdeck_api::Timestamp::new("2026-11-22T15:00:00.000Z");
        let digest = |outcome: DigestOutcome, answer_count: u64| DigestReady {
            digest_id: "A".repeat(22).parse().unwrap(),
            from: time.clone(),
            to: time.clone(),
            outcome,
            answer_count,
            brand: Some("Nurio".to_owned()),
            named_count: Some(52),
            answer_count_before: Some(80),
            named_count_before: Some(32),
        };
        for (digest, english, korean) in [
            (
                digest(DigestOutcome::Moved, 100),
                "The weekly digest is ready. A mention rate moved significantly. 52 of 100 answers name Nurio.",
                "주간 요약이 준비됐어요. 언급률이 유의하게 달라졌어요. 답변 100개 중 52개가 Nurio 브랜드를 언급했어요.",
            ),
            (
                DigestReady { brand: None, named_count: None, ..digest(DigestOutcome::NothingMoved, 100) },
                "The weekly digest is ready. No significant change.",
                "주간 요약이 준비됐어요. 유의한 변화가 없어요.",
            ),
            (
                digest(DigestOutcome::NoAnswers, 0),
                "The weekly digest is ready. The week has no answers.",
                "주간 요약이 준비됐어요. 한 주 동안 답변이 없었어요.",
            ),
        ] {
            let link = format!("https://deck.example/digests/{}", "A".repeat(22));
            for (language, sentence) in [(Language::English, english), (Language::Korean, korean)] {
                let text = text(WebhookFormat::Slack, language, &Event::DigestReady(digest.clone()));
                assert_eq!(text, format!("{sentence} {link}"));
            }
        }
    }

    #[test]
    fn slack_gets_no_link_and_no_mention_from_a_name() {
        let text = text(WebhookFormat::Slack, Language::English, &run("<!channel> <https://a.example|b> & c"));
        assert!(text.contains("“&lt;!channel&gt; &lt;https://a.example|b&gt; &amp; c”"), "{text}");
    }

    #[test]
    fn discord_gets_no_markdown_and_no_mention_from_a_name() {
        let event = run("@everyone **a** [b](https://a.example) <@1>\n# c");
        let text = text(WebhookFormat::Discord, Language::English, &event);
        let name = r"\@everyone \*\*a\*\* \[b\]\(https\:\/\/a\.example\) \<\@1\> \# c";
        assert!(text.contains(&format!("“{name}”")), "{text}");
        let body = body(&WebhookFormat::Discord, Language::English, &event, "").unwrap();
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
    }

    #[test]
    fn a_long_name_is_cut_off() {
        let text = text(WebhookFormat::Slack, Language::English, &run(&"가".repeat(101)));
        assert!(text.contains(&format!("“{}…”", "가".repeat(99))), "{text}");
    }
}
