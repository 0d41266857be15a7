//! A digest as e-mail has it: its sentences, and the page of the console that shows each.

use answerdeck_api::DigestFindings;
use answerdeck_database::time::read_time;
use answerdeck_insight::{DigestLine, DigestPage, DigestText, RichText, Span};
use jiff::ToSpan;
use jiff::tz::TimeZone;

use super::texts::Texts;
use crate::language::{Language, MessageWriter};

/// A digest in words.
pub(super) struct Summary {
    pub(super) headline: RichText,
    /// The days, the answers, and what to know about them.
    pub(super) notes: Vec<RichText>,
    /// What an analyst reads, the most important first.
    pub(super) lines: Vec<Line>,
    pub(super) work: RichText,
}

pub(super) struct Line {
    pub(super) sentence: RichText,
    /// What the link says.
    pub(super) label: &'static str,
    /// The page of the console with these numbers.
    pub(super) path: String,
}

impl Summary {
    pub(super) fn new(found: &DigestFindings, language: Language) -> Self {
        let (texts, writer) = (Texts::of(language), MessageWriter { language, quote: str::to_owned });
        let text = DigestText::new(found, &writer);
        let mut notes = text.notes();
        if let Some(answers) = notes.first_mut() {
            *answers = RichText::joined([period(found, texts), std::mem::take(answers)], "");
        }
        let line = |DigestLine { sentences, page, path }: DigestLine| {
            let label = match page {
                DigestPage::Overview => texts.to_overview,
                DigestPage::Brands => texts.to_brands,
                DigestPage::Prompts => texts.to_prompts,
                DigestPage::Sources => texts.to_sources,
                DigestPage::FailedAnswers => texts.to_failed,
                DigestPage::Alerts => texts.to_alerts,
                DigestPage::Schedules => texts.to_schedules,
            };
            Line { sentence: RichText::joined(sentences, " "), label, path }
        };
        let lines = text.lines().into_iter().map(line).collect();
        Self { headline: text.headline(), notes, lines, work: text.work() }
    }
}

fn period(found: &DigestFindings, texts: &Texts) -> RichText {
    let zone = TimeZone::get(&found.time_zone).unwrap_or(TimeZone::UTC);
    let day = |time: &answerdeck_api::Timestamp, days: i64| {
        let date = zone.to_datetime(read_time(time).unwrap_or_default()).date();
        Span::Text(date.saturating_add(days.days()).strftime(texts.day).to_string())
    };
    RichText::new(texts.period, &[day(&found.from, 0), day(&found.to, -1)])
}

#[cfg(test)]
pub(super) mod tests {
    use answerdeck_api::metrics::{BrandName, Coverage, Rate, Sample};
    use answerdeck_api::{
        AlertFired, AlertKind, AlertMetric, DigestBrand, DigestNewPage, DigestOutcome, DigestPromptGap,
        DigestSourceGap, ModelRoute, Timestamp,
    };

    use super::*;

    pub(in crate::digests) fn sample(answers: u64) -> Sample {
        Sample { answers, prompts: 20, ..Sample::default() }
    }

    pub(in crate::digests) fn brand(name: &str, named: [u64; 2], moved: Option<f64>) -> DigestBrand {
        let rate = |numerator: u64, of: f64| Rate { numerator, value: Some(numerator as f64 / of), interval: None };
        DigestBrand {
            brand: BrandName { id: "B".repeat(22).parse().unwrap(), name: name.to_owned() },
            mention_rate: rate(named[0], 100.0),
            before: rate(named[1], 80.0),
            place: Some(2),
            moved,
        }
    }

    /// A digest with every line.
    pub(in crate::digests) fn findings() -> DigestFindings {
        DigestFindings {
            outcome: DigestOutcome::Moved,
            from: Timestamp::new("2026-11-15T15:00:00.000Z"),
            to: Timestamp::new("2026-11-22T15:00:00.000Z"),
            time_zone: "Asia/Seoul".to_owned(),
            route: Some(ModelRoute::Api),
            has_other_routes: false,
            coverage: Coverage { answers: 100, counted: 100 },
            sample: sample(100),
            sample_before: sample(80),
            total_brands: 9,
            brand: Some(brand("Nurio", [52, 32], Some(0.114))),
            rival: Some(brand("Tavrin", [61, 48], None)),
            prompt_gap: Some(DigestPromptGap {
                count: 7,
                prompt_id: "P".repeat(22).parse().unwrap(),
                query: "Which earbuds fit small ears?".to_owned(),
                answers: 4,
                of: 5,
            }),
            source_gap: Some(DigestSourceGap {
                domain: "blog.example".to_owned(),
                answers: 12,
                of: 15,
                rivals: vec![BrandName { id: "S".repeat(22).parse().unwrap(), name: "Kelvor".to_owned() }],
            }),
            new_page: Some(DigestNewPage {
                url: "https://tavrin.example/q8".to_owned(),
                title: Some("Tavrin Q8".to_owned()),
                domain: "tavrin.example".to_owned(),
                answers: 21,
            }),
            alert_count: 3,
            alerts: vec![AlertFired {
                alert_id: "A".repeat(22).parse().unwrap(),
                kind: AlertKind::Moved,
                metric: Some(AlertMetric::BrandMentionRate),
                subject: "Nurio".to_owned(),
                rival: None,
                query: None,
                before: Some(40.0),
                after: Some(52.0),
                moved: Some(12.0),
                lead_before: None,
                lead_after: None,
                failed_count: None,
                item_count: None,
            }],
            run_count: 4,
            failed_item_count: 1,
            skipped_due_time_count: 2,
            credits_spent: 180.5,
            balance: 4_820.0,
        }
    }

    fn said(found: &DigestFindings, language: Language) -> Vec<String> {
        let summary = Summary::new(found, language);
        let lines = summary.lines.iter().map(|line| line.sentence.to_string());
        [summary.headline.to_string()]
            .into_iter()
            .chain(summary.notes.iter().map(ToString::to_string))
            .chain(lines)
            .chain([summary.work.to_string()])
            .collect()
    }

    #[test]
    fn a_digest_is_five_lines_with_numbers_in_both_languages() {
        assert_eq!(
            said(&findings(), Language::English),
            [
                "Nurio rose to 52% of answers",
                "November 16 to November 22, 100 answers",
                "52% of the answers mention Nurio (52 of 100). The week before: 40% (32 of 80). For the same prompts it rose \
                 significantly, by 11 points. Nurio is number 2 of 9 tracked brands.",
                "61% of the answers mention Tavrin (61 of 100), more than any other brand mentioned together with Nurio. The week \
                 before: 60% (48 of 80). This difference is not significant.",
                "For 7 of 20 prompts, more answers mention only competitors than Nurio. For example “Which earbuds fit small \
                 ears?”, where 4 of 5 answers mention only competitors.",
                "12 of the 15 answers that cite blog.example mention competitors and not Nurio. Newly cited page: \
                 “Tavrin Q8” (tavrin.example), in 21 of 100 answers.",
                "3 alerts. The newest: The mention rate of Nurio rose from 40% to 52%. Schedules skipped 2 runs. 1 \
                 answer failed.",
                "4 runs cost 180.5 credits, and 4,820 credits are left.",
            ]
        );
        assert_eq!(
            said(&findings(), Language::Korean),
            [
                "Nurio 언급률이 52%로 올랐어요",
                "11월 16일부터 11월 22일까지, 답변 100개",
                "Nurio 언급률은 52%예요(답변 100개 중 52개). 그 전주: 40%(80개 중 32개). 같은 프롬프트에서 11%p 유의하게 \
                 올랐어요. 등록한 브랜드 9개 중 2위예요.",
                "Tavrin 언급률은 61%로(답변 100개 중 61개), 함께 언급되는 브랜드 중 가장 높아요. 그 전주: 60%(80개 중 \
                 48개). 유의한 차이는 아니에요.",
                "프롬프트 20개 중 7개는 Nurio 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많아요. 예: ‘Which earbuds fit small \
                 ears?’(답변 5개 중 4개).",
                "blog.example 사이트를 인용한 답변 15개 중 12개가 Nurio 없이 경쟁 브랜드만 언급했어요. 새로 인용된 \
                 페이지: ‘Tavrin Q8’(tavrin.example, 답변 100개 중 21개).",
                "알림이 3개 있었어요. 최근 알림: Nurio 언급률이 40%에서 52%로 올랐어요. 일정이 실행을 2번 \
                 건너뛰었어요. 답변 1개를 받지 못했어요.",
                "실행 4번에 180.5크레딧을 썼고, 4,820크레딧이 남았어요.",
            ]
        );
        let mut untitled = findings();
        untitled.new_page.as_mut().unwrap().title = None;
        let sources = &said(&untitled, Language::English)[5];
        assert!(sources.contains("“https://tavrin.example/q8” (tavrin.example)"), "{sources}");
        let one_brand_lines = said(&DigestFindings { total_brands: 1, ..findings() }, Language::English);
        assert!(one_brand_lines[2].ends_with(" by 11 points."), "{one_brand_lines:?}");
    }

    #[test]
    fn each_line_leads_to_the_page_with_its_numbers() {
        let week = "from=2026-11-15T15%3A00%3A00.000Z&to=2026-11-22T15%3A00%3A00.000Z";
        let paths = |found: &DigestFindings| -> Vec<String> {
            Summary::new(found, Language::English).lines.into_iter().map(|line| line.path).collect()
        };
        let source_rival = "S".repeat(22);
        let sources = format!("/sources?{week}&route=API&domain=blog.example&names={source_rival}");
        let expected = [
            format!("/overview?{week}&route=API"),
            format!("/brands?{week}&route=API"),
            format!("/prompts?{week}&route=API&sort=-gap"),
            sources.clone(),
            "/alerts".to_owned(),
        ];
        assert_eq!(paths(&findings()), expected);
        assert_eq!(paths(&DigestFindings { prompt_gap: None, ..findings() })[2], sources);
        let without_alerts = DigestFindings { alerts: Vec::new(), skipped_due_time_count: 0, ..findings() };
        assert_eq!(paths(&without_alerts)[4], format!("/answers?{week}&status=failed"));
        let only_skipped = DigestFindings { alerts: Vec::new(), ..findings() };
        assert_eq!(paths(&only_skipped)[4], "/schedules");
        let only_new = DigestFindings { source_gap: None, ..findings() };
        assert_eq!(paths(&only_new)[3], format!("/sources?{week}&route=API&rank=pages&view=changes"));
    }

    #[test]
    fn a_week_without_news_says_so() {
        let quiet = |outcome: DigestOutcome| DigestFindings {
            outcome,
            brand: Some(brand("Nurio", [50, 40], None)),
            alert_count: 0,
            alerts: Vec::new(),
            ..findings()
        };
        for (alert_count, english) in
            [(1, "1 alert; 50% of answers mention Nurio"), (2, "2 alerts; 50% of answers mention Nurio")]
        {
            let found = DigestFindings { alert_count, ..quiet(DigestOutcome::NothingMoved) };
            assert_eq!(said(&found, Language::English)[0], english);
            assert_eq!(said(&found, Language::Korean)[0], format!("알림 {alert_count}개, Nurio 언급률 50%"));
        }
        for (outcome, english, korean) in [
            (
                DigestOutcome::NothingMoved,
                "No significant change: 50% of answers mention Nurio",
                "유의한 변화 없음: Nurio 언급률 50%",
            ),
            (
                DigestOutcome::NotComparable,
                "50% of answers mention Nurio, too few to compare",
                "Nurio 언급률은 50%예요. 비교하기에는 답변이 적어요",
            ),
            (DigestOutcome::NoAnswers, "The week has no answers", "한 주 동안 답변이 없었어요"),
        ] {
            let found = quiet(outcome);
            assert_eq!(said(&found, Language::English)[0], english);
            assert_eq!(said(&found, Language::Korean)[0], korean);
        }
        let found = DigestFindings { brand: None, rival: None, ..quiet(DigestOutcome::NotComparable) };
        assert_eq!(said(&found, Language::English)[0], "Too few answers to compare");
        let first = |found| DigestFindings { sample_before: sample(0), ..found };
        let without_brand = said(&first(found), Language::English);
        assert_eq!(without_brand[0], "The week before has no answers to compare with");
        let found = first(quiet(DigestOutcome::NotComparable));
        let english = "50% of answers mention Nurio; the week before has none to compare with";
        let korean = "Nurio 언급률은 50%예요. 비교할 그 전주 답변이 없어요";
        let headlines = [Language::English, Language::Korean].map(|language| said(&found, language)[0].clone());
        assert_eq!(headlines, [english, korean]);
    }

    #[test]
    fn a_digest_of_several_routes_names_its_own_and_what_is_of_all() {
        for (route, english, korean) in [
            (ModelRoute::Api, "Counts only the answers from the models’ APIs.", "모델 API로 받은 답변만 집계했어요."),
            (
                ModelRoute::Surface,
                "Counts only the answers as people see them in the products.",
                "사람들이 서비스에서 보는 그대로의 답변만 집계했어요.",
            ),
            (
                ModelRoute::StandIn,
                "Counts only the answers that this server gave in place of the real services.",
                "실제 서비스가 아니라 이 서버가 대신 답한 내용만 집계했어요.",
            ),
        ] {
            let found = DigestFindings { route: Some(route), has_other_routes: true, ..findings() };
            for (language, note, failed, work) in [
                (Language::English, english, "On all routes, 1 answer failed.", "On all routes, 4 runs cost 180.5"),
                (
                    Language::Korean,
                    korean,
                    "모든 수집 경로에서 답변 1개를 받지 못했어요.",
                    "모든 수집 경로에서 실행 4번에 180.5크레딧을 썼고",
                ),
            ] {
                let said = said(&found, language);
                let [.., events, last] = said.as_slice() else { panic!("{said:?}") };
                assert_eq!(said[2], note);
                assert!(events.ends_with(failed) && last.starts_with(work), "{said:?}");
            }
        }
    }

    #[test]
    fn an_organization_without_a_brand_or_answers_gets_the_lines_that_there_are() {
        let found = DigestFindings { brand: None, prompt_gap: None, source_gap: None, ..findings() };
        let said = said(&found, Language::English);
        assert!(said[2].starts_with("Tavrin is the most mentioned brand: 61%"), "{said:?}");
        assert!(said[3].starts_with("Newly cited page: "), "{said:?}");
        let empty = Summary::new(&DigestFindings::default(), Language::English);
        assert_eq!(empty.lines.len(), 0);
    }
}
