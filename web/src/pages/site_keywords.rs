//! The keywords of sites: start an analysis, and open those that were started on this device. Uses
//! `submit_site_keyword_analysis`.

use answerdeck_api::SiteKeywordAnalysisId;
use leptos::prelude::*;

use crate::components::RelativeTime;
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::count;
use crate::forms::SiteAnalysisForm;
use crate::frame::with_shell;
use crate::locale::{Pick, t, t_with};
use crate::navigation::use_navigate;
use crate::paths;
use crate::queries::use_organization;
use crate::reactive::live;
use crate::router::PageCode;
use crate::site_analyses::{self, AnalysisEnd, KEPT_MAX, KeptAnalysis};
use crate::ui::{Badge, Empty, PageHeader, Skeleton, Table, Tone};
use crate::untrusted::quotation;

/// The maximum length of an address in the list, in characters.
const ADDRESS_MAX: usize = 100;

/// The placeholder for an unknown value.
const UNKNOWN: &str = "–";

/// The page that starts analyses of sites.
#[cfg_attr(feature = "split", lazy)]
pub fn site_keywords_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let organization = use_organization();
    let go = StoredValue::new_local(use_navigate());
    let started = move |id: SiteKeywordAnalysisId| {
        go.with_value(|go| go(&paths::site_analysis(&id, None, None), false));
    };
    let list = move || {
        let Some(organization) = organization.value() else { return view! { <Skeleton rows=3 /> }.into_any() };
        let all = site_analyses::all(&organization.id);
        if all.is_empty() {
            return view! {
                <Empty title=t(|t| t.site_keywords().none) description=t(|t| t.site_keywords().none_description) />
            }
            .into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.site_keywords().site)}</th>
            <th scope="col" class="fit wide-only">{t(|t| t.site_keywords().state)}</th>
            <th scope="col" class="number fit wide-only">{t(|t| t.site_keywords().progress)}</th>
            <th scope="col" class="number">{t(|t| t.site_keywords().started)}</th>
        }
        .into_any();
        let rows = all.iter().cloned().map(row).collect_view().into_any();
        let export = move |()| Export::Table(TableExport::SiteAnalyses(all.clone()));
        view! {
            <div class="section-head">
                <p class="muted">{t_with(|t| (t.site_keywords().earlier_about)(KEPT_MAX as u64))}</p>
                <ExportCsv export />
            </div>
            <Table head rows />
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.frame().site_keywords) description=t(|t| t.site_keywords().description) />
        <SiteAnalysisForm on_started=started />
        <section class="section" aria-label=t(|t| t.site_keywords().earlier)>
            <h2>{t(|t| t.site_keywords().earlier)}</h2>
            {live(list)}
        </section>
    }
    .into_any()
}

// How an analysis ended, or a dash: reading the state of each would take a request per analysis.
fn state(end: Option<AnalysisEnd>) -> AnyView {
    let Some(AnalysisEnd { completed, .. }) = end else { return UNKNOWN.into_any() };
    let (label, tone): (Pick, Tone) = if completed {
        (|t| t.site_keywords().completed, Tone::Success)
    } else {
        (|t| t.site_keywords().failed, Tone::Danger)
    };
    view! { <Badge label=t(label) tone /> }.into_any()
}

fn row(analysis: KeptAnalysis) -> AnyView {
    let end = analysis.end;
    view! {
        <tr>
            <th scope="row">
                <a class="strong keyword" href=paths::site_analysis(&analysis.id, None, None)>
                    <bdi>{quotation(&analysis.address, ADDRESS_MAX)}</bdi>
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
                {t_with(move |_| end.map_or(UNKNOWN.to_owned(), |end| count(end.pages)))}
            </td>
            <td class="number muted">
                <RelativeTime at=analysis.started_at />
            </td>
        </tr>
    }
    .into_any()
}
