//! The sources with a gap: answers that cite them name rivals and not the own brand. The code is loaded when they are shown.

use answerdeck_api::BrandId;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{BrandName, SourceInfluence, SourceInfluenceFilter, SourceInfluenceOrder, SourceLevel};
use leptos::prelude::*;

use super::domain_ranking::{type_name, type_view};
use super::{SourcesViewProps, nothing};
use crate::components::{
    Sentence, SourceOwner, domain_name, finding_view, of_finished_runs, one_of, page_name, points_view, quoted_source,
    ranking_table, rate_value, source_name, steady_view,
};
use crate::exports::{Export, export_part, time_range};
use crate::format::{count, share};
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::navigation::use_params_order;
use crate::paths::{BRANDS, SourcesParams, UrlParams};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::use_source_influence;
use crate::reactive::{live, live_on};
use crate::ui::{Methodology, SortKey, TableOrder, skeleton};
use crate::untrusted::visible;

/// By default, the largest shortfalls come first, and then the largest gaps.
const COLUMNS: [&str; 7] = ["", "-gap", "name", "type", "-named", "-answers", "difference"];

lazy_part! {
    source_gaps: fn(SourcesViewProps) -> AnyView = view
}

fn view(props: SourcesViewProps) -> AnyView {
    let SourcesViewProps { params, answers, is_page, export: of_page, .. } = props;
    let (brands, own, own_id) = (use_all_brands(), use_own_brand(), use_own_brand_id());
    let found = use_source_influence(move || {
        Some(SourceInfluenceFilter {
            brand_id: Some(own_id.get()?),
            level: Some(if is_page { SourceLevel::Page } else { SourceLevel::Domain }),
            order: Some(SourceInfluenceOrder::Gap),
            limit: Some(PAGE_SIZE_MAX),
            ..answers.get().counted_scope()?.into()
        })
    });
    let rows = Memo::new(move |_| {
        let has_gap = |source: &&SourceInfluence| {
            let owner = props.owner_of(&source.source);
            source.gap > 0 && owner == SourceOwner::Nobody && source.domain.is_some() == is_page
        };
        found.with(|found| {
            found.map_or_else(Vec::new, |found| found.sources.iter().filter(has_gap).cloned().collect::<Vec<_>>())
        })
    });
    let rivals = Memo::new(move |_| found.with(|found| found.map(|found| found.rivals.clone())).unwrap_or_default());
    let name = Signal::derive(move || own.with(|own| own.as_ref().map(|own| own.name.clone())).unwrap_or_default());
    let sentences = Memo::new(move |_| {
        let name = name.get();
        rows.with(|rows| findings(rows, props, rivals, &name))
    });
    let is_coming = move || brands.is_loading() || own.with(Option::is_some) && found.is_loading();
    let lines = Signal::derive(move || if is_coming() { 3 } else { 0 });
    let order = use_params_order(&COLUMNS, params, |params| &mut params.sort);
    let in_order = Memo::new(move |_| rows.with(|rows| order.sorted(rows, sort_key)));
    let has_rows = Memo::new(move |_| rows.with(|rows| !rows.is_empty()));
    export_part(
        of_page,
        move || has_rows.get(),
        move |()| Export::table(move |tables| tables.source_gaps(&in_order.get(), is_page, &answers.with(time_range))),
    );
    let about = t_with(move |t| {
        let shown = |rival: &BrandName| visible(&rival.name);
        let names: Vec<String> = rivals.with(|rivals| rivals.iter().map(shown).collect());
        let rivals = one_of(&names, t);
        (t.sources().gaps_about)(is_page, rows.with(Vec::len) as u64, &name.get(), &rivals)
    });
    let has_answers = Memo::new(move |_| found.with(|found| found.is_some_and(|found| found.coverage.answers > 0)));
    let table = move || {
        if !has_answers.get() {
            // The next count may have another filter.
            return found.with(|_| untrack(|| nothing(answers, params)));
        }
        if !has_rows.get() {
            let none = t_with(move |t| (t.sources().gaps_none)(&name.get()));
            return view! { <p class="muted">{none}</p> }.into_any();
        }
        view! {
            <p>{about}</p>
            {untrack(|| table_view(in_order, props, rivals, order))}
            <Methodology text=t_with(|t| of_finished_runs(t.sources().methodology_gaps, t)) />
        }
        .into_any()
    };
    let is_unknown = Memo::new(move |_| own.with(Option::is_none));
    let of_own = move |is_unknown: bool| match is_unknown {
        true => view! { <p><a href=BRANDS>{t(|t| t.findings().no_brand)}</a></p> }.into_any(),
        false => steady_view(found, skeleton::<8>, move || live(table)),
    };
    view! {
        {finding_view(lines, sentences)}
        {steady_view(brands, skeleton::<8>, move || live_on(is_unknown, of_own))}
    }
    .into_any()
}

// The answers that cite a source. Reactive.
fn citing_answers(source: &SourceInfluence, props: SourcesViewProps, rivals: Vec<BrandId>) -> String {
    SourcesParams { rivals, ..props.citing(&source.source, source.domain.as_deref()) }.address()
}

// Those of them that name a rival and not the own brand. Reactive.
fn gap_answers(source: &SourceInfluence, props: SourcesViewProps, rivals: Memo<Vec<BrandName>>) -> String {
    let ids = rivals.with(|rivals| rivals.iter().map(|rival| rival.id.clone()).collect());
    citing_answers(source, props, ids)
}

// The sources with the largest shortfall and with the largest gap. The largest gap is the first of `sources`. Reactive.
fn findings(
    sources: &[SourceInfluence],
    props: SourcesViewProps,
    rivals: Memo<Vec<BrandName>>,
    own: &str,
) -> Vec<Sentence> {
    let texts = texts().sources();
    let quoted = |source: &SourceInfluence| quoted_source(&source.source, source.title.as_deref());
    let lowest = sources.iter().min_by(|one, other| shortfall(one).total_cmp(&shortfall(other)));
    let lowest = lowest.filter(|source| shortfall(source) < 0.0).map(|source| {
        // An address without a title has it.
        let domain = source.title.as_ref().and(source.domain.as_deref()).map(visible);
        let text = (texts.difference_finding)(&quoted(source), domain.as_deref(), own, shortfall(source));
        Sentence::new(text, citing_answers(source, props, Vec::new()))
    });
    let largest = sources.first().map(|source| {
        let counts = [source.gap, source.mention_rate_citing.numerator, source.citing.answers];
        Sentence::new((texts.gap_finding)(&quoted(source), own, counts), gap_answers(source, props, rivals))
    });
    lowest.into_iter().chain(largest).collect()
}

// The difference, if it is significant and below 0, and otherwise 0.
fn shortfall(source: &SourceInfluence) -> f64 {
    source.difference.filter(|difference| source.significant && *difference < 0.0).unwrap_or_default()
}

fn sort_key(source: &SourceInfluence, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(&source_name(&source.source, source.title.as_deref())),
        "type" => SortKey::text(type_name(source.domain_type.as_ref())?),
        "named" => SortKey::count(source.mention_rate_citing.numerator),
        "answers" => SortKey::count(source.citing.answers),
        "difference" => source.difference.map(SortKey::Number),
        "gap" => SortKey::count(source.gap),
        _ => Some(SortKey::Number(shortfall(source))),
    }
}

fn table_view(
    sources: Memo<Vec<SourceInfluence>>,
    props: SourcesViewProps,
    rivals: Memo<Vec<BrandName>>,
    order: TableOrder,
) -> AnyView {
    let head = view! {
        {order.head("name", props.column(), "")}
        {order.head("type", t(|t| t.sources().domain_type), "wide-only fit")}
        {order.head("gap", t(|t| t.common().only_rivals), "fit number")}
        {order.head("named", t(|t| t.common().own_brand), "not-phone fit number")}
        {order.head("answers", t(|t| t.frame().answers), "not-phone fit number")}
        {order.head("difference", t(|t| t.sources().difference), "not-phone fit number")}
    };
    ranking_table(head, sources, move |source| Some(row(source, props, rivals)))
}

fn row(source: SourceInfluence, props: SourcesViewProps, rivals: Memo<Vec<BrandName>>) -> AnyView {
    let [gap, named, cited] = [source.gap, source.mention_rate_citing.numerator, source.citing.answers];
    let (of_gap, of_all) = (source.clone(), source.clone());
    let difference = difference_view(&source).unwrap_or_else(|| "–".into_any());
    let narrow_difference = difference_view(&source).map(|difference| {
        view! { " · " <span class="visually-hidden">{t(|t| t.sources().difference)} " "</span> {difference} }
    });
    let without_own = move || gap_answers(&of_gap, props, rivals);
    let all = Signal::derive(move || citing_answers(&of_all, props, Vec::new()));
    let name = match props.is_page {
        true => page_name(&source.source, source.title.as_deref(), None),
        false => domain_name(&source.source, all, None),
    };
    view! {
        <tr>
            <th scope="row">
                {name}
                <span class="cell-note phone-only">
                    {t_with(move |t| (t.sources().gap_narrow)(named, cited))} {narrow_difference}
                </span>
            </th>
            <td class="wide-only fit muted">{type_view(source.domain_type)}</td>
            <td class="fit number">
                <a class="figure" href=without_own aria-label=t_with(move |t| (t.sources().answers_of)(gap))>
                    {t_with(move |_| count(gap))}
                </a>
                " "
                <span class="gap-share muted">{t_with(move |_| share(gap, cited))}</span>
            </td>
            <td class="not-phone fit number">{t_with(move |_| count(named))}</td>
            <td class="not-phone fit number">
                <a href=all aria-label=t_with(move |t| (t.sources().answers_of)(cited))>
                    {t_with(move |_| count(cited))}
                </a>
            </td>
            <td class="not-phone fit number">{difference}</td>
        </tr>
    }
    .into_any()
}

// `None` if there are no other answers to compare with.
fn difference_view(source: &SourceInfluence) -> Option<AnyView> {
    let difference = source.difference?;
    let sides =
        [(source.mention_rate_citing, source.citing.answers), (source.mention_rate_others, source.others.answers)];
    let compared = t_with(move |t| {
        let sides = sides.map(|(named, answers)| (rate_value(named), [named.numerator, answers]));
        (t.sources().difference_of)(sides)
    });
    Some(points_view((difference, source.significant.then_some(difference > 0.0)), compared))
}
