//! The main metrics of a brand.

use answerdeck_analysis::ReportedBrand;
use leptos::prelude::*;

use super::rate_view::{RateStat, Stat};
use crate::format::{mean, rate};
use crate::locale::{t, t_with};

/// The mention rate, the share of voice and the first position of a brand. `–` while they are unknown.
#[component]
pub fn BrandStats(
    /// The brand of a report. `None` while there is none.
    brand: Memo<Option<ReportedBrand>>,
    /// The address of the answers that name the brand.
    answers: Signal<String>,
) -> AnyView {
    let dash = || "–".to_owned();
    let visibility = move || brand.with(|brand| brand.as_ref().map(|brand| brand.visibility.clone()));
    let share = move || visibility().map(|visibility| visibility.share_of_voice);
    let position = move || visibility().map(|visibility| visibility.first_position);
    let share_of = t_with(move |t| {
        share().map_or_else(dash, |share| (t.metrics().of_mentions)(share.numerator, share.denominator))
    });
    let position_of =
        t_with(move |t| position().map_or_else(dash, |position| (t.metrics().in_answers)(position.sample.answers)));
    view! {
        <dl class="stats">
            <RateStat
                name=|t| t.metrics().mention_rate
                rate=Signal::derive(move || visibility().map(|visibility| visibility.mention_rate))
                answers
            />
            <Stat
                name=t(|t| t.metrics().share_of_voice)
                value=t_with(move |_| share().and_then(|share| share.value()).map_or_else(dash, rate))
                of=share_of
                answers
                tier=Signal::derive(move || share().filter(|share| share.value().is_some()).map(|share| share.tier()))
            />
            <Stat
                name=t(|t| t.metrics().first_position)
                value=t_with(move |_| position().and_then(|position| position.mean()).map_or_else(dash, mean))
                of=position_of
                answers
                tier=Signal::derive(move || {
                    position().filter(|position| position.mean().is_some()).map(|position| position.tier())
                })
            />
        </dl>
    }
    .into_any()
}
