use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandPoint, Rate, Sample};
use leptos::prelude::*;

use super::brand_in_group::BrandInGroup;
use super::brand_trend::{OTHER_BRANDS, color_of};
use super::rate_view::{CountedRate, RateStat, Stat, StatChange, rate_change};
use crate::format::{mean, rate};
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, Window, brand_answers};
use crate::queries::Query;
use crate::reactive::live_when;

/// Reads the change of a metric between two groups of answers, now and before, and whether it is an improvement.
type ReadChange = fn(&BrandInGroup, &BrandInGroup, Texts) -> Option<(String, Option<bool>)>;

/// The mention rate, the share of voice, the average position and the citation rate of a brand, each with its change since the
/// period before and its trend, and what that period is. `–` while they are unknown.
#[component]
pub fn BrandStats(
    #[prop(into)] id: Signal<Option<BrandId>>,
    /// The own brand, which has the first color.
    #[prop(into)]
    own: Signal<Option<BrandId>>,
    metrics: Query<BrandMetrics>,
    params: Memo<AnswerFilterParams>,
    /// The address to which the numbers lead. The answers behind each when absent.
    #[prop(optional)]
    address: Option<Signal<String>>,
) -> AnyView {
    let brand = Memo::new(move |_| metrics.with(|found| BrandInGroup::find(found?, &id.get()?)));
    let before = Memo::new(move |_| metrics.with(|found| BrandInGroup::before(found?, &id.get()?)));
    let trend = move |read: fn(&BrandPoint) -> Option<f64>| {
        Signal::derive(move || {
            metrics.with(|found| found.and_then(|found| trend(found, &id.get()?, read)).unwrap_or_default())
        })
    };
    let color = Memo::new(move |_| {
        let color = |id: &BrandId| own.with(|own| color_of(metrics, own.as_ref(), id));
        id.with(|id| id.as_ref().map_or(OTHER_BRANDS, color))
    });
    let color = Signal::from(color);
    let change = move |read: ReadChange| {
        Signal::derive(move || {
            let (now, before) = (brand.get()?, before.get()?);
            let (text, is_better) = read(&now, &before, texts())?;
            Some(StatChange { text, is_better })
        })
    };
    let has_before = Memo::new(move |_| before.with(Option::is_some));
    let compared = move || {
        let text = t_with(move |t| params.with(|params| (t.metrics().changes_since)(&period_before(params, t))));
        view! { <p class="cell-note">{text}</p> }
    };
    let rates =
        |of: fn(&BrandInGroup) -> CountedRate| Signal::derive(move || brand.with(|brand| brand.as_ref().map(of)));
    let address = move |figure: BrandFigure| {
        let answers = move || id.get().map(|id| brand_answers(&id, &params.get(), figure, None)).unwrap_or_default();
        address.unwrap_or_else(|| Signal::derive(answers))
    };
    let text = move |read: fn(&BrandInGroup, Texts) -> Option<String>| {
        t_with(move |t| {
            brand.with(|brand| brand.as_ref().and_then(|brand| read(brand, t))).unwrap_or_else(|| "–".to_owned())
        })
    };
    let sample = move |read: fn(&BrandInGroup) -> Option<Sample>| {
        Signal::derive(move || brand.with(|brand| brand.as_ref().and_then(read)))
    };
    view! {
        {live_when(move || has_before.get(), compared)}
        <dl class="stats brand-stats">
            <RateStat
                name=|t| t.metrics().mention_rate
                rate=rates(BrandInGroup::mention_rate)
                answers=address(BrandFigure::Named)
                change=change(|now, before, t| {
                    let (text, is_better) = change_text(now.brand.mention_rate, before.brand.mention_rate, t)?;
                    Some((text, is_better.filter(|_| !now.is_changed_by_sample())))
                })
                color
                trend=trend(|point| point.mention_rate.value)
            />
            <Stat
                name=t(|t| t.metrics().share_of_voice)
                value=text(|brand, _| brand.brand.share_of_voice.map(rate))
                of=text(|brand, t| Some((t.metrics().of_mentions)(brand.brand.mention_rate.numerator, brand.namings)))
                answers=address(BrandFigure::Named)
                sample=sample(|brand| brand.brand.share_of_voice.map(|_| brand.naming.clone()))
                change=change(|now, before, t| {
                    let moved = now.brand.share_of_voice? - before.brand.share_of_voice?;
                    Some(((t.metrics().points)(moved), None))
                })
                color
                trend=trend(|point| point.share_of_voice)
            />
            <Stat
                name=t(|t| t.metrics().average_position)
                value=text(|brand, _| brand.brand.mean_position.map(mean))
                of=text(|brand, t| Some((t.metrics().in_answers)(brand.brand.named.answers)))
                answers=address(BrandFigure::Named)
                sample=sample(|brand| brand.brand.mean_position.map(|_| brand.brand.named.clone()))
                change=change(|now, before, t| {
                    let moved = now.brand.mean_position? - before.brand.mean_position?;
                    Some(((t.metrics().position_change)(moved), None))
                })
                color
                // The line rises when the position gets better: lower.
                trend=trend(|point| point.mean_position.map(|position| -position))
            />
            <RateStat
                name=|t| t.metrics().own_site
                rate=rates(BrandInGroup::citation_rate)
                answers=address(BrandFigure::Cited)
                change=change(|now, before, t| change_text(now.brand.citation_rate, before.brand.citation_rate, t))
                color
                trend=trend(|point| point.citation_rate.value)
            />
        </dl>
    }
    .into_any()
}

/// What the numbers of a window are compared with, such as `the 30 days before`.
pub fn period_before(params: &AnswerFilterParams, texts: Texts) -> String {
    let days = match params.window {
        Window::Days(days) => Some(days.into()),
        Window::Unset | Window::All | Window::ThisMonth | Window::LastMonth => None,
    };
    (texts.metrics().period_before)(days)
}

fn change_text(now: Rate, before: Rate, texts: Texts) -> Option<(String, Option<bool>)> {
    let (moved, is_better) = rate_change(now, before)?;
    Some(((texts.metrics().points)(moved), is_better))
}

fn trend(metrics: &BrandMetrics, id: &BrandId, read: fn(&BrandPoint) -> Option<f64>) -> Option<Vec<Option<f64>>> {
    let index = metrics.brands.iter().position(|brand| brand.id == *id)?;
    let points = &metrics.series.as_ref()?.points;
    Some(points.iter().map(|point| point.brands.get(index).and_then(read)).collect())
}
