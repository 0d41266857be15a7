//! Sources: the domains that answers cite, the pages of one, and the answers behind them. Uses `rank_source_domains`,
//! `rank_source_urls`, `list_brands`, `get_organization`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`, and in the analysis worker `list_runs` and `list_answers`.

use answerdeck_analysis::AnswerFeature;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{SourceDomainRanking, SourceDomainStatistic, SourceUrlRanking, SourceUrlStatistic};
use leptos::prelude::*;

use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    AnswersBehind, RelativeTime, SourceOwner, SourceOwners, SourceTrendView, TrendDomain, count_bar, more_rows,
    query_view, use_source_owners,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::{count, decimal, rate};
use crate::forms::AnswerFilters;
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{AnswersParams, RUN_START, SourcesParams, UrlParams};
use crate::queries::Query;
use crate::queries::statistics::{use_source_domains, use_source_urls};
use crate::reactive::{live, live_option};
use crate::router::PageView;
use crate::ui::{
    Chip, Empty, ExternalLink, Icon, IconName, Methodology, PageHeader, SegmentedControl, Skeleton, Table,
};
use crate::untrusted::{LinkTarget, first_line, link_target, visible};

/// The domains of the trend.
const TREND_MAX: usize = 6;
/// The maximum length of a title in characters.
const TITLE_MAX: usize = 160;

/// The page of sources.
#[cfg_attr(feature = "split", lazy)]
pub fn sources_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<SourcesParams>();
    let domain = Memo::new(move |_| params.with(|params| params.domain.clone()));
    live(move || match domain.get() {
        None => untrack(|| domains_view(params)),
        Some(domain) => untrack(|| domain_view(params, domain)),
    })
}

fn domains_view(params: Memo<SourcesParams>) -> AnyView {
    let answers = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let ranking = use_source_domains(move || answers.get().scope(), PAGE_SIZE_MAX);
    let owners = use_source_owners();
    let go = StoredValue::new_local(use_navigate());
    let show = move |next: SourcesParams, replace: bool| go.with_value(|go| go(&next.address(), replace));
    let is_empty = Signal::derive(move || ranking.with(|ranking| ranking.is_none_or(|found| found.domains.is_empty())));
    // While other answers are counted, the trend keeps its domains.
    let trend_domains = Memo::new(move |before: Option<&Vec<TrendDomain>>| {
        let found = ranking.with(|ranking| ranking.map(|ranking| trend_domains(ranking, owners)));
        found.or_else(|| before.cloned()).unwrap_or_default()
    });
    let has_trend = Memo::new(move |_| trend_domains.with(|domains| !domains.is_empty()));
    let period = Memo::new(move |_| params.with(|params| params.period));
    let is_chart = Memo::new(move |_| params.with(|params| params.is_chart));
    let export = move |()| {
        let ranking = untrack(|| ranking.value());
        let domains = ranking.map(|ranking| (ranking.domains, ranking.total_citations)).unwrap_or_default();
        let owner = |domain: &SourceDomainStatistic| untrack(|| owners.of_domain(&domain.domain)).name();
        let names = domains.0.iter().map(owner).collect();
        Export::Table(TableExport::SourceDomains { domains: domains.0, owners: names, total: domains.1 })
    };
    let trend = move || {
        has_trend.get().then(|| {
            let on_period = move |period| show(SourcesParams { period, ..params.get_untracked() }, true);
            view! { <SourceTrendView scope=answers domains=trend_domains period on_period with_stability=true /> }
                .into_any()
        })
    };
    let found = move |value: SourceDomainRanking| {
        if value.domains.is_empty() {
            return nothing(answers);
        }
        let shown = value.domains.len() as u64;
        let (domains, citations) = (value.total_domains, value.total_citations);
        let rows = StoredValue::new(value);
        view! {
            <div class="section-head">
                <p>{t_with(move |t| (t.sources().about)(shown, domains, citations))}</p>
                <SegmentedControl
                    label=t(|t| t.sources().view)
                    name="view"
                    options=vec![("table", t(|t| t.sources().as_table)), ("chart", t(|t| t.sources().as_chart))]
                    selected=Signal::derive(move || if is_chart.get() { "chart" } else { "table" })
                    on_change=move |view| {
                        show(SourcesParams { is_chart: view == "chart", ..params.get_untracked() }, true);
                    }
                />
            </div>
            {live(move || {
                if is_chart.get() { domain_chart(ranking, owners) } else { domain_table(rows, owners, params) }
            })}
            <Methodology
                label=t(|t| t.common().methodology)
                text=t_with(move |t| (t.sources().methodology)(citations))
            />
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.sources().title) description=t(|t| t.sources().description)>
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| SourcesParams { answers, ..params.get() }.address())
        />
        <section class="section" aria-label=t(|t| t.sources().ranking)>
            {query_view(ranking, || view! { <Skeleton rows=8 /> }.into_any(), found)}
        </section>
        {live_option(trend)}
    }
    .into_any()
}

// The most cited domains. Those of the own brand have the first color.
fn trend_domains(ranking: &SourceDomainRanking, owners: SourceOwners) -> Vec<TrendDomain> {
    let domains = ranking.domains.iter().take(TREND_MAX).zip(2..);
    let domain = |(domain, series): (&SourceDomainStatistic, usize)| {
        let is_own = owners.of_domain(&domain.domain) == SourceOwner::Own;
        TrendDomain { name: domain.domain.clone(), series: if is_own { 1 } else { series } }
    };
    domains.map(domain).collect()
}

fn nothing(answers: Memo<AnswersParams>) -> AnyView {
    if !answers.with_untracked(AnswersParams::is_everything) {
        return view! {
            <Empty title=t(|t| t.sources().none_found) description=t(|t| t.answers().none_found_description) />
        }
        .into_any();
    }
    view! {
        <Empty title=t(|t| t.sources().empty) description=t(|t| t.sources().empty_description)>
            <a class="button" data-variant="primary" href=RUN_START>
                {t(|t| t.runs().start)}
            </a>
        </Empty>
    }
    .into_any()
}

fn domain_chart(ranking: Query<SourceDomainRanking>, owners: SourceOwners) -> AnyView {
    let chart = move || {
        let texts = texts();
        let bar = |statistic: &SourceDomainStatistic| {
            let owner = owners.of_domain(&statistic.domain);
            let domain = visible(&statistic.domain).into_owned();
            Bar {
                name: owner.name().map_or(domain.clone(), |owner| format!("{domain} ({owner})")),
                series: owner.series(),
                value: Some(statistic.citation_count as f64),
                label: count(statistic.citation_count),
                text: (texts.sources().citations_in)(statistic.citation_count, statistic.answer_count),
            }
        };
        let bars = ranking.with(|ranking| ranking.into_iter().flat_map(|found| &found.domains).map(bar).collect());
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }
    };
    let description = t_with(move |t| {
        ranking.with(|ranking| {
            let shown = ranking.map_or(0, |found| found.domains.len() as u64);
            let domains = ranking.and_then(|found| found.total_domains);
            (t.sources().about)(shown, domains, ranking.map_or(0, |found| found.total_citations))
        })
    });
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || {
        let texts = texts().sources();
        let columns = [texts.domain, texts.citations, texts.answers].map(str::to_owned).to_vec();
        let row = |statistic: &SourceDomainStatistic| {
            let domain = visible(&statistic.domain).into_owned();
            vec![domain, count(statistic.citation_count), count(statistic.answer_count)]
        };
        let rows = ranking.with(|ranking| ranking.map(|found| found.domains.iter().map(row).collect()));
        DataTable { columns, rows: rows.unwrap_or_default() }
    });
    view! { <Chart title=t(|t| t.sources().ranking) description draw table /> }.into_any()
}

fn domain_table(
    ranking: StoredValue<SourceDomainRanking>,
    owners: SourceOwners,
    params: Memo<SourcesParams>,
) -> AnyView {
    let head = view! {
        <th scope="col" class="wide-only fit number">{t(|t| t.sources().rank)}</th>
        <th scope="col">{t(|t| t.sources().domain)}</th>
        <th scope="col" class="count-bar">{t(|t| t.sources().citations)}</th>
        <th scope="col" class="wide-only fit number">{t(|t| t.sources().share)}</th>
        <th scope="col" class="wide-only fit number">{t(|t| t.sources().answers)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.sources().last_cited)}</th>
    };
    let (total, length) = ranking.with_value(|ranking| (ranking.total_citations, ranking.domains.len()));
    let max = ranking.with_value(|ranking| ranking.domains.first().map_or(0, |first| first.citation_count));
    let (shown, more) = more_rows(length);
    let rows = live(move || {
        let row = |(rank, domain): (u64, &SourceDomainStatistic)| {
            let SourceDomainStatistic { domain, citation_count, answer_count, latest_created_at } = domain.clone();
            let owner = owners.of_domain(&domain);
            let next = SourcesParams { domain: Some(domain.clone()), page: None, ..params.get_untracked() };
            let address = next.address();
            view! {
                <tr>
                    <td class="wide-only fit number muted">{t_with(move |_| count(rank))}</td>
                    <th scope="row">
                        <a class="strong" href=address.clone()>
                            <bdi>{visible(&domain).into_owned()}</bdi>
                        </a>
                        " "
                        {owner.badge()}
                        <span class="cell-note narrow-only">
                            {t_with(move |t| (t.sources().narrow)(&share(citation_count, total), answer_count))}
                        </span>
                    </th>
                    {count_bar(citation_count, max, owner.series())}
                    <td class="wide-only fit number">{t_with(move |_| share(citation_count, total))}</td>
                    <td class="wide-only fit number">
                        <a href=address>{t_with(move |_| count(answer_count))}</a>
                    </td>
                    <td class="wide-only fit muted">
                        <RelativeTime at=latest_created_at />
                    </td>
                </tr>
            }
            .into_any()
        };
        ranking.with_value(|found| (1..).zip(&found.domains).take(shown.get()).map(row).collect_view()).into_any()
    });
    view! {
        <Table class="table ranking" head=head.into_any() rows />
        {more}
    }
    .into_any()
}

fn share(part: u64, total: u64) -> String {
    rate(if total == 0 { 0.0 } else { part as f64 / total as f64 })
}

fn domain_view(params: Memo<SourcesParams>, domain: String) -> AnyView {
    let answers = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let asked = domain.clone();
    let ranking = use_source_urls(move || answers.get().scope(), move || Some(asked.clone()));
    let owners = use_source_owners();
    let go = StoredValue::new_local(use_navigate());
    let show = move |next: SourcesParams, replace: bool| go.with_value(|go| go(&next.address(), replace));
    let page = Memo::new(move |_| params.with(|params| params.page.clone()));
    let period = Memo::new(move |_| params.with(|params| params.period));
    let (name, of_trend, of_feature) = (visible(&domain).into_owned(), domain.clone(), domain.clone());
    let trend_domain = Memo::new(move |_| {
        let series = owners.of_domain(&of_trend).series();
        vec![TrendDomain { name: of_trend.clone(), series }]
    });
    let feature = Signal::derive(move || {
        Some(page.get().map_or_else(|| AnswerFeature::Domain(of_feature.clone()), AnswerFeature::Page))
    });
    let is_empty = Signal::derive(move || ranking.with(|ranking| ranking.is_none_or(|found| found.urls.is_empty())));
    let export = move |()| {
        let found = untrack(|| ranking.value());
        let (urls, total) = found.map(|found| (found.urls, found.total_citations)).unwrap_or_default();
        let owners = urls.iter().map(|url| untrack(|| owners.of_page(&url.url)).name()).collect();
        Export::Table(TableExport::SourcePages { urls, owners, total })
    };
    let back = SourcesParams { domain: None, page: None, ..params.get_untracked() }.address();
    let site = match link_target(&format!("https://{domain}/")) {
        LinkTarget::Web { address, .. } => Some(view! {
            <ExternalLink address>
                {t(|t| t.sources().visit)}
                " "
                <Icon icon=IconName::External />
            </ExternalLink>
        }),
        LinkTarget::Inert(_) => None,
    };
    let chip = move || {
        let page = page.get()?;
        let address = visible(&page).into_owned();
        let view = view! {
            <div class="chips">
                <Chip
                    name=t(|t| t.sources().only_page)
                    value=Signal::derive(move || address.clone())
                    remove=t(|t| t.sources().remove_page)
                    on_remove=move |()| show(SourcesParams { page: None, ..params.get_untracked() }, false)
                />
            </div>
        };
        Some(view.into_any())
    };
    let found = move |value: SourceUrlRanking| {
        if value.urls.is_empty() {
            return nothing(answers);
        }
        let (shown, citations) = (value.urls.len() as u64, value.total_citations);
        view! {
            <p>{t_with(move |t| (t.sources().pages_about)(shown, citations))}</p>
            {page_table(value, owners, params)}
            <Methodology
                label=t(|t| t.common().methodology)
                text=t_with(move |t| (t.sources().methodology)(citations))
            />
        }
        .into_any()
    };
    let on_period = move |period| show(SourcesParams { period, ..params.get_untracked() }, true);
    let pages = move || {
        view! {
            <section class="section" aria-labelledby="source-pages">
                <h2 id="source-pages">{t(|t| t.sources().pages)}</h2>
                {query_view(ranking, || view! { <Skeleton rows=5 /> }.into_any(), found)}
            </section>
        }
        .into_any()
    };
    let of_page = move || {
        view! {
            {live_option(chip)}
            <AnswersBehind scope=answers feature />
        }
        .into_any()
    };
    // The answers of a page come first: they were asked for.
    let has_page = Memo::new(move |_| page.get().is_some());
    view! {
        <PageHeader title=Signal::derive(move || name.clone()) back=(t(|t| t.sources().back), back)>
            {site}
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| SourcesParams { answers, ..params.get() }.address())
        />
        {live_option(move || has_page.get().then(|| untrack(of_page)))}
        {pages()}
        <SourceTrendView scope=answers domains=trend_domain period on_period />
        {live_option(move || (!has_page.get()).then(|| untrack(of_page)))}
    }
    .into_any()
}

fn page_table(ranking: SourceUrlRanking, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.sources().page)}</th>
        <th scope="col" class="count-bar">{t(|t| t.sources().citations)}</th>
        <th scope="col" class="fit number">{t(|t| t.sources().answers)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.sources().last_cited)}</th>
    };
    let max = ranking.urls.first().map_or(0, |first| first.citation_count);
    let length = ranking.urls.len();
    let ranking = StoredValue::new(ranking);
    let (shown, more) = more_rows(length);
    let rows = live(move || {
        let row = |url: &SourceUrlStatistic| page_row(url, max, owners, params);
        ranking.with_value(|found| found.urls.iter().take(shown.get()).map(row).collect_view()).into_any()
    });
    view! {
        <Table class="table ranking" head=head.into_any() rows />
        {more}
    }
    .into_any()
}

fn page_row(url: &SourceUrlStatistic, max: u64, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let SourceUrlStatistic { url, title, citation_count, answer_count, latest_created_at, .. } = url.clone();
    let owner = owners.of_page(&url);
    let answers = SourcesParams { page: Some(url.clone()), ..params.get_untracked() }.address();
    let title = first_line(&title, TITLE_MAX);
    let is_untitled = title.is_empty();
    let name = move || if is_untitled { t(|t| t.sources().untitled).into_any() } else { title.clone().into_any() };
    let link = match link_target(&url) {
        LinkTarget::Web { address, .. } => {
            let shown = visible(&address).into_owned();
            view! {
                <ExternalLink address>
                    <bdi>{name()}</bdi>
                    " "
                    <Icon icon=IconName::External />
                </ExternalLink>
                " "
                {owner.badge()}
                <bdi class="cell-note line-clamp">{shown}</bdi>
            }
            .into_any()
        }
        LinkTarget::Inert(address) => view! {
            <bdi>{name()}</bdi>
            <span class="cell-note">
                {t(|t| t.answers().source_unsafe)} ": " <bdi class="line-clamp">{address}</bdi>
            </span>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{link}</th>
            {count_bar(citation_count, max, owner.series())}
            <td class="fit number">
                <a href=answers>{t_with(move |t| (t.sources().answers_of)(answer_count))}</a>
            </td>
            <td class="wide-only fit muted">
                <RelativeTime at=latest_created_at />
            </td>
        </tr>
    }
    .into_any()
}
