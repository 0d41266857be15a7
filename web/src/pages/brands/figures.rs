//! The figures of the list of brands.

use std::collections::HashMap;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{BrandMetrics, BrandMetricsInclude, MetricBrand, Rate};
use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::charts::Sparkline;
use crate::components::{
    BrandInGroup, CoverageNote, OTHER_BRANDS, ScopeTotal, Sentence, brand_colors, brand_findings, change_view,
    has_none, of_finished_runs, rate_interval, rate_value, with_tiers,
};
use crate::format::{mean, rate};
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{self, AnswerFilterParams, BrandFigure, OVERVIEW, Period, brand_answers};
use crate::queries::Query;
use crate::queries::metrics::{trend_filter, use_brand_metrics};
use crate::reactive::{live, live_option};
use crate::ui::{Methodology, SortKey, TableOrder};

pub type Metrics = Query<BrandMetrics>;

type Own = Memo<Option<BrandId>>;

/// Asks nothing while there are no brands.
pub fn use_metrics(answers: Memo<AnswerFilterParams>, has_brands: Memo<bool>, own: Own) -> Metrics {
    let filter = move || {
        let scope = answers.get().counted_scope().filter(|_| has_brands.get())?;
        Some(trend_filter(scope, PAGE_SIZE_MAX, Period::Week, &[BrandMetricsInclude::Before]))
    };
    use_brand_metrics(filter, move || own.get())
}

/// What the numbers say, in words. Reactive.
pub fn findings(metrics: Metrics, answers: Memo<AnswerFilterParams>, own: Own) -> Vec<Sentence> {
    let (answers, texts) = (answers.get(), texts());
    metrics.with(|found| own.with(|own| brand_findings(found, own.as_ref(), &answers, Period::Week, texts)))
}

pub fn total(metrics: Metrics, answers: Memo<AnswerFilterParams>) -> AnyView {
    let is_empty = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.coverage.answers == 0)));
    let total = move || {
        if !is_empty.get() {
            return view! { <ScopeTotal metrics params=answers /> }.into_any();
        }
        let text = has_none(answers.with(AnswerFilterParams::is_unfiltered)).map(|has_none| match has_none {
            true => {
                let steps = view! { <a href=OVERVIEW>{t(|t| t.setup().title)}</a> };
                view! { {t(|t| t.metrics().no_answers)} " · " {steps} }.into_any()
            }
            false if answers.with(AnswerFilterParams::has_only_days) => {
                let days = answers.with(|answers| answers.window.days());
                let longer = answers.with(|answers| answers.longer(None));
                let longer_days = longer.window.days();
                view! {
                    {t_with(move |t| (t.answers().none_in_period)(days))}
                    " · "
                    <a href=paths::brands(&longer, None)>{t_with(move |t| (t.answers().show_longer)(longer_days))}</a>
                }
                .into_any()
            }
            false => t(|t| t.answers().none_found).into_any(),
        });
        view! { <p class="scope-total">{text}</p> }.into_any()
    };
    view! {
        {live(total)}
        <CoverageNote coverage=Signal::derive(move || metrics.with(|found| found.map(|found| found.coverage))) />
    }
    .into_any()
}

pub fn methodology(metrics: Metrics) -> AnyView {
    let text = t_with(move |t| {
        let sample = metrics.with(|found| found.map(|found| found.all.sample.clone())).unwrap_or_default();
        of_finished_runs(&with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t), t)
    });
    // The platform measures the most named brands.
    let measured = Memo::new(move |_| {
        metrics.with(|found| {
            let measured = found?.brands.len() as u64;
            (measured < found?.total_brands).then_some(measured)
        })
    });
    let bound = move || {
        let measured = measured.get()?;
        Some(view! { <p class="muted">{t_with(move |t| (t.brands().measured)(measured))}</p> })
    };
    view! {
        {live_option(bound)}
        <Methodology text />
    }
    .into_any()
}

/// The positions of the brands in an order of the table. Unchanged while there are no numbers. Reactive.
pub fn positions_in(brands: &[Brand], metrics: Metrics, order: TableOrder) -> Vec<usize> {
    metrics.with(|found| {
        let measured = found.into_iter().flat_map(|found| found.brands.iter().zip(&found.all.brands));
        let measured: HashMap<&BrandId, &MetricBrand> = measured.map(|(name, brand)| (&name.id, brand)).collect();
        order.positions(brands, |brand, column| {
            if column == "name" {
                return SortKey::text(&brand.name);
            }
            let of = measured.get(&brand.id)?;
            match column {
                "change" => BrandInGroup::change(found?, &brand.id).map(|(moved, _)| SortKey::Number(moved)),
                "share" => of.share_of_voice.map(SortKey::Number),
                "position" => of.mean_position.map(SortKey::Number),
                _ => SortKey::count(of.mention_rate.numerator),
            }
        })
    })
}

// The change of the mention rate of a brand, the rate before, and the answers before.
fn change_of(metrics: &BrandMetrics, id: &BrandId) -> Option<((f64, Option<bool>), Rate, u64)> {
    let before = BrandInGroup::before(metrics, id)?;
    let change = BrandInGroup::find(metrics, id)?.change_since(&before)?;
    Some((change, before.brand.mention_rate, before.sample.answers))
}

pub fn cells(id: BrandId, metrics: Metrics, own: Own, answers: Memo<AnswerFilterParams>) -> AnyView {
    let (named, changed, other) = (id.clone(), id.clone(), id.clone());
    let address = Memo::new(move |_| brand_answers(&named, &answers.get(), BrandFigure::Named, None));
    let found = Memo::new(move |_| {
        metrics.with(|found| {
            let metrics = found.filter(|found| found.all.sample.answers > 0)?;
            let index = metrics.brands.iter().position(|brand| brand.id == id)?;
            let points = metrics.series.iter().flat_map(|series| &series.points);
            let trend = points.clone().map(|point| point.brands.get(index)?.mention_rate.value).collect::<Vec<_>>();
            let rates = points.flat_map(|point| &point.brands).filter_map(|brand| brand.mention_rate.value);
            let max = rates.fold(0.0, f64::max);
            let color = own.with(|own| *brand_colors(&metrics.brands, own.as_ref()).get(index)?);
            let brand = BrandInGroup::of(&metrics.all, index)?;
            Some((brand, (trend, max), color.unwrap_or(OTHER_BRANDS)))
        })
    });
    let change = Memo::new(move |_| metrics.with(|found| change_of(found?, &changed)));
    let is_rival = move || own.with(|own| own.as_ref().is_some_and(|own| *own != other)).then_some("");
    let shown_change = move || change.get().map(|(change, before, answers)| change_view(change, before, answers));
    let change_note = move || {
        let change = shown_change()?;
        let name = view! { <span class="visually-hidden">{t(|t| t.metrics().change)} " "</span> };
        Some(view! { <span class="cell-note phone-only">{name} {change}</span> })
    };
    let text = move |read: fn(&BrandInGroup, Texts) -> String| {
        t_with(move |t| found.with(|found| found.as_ref().map_or("–".to_owned(), |(brand, ..)| read(brand, t))))
    };
    let trend = move || {
        let ((values, max), series) =
            found.with(|found| found.as_ref().map(|(_, trend, color)| (trend.clone(), *color)))?;
        Some(view! { <Sparkline values series max /> })
    };
    view! {
        <td class="number" data-rival=is_rival.clone()>
            <strong>{text(|of, _| rate_value(of.brand.mention_rate))}</strong>
            <a class="cell-note" href=address title=text(|of, t| rate_interval(of.brand.mention_rate, t))>
                {text(|of, t| (t.metrics().n_of)(of.brand.mention_rate.numerator, of.sample.answers))}
            </a>
            {live_option(change_note)}
        </td>
        <td class="not-phone number brand-change" data-rival=is_rival>{live(move || shown_change().unwrap_or_else(|| "–".into_any()))}</td>
        <td
            class="not-phone number"
            title=text(|of, t| (t.metrics().of_mentions)(of.brand.mention_rate.numerator, of.namings))
        >
            {text(|of, _| of.brand.share_of_voice.map_or_else(|| "–".to_owned(), rate))}
        </td>
        <td class="wide-only number" title=text(|of, t| (t.metrics().in_answers)(of.brand.named.answers))>
            {text(|of, _| of.brand.mean_position.map_or_else(|| "–".to_owned(), mean))}
        </td>
        <td class="fit brand-trend">{live_option(trend)}</td>
    }
    .into_any()
}
