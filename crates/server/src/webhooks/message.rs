//! An event as a sentence for people, with a link to the console.

use answerdeck_api::console_page::{ALERTS, DIGEST, RUN, SCHEDULE, SETTINGS, SITE_ANALYSIS, with_id};
use answerdeck_api::{
    DigestReady, Event, RunFinished, ScheduleSkipped, SiteAnalysisFinished, SiteKeywordAnalysisStatus, SkipReason,
    WebhookFormat,
};
use answerdeck_insight::{Writer, alert_text, outcome_text};
use serde_json::{Value, json};

use crate::language::{Language, MessageWriter, in_language};

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
    let writer = MessageWriter { language, quote };
    let texts = match event {
        Event::RunFinished(RunFinished { name, total_count, success_count, .. }) => {
            let name = writer.name(name);
            (
                format!("‘{name}’ 실행이 끝났어요. 답변 {total_count}개 중 {success_count}개를 수집했어요."),
                format!("The run “{name}” has finished: {success_count} of {total_count} answers were collected."),
            )
        }
        Event::SiteAnalysisFinished(SiteAnalysisFinished { url, status, keyword_count, .. }) => {
            let url = writer.name(url);
            match status {
                SiteKeywordAnalysisStatus::Completed => (
                    format!("{url} 사이트 분석이 끝났어요. 키워드 {keyword_count}개를 찾았어요."),
                    format!("The analysis of {url} is complete. Keywords found: {keyword_count}."),
                ),
                _ => (format!("{url} 사이트를 분석하지 못했어요."), format!("The analysis of {url} has failed.")),
            }
        }
        Event::AlertFired(alert) => return format!("{}.", alert_text(alert, &writer)),
        Event::ScheduleSkipped(ScheduleSkipped { name, skip_reason, .. }) => {
            let (name, [korean, english]) = (writer.name(name), skipped_because(skip_reason));
            (
                format!("‘{name}’ 일정이 실행을 시작하지 못했어요. {korean}."),
                format!("The schedule “{name}” has skipped a run: {english}."),
            )
        }
        Event::DigestReady(digest) => digest_sentences(digest, &writer),
        Event::WebhookTest(_) => (
            "Answerdeck 웹훅 테스트 메시지예요.".to_owned(),
            "This is a test message from an Answerdeck webhook.".to_owned(),
        ),
    };
    in_language(language, texts)
}

fn digest_sentences(digest: &DigestReady, writer: &MessageWriter) -> (String, String) {
    let [korean, english] = outcome_text(&digest.outcome);
    let mut texts = (format!("주간 요약이 준비됐어요. {korean}."), format!("The weekly digest is ready. {english}."));
    if let (answers @ 1.., Some(brand), Some(named)) = (digest.answer_count, &digest.brand, digest.named_count) {
        let brand = writer.name(brand);
        texts.0 += &format!(" 답변 {answers}개 중 {named}개가 {brand} 브랜드를 언급했어요.");
        texts.1 += &format!(" {named} of {answers} answers mention {brand}.");
    }
    texts
}

/// Why a schedule has started no run, in Korean and English.
fn skipped_because(reason: &SkipReason) -> [&'static str; 2] {
    match reason {
        SkipReason::NoCredits => ["크레딧이 부족해요", "there are not enough credits"],
        SkipReason::BudgetReached => ["이번 달 예산을 다 썼어요", "its monthly budget is used up"],
        SkipReason::TooManyPending => ["대기 중인 항목이 너무 많아요", "too many items are pending"],
        SkipReason::NoModel => ["모델에 답변할 엔진이 없어요", "no engine answers for its models"],
        SkipReason::NoPrompts => ["질문할 프롬프트가 없어요", "it has no prompts"],
        SkipReason::PromptTooLong => ["모델에 비해 긴 프롬프트가 있어요", "a prompt is too long for a model"],
        SkipReason::PausedByOperator => ["운영자가 모든 일정을 멈췄어요", "the operator has paused all schedules"],
        SkipReason::Unknown(_) => ["이유를 알 수 없어요", "the reason is unknown"],
    }
}

/// The page of the console that shows what happened.
fn path(event: &Event) -> String {
    match event {
        Event::RunFinished(RunFinished { run_id, .. }) => with_id(RUN, run_id),
        Event::SiteAnalysisFinished(SiteAnalysisFinished { task_id, .. }) => with_id(SITE_ANALYSIS, task_id),
        Event::AlertFired(_) => ALERTS.to_owned(),
        Event::DigestReady(DigestReady { digest_id, .. }) => with_id(DIGEST, digest_id),
        Event::ScheduleSkipped(ScheduleSkipped { schedule_id, .. }) => with_id(SCHEDULE, schedule_id),
        Event::WebhookTest(_) => SETTINGS.to_owned(),
    }
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
    use answerdeck_api::console_page::is_page;
    use answerdeck_api::{AlertFired, AlertKind, AlertMetric, DigestOutcome, EventType};

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
    fn an_alert_is_a_sentence_whose_names_are_escaped() {
        let alert = AlertFired {
            alert_id: "A".repeat(22).parse().unwrap(),
            kind: AlertKind::Moved,
            metric: Some(AlertMetric::BrandMentionRate),
            subject: "A & B".to_owned(),
            rival: None,
            query: None,
            before: Some(52.0),
            after: Some(34.0),
            moved: Some(-18.0),
            lead_before: None,
            lead_after: None,
            failed_count: None,
            item_count: None,
        };
        let text = |alert: AlertFired| text(WebhookFormat::Slack, Language::English, &Event::AlertFired(alert));
        let fell = "The mention rate of A &amp; B fell from 52% to 34%. https://deck.example/alerts";
        assert_eq!(text(alert.clone()), fell);
        // Its rates are written as on the pages.
        let small = AlertFired { before: Some(0.0), after: Some(5.6818), moved: Some(5.6818), ..alert };
        let rose = "The mention rate of A &amp; B rose from 0% to 5.7%. https://deck.example/alerts";
        assert_eq!(text(small), rose);
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
                "The weekly digest is ready. A mention rate changed significantly. 52 of 100 answers mention Nurio.",
                "주간 요약이 준비됐어요. 언급률이 유의하게 달라졌어요. 답변 100개 중 52개가 Nurio 브랜드를 언급했어요.",
            ),
            (
                DigestReady { brand: None, named_count: None, ..digest(DigestOutcome::NothingMoved, 100) },
                "The weekly digest is ready. No mention rate changed significantly from the week before.",
                "주간 요약이 준비됐어요. 그 전주보다 유의하게 달라진 언급률이 없어요.",
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
    fn every_event_leads_to_a_page_of_the_console() {
        let (id, time) = ("A".repeat(22), "2026-11-22T15:00:00.000Z");
        let data = json!({
            "runID": id, "taskID": id, "alertID": id, "digestID": id, "scheduleID": id, "webhookID": id,
            "name": "", "url": "", "status": "COMPLETED", "kind": "MOVED", "subject": "", "outcome": "MOVED",
            "skipReason": "NO_CREDITS", "from": time, "to": time, "dueAt": time,
            "totalCount": 0, "successCount": 0, "failedCount": 0, "keywordCount": 0, "answerCount": 0,
        });
        for event_type in EventType::ALL {
            let event = serde_json::from_value(json!({ "type": event_type, "data": data })).unwrap();
            assert!(is_page(&path(&event)), "{event_type}");
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
}
