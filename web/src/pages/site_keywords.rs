//! The keywords of sites: start an analysis, and open those that were started on this device. Uses
//! `submit_site_keyword_analysis` and `get_organization`.

use answerdeck_api::SiteKeywordAnalysisId;
use leptos::prelude::*;

use crate::components::RelativeTime;
use crate::exports::{Export, ExportCsv};
use crate::format::count;
use crate::forms::SiteAnalysisForm;
use crate::locale::{Pick, t, t_with, texts};
use crate::navigation::{use_query_string, use_table_order};
use crate::paths::{self, SiteKeywordsParams, site_of, sort_of};
use crate::reactive::live;
use crate::router::use_router;
use crate::site_analyses::{self, AnalysisEnd, STORED_MAX, StoredAnalysis};
use crate::ui::{Badge, PageHeader, SortKey, Table, Tone, empty_state};
use crate::untrusted::quotation;

const ADDRESS_CHARS_MAX: usize = 100;

const COLUMNS: [&str; 4] = ["-started", "site", "state", "-pages"];

pub fn view() -> AnyView {
    let router = use_router();
    let started = move |id: SiteKeywordAnalysisId| {
        router.navigate(&SiteKeywordsParams::default().address(&id), false);
    };
    let site = use_query_string(site_of);
    let order = use_table_order(
        &COLUMNS,
        use_query_string(sort_of),
        Callback::new(move |sort| paths::site_analyses(site.get_untracked(), sort)),
    );
    let list = move || {
        let all = site_analyses::all();
        if all.is_empty() {
            return empty_state(|t| t.site_keywords().none, |t| t.site_keywords().none_description);
        }
        let head = view! {
            {order.head("site", t(|t| t.common().site), "")}
            {order.head("state", t(|t| t.common().status), "fit wide-only")}
            {order.head("pages", t(|t| t.site_keywords().progress), "number fit wide-only")}
            {order.head("started", t(|t| t.common().started), "number fit")}
        };
        let all = StoredValue::new(all);
        let sorted = move || all.with_value(|all| order.sorted(all, sort_key));
        let rows = live(move || sorted().into_iter().map(row).collect_view().into_any());
        let export = move |()| Export::table(move |tables| tables.site_analyses(&sorted()));
        view! {
            <div class="section-head">
                <p class="muted">{t_with(|t| (t.site_keywords().earlier_about)(STORED_MAX as u64))}</p>
                <ExportCsv export />
            </div>
            <Table head=head.into_any() rows />
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.frame().site_keywords) description=t(|t| t.site_keywords().description) />
        <SiteAnalysisForm site=site.get_untracked().unwrap_or_default() on_started=started />
        <section class="section" aria-label=t(|t| t.site_keywords().earlier)>
            <h2>{t(|t| t.site_keywords().earlier)}</h2>
            {list()}
        </section>
    }
    .into_any()
}

// An analysis without a known end has no key of its end.
fn sort_key(analysis: &StoredAnalysis, column: &str) -> Option<SortKey> {
    match column {
        "site" => SortKey::text(&analysis.address),
        "state" => SortKey::text(state_name(analysis.end?)(texts())),
        "pages" => SortKey::count(analysis.end?.pages),
        _ => SortKey::text(analysis.started_at.as_str()),
    }
}

fn state_name(end: AnalysisEnd) -> Pick {
    if end.completed { |t| t.site_keywords().completed } else { |t| t.common().failed }
}

// How an analysis ended, or a dash: reading the state of each would take a request per analysis.
fn state(end: Option<AnalysisEnd>) -> AnyView {
    let Some(end) = end else { return "–".into_any() };
    let tone = if end.completed { Tone::Success } else { Tone::Danger };
    view! { <Badge label=t(state_name(end)) tone /> }.into_any()
}

fn row(analysis: StoredAnalysis) -> AnyView {
    let end = analysis.end;
    view! {
        <tr>
            <th scope="row">
                <a class="strong keyword" href=SiteKeywordsParams::default().address(&analysis.id)>
                    <bdi>{quotation(&analysis.address, ADDRESS_CHARS_MAX)}</bdi>
                </a>
                {end
                    .map(|end| {
                        view! {
                            <span class="cell-note narrow-only">
                                {state(Some(end))} " "
                                {t_with(move |t| (t.site_keywords().on_pages)(end.pages))}
                            </span>
                        }
                    })}
            </th>
            <td class="fit wide-only">{state(end)}</td>
            <td class="number fit wide-only">
                {t_with(move |_| end.map_or("–".to_owned(), |end| count(end.pages)))}
            </td>
            <td class="number fit muted"><RelativeTime at=analysis.started_at /></td>
        </tr>
    }
    .into_any()
}
