//! An alert in words.

use answerdeck_api::limits::DOMAIN_MAX;
use answerdeck_api::{AlertFinding, AlertFired, AlertId, AlertKind, AlertMetric, AlertSide};

use crate::rate::{percent, points, rounded};
use crate::rich_text::{RichText, Span, Writer, form};

/// What an event and a digest say about an alert.
pub fn alert_fired(alert_id: AlertId, finding: AlertFinding) -> AlertFired {
    let AlertFinding { kind, metric, brand, rival, domain, query, movement, outage, .. } = finding;
    let model = outage.as_ref().map(|outage| outage.model.to_string());
    let subject = brand.map(|brand| brand.name).or(domain).or(model).unwrap_or_default();
    let lead = |side: &AlertSide| Some(percent(side.rate - side.rival_rate?));
    let movement = movement.as_ref();
    AlertFired {
        alert_id,
        metric: metric.filter(|_| kind != AlertKind::EngineOutage),
        kind,
        subject: subject.chars().take(DOMAIN_MAX).collect(),
        rival: rival.map(|rival| rival.name),
        query,
        before: movement.map(|movement| percent(movement.before.rate)),
        after: movement.map(|movement| percent(movement.after.rate)),
        moved: movement.map(|movement| percent(movement.moved)),
        lead_before: movement.and_then(|movement| lead(&movement.before)),
        lead_after: movement.and_then(|movement| lead(&movement.after)),
        failed_count: outage.as_ref().map(|outage| outage.failed_count),
        item_count: outage.as_ref().map(|outage| outage.item_count),
    }
}

/// What an alert found, without a period. Of two brands, the rule tests the movement of the difference, and not the order of the rates.
pub fn alert_text(alert: &AlertFired, writer: &dyn Writer) -> RichText {
    let AlertFired { metric, subject, rival, query, moved, .. } = alert;
    if alert.kind == AlertKind::EngineOutage {
        let [failed, items] = [alert.failed_count, alert.item_count].map(Option::unwrap_or_default);
        let english = form(items, ["{0}: {1} of {2} item failed", "{0}: {1} of {2} items failed"]);
        let spans = [Span::Name(writer.model(subject)), writer.count(failed), writer.count(items)];
        return writer.say(["{0}: 항목 {2}개 중 {1}개가 실패했어요", english], &spans);
    }
    let (subject, is_rise) = (writer.named(subject), moved.is_some_and(|moved| moved > 0.0));
    let rate = |percent: f64| Span::Text(writer.rate(rounded(percent / 100.0).max(0.0)));
    let [before, after] = [alert.before, alert.after].map(Option::unwrap_or_default);
    if let Some(rival) = rival {
        let [lead_before, lead_after] = [alert.lead_before, alert.lead_after].map(Option::unwrap_or_default);
        let (own, other) = ((subject, rate(after)), (writer.named(rival), rate(after - lead_after)));
        let ((first, rate_of_first), (second, rate_of_second), sign) =
            if is_rise { (own, other, 1.0) } else { (other, own, -1.0) };
        let [from, to] = [lead_before, lead_after].map(|lead| signed_points(sign * lead, writer));
        let texts = [
            "{0} 언급률({1})이 {2} 언급률({3})을 앞질렀어요. 두 브랜드의 차이는 {4}%p에서 {5}%p로 바뀌었어요",
            "{0} ({1}) overtook {2} ({3}): its lead over {2} went from {4} to {5} points",
        ];
        return writer.say(texts, &[first, rate_of_first, second, rate_of_second, from, to]);
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
    let query = writer.named(query.as_deref().unwrap_or_default());
    writer.say(texts, &[subject, rate(before), rate(after), writer.rose_or_fell(is_rise), query])
}

/// A difference in percentage points with its sign.
fn signed_points(difference: f64, writer: &dyn Writer) -> Span {
    let points = points(difference / 100.0);
    let sign = match points {
        points if points > 0.0 => "+",
        points if points < 0.0 => "−",
        _ => "",
    };
    Span::Text(format!("{sign}{}", writer.number(points.abs())))
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{AlertMovement, Language};

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
            format!("{:.1}%", 100.0 * rate)
        }

        fn name(&self, text: &str) -> String {
            text.to_owned()
        }

        fn model(&self, code: &str) -> String {
            code.to_lowercase()
        }
    }

    #[test]
    fn an_alert_keeps_the_decimals_of_its_rates() {
        let side = |rate: f64| AlertSide { rate, rival_rate: Some(0.031_818), ..AlertSide::default() };
        let movement =
            AlertMovement { before: side(0.0), after: side(0.056_818), moved: 0.056_818, ..AlertMovement::default() };
        let finding = AlertFinding { movement: Some(movement), ..AlertFinding::default() };
        let fired = alert_fired("A".repeat(22).parse().unwrap(), finding);
        assert_eq!([fired.before, fired.after, fired.moved], [0.0, 5.6818, 5.6818].map(Some));
        assert_eq!([fired.lead_before, fired.lead_after], [-3.1818, 2.5].map(Some));
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
            before: Some(52.0),
            after: Some(34.0),
            moved: Some(-18.0),
            lead_before: None,
            lead_after: None,
            failed_count: Some(30),
            item_count: Some(40),
        };
        let moved = alert(AlertKind::Moved, Some(AlertMetric::BrandMentionRate));
        let rival = Some("Tavrin".to_owned());
        let overtaken = AlertFired {
            rival,
            moved: Some(-12.0),
            lead_before: Some(3.0),
            lead_after: Some(-9.0),
            ..alert(AlertKind::Overtaken, Some(AlertMetric::BrandLead))
        };
        let query = Some("Which?".to_owned());
        let outage = AlertFired { subject: "CLAUDE".to_owned(), ..alert(AlertKind::EngineOutage, None) };
        for (alert, english, korean) in [
            (
                moved.clone(),
                "The mention rate of Nurio fell from 52.0% to 34.0%",
                "Nurio 언급률이 52.0%에서 34.0%로 떨어졌어요",
            ),
            (
                AlertFired { moved: Some(1.0), ..moved.clone() },
                "The mention rate of Nurio rose from 52.0% to 34.0%",
                "Nurio 언급률이 52.0%에서 34.0%로 올랐어요",
            ),
            (
                AlertFired { metric: Some(AlertMetric::SourceShare), ..moved.clone() },
                "The share of answers that cite Nurio fell from 52.0% to 34.0%",
                "Nurio 인용 답변 비율이 52.0%에서 34.0%로 떨어졌어요",
            ),
            (
                AlertFired { query, ..moved },
                "The mention rate of Nurio for “Which?” fell from 52.0% to 34.0%",
                "‘Which?’의 Nurio 언급률이 52.0%에서 34.0%로 떨어졌어요",
            ),
            (
                AlertFired { moved: Some(4.0), lead_before: Some(0.0), lead_after: Some(4.0), ..overtaken.clone() },
                "Nurio (34.0%) overtook Tavrin (30.0%): its lead over Tavrin went from 0 to +4 points",
                "Nurio 언급률(34.0%)이 Tavrin 언급률(30.0%)을 앞질렀어요. 두 브랜드의 차이는 0%p에서 +4%p로 바뀌었어요",
            ),
            (
                overtaken,
                "Tavrin (43.0%) overtook Nurio (34.0%): its lead over Nurio went from −3 to +9 points",
                "Tavrin 언급률(43.0%)이 Nurio 언급률(34.0%)을 앞질렀어요. 두 브랜드의 차이는 −3%p에서 +9%p로 바뀌었어요",
            ),
            (outage, "claude: 30 of 40 items failed", "claude: 항목 40개 중 30개가 실패했어요"),
        ] {
            assert_eq!(alert_text(&alert, &Plain(Language::English)).to_string(), english);
            assert_eq!(alert_text(&alert, &Plain(Language::Korean)).to_string(), korean);
        }
    }
}
