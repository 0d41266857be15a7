//! Metrics with their numerator and denominator.

use answerdeck_insight::{Rate, Tier};
use leptos::prelude::*;

use crate::format::rate;
use crate::locale::{Pick, Texts, t};
use crate::reactive::live_option;
use crate::ui::{Badge, Tone};

/// A metric as a large number: its name, its value, and below what it was counted from.
#[component]
pub fn Stat(
    /// The name.
    name: Signal<String>,
    /// The value. `–` if there is none.
    value: Signal<String>,
    /// Numerator and denominator.
    of: Signal<String>,
    /// The address of the answers that were counted.
    answers: Signal<String>,
    /// A further note, such as the interval.
    #[prop(optional)]
    note: Option<Signal<String>>,
    /// How far it can be trusted. `None` while there is no value.
    tier: Signal<Option<Tier>>,
) -> AnyView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd>
                <span class="stat">{value}</span>
                <a class="stat-note" href=answers>
                    {of}
                </a>
                {note.map(|note| view! { <span class="stat-note">{note}</span> })}
                {live_option(move || tier.get().map(|tier| view! { <TierBadge tier /> }.into_any()))}
            </dd>
        </div>
    }
    .into_any()
}

/// A rate as a large number, with its interval.
#[component]
pub fn RateStat(
    /// The name.
    name: Pick,
    /// The rate. `None` while it is loading.
    #[prop(into)]
    rate: Signal<Option<Rate>>,
    /// The address of the answers that were counted.
    answers: Signal<String>,
) -> AnyView {
    let with = move |read: fn(Rate, Texts) -> String| {
        crate::locale::t_with(move |t| rate.get().map_or_else(|| "–".to_owned(), |rate| read(rate, t)))
    };
    view! {
        <Stat
            name=t(name)
            value=with(|rate, _| value(rate))
            of=with(|rate, t| (t.metrics().of_answers)(rate.numerator, rate.sample.answers))
            answers
            note=with(interval)
            tier=Signal::derive(move || rate.get().filter(|rate| rate.value().is_some()).map(Rate::tier))
        />
    }
    .into_any()
}

/// The value of a rate. `–` if nothing could be counted.
pub fn value(of: Rate) -> String {
    of.value().map_or_else(|| "–".to_owned(), rate)
}

/// The interval of a rate. Empty if nothing could be counted.
pub fn interval(of: Rate, texts: Texts) -> String {
    let interval = of.interval();
    interval.map_or_else(String::new, |limits| (texts.metrics().interval)(&rate(limits.lower), &rate(limits.upper)))
}

/// Numerator, denominator and interval of a rate in one line.
pub fn rate_details(of: Rate, texts: Texts) -> String {
    let counted = (texts.metrics().of_answers)(of.numerator, of.sample.answers);
    let interval = interval(of, texts);
    if interval.is_empty() { counted } else { format!("{counted} · {interval}") }
}

/// The note after an exploratory number in a readout: the name of its tier.
pub fn exploratory(tier: Tier, texts: Texts) -> String {
    match tier {
        Tier::Exploratory => [" · ", texts.metrics().exploratory].concat(),
        Tier::Directional => String::new(),
    }
}

/// The explanation of numbers that have a [`TierBadge`]. It also explains the badges, because only a mouse shows their tooltips.
pub fn with_tiers(explanation: &str, texts: Texts) -> String {
    [explanation, " ", texts.metrics().tiers].concat()
}

/// The explanation of numbers, and what they were counted from. `None` while that is unknown.
pub fn with_sample(explanation: &str, sample: Option<String>) -> String {
    match sample {
        Some(sample) => [explanation, " ", &sample].concat(),
        None => explanation.to_owned(),
    }
}

/// How far a metric can be trusted. The [`with_tiers`] beside it says what it means.
#[component]
pub fn TierBadge(tier: Tier) -> AnyView {
    let (name, note, tone): (Pick, Pick, Tone) = match tier {
        Tier::Exploratory => (|t| t.metrics().exploratory, |t| t.metrics().exploratory_note, Tone::Neutral),
        Tier::Directional => (|t| t.metrics().directional, |t| t.metrics().directional_note, Tone::Active),
    };
    view! {
        <span title=t(note)>
            <Badge label=t(name) tone />
        </span>
    }
    .into_any()
}
