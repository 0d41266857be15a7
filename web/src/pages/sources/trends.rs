//! Sources over time, below a ranking. Their code is loaded after that of the ranking.

use answerdeck_api::BrandId;
use leptos::prelude::*;

use crate::components::{SourceClassChart, SourceTrendView, TrendDomain};
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::{AnswersParams, Period};
use crate::ui::Skeleton;

/// The data that the trends show.
#[derive(Clone, Copy)]
pub struct Trends {
    scope: Memo<AnswersParams>,
    domains: Memo<Vec<TrendDomain>>,
    period: Memo<Period>,
    on_period: Callback<Period>,
    own: Option<Memo<Option<BrandId>>>,
}

/// Shows the trends.
type TrendsView = fn(Trends) -> AnyView;

/// The share of domains in all citations over time.
#[component]
pub fn SourceTrends(
    /// The answers.
    scope: Memo<AnswersParams>,
    /// The domains. The first is on top.
    domains: Memo<Vec<TrendDomain>>,
    /// The period of the trends.
    period: Memo<Period>,
    /// Called when another period is selected.
    #[prop(into)]
    on_period: Callback<Period>,
    /// The own brand: adds the stability of all sources, and whose they are.
    #[prop(optional)]
    own: Option<Memo<Option<BrandId>>>,
) -> AnyView {
    let trends = Trends { scope, domains, period, on_period, own };
    part_view(loaded(load), || view! { <Skeleton rows=8 /> }.into_any(), move |view| view(trends))
}

lazy_part! {
    /// The trends of sources.
    source_trends: TrendsView = view
}

fn view(Trends { scope, domains, period, on_period, own }: Trends) -> AnyView {
    let with_stability = own.is_some();
    view! {
        <SourceTrendView scope domains period on_period with_stability />
        {own.map(|own| view! { <SourceClassChart scope period own /> })}
    }
    .into_any()
}
