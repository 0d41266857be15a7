//! What the answers to the listed prompts say about the own brand.

use answerdeck_api::metrics::{PromptMetrics, PromptMetricsOrder};
use answerdeck_api::{Brand, PromptId};
use leptos::prelude::*;

use super::PromptsData;
use crate::components::{
    RelativeTime, Sentence, change_view, finding_of_route, missing_for_direction, own_finding, rate_change, rate_value,
};
use crate::format::count;
use crate::locale::{t, t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, PromptsParams, RUNS, UrlParams, brand_answers};
use crate::queries::{Measured, PromptOrder, use_organization};
use crate::reactive::{live, live_option, live_when};
use crate::ui::{BLANK_LINE, Methodology, SelectField, TableOrder};

/// The columns by which the table can be sorted. Newest prompts are first when none is chosen.
pub(super) const COLUMNS: [&str; 5] = ["", "-rate", "-change", "-gap", "-latest"];

/// The orders to choose from where the table has no head for each, as `orders` of the locale names them.
const ORDERS: [&str; 9] = ["", "-rate", "rate", "-change", "change", "-gap", "gap", "-latest", "latest"];

/// The order of a chosen column. `None` if the table does not have it.
pub(super) fn order_of(sort: &str) -> Option<PromptOrder> {
    let (name, is_ascending) = sort.strip_prefix('-').map_or((sort, true), |name| (name, false));
    let order = match name {
        "rate" => PromptMetricsOrder::Rate,
        "change" => PromptMetricsOrder::Change,
        "gap" => PromptMetricsOrder::Gap,
        "latest" => PromptMetricsOrder::Newest,
        _ => return None,
    };
    Some((order, is_ascending))
}

/// What the numbers of all prompts say, or what is missing.
pub(super) fn finding(data: PromptsData) -> AnyView {
    let PromptsData { params, answers, all_routes, brands, own, prompts, .. } = data;
    let organization = use_organization();
    let sentences = Memo::new(move |_| {
        let is_known =
            organization.with(|organization| organization.is_some()) && brands.with(|brands| brands.is_some());
        let found = || {
            let (answers, params) = (answers.get(), params.get());
            own.with(|own| sentences(prompts.measured, own.as_ref(), &answers, &params))
        };
        if is_known { found() } else { Vec::new() }
    });
    // Without prompts, the list says what to do. Without an own brand, there is one short sentence.
    let lines = Memo::new(move |_| {
        let has_prompts = prompts.list.is_loading() || prompts.list.len() > 0;
        let lines = if brands.is_loading() || own.with(Option::is_some) { 5 } else { 2 };
        (has_prompts && !prompts.metrics_query.is_missing()).then_some(lines)
    });
    live_option(move || lines.get().map(|lines| untrack(|| finding_of_route(lines, sentences, all_routes))))
}

// None while the numbers are unknown. Reactive.
fn sentences(
    measured: Measured,
    own: Option<&Brand>,
    answers: &AnswerFilterParams,
    params: &PromptsParams,
) -> Vec<Sentence> {
    let (prompts, overall) = (texts().prompts(), measured.all());
    let Some(own) = own else { return vec![Sentence::no_brand()] };
    let Some(all) = overall else { return Vec::new() };
    let Some(value) = all.mention_rate.value else {
        let none = Sentence::new(prompts.finding_no_answers.to_owned(), RUNS.to_owned());
        let longer = answers.has_only_days().then(|| answers.longer(None)).map(|answers| {
            let text = (texts().answers().show_longer)(answers.window.days());
            Sentence::new(text, PromptsParams { answers, ..params.clone() }.address())
        });
        return std::iter::once(none).chain(longer).collect();
    };
    let named = [all.mention_rate.numerator, all.answers];
    let of_own = own_finding(answers, &own.name, value, named, None, texts());
    let by_gap = PromptsParams { sort: Some("-gap".to_owned()), search: None, ..params.clone() };
    let behind = (prompts.finding_behind)(all.behind, all.prompts, &own.name);
    let sentences = [
        Some(Sentence::new(of_own, brand_answers(&own.id, answers, BrandFigure::Named, None))),
        Some(Sentence::new(behind, by_gap.address())),
        missing_for_direction(all.answers, all.prompts, texts()),
    ];
    sentences.into_iter().flatten().collect()
}

/// What the numbers count, and which prompts an order by them leaves out.
pub(super) fn explanation(PromptsData { own, order, .. }: PromptsData) -> AnyView {
    let note = || view! { <p class="muted">{t(|t| t.prompts().only_answered)}</p> };
    let text = t_with(move |t| {
        own.with(|own| own.as_ref().map_or_else(String::new, |own| (t.prompts().methodology)(&own.name)))
    });
    view! {
        {live_when(move || order.with(Option::is_some), note)}
        <Methodology text />
    }
    .into_any()
}

pub(super) fn heads(order: TableOrder) -> AnyView {
    view! {
        {order.head("rate", t(|t| t.metrics().mention_rate), "number prompt-rate")}
        {order.head("change", t(|t| t.metrics().change), "number not-phone prompt-change")}
        {order.head("gap", t(|t| t.common().only_rivals), "number not-phone prompt-gap")}
        {order.head("latest", t(|t| t.prompt_sets().last_answer), "wide-only prompt-latest")}
    }
    .into_any()
}

/// Chooses the order on a phone.
pub(super) fn sort_field(PromptsData { sort, answers, .. }: PromptsData, choose: Callback<String>) -> AnyView {
    let options = Signal::derive(move || {
        // Without a first day, there is no change.
        let has_change = answers.with(|answers| answers.from.is_some());
        let orders = ORDERS.into_iter().zip(texts().prompts().orders);
        let orders = orders.filter(|(order, _)| has_change || !order.ends_with("change"));
        orders.map(|(order, name)| (order.to_owned(), name.to_owned())).collect::<Vec<_>>()
    });
    view! {
        <div class="prompt-sort phone-only">
            <SelectField
                id="prompt-sort"
                label=t(|t| t.prompts().sort)
                options
                selected=Signal::derive(move || sort.get().unwrap_or_default())
                on_change=choose
            />
        </div>
    }
    .into_any()
}

/// What a phone has no columns for, on one line, which is there before its text.
pub(super) fn note(prompt: &PromptId, data: PromptsData) -> AnyView {
    let known = data.prompts.measured.of(prompt);
    let text = move || {
        let Some(Some(metrics)) = known.get() else { return BLANK_LINE.into_any() };
        let gap = metrics.gap;
        let gap = t_with(move |t| format!("{} {}", t.common().only_rivals, count(gap)));
        let change = moved(&metrics).map(
            |_| view! { " · " <span class="visually-hidden">{t(|t| t.metrics().change)} " "</span> {change(&metrics)} },
        );
        view! { {gap} {change} }.into_any()
    };
    view! { <span class="cell-note phone-only">{live(text)}</span> }.into_any()
}

/// The cells of a prompt. They are empty while its metrics are unknown.
pub(super) fn cells(prompt: PromptId, PromptsData { own, answers, prompts, .. }: PromptsData) -> AnyView {
    let known = prompts.measured.of(&prompt);
    live(move || {
        let [rate, change, gap, latest] = match known.get() {
            None => [(); 4].map(|()| ().into_any()),
            Some(None) => {
                let none = view! { <span class="muted">{t(|t| t.common().no_answers)}</span> };
                [none.into_any(), "–".into_any(), "–".into_any(), "–".into_any()]
            }
            Some(Some(metrics)) => {
                let (rate, of, gap) = (metrics.mention_rate, metrics.answers, metrics.gap);
                let answers = AnswerFilterParams { prompt: Some(prompt.clone()), ..answers.get() };
                let address =
                    own.with(|own| own.as_ref().map(|own| brand_answers(&own.id, &answers, BrandFigure::Named, None)));
                let rate = view! {
                    <a href=address>{t_with(move |_| rate_value(rate))}</a>
                    " "
                    <span class="muted">{t_with(move |t| (t.metrics().n_of)(rate.numerator, of))}</span>
                };
                let change = change(&metrics);
                let latest = view! { <RelativeTime at=metrics.latest_created_at /> };
                [rate.into_any(), change, t_with(move |_| count(gap)).into_any(), latest.into_any()]
            }
        };
        view! {
            <td class="number prompt-rate">{rate}</td>
            <td class="number not-phone prompt-change">{change}</td>
            <td class="number not-phone prompt-gap">{gap}</td>
            <td class="wide-only prompt-latest muted">{latest}</td>
        }
        .into_any()
    })
}

fn change(metrics: &PromptMetrics) -> AnyView {
    let (Some(moved), Some(before)) = (moved(metrics), metrics.before) else { return "–".into_any() };
    change_view(moved, before, metrics.answers_before)
}

fn moved(metrics: &PromptMetrics) -> Option<(f64, Option<bool>)> {
    rate_change(metrics.mention_rate, metrics.before?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_its_order_in_both_directions() {
        assert_eq!(order_of(COLUMNS[0]), None);
        assert_eq!(order_of("-gap"), Some((PromptMetricsOrder::Gap, false)));
        assert_eq!(order_of("rate"), Some((PromptMetricsOrder::Rate, true)));
        assert!([&COLUMNS[1..], &ORDERS[1..]].concat().into_iter().all(|order| order_of(order).is_some()));
        assert_eq!(order_of("name"), None);
    }
}
