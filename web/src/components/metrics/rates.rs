//! Metrics with their numerator and denominator.

use answerdeck_api::metrics::{Rate, Sample, Tier};
use leptos::prelude::*;

use crate::csv::Cell;
use crate::format::rate;
use crate::locale::{Pick, Texts, t, t_with};
use crate::ui::{Badge, Tone};

/// A rate with the answers that are its denominator.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedRate {
    pub rate: Rate,
    pub sample: Sample,
}

/// The change of a rate, and whether it is an improvement. `Some((_, None))` if it is not significant: the intervals overlap. `None`
/// if a rate could not be counted.
pub fn rate_change(now: Rate, before: Rate) -> Option<(f64, Option<bool>)> {
    let moved = now.value? - before.value?;
    let (now, before) = (now.interval?, before.interval?);
    let is_significant = now.lower > before.upper || now.upper < before.lower;
    Some((moved, is_significant.then_some(now.lower > before.upper)))
}

/// A change that [`rate_change`] found, with a sign and a color if it is significant, with the rate before and its answers.
pub fn change_view(change: (f64, Option<bool>), before: Rate, answers_before: u64) -> AnyView {
    let counts = [before.numerator, answers_before];
    points_view(change, t_with(move |t| (t.metrics().change_base)(&rate_value(before), counts)))
}

/// A difference of rates, with a sign and a color if it is significantly better or worse. `compared` says what was compared.
pub fn points_view((difference, is_better): (f64, Option<bool>), compared: Signal<String>) -> AnyView {
    let direction = is_better.map(|is_better| if is_better { "better" } else { "worse" });
    view! {
        <span class="stat-change" data-direction=direction title=compared>
            {t_with(move |t| (t.metrics().points)(difference))}
            {significance(is_better)}
            <span class="visually-hidden">" " {compared}</span>
        </span>
    }
    .into_any()
}

/// Says that a change is significant, as its sign and its color do.
pub fn significance(is_better: Option<bool>) -> Option<AnyView> {
    is_better.map(|_| view! { <span class="visually-hidden">" " {t(|t| t.metrics().significant)}</span> }.into_any())
}

/// The value of a rate. `–` if nothing could be counted.
pub fn rate_value(of: Rate) -> String {
    of.value.map_or_else(|| "–".to_owned(), rate)
}

/// The interval of a rate. Empty if nothing could be counted.
pub fn rate_interval(of: Rate, texts: Texts) -> String {
    of.interval.map_or_else(String::new, |limits| (texts.metrics().interval)(&rate(limits.lower), &rate(limits.upper)))
}

/// Numerator, denominator and interval of a rate of answers in one line.
pub fn rate_details(of: Rate, answers: u64, texts: Texts) -> String {
    let counted = (texts.metrics().of_answers)(of.numerator, answers);
    let interval = rate_interval(of, texts);
    if interval.is_empty() { counted } else { format!("{counted} · {interval}") }
}

/// The names of the columns of [`rate_cells`].
pub fn rate_columns(texts: Texts) -> [&'static str; 5] {
    let columns = texts.exports();
    [
        texts.metrics().mention_rate,
        columns.naming_answers,
        columns.all_answers,
        columns.interval_low,
        columns.interval_high,
    ]
}

/// A mention rate in a spreadsheet: its value, the answers that name the brand, all answers, and the limits of the interval.
pub fn rate_cells(of: Rate, answers: u64) -> [Cell; 5] {
    [
        Cell::number(of.value),
        Cell::Count(of.numerator),
        Cell::Count(answers),
        Cell::number(of.interval.map(|interval| interval.lower)),
        Cell::number(of.interval.map(|interval| interval.upper)),
    ]
}

/// The note after an exploratory number in a tooltip: the name of its tier.
pub fn exploratory(tier: &Tier, texts: Texts) -> String {
    match tier {
        Tier::Directional => String::new(),
        Tier::Exploratory | Tier::Unknown(_) => [" · ", texts.metrics().exploratory].concat(),
    }
}

/// The explanation of numbers that have a [`TierBadge`]. It also explains the badges, because only a mouse shows their tooltips.
pub fn with_tiers(explanation: &str, texts: Texts) -> String {
    [explanation, "\n", &(texts.metrics().tiers)()].concat()
}

/// The explanation of numbers that leave out the answers of unfinished runs, and says so.
pub fn of_finished_runs(explanation: &str, texts: Texts) -> String {
    [explanation, "\n", texts.metrics().finished_only].concat()
}

/// The explanation of numbers, and what they were counted from. `None` while that is unknown.
pub fn with_sample(explanation: &str, sample: Option<String>) -> String {
    match sample {
        Some(sample) => [explanation, "\n", &sample].concat(),
        None => explanation.to_owned(),
    }
}

/// How far a metric of a sample can be trusted. The [`with_tiers`] beside it says what it means.
#[component]
pub fn TierBadge(sample: Sample) -> AnyView {
    let (name, tone): (Pick, Tone) = match sample.tier {
        Tier::Exploratory | Tier::Unknown(_) => (|t| t.metrics().exploratory, Tone::Neutral),
        Tier::Directional => (|t| t.metrics().directional, Tone::Active),
    };
    view! {
        <span title=tier_note(sample)>
            <Badge label=t(name) tone />
        </span>
    }
    .into_any()
}

/// Why a metric can be trusted that far.
pub fn tier_note(Sample { answers, prompts, tier }: Sample) -> Signal<String> {
    t_with(move |t| match tier {
        Tier::Exploratory | Tier::Unknown(_) => (t.metrics().exploratory_note)([prompts, answers]),
        Tier::Directional => (t.metrics().directional_note)(),
    })
}

#[cfg(test)]
mod tests {
    use answerdeck_insight::{points, rate};

    use super::*;
    use crate::csv::lines;

    #[test]
    fn a_rate_is_five_numbers_in_a_spreadsheet() {
        let line = |of, answers| lines(&[rate_cells(of, answers).to_vec()], "");
        assert_eq!(line(rate(55, 185), 185), "0.2973,55,185,0.2361,0.3667\r\n");
        assert_eq!(line(rate(0, 0), 0), ",0,0,,\r\n");
    }

    #[test]
    fn a_change_is_significant_if_the_intervals_do_not_overlap() {
        for (before, now, change) in [
            (rate(20, 180), rate(60, 180), Some((22.0, Some(true)))),
            (rate(60, 180), rate(20, 180), Some((-22.0, Some(false)))),
            (rate(20, 180), rate(39, 180), Some((11.0, None))),
            (rate(90, 180), rate(90, 180), Some((0.0, None))),
            (rate(0, 0), rate(90, 180), None),
        ] {
            let found = rate_change(now, before).map(|(moved, is_better)| (points(moved), is_better));
            assert_eq!(found, change, "{before:?} {now:?}");
        }
    }
}
