//! One domain: its cited pages, its trend, and the answers behind them. The code is loaded when a domain is opened.

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{BrandId, SourceUrlRanking, SourceUrlStatistic, Timestamp};
use answerdeck_insight::rate;
use leptos::prelude::*;

use super::domain_type_field::domain_type_field;
use crate::components::{
    OTHER_BRANDS, RelativeTime, RivalsChip, SourceOwner, SourceOwners, SourceTrends, TrendDomain, count_bar,
    finding_text, none_matching, of_finished_runs, page_name, page_title, period_before, query_view, ranking_table,
    rate_change, source_trends_view, use_counted_answers, use_shown_period, use_source_owners,
};
use crate::exports::{Export, ExportCsv, SourceList, time_range};
use crate::format::count;
use crate::forms::{AnswerFilters, FiltersButton, PageFilters};
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_params_order, use_show};
use crate::pages::drill_down::drill_down_answers;
use crate::paths::{AnswerFilterParams, Rivals, SourcesParams, UrlParams};
use crate::queries::Kind;
use crate::queries::brands::{use_all_brands, use_own_brand_id};
use crate::queries::metrics::{MatchCount, use_match_total};
use crate::queries::statistics::use_source_urls;
use crate::reactive::{live, live_when};
use crate::ui::{Chip, ExternalLink, PageHeader, SortKey, TableOrder, none_found, skeleton};
use crate::untrusted::{LinkTarget, link_target, visible};

const PAGE_COLUMNS: [&str; 4] = ["-citations", "name", "-answers", "-latest"];

lazy_part! {
    source_domain: fn(Memo<SourcesParams>, String) -> AnyView = view
}

fn view(params: Memo<SourcesParams>, domain: String) -> AnyView {
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let ranking = use_source_urls(move || answers.get().counted_scope(), domain.clone());
    let owners = use_source_owners();
    let show = use_show::<SourcesParams>();
    let page = Memo::new(move |_| params.with(|params| params.page.clone()));
    let rivals = Memo::new(move |_| params.with(|params| params.rivals.clone()));
    let period = use_shown_period(answers, Memo::new(move |_| params.with(|params| params.period)));
    let (name, of_trend, of_filter, of_before) = (visible(&domain), domain.clone(), domain.clone(), domain.clone());
    let trend_domain = Memo::new(move |_| {
        let owner = owners.of_domain(&of_trend);
        // The gray of bars is too pale for a line.
        let series = if owner == SourceOwner::Nobody { OTHER_BRANDS } else { owner.series() };
        vec![TrendDomain { name: of_trend.clone(), series }]
    });
    let (brands, own) = (use_all_brands(), use_own_brand_id());
    let filter = Memo::new(move |_| {
        let (url, rivals) = (page.get(), rivals.get());
        // Which brand is the own one is known with all brands.
        if !rivals.is_empty() && brands.is_loading() {
            return None;
        }
        let omits_brand_id = own.get().filter(|_| !rivals.is_empty());
        let domain = url.is_none().then(|| of_filter.clone());
        let scope = answers.get().counted_scope()?;
        Some(AnswerMatchFilter { domain, url, names_brand_ids: rivals, omits_brand_id, ..scope.into() })
    });
    let is_empty = Signal::derive(move || ranking.with(|ranking| ranking.is_none_or(|found| found.urls.is_empty())));
    let order = use_params_order(&PAGE_COLUMNS, params, |params| &mut params.sort);
    let positions = Memo::new(move |_| {
        ranking.with(|ranking| ranking.map(|found| order.positions(&found.urls, sort_key))).unwrap_or_default()
    });
    let export = move |()| {
        let found = ranking.value();
        let (urls, total) = found.map(|found| (found.urls, found.total_citations)).unwrap_or_default();
        let owners = urls.iter().map(|url| owners.of_page(&url.url).into_brand()).collect();
        let list = SourceList { owners, total, order: positions.get(), period: answers.with(time_range) };
        Export::table(move |tables| tables.source_pages(&urls, &list))
    };
    let back = Signal::derive(move || SourcesParams { domain: None, ..without_page(params.get()) }.address());
    let site = site_link(&domain);
    let cited_pages = move |value: SourceUrlRanking| {
        if value.urls.is_empty() {
            return no_pages(answers, params);
        }
        let (shown, citations) = (value.urls.len() as u64, value.total_citations);
        view! {
            <p>{t_with(move |t| (t.sources().pages_about)(shown, citations))}</p>
            {page_table(value, owners, params, order, positions)}
        }
        .into_any()
    };
    // A part of a site has no type.
    let is_root = !domain.contains('/');
    let explanation = t_with(move |t| {
        let citations = ranking.with(|ranking| ranking.map_or(0, |found| found.total_citations));
        let text = || of_finished_runs(&(t.sources().methodology)(!is_root, citations, None), t);
        if citations > 0 { text() } else { String::new() }
    });
    let on_period = Callback::new(move |period| show(SourcesParams { period, ..params.get_untracked() }));
    // The answers of a page, or about rivals, come first: they were asked for.
    let is_narrowed = Memo::new(move |_| page.with(Option::is_some) || rivals.with(|rivals| !rivals.is_empty()));
    // For a run, a set or a prompt, the page already reads its name: with the period before, it would send too many requests.
    let is_compared = Memo::new(move |_| {
        let has_name = |of: &AnswerFilterParams| of.run.is_some() || of.set.is_some() || of.prompt.is_some();
        !is_narrowed.get() && answers.with(|answers| answers.from.is_some() && !has_name(answers))
    });
    let before = use_match_total(&[Kind::FinishedRuns], move || {
        let [_, before] = answers.get().compared();
        let scope = before.counted_scope().filter(|_| is_compared.get())?;
        Some(AnswerMatchFilter { domain: Some(of_before.clone()), ..scope.into() })
    });
    // While the same answers are counted again, the count of before stays.
    let compared = Memo::new(move |shown: Option<&Option<(AnswerFilterParams, MatchCount)>>| {
        let answers = answers.get();
        match before.is_fetching() {
            true => shown.cloned().flatten().filter(|(of, _)| *of == answers),
            false => before.value().filter(|_| is_compared.get()).map(|count| (answers, count)),
        }
    });
    let counted = RwSignal::new(None::<MatchCount>);
    let site_name = name.clone();
    let finding = t_with(move |t| {
        let citations = ranking.with(|found| found.map(|found| found.total_citations));
        let Some((citations, (total, coverage))) = citations.zip(counted.get()) else { return String::new() };
        let text = (t.findings().source)(&site_name, citations, [total, coverage.counted]);
        let change = || {
            let period = answers.with(|answers| period_before(answers, t));
            let (_, (total_before, before)) = compared.get()?;
            let (now, before) = (rate(total, coverage.counted), rate(total_before, before.counted));
            let (moved, is_better) = rate_change(now, before)?;
            Some((t.findings().change)(moved, is_better.map(|_| false), &period))
        };
        std::iter::once(text).chain(change()).collect::<Vec<_>>().join(" ")
    });
    let lines = Signal::derive(move || if is_compared.get() { 4 } else { 3 });
    let drill_down = move || {
        view! {
            {live_when(move || is_narrowed.get(), move || live(move || chips(page.get(), rivals.get(), params)))}
            {drill_down_answers(answers, None, filter, counted)}
        }
    };
    let has_finding = move || !is_narrowed.get() && (ranking.is_loading() || !is_empty.get());
    let filters = PageFilters::new(answers, move |answers| SourcesParams { answers, ..params.get() }.address());
    view! {
        <PageHeader title=Signal::derive(move || name.clone()) back=(t(|t| t.frame().sources), back)>
            {site}
            <FiltersButton filters />
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        {live_when(has_finding, move || finding_text(lines, finding.into_any()))}
        <AnswerFilters filters />
        {is_root.then(|| domain_type_field(ranking, owners, domain))}
        {live_when(move || is_narrowed.get(), drill_down)}
        <section class="section" aria-labelledby="source-pages">
            <h2 id="source-pages">{t(|t| t.sources().pages)}</h2>
            {query_view(ranking, skeleton::<5>, cited_pages)}
        </section>
        {source_trends_view(SourceTrends {
            scope: answers,
            domains: trend_domain,
            period,
            on_period,
            by_site: Memo::new(move |_| !is_root),
            is_all: false,
            ranking: explanation,
        })}
        {live_when(move || !is_narrowed.get(), drill_down)}
    }
    .into_any()
}

fn site_link(domain: &str) -> Option<AnyView> {
    let LinkTarget::Web { address, .. } = link_target(&format!("https://{domain}/")) else { return None };
    Some(view! { <ExternalLink address has_icon=true>{t(|t| t.sources().visit)}</ExternalLink> }.into_any())
}

fn without_page(params: SourcesParams) -> SourcesParams {
    SourcesParams { page: None, rivals: Vec::new(), ..params }
}

// The page whose answers are shown, and the rivals that they are about.
fn chips(page: Option<String>, rivals: Vec<BrandId>, params: Memo<SourcesParams>) -> AnyView {
    let show = use_show::<SourcesParams>();
    let of_page = page.map(|page| {
        view! {
            <Chip
                name=t(|t| t.common().page)
                value=Signal::stored(visible(&page))
                remove=t_with(|t| (t.answers().remove_filter)(t.common().page))
                on_remove=move |()| show(without_page(params.get_untracked()))
            />
        }
    });
    let named = (!rivals.is_empty()).then(|| {
        let on_remove = move |()| show(SourcesParams { rivals: Vec::new(), ..params.get_untracked() });
        view! { <RivalsChip rivals=Rivals::Named(rivals) omits_own=true on_remove /> }
    });
    view! { <div class="chips">{of_page} {named}</div> }.into_any()
}

fn no_pages(answers: Memo<AnswerFilterParams>, params: Memo<SourcesParams>) -> AnyView {
    if answers.with_untracked(AnswerFilterParams::is_unfiltered) {
        let all = Signal::stored(SourcesParams::default().address());
        let link: (_, Pick) = (all, |t| t.overview().all_sources);
        return none_found(|t| t.sources().uncited, |t| t.sources().uncited_description, link);
    }
    let address = |answers| SourcesParams { answers, ..params.get_untracked() }.address();
    none_matching(|t| t.sources().none_found, &answers.get_untracked(), address)
}

fn sort_key(page: &SourceUrlStatistic, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(&page_title(Some(&page.title))),
        "answers" => SortKey::count(page.answer_count),
        "latest" => SortKey::text(page.latest_created_at.as_str()),
        _ => SortKey::count(page.citation_count),
    }
}

fn page_table(
    ranking: SourceUrlRanking,
    owners: SourceOwners,
    params: Memo<SourcesParams>,
    order: TableOrder,
    positions: Memo<Vec<usize>>,
) -> AnyView {
    let head = view! {
        {order.head("name", t(|t| t.common().page), "")}
        {order.head("citations", t(|t| t.sources().citations), "count-bar")}
        {order.head("answers", t(|t| t.frame().answers), "fit number")}
        {order.head("latest", t(|t| t.sources().last_cited), "wide-only fit")}
    };
    let max = ranking.urls.first().map_or(0, |first| first.citation_count);
    ranking_table(head, positions, move |index: usize| Some(page_row(ranking.urls.get(index)?, max, owners, params)))
}

/// The cells of the answers that cite a source, which lead to them, and of the latest one.
pub(super) fn citing_cells(answers: Signal<String>, answer_count: u64, latest: Timestamp) -> AnyView {
    view! {
        <td class="fit number">
            <a href=answers aria-label=t_with(move |t| (t.sources().answers_of)(answer_count))>
                {t_with(move |_| count(answer_count))}
            </a>
        </td>
        <td class="wide-only fit muted"><RelativeTime at=latest /></td>
    }
    .into_any()
}

fn page_row(url: &SourceUrlStatistic, max: u64, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let SourceUrlStatistic { url, title, citation_count, answer_count, latest_created_at, .. } = url.clone();
    let owner = owners.of_page(&url);
    let page = Some(url.clone());
    let answers =
        Signal::derive(move || SourcesParams { page: page.clone(), rivals: Vec::new(), ..params.get() }.address());
    let name = page_name(&url, Some(&title), owner.badge());
    view! {
        <tr>
            <th scope="row">{name}</th>
            {count_bar(citation_count, max, owner.series())}
            {citing_cells(answers, answer_count, latest_created_at)}
        </tr>
    }
    .into_any()
}
