//! The main metrics of a brand.

use leptos::prelude::*;

use super::brand_in_group::BrandInGroup;
use super::rate_view::{RateStat, Stat};
use crate::format::{mean, rate};
use crate::locale::{t, t_with};

/// The mention rate, the share of voice and the first position of a brand. `–` while they are unknown.
#[component]
pub fn BrandStats(
    /// The brand. `None` while its metrics are unknown.
    brand: Memo<Option<BrandInGroup>>,
    /// The address of the answers that name the brand.
    answers: Signal<String>,
) -> AnyView {
    let dash = || "–".to_owned();
    let share = move || brand.with(|brand| brand.as_ref().and_then(BrandInGroup::share_of_voice));
    let position = move || brand.with(|brand| brand.as_ref().and_then(|brand| brand.brand.mean_position));
    let share_of = t_with(move |t| {
        let of = |brand: &BrandInGroup| (t.metrics().of_mentions)(brand.brand.mention_rate.numerator, brand.namings);
        brand.with(|brand| brand.as_ref().map_or_else(dash, of))
    });
    let position_of = t_with(move |t| {
        let of = |brand: &BrandInGroup| (t.metrics().in_answers)(brand.brand.named.answers);
        brand.with(|brand| brand.as_ref().map_or_else(dash, of))
    });
    view! {
        <dl class="stats">
            <RateStat
                name=|t| t.metrics().mention_rate
                rate=Signal::derive(move || brand.with(|brand| brand.as_ref().map(BrandInGroup::mention_rate)))
                answers
            />
            <Stat
                name=t(|t| t.metrics().share_of_voice)
                value=t_with(move |_| share().map_or_else(dash, rate))
                of=share_of
                answers
                tier=Signal::derive(move || {
                    share().and_then(|_| brand.with(|brand| brand.as_ref().map(|brand| brand.naming.tier.clone())))
                })
            />
            <Stat
                name=t(|t| t.metrics().first_position)
                value=t_with(move |_| position().map_or_else(dash, mean))
                of=position_of
                answers
                tier=Signal::derive(move || {
                    position()
                        .and_then(|_| brand.with(|brand| brand.as_ref().map(|brand| brand.brand.named.tier.clone())))
                })
            />
        </dl>
    }
    .into_any()
}
