//! An alert in words.

use answerdeck_api::limits::DOMAIN_MAX;
use answerdeck_api::{AlertFinding, AlertFired, AlertId, AlertKind, AlertMetric, AlertSide};

use crate::rich_text::{RichText, Span, Writer, form};

/// What an event and a digest say about an alert.
pub fn alert_fired(alert_id: AlertId, finding: AlertFinding) -> AlertFired {
    let AlertFinding { kind, metric, brand, rival, domain, query, movement, outage, .. } = finding;
    let model = outage.as_ref().map(|outage| outage.model.to_string());
    let subject = brand.map(|brand| brand.name).or(domain).or(model).unwrap_or_default();
    // Rates are between 0 and 1, and leads between -2 and 2.
    let points = |rate: f64| (100.0 * rate).round() as i32;
    let lead = |side: &AlertSide| Some(points(side.rate - side.rival_rate?));
    let movement = movement.as_ref();
    AlertFired {
        alert_id,
        metric: metric.filter(|_| kind != AlertKind::EngineOutage),
        kind,
        subject: subject.chars().take(DOMAIN_MAX).collect(),
        rival: rival.map(|rival| rival.name),
        query,
        before: movement.map(|movement| points(movement.before.rate).unsigned_abs()),
        after: movement.map(|movement| points(movement.after.rate).unsigned_abs()),
        moved: movement.map(|movement| points(movement.moved)),
        lead_before: movement.and_then(|movement| lead(&movement.before)),
        lead_after: movement.and_then(|movement| lead(&movement.after)),
        failed_count: outage.as_ref().map(|outage| outage.failed_count),
        item_count: outage.as_ref().map(|outage| outage.item_count),
    }
}

/// What an alert found, without a period.
pub fn alert_text(alert: &AlertFired, writer: &dyn Writer) -> RichText {
    let AlertFired { metric, subject, rival, query, before, after, moved, .. } = alert;
    if alert.kind == AlertKind::EngineOutage {
        let [failed, items] = [alert.failed_count, alert.item_count].map(Option::unwrap_or_default);
        let english = form(items, ["{0}: {1} of {2} item failed", "{0}: {1} of {2} items failed"]);
        let spans = [Span::Name(writer.model(subject)), writer.count(failed), writer.count(items)];
        return writer.say(["{0}: 항목 {2}개 중 {1}개가 실패했어요", english], &spans);
    }
    let (subject, is_rise) = (writer.named(subject), moved.is_some_and(|moved| moved > 0));
    if let Some(rival) = rival {
        let rival = writer.named(rival);
        let (first, second, sign) = if is_rise { (subject, rival, 1) } else { (rival, subject, -1) };
        let [before, after] = [alert.lead_before, alert.lead_after].map(|lead| {
            let lead = sign * lead.unwrap_or_default();
            Span::Text(format!("{}{lead}", if lead > 0 { "+" } else { "" }).replace('-', "−"))
        });
        let texts = [
            "{0} 언급률이 {1}보다 높아졌어요(차이 {2}%p → {3}%p)",
            "Answers now mention {0} more often than {1} (difference {2} → {3} points)",
        ];
        return writer.say(texts, &[first, second, before, after]);
    }
    let texts = match (metric, query) {
        (Some(AlertMetric::SourceShare), _) => {
            ["{0} 인용 답변 비율이 {1}에서 {2}로 {3}", "The share of answers that cite {0} {3} from {1} to {2}"]
        }
        (_, Some(_)) => {
            ["‘{4}’의 {0} 언급률이 {1}에서 {2}로 {3}", "The mention rate of {0} for “{4}” {3} from {1} to {2}"]
        }
        (_, None) => ["{0} 언급률이 {1}에서 {2}로 {3}", "The mention rate of {0} {3} from {1} to {2}"],
    };
    let [before, after] = [before, after].map(|percent| Span::Text(format!("{}%", percent.unwrap_or_default())));
    let query = writer.named(query.as_deref().unwrap_or_default());
    writer.say(texts, &[subject, before, after, writer.rose_or_fell(is_rise), query])
}

#[cfg(test)]
mod tests {
    use answerdeck_api::Language;

    use super::*;

    struct Plain(Language);

    impl Writer for Plain {
        fn language(&self) -> Language {
            self.0
        }

        fn number(&self, number: f64) -> String {
            number.to_string()
        }

        fn rate(&self, rate: f64) -> String {
            rate.to_string()
        }

        fn name(&self, text: &str) -> String {
            text.to_owned()
        }

        fn model(&self, code: &str) -> String {
            code.to_lowercase()
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
            lead_before: None,
            lead_after: None,
            failed_count: Some(30),
            item_count: Some(40),
        };
        let moved = alert(AlertKind::Moved, Some(AlertMetric::BrandMentionRate));
        let rival = Some("Tavrin".to_owned());
        let overtaken = AlertFired {
            rival,
            moved: Some(-12),
            lead_before: Some(3),
            lead_after: Some(-9),
            ..alert(AlertKind::Overtaken, Some(AlertMetric::BrandLead))
        };
        let query = Some("Which?".to_owned());
        let outage = AlertFired { subject: "CLAUDE".to_owned(), ..alert(AlertKind::EngineOutage, None) };
        for (alert, english, korean) in [
            (
                moved.clone(),
                "The mention rate of Nurio fell from 52% to 34%",
                "Nurio 언급률이 52%에서 34%로 떨어졌어요",
            ),
            (
                AlertFired { moved: Some(1), ..moved.clone() },
                "The mention rate of Nurio rose from 52% to 34%",
                "Nurio 언급률이 52%에서 34%로 올랐어요",
            ),
            (
                AlertFired { metric: Some(AlertMetric::SourceShare), ..moved.clone() },
                "The share of answers that cite Nurio fell from 52% to 34%",
                "Nurio 인용 답변 비율이 52%에서 34%로 떨어졌어요",
            ),
            (
                AlertFired { query, ..moved },
                "The mention rate of Nurio for “Which?” fell from 52% to 34%",
                "‘Which?’의 Nurio 언급률이 52%에서 34%로 떨어졌어요",
            ),
            (
                AlertFired { moved: Some(4), lead_before: Some(0), lead_after: Some(4), ..overtaken.clone() },
                "Answers now mention Nurio more often than Tavrin (difference 0 → +4 points)",
                "Nurio 언급률이 Tavrin보다 높아졌어요(차이 0%p → +4%p)",
            ),
            (
                overtaken,
                "Answers now mention Tavrin more often than Nurio (difference −3 → +9 points)",
                "Tavrin 언급률이 Nurio보다 높아졌어요(차이 −3%p → +9%p)",
            ),
            (outage, "claude: 30 of 40 items failed", "claude: 항목 40개 중 30개가 실패했어요"),
        ] {
            assert_eq!(alert_text(&alert, &Plain(Language::English)).to_string(), english);
            assert_eq!(alert_text(&alert, &Plain(Language::Korean)).to_string(), korean);
        }
    }
}
