//! The sources that answers cite while they name rivals and not the own brand. The code is loaded when they are shown.

use answerdeck_api::BrandId;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    SourceInfluence, SourceInfluenceFilter, SourceInfluenceList, SourceInfluenceOrder, SourceLevel,
};
use answerdeck_insight::rate;
use leptos::prelude::*;

use super::nothing;
use super::page_name::page_name;
use crate::components::{
    Sentence, SourceOwner, SourceOwners, of_finished_runs, one_of, ranking_table, rate_change, steady_view,
};
use crate::exports::{Export, ExportCsv, TableExport, time_range};
use crate::format::count;
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_params_order;
use crate::paths::{AnswerFilterParams, BRANDS, SourcesParams, UrlParams};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::metrics::use_source_influence;
use crate::reactive::{effect, live};
use crate::ui::{Methodology, SortKey, TableOrder, skeleton};
use crate::untrusted::{quotation, visible};

const COLUMNS: [&str; 4] = ["-gap", "name", "-named", "-answers"];

/// The maximum length of a title in characters.
const TITLE_MAX: usize = 160;

#[derive(Clone, Copy)]
pub struct Missed {
    pub params: Memo<SourcesParams>,
    pub answers: Memo<AnswerFilterParams>,
    pub owners: SourceOwners,
    /// Whether pages are listed, or domains.
    pub is_page: bool,
    /// Set to what they say.
    pub sentences: RwSignal<Vec<Sentence>>,
}

pub fn missed_sources(missed: Missed) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(missed))
}

lazy_part! {
    source_gaps: fn(Missed) -> AnyView = view
}

fn view(missed: Missed) -> AnyView {
    let Missed { params, answers, owners, is_page, sentences } = missed;
    let (brands, own) = (use_all_brands(), use_own_brand());
    let own_id = Memo::new(move |_| own.with(|own| own.as_ref().map(|own| own.id.clone())));
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
        let is_missed = |source: &&SourceInfluence| {
            let owner = if is_page { owners.of_page(&source.source) } else { owners.of_domain(&source.source) };
            source.gap > 0 && owner == SourceOwner::Nobody && source.domain.is_some() == is_page
        };
        found.with(|found| {
            found.map_or_else(Vec::new, |found| found.sources.iter().filter(is_missed).cloned().collect::<Vec<_>>())
        })
    });
    let rivals = Memo::new(move |_| {
        let ids = |found: &SourceInfluenceList| found.rivals.iter().map(|rival| rival.id.clone()).collect::<Vec<_>>();
        found.with(|found| found.map(ids)).unwrap_or_default()
    });
    let name = Signal::derive(move || own.with(|own| own.as_ref().map(|own| own.name.clone())).unwrap_or_default());
    effect(move || sentences.set(rows.with(|rows| finding(rows, missed, &rivals.get(), &name.get(), texts()))));
    let order = use_params_order(&COLUMNS, params, |params| &mut params.sort);
    let positions = Memo::new(move |_| rows.with(|rows| positions_in(rows, order)));
    let export = move |()| {
        let AnswerFilterParams { from, to, .. } = answers.get_untracked();
        let (sources, order) = (rows.get_untracked(), positions.get_untracked());
        Export::Table(TableExport::MissedSources { sources, is_page, order, period: time_range(from, to) })
    };
    let rival_names = Memo::new(move |_| {
        let names = |found: &SourceInfluenceList| {
            found.rivals.iter().map(|rival| visible(&rival.name).into_owned()).collect::<Vec<_>>()
        };
        found.with(|found| found.map(names)).unwrap_or_default()
    });
    let about = t_with(move |t| {
        let rivals = rival_names.with(|names| one_of(names, t));
        (t.sources().missed_about)(is_page, rows.with(Vec::len) as u64, &name.get(), &rivals)
    });
    let table = move || {
        if found.with(|found| found.is_none_or(|found| found.coverage.answers == 0)) {
            return untrack(|| nothing(answers, false));
        }
        let rows = rows.get();
        if rows.is_empty() {
            let none = t_with(move |t| (t.sources().missed_none)(&name.get()));
            return view! { <p class="muted">{none}</p> }.into_any();
        }
        let content = untrack(|| table_view(rows, missed, rivals, order, positions));
        view! {
            <div class="section-head">
                <p>{about}</p>
                <ExportCsv export />
            </div>
            {content}
            <Methodology text=t_with(|t| of_finished_runs(t.sources().methodology_missed, t)) />
        }
        .into_any()
    };
    let is_unknown = Memo::new(move |_| own.with(Option::is_none));
    let of_own = move || {
        if is_unknown.get() {
            return view! { <p><a href=BRANDS>{t(|t| t.findings().no_brand)}</a></p> }.into_any();
        }
        untrack(|| steady_view(found, skeleton::<8>, move || live(table)))
    };
    steady_view(brands, skeleton::<8>, move || live(of_own))
}

// The title of a page. Empty if it has none.
fn title_of(source: &SourceInfluence) -> String {
    quotation(source.title.as_deref().unwrap_or_default(), TITLE_MAX)
}

// What a source is called: a domain, or the title of a page or else its address.
fn name_of(source: &SourceInfluence) -> String {
    let title = title_of(source);
    if title.is_empty() { visible(&source.source).into_owned() } else { title }
}

// The answers that cite a source. With rivals, those that name one of them and not the own brand.
fn answers_of(source: &SourceInfluence, is_page: bool, rivals: Vec<BrandId>, params: SourcesParams) -> String {
    let page = is_page.then(|| source.source.clone());
    let domain = source.domain.clone().unwrap_or_else(|| source.source.clone());
    SourcesParams { domain: Some(domain), page, rivals, sort: None, ..params }.address()
}

// The first source of which significantly more answers name rivals only than name the own brand.
fn finding(
    rows: &[SourceInfluence],
    Missed { params, is_page, .. }: Missed,
    rivals: &[BrandId],
    own: &str,
    texts: Texts,
) -> Vec<Sentence> {
    let is_significant = |source: &&SourceInfluence| {
        let change = rate_change(rate(source.gap, source.citing.answers), source.mention_rate_citing);
        change.is_some_and(|(_, is_more)| is_more == Some(true))
    };
    let sentence = |source: &SourceInfluence| {
        let counts = [source.gap, source.mention_rate_citing.numerator, source.citing.answers];
        let text = (texts.sources().missed_finding)(&name_of(source), own, counts);
        (text, answers_of(source, is_page, rivals.to_vec(), params.get()))
    };
    rows.iter().find(is_significant).map(sentence).into_iter().collect()
}

// Reactive.
fn positions_in(rows: &[SourceInfluence], order: TableOrder) -> Vec<usize> {
    order.positions(rows.len(), &|column, row| {
        let source = rows.get(row)?;
        match column {
            "name" => SortKey::text(&name_of(source)),
            "named" => SortKey::count(source.mention_rate_citing.numerator),
            "answers" => SortKey::count(source.citing.answers),
            _ => SortKey::count(source.gap),
        }
    })
}

fn table_view(
    sources: Vec<SourceInfluence>,
    missed: Missed,
    rivals: Memo<Vec<BrandId>>,
    order: TableOrder,
    positions: Memo<Vec<usize>>,
) -> AnyView {
    let name = if missed.is_page { t(|t| t.common().page) } else { t(|t| t.common().domain) };
    let head = view! {
        {order.head("name", name, "")}
        {order.head("gap", t(|t| t.sources().only_rivals), "fit number")}
        {order.head("named", t(|t| t.common().own_brand), "wide-only fit number")}
        {order.head("answers", t(|t| t.frame().answers), "wide-only fit number")}
    };
    let sources = StoredValue::new(sources);
    let row = move |index: usize| sources.with_value(|sources| Some(row(sources.get(index)?.clone(), missed, rivals)));
    ranking_table(head, positions, |_| String::new(), row)
}

fn row(source: SourceInfluence, Missed { params, is_page, .. }: Missed, rivals: Memo<Vec<BrandId>>) -> AnyView {
    let [gap, named, cited] = [source.gap, source.mention_rate_citing.numerator, source.citing.answers];
    let (of_gap, of_all) = (source.clone(), source.clone());
    let without_own = move || answers_of(&of_gap, is_page, rivals.get(), params.get());
    let all = Signal::derive(move || answers_of(&of_all, is_page, Vec::new(), params.get()));
    let name = match is_page {
        true => page_name(&source.source, &title_of(&source), None),
        false => view! { <a class="strong" href=all><bdi>{name_of(&source)}</bdi></a> }.into_any(),
    };
    view! {
        <tr>
            <th scope="row">
                {name}
                <span class="cell-note narrow-only">{t_with(move |t| (t.sources().missed_narrow)(named, cited))}</span>
            </th>
            <td class="fit number">
                <a class="figure" href=without_own aria-label=t_with(move |t| (t.sources().answers_of)(gap))>
                    {t_with(move |_| count(gap))}
                </a>
            </td>
            <td class="wide-only fit number">{t_with(move |_| count(named))}</td>
            <td class="wide-only fit number">
                <a href=all aria-label=t_with(move |t| (t.sources().answers_of)(cited))>
                    {t_with(move |_| count(cited))}
                </a>
            </td>
        </tr>
    }
    .into_any()
}
