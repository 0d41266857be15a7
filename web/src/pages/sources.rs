//! Sources: the domains that answers cite, the pages of one, the answers behind them, where the own brand is missing, and what is new or
//! lost. Uses `rank_source_domains`, `rank_source_urls`, `measure_source_influence`, `list_source_changes`, `assign_domain_type`,
//! `get_source_trend`, `measure_brands`, `match_answers`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`,
//! `get_prompt`, `list_models` and `list_regions`.

mod changes;
mod domain;
mod domain_ranking;
mod domain_type_field;
mod gaps;

use answerdeck_api::metrics::SourceLevel;
use answerdeck_api::{DomainType, SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use crate::components::{
    LINES_MAX, RankingHead, SOURCE_SERIES, Sentence, SourceOwner, SourceOwners, SourceTrends, TrendDomain,
    empty_ranking, finding_view, of_finished_runs, query_view, source_trends_view, use_counted_answers,
    use_shown_period, use_source_owners,
};
use crate::exports::{Export, ExportCsv, PartExport, SourceList, time_range};
use crate::forms::{AnswerFilters, FiltersButton, PageFilters};
use crate::lazy::{lazy_view, loaded};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::{use_params_order, use_show, use_url_params};
use crate::paths::{AnswerFilterParams, SourcesParams, SourcesView, UrlParams};
use crate::queries::Query;
use crate::queries::brands::use_all_brands;
use crate::queries::statistics::use_source_domains;
use crate::reactive::{live, live_on, live_option, live_when};
use crate::ui::{PageHeader, SegmentedControl, SelectField, options_after, skeleton};
use crate::untrusted::visible;
use domain_ranking::{DOMAIN_COLUMNS, domain_table, sort_key};

const TREND_MAX: usize = 6;

#[derive(Clone, Copy)]
pub struct SourcesViewProps {
    pub params: Memo<SourcesParams>,
    pub answers: Memo<AnswerFilterParams>,
    pub owners: SourceOwners,
    /// Whether pages are listed, or domains.
    pub is_page: bool,
    pub export: PartExport,
}

impl SourcesViewProps {
    fn column(self) -> Signal<String> {
        if self.is_page { t(|t| t.common().page) } else { t(|t| t.common().domain) }
    }

    /// Reactive.
    fn owner_of(self, source: &str) -> SourceOwner {
        if self.is_page { self.owners.of_page(source) } else { self.owners.of_domain(source) }
    }

    /// The page of the answers that cite a source. `domain` is that of a page, if it is known. Reactive.
    fn citing(self, source: &str, domain: Option<&str>) -> SourcesParams {
        let page = self.is_page.then(|| source.to_owned());
        let domain = Some(domain.unwrap_or(source).to_owned());
        SourcesParams { domain, page, rivals: Vec::new(), sort: None, ..self.params.get() }
    }
}

pub fn view() -> AnyView {
    let params = use_url_params::<SourcesParams>();
    let domain = Memo::new(move |_| params.with(|params| params.domain.clone()));
    live_on(domain, move |domain: Option<String>| match domain {
        None => domains_view(params),
        Some(domain) => lazy_view(loaded(domain::load), skeleton::<8>, move |view| view(params, domain.clone())),
    })
}

// The ranking of domains, and their trend.
fn domains_view(params: Memo<SourcesParams>) -> AnyView {
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let shown_view = Memo::new(move |_| params.with(|params| params.view));
    let is_ranking = Memo::new(move |_| shown_view.get().is_ranking());
    let level = Memo::new(move |_| params.with(|params| params.level.clone()));
    let domain_type = Memo::new(move |_| params.with(|params| params.domain_type.clone()));
    let scope = move || if is_ranking.get() { answers.get().counted_scope() } else { None };
    let ranking = use_source_domains(scope, level, domain_type);
    let owners = use_source_owners();
    let brands = use_all_brands();
    let show = use_show::<SourcesParams>();
    let is_empty = Signal::derive(move || ranking.with(|ranking| ranking.is_none_or(|found| found.domains.is_empty())));
    // While other answers are counted, the trend keeps its domains.
    let trend_domains = Memo::new(move |before: Option<&Vec<TrendDomain>>| {
        let found = ranking.with(|ranking| ranking.map(|ranking| trend_domains(ranking, owners)));
        found.or_else(|| before.cloned()).unwrap_or_default()
    });
    // The own brand is known with all brands.
    let has_trend = Memo::new(move |_| {
        is_ranking.get() && !brands.is_loading() && trend_domains.with(|domains| !domains.is_empty())
    });
    let period = use_shown_period(answers, Memo::new(move |_| params.with(|params| params.period)));
    let is_chart = Memo::new(move |_| shown_view.get() == SourcesView::Chart);
    let order = use_params_order(&DOMAIN_COLUMNS, params, |params| &mut params.sort);
    let positions = Memo::new(move |_| {
        ranking.with(|ranking| ranking.map(|found| order.positions(&found.domains, sort_key))).unwrap_or_default()
    });
    let of_part = PartExport::new(None);
    let export = move |()| {
        if let Some(export) = of_part.get() {
            return export.run(());
        }
        let found = ranking.value();
        let (domains, total) = found.map(|found| (found.domains, found.total_citations)).unwrap_or_default();
        let owners = domains.iter().map(|domain| owners.of_domain(&domain.domain).into_brand()).collect();
        let list = SourceList { owners, total, order: positions.get(), period: answers.with(time_range) };
        let is_of_type = domain_type.with(Option::is_some);
        Export::table(move |tables| tables.source_domains(&domains, is_of_type, &list))
    };
    let by_site = Memo::new(move |_| level.with(Option::is_some));
    let cannot_export =
        Signal::derive(move || if is_ranking.get() { is_empty.get() } else { of_part.with(Option::is_none) });
    let explanation = methodology(ranking, by_site, domain_type);
    let trend = move || {
        has_trend.get().then(|| {
            let on_period = Callback::new(move |period| show(SourcesParams { period, ..params.get_untracked() }));
            let (scope, domains, ranking) = (answers, trend_domains, explanation);
            source_trends_view(SourceTrends { scope, domains, period, on_period, by_site, is_all: true, ranking })
        })
    };
    let ranked_domains = move |value: SourceDomainRanking| {
        if value.domains.is_empty() {
            return nothing(answers, params);
        }
        let shown = value.domains.len() as u64;
        let (domains, citations) = (value.total_domains, value.total_citations);
        let rows = StoredValue::new(value);
        let about = t_with(move |t| (t.sources().about)(level.with(Option::is_some), shown, domains, citations));
        view! {
            <RankingHead
                about
                is_chart
                on_change=move |is_chart: bool| {
                    let view = if is_chart { SourcesView::Chart } else { SourcesView::Table };
                    show(SourcesParams { view, ..params.get_untracked() });
                }
            />
            {live(move || match is_chart.get() {
                true => lazy_view(
                    loaded(domain_ranking::load),
                    skeleton::<8>,
                    move |chart| chart(ranking, about, params),
                ),
                false => domain_table(rows, owners, params, order, positions),
            })}
        }
        .into_any()
    };
    let sentences = Memo::new(move |_| {
        let is_unfiltered = answers.with(AnswerFilterParams::is_unfiltered);
        let found = |ranking: &SourceDomainRanking| findings(ranking, owners, params, is_unfiltered, texts());
        ranking.with(|ranking| ranking.map(found)).unwrap_or_default()
    });
    let heading = t_with(move |t| {
        match shown_view.get() {
            SourcesView::Table | SourcesView::Chart => t.sources().ranking,
            SourcesView::Gaps => t.sources().gaps,
            SourcesView::Changes => t.sources().changes,
        }
        .to_owned()
    });
    // The view in place of the ranking, and whether it lists pages.
    let other_view = Memo::new(move |_| {
        params.with(|params| (!params.view.is_ranking()).then(|| (params.view, params.level.is_some())))
    });
    let content = move |other_view: Option<(SourcesView, bool)>| match other_view {
        None => view! {
            {finding_view(3, sentences)}
            {query_view(ranking, skeleton::<8>, ranked_domains)}
        }
        .into_any(),
        Some((view, is_page)) => {
            let props = SourcesViewProps { params, answers, owners, is_page, export: of_part };
            let code = if view == SourcesView::Changes { loaded(changes::load) } else { loaded(gaps::load) };
            lazy_view(code, skeleton::<8>, move |view| view(props))
        }
    };
    let filters = PageFilters::new(answers, move |answers| SourcesParams { answers, ..params.get() }.address());
    view! {
        <PageHeader title=t(|t| t.frame().sources)>
            <FiltersButton filters />
            <ExportCsv export disabled=cannot_export />
        </PageHeader>
        <AnswerFilters filters />
        <section class="section" aria-labelledby="source-ranking">
            <h2 class="visually-hidden" id="source-ranking">{heading}</h2>
            {view_choice(params, is_ranking, domain_type)}
            {live_on(other_view, content)}
        </section>
        {live_option(trend)}
    }
    .into_any()
}

// What is shown, at which level, and of which type.
fn view_choice(params: Memo<SourcesParams>, is_ranking: Memo<bool>, domain_type: Memo<Option<DomainType>>) -> AnyView {
    let show = use_show::<SourcesParams>();
    let types = Signal::derive(move || {
        let texts = texts().sources();
        let of = |of: &DomainType| (of.to_string(), (texts.type_name)(of).to_owned());
        options_after(texts.all_types, DomainType::ALL.iter().map(of))
    });
    let level = move || {
        let (finer, name) = match is_ranking.get() {
            true => (SourceLevel::Site, t(|t| t.sources().sites)),
            false => (SourceLevel::Page, t(|t| t.sources().pages_level)),
        };
        view! {
            <SegmentedControl
                label=t(|t| t.sources().level)
                name="level"
                options=vec![(false, t(|t| t.sources().domains)), (true, name)]
                selected=Signal::derive(move || params.with(|params| params.level.is_some()))
                on_change=move |is_finer: bool| {
                    let level = is_finer.then(|| finer.clone());
                    show(SourcesParams { level, ..params.get_untracked() });
                }
            />
        }
        .into_any()
    };
    let type_field = move || {
        view! {
            <SelectField
                id="domain-type"
                label=t(|t| t.sources().domain_type)
                options=types
                selected=Signal::derive(move || domain_type.get().map_or_else(String::new, |of| of.to_string()))
                on_change=move |of: String| {
                    let domain_type = Some(DomainType::from(of.as_str())).filter(DomainType::is_known);
                    show(SourcesParams { domain_type, ..params.get_untracked() });
                }
            />
        }
    };
    let selected = Signal::derive(move || match params.with(|params| params.view) {
        SourcesView::Chart => SourcesView::Table,
        view => view,
    });
    view! {
        <div class="filters">
            <SegmentedControl
                label=t(|t| t.common().list)
                name="ranked-by"
                options=vec![
                    (SourcesView::Table, t(|t| t.sources().ranking)),
                    (SourcesView::Gaps, t(|t| t.sources().gaps)),
                    (SourcesView::Changes, t(|t| t.sources().changes)),
                ]
                selected
                on_change=move |view: SourcesView| {
                    let before = params.get_untracked();
                    // The others list pages, but neither sites nor a type.
                    let keeps_level = !view.is_ranking() && !before.view.is_ranking();
                    let level = before.level.clone().filter(|_| keeps_level);
                    show(SourcesParams { view, level, domain_type: None, sort: None, ..before });
                }
            />
            {live(level)}
            {live_when(move || is_ranking.get(), type_field)}
        </div>
    }
    .into_any()
}

// How the numbers of the page are counted.
fn methodology(
    ranking: Query<SourceDomainRanking>,
    by_site: Memo<bool>,
    domain_type: Memo<Option<DomainType>>,
) -> Signal<String> {
    t_with(move |t| {
        let citations = ranking.with(|ranking| ranking.map_or(0, |found| found.total_citations));
        let of_type = domain_type.get().map(|of| (t.sources().type_name)(&of));
        let text = of_finished_runs(&(t.sources().methodology)(by_site.get(), citations, of_type), t);
        let sites = if by_site.get() { t.sources().methodology_sites } else { "" };
        [&text, sites, t.sources().methodology_types].join("\n")
    })
}

fn nothing(answers: Memo<AnswerFilterParams>, params: Memo<SourcesParams>) -> AnyView {
    empty_ranking(
        &answers.get_untracked(),
        params.with_untracked(|params| params.domain_type.is_some()),
        |t| t.sources().none_found,
        [|t| t.sources().empty, |t| t.sources().empty_description],
        |answers| SourcesParams { answers, domain_type: None, ..params.get_untracked() }.address(),
    )
}

// The most cited domain, and the first of the own brand. `is_unfiltered` is whether all answers are counted.
fn findings(
    ranking: &SourceDomainRanking,
    owners: SourceOwners,
    params: Memo<SourcesParams>,
    is_unfiltered: bool,
    texts: Texts,
) -> Vec<Sentence> {
    // Of one type only, none of them is the most cited.
    if params.with(|params| params.domain_type.is_some()) {
        return Vec::new();
    }
    let address = |domain: &str| SourcesParams { domain: Some(domain.to_owned()), ..params.get() }.address();
    let is_own = |domain: &SourceDomainStatistic| matches!(owners.of_domain(&domain.domain), SourceOwner::Own(_));
    let own = ranking.domains.iter().position(is_own);
    let first = ranking.domains.first().filter(|_| own != Some(0));
    let first = first.map(|first| {
        let (domain, total) = (visible(&first.domain), ranking.total_citations);
        let text = (texts.findings().cited)(is_unfiltered, &domain, first.citation_count, total);
        Sentence::new(text, address(&first.domain))
    });
    let own = own.and_then(|at| Some((at as u64 + 1, ranking.domains.get(at)?)));
    let own = own.map(|(rank, own)| {
        let text = (texts.sources().finding_own)(&visible(&own.domain), rank, own.citation_count);
        Sentence::new(text, address(&own.domain))
    });
    first.into_iter().chain(own).collect()
}

// The most cited domains, each in another color: the first one of a brand has that of the brand. The others have the colors of no
// brand as long as there are any.
fn trend_domains(ranking: &SourceDomainRanking, owners: SourceOwners) -> Vec<TrendDomain> {
    let domains = || ranking.domains.iter().take(TREND_MAX);
    let mut colors: Vec<usize> = (1..=LINES_MAX).collect();
    let of_brand = |domain: &SourceDomainStatistic| {
        let owner = owners.of_domain(&domain.domain);
        let at = colors.iter().position(|color| owner != SourceOwner::Nobody && *color == owner.series())?;
        Some(colors.remove(at))
    };
    let of_brands: Vec<Option<usize>> = domains().map(of_brand).collect();
    let [_, gray, _] = SOURCE_SERIES;
    colors.insert(colors.partition_point(|color| *color <= owners.colored_brands()), gray);
    // The thick line is that of the own brand.
    colors.retain(|color| *color != 1);
    let domain = |(domain, color): (&SourceDomainStatistic, Option<usize>)| {
        let series = color.or_else(|| colors.pop()).unwrap_or(LINES_MAX);
        TrendDomain { name: domain.domain.clone(), series }
    };
    domains().zip(of_brands).map(domain).collect()
}
