use answerdeck_api::metrics::{BrandMetrics, BrandMetricsFilter, BrandSeriesPoint};
use leptos::prelude::*;
use time::Date;

use super::owner::SOURCE_SERIES;
use crate::charts::{Chart, Layer, StackChart};
use crate::components::brands::trend::{axes_of, dated_points};
use crate::components::metrics::trends::{citation_share, columns_over_time};
use crate::components::{steady_view, within_period};
use crate::format::rate;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, Period, UrlParams};
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::{trend_filter, use_brand_metrics};
use crate::reactive::live_when;
use crate::ui::skeleton;

/// How citations divide by the owner of the cited page, over time. Without an own brand, the sites of all brands count as sites of
/// other brands. Nothing is shown while no brands are tracked.
pub fn class_trend(scope: Memo<AnswerFilterParams>, period: Memo<Period>) -> AnyView {
    let own = use_own_brand_id();
    let metrics = use_brand_metrics(
        move || {
            let filter = trend_filter(scope.get().counted_scope()?, 1, period.get(), &[]);
            Some(BrandMetricsFilter { brand_ids: own.get().into_iter().collect(), ..filter })
        },
        || None,
    );
    let has_own = move || own.with(Option::is_some);
    let chart = move || {
        let scope = scope.get();
        metrics.with(|found| {
            let empty = BrandMetrics::default();
            stack_chart(found.unwrap_or(&empty), has_own(), period.get(), &scope, texts())
        })
    };
    let description = t_with(move |t| {
        let chart = chart();
        let last = (0..chart.axes.dates.len()).rev().find(|index| chart.date_with_data(*index).is_some());
        let last = last.and_then(|last| Some((last, &chart.axes.dates.get(last)?.1)));
        let Some((last, period)) = last else { return String::new() };
        let values = chart.layers.iter().filter_map(|layer| Some((layer, layer.values.get(last)?.as_ref()?)));
        let values: Vec<_> = values.collect();
        let shares = values.iter().map(|(layer, value)| format!("{} {}", layer.name, rate(value.value)));
        let citations = values.iter().find_map(|(_, value)| value.counted).map_or(0, |[_, citations]| citations);
        (t.sources().class_trend_about)(period, &shares.collect::<Vec<_>>().join(", "), citations)
    });
    let on_open = use_open(move |index, _| {
        let first_day = chart().date_with_data(index)?;
        Some(within_period(first_day, period.get(), &scope.get()).address())
    });
    let has_points = move || {
        metrics.with(|found| found.is_some_and(|found| found.total_brands > 0 && !dated_points(found).is_empty()))
    };
    let content = move || {
        let draw = Box::new(move |width: f64| chart().draw(width));
        let table = Box::new(move || chart().table(columns_over_time(texts())));
        view! { <Chart title=t(|t| t.metrics().source_classes) description draw table on_open /> }
    };
    let section = move || {
        view! {
            <section class="section" aria-label=t(|t| t.metrics().source_classes)>
                {steady_view(metrics, skeleton::<5>, move || live_when(has_points, content))}
            </section>
        }
    };
    // The trend of domains says it when the platform has no metrics.
    live_when(move || !metrics.is_missing(), section)
}

// The citations of own sites, of other brands' sites and of the rest.
fn classes(point: &BrandSeriesPoint, has_own: bool) -> [u64; 3] {
    let own = point.brands.first().filter(|_| has_own).map_or(0, |brand| brand.own_citations);
    let owned = point.owned_citations;
    [own, owned.saturating_sub(own), point.citations.saturating_sub(owned)]
}

fn stack_chart(
    metrics: &BrandMetrics,
    has_own: bool,
    period: Period,
    scope: &AnswerFilterParams,
    texts: Texts,
) -> StackChart {
    let points = dated_points(metrics);
    let names = [texts.common().own_brand, texts.metrics().other_brand_pages, texts.metrics().other_pages];
    let layer = |(class, (name, series)): (usize, (&str, usize))| {
        let value = |(_, point): &(Date, &BrandSeriesPoint)| {
            citation_share(*classes(point, has_own).get(class)?, point.citations, texts)
        };
        Layer { name: name.to_owned(), series, values: points.iter().map(value).collect() }
    };
    StackChart {
        axes: axes_of(&points, period, scope, texts),
        layers: names.into_iter().zip(SOURCE_SERIES).enumerate().map(layer).collect(),
    }
}
