//! A digest in words: a headline, at most five lines with their numbers, and the page of the console that shows each.

use answerdeck_api::{DigestBrand, DigestFindings, DigestOutcome, ModelRoute};
use answerdeck_database::time::read_time;
use jiff::ToSpan;
use jiff::tz::TimeZone;

use super::rich_text::{RichText, Span};
use super::texts::{Texts, form};
use crate::language::Language;
use crate::webhooks::message::alert_sentence;

/// A digest in words.
pub(super) struct Summary {
    pub(super) headline: RichText,
    /// The days, the answers, and what to know about them.
    pub(super) notes: Vec<RichText>,
    /// What an analyst reads, the most important first.
    pub(super) lines: Vec<Finding>,
    pub(super) work: RichText,
}

pub(super) struct Finding {
    pub(super) sentence: RichText,
    /// What the link says.
    pub(super) label: &'static str,
    /// The page of the console with these numbers.
    pub(super) path: String,
}

impl Summary {
    pub(super) fn new(found: &DigestFindings, language: Language) -> Self {
        let texts = Texts::of(language);
        let lines = [own(found, texts), rival(found, texts), prompt_gap(found, texts), sources(found, texts)];
        let lines = lines.into_iter().chain([events(found, texts, language)]).flatten();
        let work = [count(found.run_count), decimal(found.credits_spent), decimal(found.balance)];
        Self {
            headline: headline(found, texts),
            notes: notes(found, texts),
            lines: lines.collect(),
            work: RichText::new(form(&texts.work, found.run_count), &work),
        }
    }
}

fn headline(found: &DigestFindings, texts: &Texts) -> RichText {
    let moved = found.brand.iter().chain(&found.rival).find(|brand| brand.moved.is_some());
    let said = |brand: &DigestBrand| [Span::name(&brand.brand.name), percentage(brand)];
    let brand = found.brand.as_ref().or(found.rival.as_ref());
    match (&found.outcome, moved, brand) {
        (DigestOutcome::NoAnswers, ..) => RichText::new(texts.no_answers, &[]),
        (DigestOutcome::Moved, Some(brand), _) => {
            let template = if brand.moved.is_some_and(|moved| moved < 0.0) { texts.fell } else { texts.rose };
            RichText::new(template, &said(brand))
        }
        (DigestOutcome::NothingMoved, _, Some(brand)) => RichText::new(texts.nothing_moved, &said(brand)),
        (DigestOutcome::NothingMoved, _, None) => RichText::new(texts.nothing_moved_without_brand, &[]),
        (_, _, Some(brand)) => RichText::new(texts.not_comparable, &said(brand)),
        (_, _, None) => RichText::new(texts.not_comparable_without_brand, &[]),
    }
}

fn notes(found: &DigestFindings, texts: &Texts) -> Vec<RichText> {
    let zone = TimeZone::get(&found.time_zone).unwrap_or(TimeZone::UTC);
    let day = |time: &answerdeck_api::Timestamp, days: i64| {
        let date = zone.to_datetime(read_time(time).unwrap_or_default()).date();
        Span::Text(date.saturating_add(days.days()).strftime(texts.day).to_string())
    };
    let mut period = RichText::new(texts.period, &[day(&found.from, 0), day(&found.to, -1)]);
    period.push(", ", &[]);
    period.push(form(&texts.answers, found.sample.answers), &[count(found.sample.answers)]);
    let mut notes = vec![period];
    if found.coverage.counted < found.coverage.answers {
        notes.push(RichText::new(texts.coverage, &[count(found.coverage.counted), count(found.coverage.answers)]));
    }
    if found.route == Some(ModelRoute::StandIn) && found.sample.answers > 0 {
        notes.push(RichText::new(texts.stand_ins, &[]));
    }
    notes
}

/// How often answers name a brand, in this week and the one before.
fn rates(found: &DigestFindings, brand: &DigestBrand, template: &str, texts: &Texts) -> RichText {
    let [answers, before] = [found.sample.answers, found.sample_before.answers];
    let parts = [Span::name(&brand.brand.name), percentage(brand), count(brand.mention_rate.numerator), count(answers)];
    let mut sentence = RichText::new(template, &parts);
    let rate = percent(brand.before.value);
    match before {
        0 => sentence.push(texts.no_answers_before, &[]),
        before => {
            sentence.push(texts.before, &[Span::Text(rate.clone()), count(brand.before.numerator), count(before)])
        }
    }
    let points = brand.moved.map(|moved| (100.0 * moved).abs().round() as u64).unwrap_or_default();
    match (brand.moved, &found.outcome) {
        (Some(moved), _) if moved < 0.0 => sentence.push(form(&texts.fell_significantly, points), &[count(points)]),
        (Some(_), _) => sentence.push(form(&texts.rose_significantly, points), &[count(points)]),
        (None, DigestOutcome::Moved | DigestOutcome::NothingMoved) if percent(brand.mention_rate.value) != rate => {
            sentence.push(texts.not_significant, &[]);
        }
        (None, _) => {}
    }
    if let Some(place) = brand.place.filter(|_| brand.mention_rate.numerator > 0) {
        sentence.push(texts.place, &[count(place)]);
    }
    sentence
}

fn own(found: &DigestFindings, texts: &Texts) -> Option<Finding> {
    let brand = found.brand.as_ref().filter(|_| found.sample.answers > 0)?;
    let sentence = rates(found, brand, texts.own, texts);
    Some(Finding { sentence, label: texts.to_overview, path: of_week("/overview", found, &[]) })
}

fn rival(found: &DigestFindings, texts: &Texts) -> Option<Finding> {
    let template = if found.brand.is_some() { texts.rival } else { texts.most_named };
    let sentence = rates(found, found.rival.as_ref()?, template, texts);
    Some(Finding { sentence, label: texts.to_brands, path: of_week("/brands", found, &[]) })
}

fn prompt_gap(found: &DigestFindings, texts: &Texts) -> Option<Finding> {
    let (gap, brand) = (found.prompt_gap.as_ref()?, found.brand.as_ref()?);
    let [name, query] = [&brand.brand.name, &gap.query].map(|text| Span::name(text));
    let parts = [main_count(gap.count), name, query, count(gap.answers), count(gap.of)];
    let sentence = RichText::new(form(&texts.prompt_gap, gap.count), &parts);
    let path = of_week("/answers", found, &[("prompt", gap.prompt_id.as_str())]);
    Some(Finding { sentence, label: texts.to_answers, path })
}

fn sources(found: &DigestFindings, texts: &Texts) -> Option<Finding> {
    let mut sentence = RichText::default();
    let gap = found.source_gap.as_ref().zip(found.brand.as_ref());
    if let Some((gap, brand)) = gap {
        let [domain, name] = [&gap.domain, &brand.brand.name].map(|text| Span::name(text));
        let text = if gap.answers == gap.of { form(&texts.source_gap_all, gap.of) } else { texts.source_gap };
        sentence.push(text, &[domain, main_count(gap.answers), count(gap.of), name]);
    }
    let domains: Vec<&str> = found.new_domains.domains.iter().map(|domain| domain.domain.as_str()).collect();
    if !domains.is_empty() {
        let (number, names) = (found.new_domains.count, Span::name(&domains.join(", ")));
        sentence.push(form(&texts.new_domains, number), &[main_count(number), names]);
    }
    if sentence.0.is_empty() {
        return None;
    }
    let domain: Vec<(&str, &str)> = gap.iter().map(|(gap, _)| ("domain", gap.domain.as_str())).collect();
    Some(Finding { sentence, label: texts.to_sources, path: of_week("/sources", found, &domain) })
}

/// The alerts, and what did not go as planned.
fn events(found: &DigestFindings, texts: &Texts, language: Language) -> Option<Finding> {
    let mut sentence = RichText::default();
    if let Some(newest) = found.alerts.first() {
        let name = |text: &str| Span::name(text).as_str().to_owned();
        let newest = Span::Name(alert_sentence(newest, language, &name));
        sentence.push(form(&texts.alerts, found.alert_count), &[main_count(found.alert_count), newest]);
    }
    let (skipped, failed) = (found.skipped_due_time_count, found.failed_item_count);
    for (number, forms) in [(skipped, &texts.skipped), (failed, &texts.failed)] {
        if number > 0 {
            sentence.push(form(forms, number), &[main_count(number)]);
        }
    }
    let (label, path) = match (found.alerts.is_empty(), skipped) {
        (false, _) => (texts.to_alerts, "/alerts"),
        (true, 0) => (texts.to_runs, "/runs"),
        (true, _) => (texts.to_schedules, "/schedules"),
    };
    (!sentence.0.is_empty()).then(|| Finding { sentence, label, path: path.to_owned() })
}

/// The address of a page of the console that counts the answers of the week.
fn of_week(path: &str, found: &DigestFindings, more: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(more);
    query.append_pair("from", found.from.as_str()).append_pair("to", found.to.as_str());
    if let Some(route) = &found.route {
        query.append_pair("route", route.as_str());
    }
    format!("{path}?{}", query.finish())
}

fn percentage(brand: &DigestBrand) -> Span {
    Span::Number(percent(brand.mention_rate.value))
}

fn percent(rate: Option<f64>) -> String {
    format!("{}%", (100.0 * rate.unwrap_or_default()).round())
}

fn count(count: u64) -> Span {
    Span::Text(grouped(&count.to_string()))
}

/// The count that a sentence is about.
fn main_count(count: u64) -> Span {
    Span::Number(grouped(&count.to_string()))
}

/// A number of credits, at most with one decimal place.
fn decimal(credits: f64) -> Span {
    let text = format!("{:.1}", credits);
    Span::Text(grouped(text.strip_suffix(".0").unwrap_or(&text)))
}

/// Writes the digits before the decimal point in groups of three.
fn grouped(text: &str) -> String {
    let whole = text.find('.').unwrap_or(text.len());
    let first = usize::from(text.starts_with('-'));
    let mut grouped = String::new();
    for (at, letter) in text.char_indices() {
        if at > first && at < whole && (whole - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(letter);
    }
    grouped
}

#[cfg(test)]
pub(super) mod tests {
    use answerdeck_api::metrics::{BrandName, Coverage, Rate, Sample};
    use answerdeck_api::{
        AlertFired, AlertKind, AlertMetric, DigestDomain, DigestNewDomains, DigestPromptGap, DigestSourceGap, Timestamp,
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
            coverage: Coverage { answers: 100, counted: 100 },
            sample: sample(100),
            sample_before: sample(80),
            brand: Some(brand("Nurio", [52, 32], Some(0.114))),
            rival: Some(brand("Tavrin", [61, 48], None)),
            prompt_gap: Some(DigestPromptGap {
                count: 7,
                prompt_id: "P".repeat(22).parse().unwrap(),
                query: "Which earbuds fit small ears?".to_owned(),
                answers: 4,
                of: 5,
                rivals: Vec::new(),
            }),
            source_gap: Some(DigestSourceGap { domain: "blog.example".to_owned(), answers: 12, of: 15 }),
            new_domains: DigestNewDomains {
                count: 4,
                domains: [("a.example", 6), ("b.example", 5), ("c.example", 3)]
                    .map(|(domain, answers)| DigestDomain { domain: domain.to_owned(), answers })
                    .to_vec(),
            },
            alert_count: 3,
            alerts: vec![AlertFired {
                alert_id: "A".repeat(22).parse().unwrap(),
                kind: AlertKind::Moved,
                metric: Some(AlertMetric::BrandMentionRate),
                subject: "Nurio".to_owned(),
                rival: None,
                query: None,
                before: Some(40),
                after: Some(52),
                moved: Some(12),
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
                "Nurio is named in 52% of the answers: 52 of 100. The week before: 40%, 32 of 80. For the same prompts it rose \
                 significantly, by 11 points. It is number 2 of the tracked brands.",
                "Tavrin is the most named competitor: 61% of the answers, 61 of 100. The week before: 60%, 48 of 80. This \
                 difference is not significant. It is number 2 of the tracked brands.",
                "For 7 prompts, answers name competitors and never Nurio. The first is “Which earbuds fit small ears?”, in 4 of 5 \
                 answers.",
                "12 of the 15 answers that cite blog.example name competitors and not Nurio. 4 domains are cited that were not \
                 before: a.example, b.example, c.example.",
                "3 alerts. The newest: The mention rate of Nurio rose from 40 % to 52 %. Schedules started no run 2 times. 1 answer \
                 failed.",
                "4 runs cost 180.5 credits, and 4,820 credits are left.",
            ]
        );
        assert_eq!(
            said(&findings(), Language::Korean),
            [
                "Nurio 언급률이 52%로 올랐어요",
                "11월 16일부터 11월 22일까지, 답변 100개",
                "Nurio 언급률은 52%예요. 답변 100개 중 52개가 언급했어요. 그 전주: 40%(80개 중 32개). 같은 프롬프트에서 11%p \
                 유의하게 올랐어요. 등록한 브랜드 중 2위예요.",
                "가장 많이 언급된 경쟁 브랜드: Tavrin 61%(답변 100개 중 61개). 그 전주: 60%(80개 중 48개). 유의한 차이는 아니에요. 등록한 \
                 브랜드 중 2위예요.",
                "경쟁 브랜드만 언급되고 Nurio 언급이 없는 프롬프트가 7개예요. 첫 번째는 ‘Which earbuds fit small ears?’(답변 5개 중 \
                 4개)예요.",
                "blog.example 사이트를 인용한 답변 15개 중 12개가 Nurio 없이 경쟁 브랜드만 언급했어요. 새로 인용된 도메인이 4개 있어요: \
                 a.example, b.example, c.example.",
                "알림이 3개 있었어요. 최근 알림: Nurio 언급률이 40%에서 52%로 올랐어요. 일정이 실행을 시작하지 못한 때가 2번 있었어요. \
                 답변 1개를 받지 못했어요.",
                "실행 4번에 180.5 크레딧을 썼고, 4,820 크레딧이 남았어요.",
            ]
        );
    }

    #[test]
    fn each_line_leads_to_the_page_with_its_numbers() {
        let week = "from=2026-11-15T15%3A00%3A00.000Z&to=2026-11-22T15%3A00%3A00.000Z&route=API";
        let summary = Summary::new(&findings(), Language::English);
        let paths: Vec<&str> = summary.lines.iter().map(|line| line.path.as_str()).collect();
        let prompt = "P".repeat(22);
        let expected = [
            format!("/overview?{week}"),
            format!("/brands?{week}"),
            format!("/answers?prompt={prompt}&{week}"),
            format!("/sources?domain=blog.example&{week}"),
            "/alerts".to_owned(),
        ];
        assert_eq!(paths, expected);
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
        for (outcome, english, korean) in [
            (
                DigestOutcome::NothingMoved,
                "No significant change: Nurio is named in 50% of answers",
                "유의한 변화 없음: Nurio 언급률 50%",
            ),
            (
                DigestOutcome::NotComparable,
                "Nurio is named in 50% of answers, too few to compare",
                "Nurio 언급률은 50%예요. 비교하기에는 답변이 적어요",
            ),
            (DigestOutcome::NoAnswers, "The week has no answers", "한 주 동안 답변이 없었어요"),
        ] {
            let found = quiet(outcome);
            assert_eq!(said(&found, Language::English)[0], english);
            assert_eq!(said(&found, Language::Korean)[0], korean);
        }
        let found = DigestFindings { brand: None, rival: None, ..quiet(DigestOutcome::NotComparable) };
        assert_eq!(said(&found, Language::English)[0], "There are too few answers to compare");
    }

    #[test]
    fn an_organization_without_a_brand_or_answers_gets_the_lines_that_there_are() {
        let found = DigestFindings { brand: None, prompt_gap: None, source_gap: None, ..findings() };
        let said = said(&found, Language::English);
        assert!(said[2].starts_with("Tavrin is the most named brand: 61%"), "{said:?}");
        assert!(said[3].starts_with("4 domains are cited that were not before"), "{said:?}");
        let empty = Summary::new(&DigestFindings::default(), Language::English);
        assert_eq!(empty.lines.len(), 0);
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, expected) in
            [("0", "0"), ("999", "999"), ("1000", "1,000"), ("-1234567.8", "-1,234,567.8"), ("-123", "-123")]
        {
            assert_eq!(grouped(number), expected);
        }
    }
}
