use answerdeck_api::metrics::{BrandMetrics, BrandPoint, Rate, Sample};
use answerdeck_api::{Brand, BrandId};
use leptos::html;
use leptos::prelude::*;

use super::in_group::BrandInGroup;
use super::trend::{OTHER_BRANDS, color_of};
use crate::charts::Sparkline;
use crate::components::metrics::rates::{
    CountedRate, TierBadge, rate_change, rate_interval, rate_value, significance, tier_note,
};
use crate::format::{mean, rate};
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, brand_answers};
use crate::queries::Query;
use crate::queries::brands::use_all_brands;
use crate::reactive::{live, live_option, live_when};
use crate::ui::{text_scale, unique_id};

/// The height in which most balloons fit, in pixels.
const BALLOON_HEIGHT: f64 = 160.0;

/// A number of a brand, with its change and its trend. The default is unknown.
#[derive(Debug, Clone, Default, PartialEq)]
struct Figure {
    value: Option<String>,
    /// Numerator and denominator.
    of: Option<String>,
    /// The interval of a rate. Empty without one.
    interval: String,
    /// What it was counted from. `None` if nothing could be counted.
    sample: Option<Sample>,
    /// The change since the period before, with its sign.
    change: Option<String>,
    /// Whether the change is an improvement. `None` if it is not significant.
    is_better: Option<bool>,
    /// Not drawn with fewer than two values.
    trend: Vec<Option<f64>>,
    /// Whether there is nothing to count, because the brand has no website.
    lacks_site: bool,
}

/// Makes a figure of the metrics of a brand now and in the period before.
type ReadFigure = fn(&BrandInGroup, Option<&BrandInGroup>, Texts) -> Figure;

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
    let brands = use_all_brands();
    let lacks_site = Memo::new(move |_| {
        let is_this = |brand: &&Brand| id.with(|id| id.as_ref() == Some(&brand.id));
        brands.with(|brands| brands?.iter().find(is_this).map(|brand| brand.websites.is_empty())).unwrap_or_default()
    });
    let color = Memo::new(move |_| {
        let color = |id: &BrandId| own.with(|own| color_of(metrics, own.as_ref(), id));
        id.with(|id| id.as_ref().map_or(OTHER_BRANDS, color))
    });
    let compared = move || {
        let text = t_with(move |t| params.with(|params| (t.metrics().changes_since)(&period_before(params, t))));
        view! { <p class="cell-note">{text}</p> }
    };
    let stat = move |name: Pick, read: ReadFigure, of_point: fn(&BrandPoint) -> Option<f64>, answers: BrandFigure| {
        let figure = Memo::new(move |_| {
            // Read before what is derived from it.
            let id = id.get();
            if answers == BrandFigure::Cited && lacks_site.get() {
                let of = Some(texts().metrics().no_site.to_owned());
                return Figure { of, lacks_site: true, ..Figure::default() };
            }
            let trend = metrics.with(|found| trend(found?, id.as_ref()?, of_point)).unwrap_or_default();
            let known = brand.with(|brand| before.with(|before| Some(read(brand.as_ref()?, before.as_ref(), texts()))));
            Figure { trend, ..known.unwrap_or_default() }
        });
        let counted = move || id.get().map(|id| brand_answers(&id, &params.get(), answers, None)).unwrap_or_default();
        stat_view(name, figure, address.unwrap_or_else(|| Signal::derive(counted)), address, color)
    };
    view! {
        {live_when(move || before.with(Option::is_some), compared)}
        <dl class="stats brand-stats">
            {stat(|t| t.metrics().mention_rate, mention_rate, |point| point.mention_rate.value, BrandFigure::Named)}
            {stat(|t| t.metrics().share_of_voice, share_of_voice, |point| point.share_of_voice, BrandFigure::Named)}
            // The line rises when the position gets better: lower.
            {stat(
                |t| t.metrics().average_position,
                average_position,
                |point| point.mean_position.map(|position| -position),
                BrandFigure::Named,
            )}
            {stat(|t| t.metrics().own_site, citation_rate, |point| point.citation_rate.value, BrandFigure::Cited)}
        </dl>
    }
    .into_any()
}

// A figure in one line. What it was counted from is behind a button. `answers` is the address of the counted answers, `brand` that of
// the brand's page, unless it is on it, and `color` the color number of the trend.
fn stat_view(
    name: Pick,
    figure: Memo<Figure>,
    answers: Signal<String>,
    brand: Option<Signal<String>>,
    color: Memo<usize>,
) -> AnyView {
    let name = t(name);
    let text = move |read: fn(&Figure) -> Option<String>| {
        Signal::derive(move || figure.with(read).unwrap_or_else(|| "–".to_owned()))
    };
    let (value, of) = (text(|figure| figure.value.clone()), text(|figure| figure.of.clone()));
    let change = move || {
        let (text, is_better) = figure.with(|figure| Some((figure.change.clone()?, figure.is_better)))?;
        let direction = is_better.map(|is_better| if is_better { "better" } else { "worse" });
        Some(view! {
            <span class="stat-change" translate="no" data-direction=direction>
                {text}
                {significance(is_better)}
            </span>
        })
    };
    let line = move || {
        let values = figure.with(|figure| figure.trend.clone());
        (values.iter().flatten().count() > 1).then(|| view! { <Sparkline values series=color.get() /> })
    };
    let counted = move || match brand.filter(|_| figure.with(|figure| figure.lacks_site)) {
        Some(brand) => view! { <a href=brand>{of}</a> }.into_any(),
        None => of.into_any(),
    };
    let interval = move || {
        let interval = figure.with(|figure| figure.interval.clone());
        (!interval.is_empty()).then(|| view! { <p>{interval}</p> })
    };
    let about_tier = move || {
        let sample = figure.with(|figure| figure.sample.clone())?;
        let note = tier_note(sample.clone());
        Some(view! { <TierBadge sample /> " " {note} })
    };
    let id = unique_id("stat-about");
    // The edges of the balloon: top and bottom, of which one is set, and left.
    let (card, place) = (NodeRef::<html::Div>::new(), RwSignal::new((None, None, 0.0)));
    let open = move |_| {
        let (Some(card), Some(page)) = (card.get_untracked(), document().document_element()) else { return };
        let frame = card.get_bounding_client_rect();
        // Above its card, so that it covers no other figures, or below it where there is no room.
        let is_above = frame.top() >= BALLOON_HEIGHT * text_scale();
        let (below, above) = (frame.bottom() + 6.0, f64::from(page.client_height()) - frame.top() + 6.0);
        place.set(((!is_above).then_some(below), is_above.then_some(above), frame.left()));
    };
    let edge = |edge: Option<f64>| edge.map_or_else(|| "auto".to_owned(), |edge| format!("{edge}px"));
    view! {
        <div node_ref=card>
            <dt>{name}</dt>
            <dd>
                <a href=answers>
                    <span class="stat" translate="no">
                        {value}
                    </span>
                    <span class="visually-hidden">" " {of}</span>
                </a>
                {live_option(change)}
                {live_option(line)}
                <button class="stat-about" type="button" popovertarget=id.clone() on:click=open>
                    <span aria-hidden="true">"?"</span>
                    <span class="visually-hidden">{t(|t| t.metrics().sample)} " " {name}</span>
                </button>
                <div
                    class="stat-balloon"
                    id=id
                    popover="auto"
                    style:top=move || edge(place.get().0)
                    style:bottom=move || edge(place.get().1)
                    style:left=move || format!("max(8px, min({}px, 100vw - 18rem))", place.get().2)
                >
                    <p>{live(counted)}</p>
                    {live_option(interval)}
                    <p>{live_option(about_tier)}</p>
                </div>
            </dd>
        </div>
    }
    .into_any()
}

fn mention_rate(now: &BrandInGroup, before: Option<&BrandInGroup>, t: Texts) -> Figure {
    let figure = rate_figure(now.mention_rate(), before.map(|before| before.brand.mention_rate), t);
    Figure { is_better: before.and_then(|before| now.change_since(before)?.1), ..figure }
}

fn citation_rate(now: &BrandInGroup, before: Option<&BrandInGroup>, t: Texts) -> Figure {
    rate_figure(now.citation_rate(), before.map(|before| before.brand.citation_rate), t)
}

fn rate_figure(CountedRate { rate: now, sample }: CountedRate, before: Option<Rate>, t: Texts) -> Figure {
    let (moved, is_better) = before.and_then(|before| rate_change(now, before)).unzip();
    Figure {
        value: Some(rate_value(now)),
        of: Some((t.metrics().of_answers)(now.numerator, sample.answers)),
        interval: rate_interval(now, t),
        sample: now.value.map(|_| sample),
        change: moved.map(t.metrics().points),
        is_better: is_better.flatten(),
        ..Figure::default()
    }
}

fn share_of_voice(now: &BrandInGroup, before: Option<&BrandInGroup>, t: Texts) -> Figure {
    let (share, share_before) = (now.brand.share_of_voice, before.and_then(|before| before.brand.share_of_voice));
    Figure {
        value: share.map(rate),
        of: Some((t.metrics().of_mentions)(now.brand.mention_rate.numerator, now.namings)),
        sample: share.map(|_| now.naming.clone()),
        change: share.zip(share_before).map(|(now, before)| (t.metrics().points)(now - before)),
        ..Figure::default()
    }
}

fn average_position(now: &BrandInGroup, before: Option<&BrandInGroup>, t: Texts) -> Figure {
    let position = now.brand.mean_position;
    let position_before = before.and_then(|before| before.brand.mean_position);
    Figure {
        value: position.map(mean),
        of: Some((t.metrics().in_answers)(now.brand.named.answers)),
        sample: position.map(|_| now.brand.named.clone()),
        change: position.zip(position_before).map(|(now, before)| (t.metrics().position_change)(now, before)),
        ..Figure::default()
    }
}

/// What the numbers of a window are compared with, such as `the 30 days before`.
pub fn period_before(params: &AnswerFilterParams, texts: Texts) -> String {
    (texts.metrics().period_before)(params.window.days())
}

fn trend(metrics: &BrandMetrics, id: &BrandId, read: fn(&BrandPoint) -> Option<f64>) -> Option<Vec<Option<f64>>> {
    let index = metrics.brands.iter().position(|brand| brand.id == *id)?;
    let points = &metrics.series.as_ref()?.points;
    Some(points.iter().map(|point| point.brands.get(index).and_then(read)).collect())
}
