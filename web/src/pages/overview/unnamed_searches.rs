//! The searches of models whose answers never name a brand.

use answerdeck_analysis::UnnamedSearches;
use answerdeck_api::Brand;
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::components::{ShowMore, analysis_view, none_found, with_sample};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::locale::{t, t_with};
use crate::paths::{AnswersParams, FanoutsParams, UrlParams};
use crate::reactive::live;
use crate::ui::{Methodology, Skeleton, Table};
use crate::untrusted::visible;

/// The number of searches shown at first.
const SHOWN_AT_FIRST: usize = 8;
/// The maximum number of searches in the list and in the file. The worker sends any number; a page with more rows is slow.
const LISTED_MAX: u32 = 1_000;

/// The most frequent searches whose answers never name the own brand.
#[component]
pub fn UnnamedSearchList(
    /// The answers.
    params: Memo<AnswersParams>,
    /// The own brand. Nothing is asked while there is none.
    own: Memo<Option<Brand>>,
) -> AnyView {
    let found = use_analysis().query(move || {
        let brand = own.with(|own| own.as_ref().map(|own| own.id.clone()))?;
        Some(UnnamedSearches { scope: params.get().counted()?, brand, limit: LISTED_MAX })
    });
    let report = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let name = move || own.with(|own| own.as_ref().map_or_else(String::new, |own| own.name.clone()));
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let hidden = move || report.with(|report| report.most_run.len()).saturating_sub(shown.get()) as u64;
    let is_empty = Signal::derive(move || report.with(|report| report.most_run.is_empty()));
    let export =
        move |()| Export::Table(TableExport::UnnamedSearches(report.with_untracked(|report| report.most_run.clone())));
    let content = move || {
        let report = report.get();
        if report.searches == 0 {
            let none = t_with(move |t| match params.with(AnswersParams::is_everything) {
                true => (t.overview().unnamed_about)(&name(), 0, 0),
                false => t.overview().unnamed_none_found.to_owned(),
            });
            return none_found(coverage, none);
        }
        let (unnamed, searches, listed) = (report.unnamed, report.searches, report.most_run.len() as u64);
        let about = t_with(move |t| (t.overview().unnamed_about)(&name(), unnamed, searches));
        let row = |(search, answers): (String, u64)| {
            let shown = visible(&search).into_owned();
            let of_search = move || {
                let search = Some(search.clone());
                FanoutsParams { answers: params.get(), search, ..FanoutsParams::default() }.address()
            };
            view! {
                <tr>
                    <th scope="row">
                        <a href=of_search>
                            <bdi class="line-clamp">{shown}</bdi>
                        </a>
                    </th>
                    <td class="fit number">{t_with(move |t| (t.sources().answers_of)(answers))}</td>
                </tr>
            }
        };
        let table = (!report.most_run.is_empty()).then(|| {
            let head = view! {
                <th scope="col">{t(|t| t.fanouts().search)}</th>
                <th scope="col" class="fit number">{t(|t| t.sources().answers)}</th>
            };
            let rows = report.most_run.into_iter().take(shown.get()).map(row).collect_view();
            view! { <Table head=head.into_any() rows=rows.into_any() /> }
        });
        let rest = (listed < unnamed && shown.get() >= listed as usize)
            .then(|| view! { <p class="muted">{t_with(move |t| (t.overview().unnamed_listed)(listed))}</p> });
        view! {
            <p>{about}</p>
            {table}
            {rest}
        }
        .into_any()
    };
    let methodology = t_with(move |t| {
        let searches = found.with(|reply| reply.map(|reply| reply.value.searches));
        with_sample(t.overview().methodology_unnamed, searches.map(t.overview().methodology_unnamed_sample))
    });
    view! {
        <section class="section" aria-labelledby="overview-unnamed">
            <div class="section-head">
                <h2 id="overview-unnamed">{t_with(move |t| (t.overview().unnamed)(&name()))}</h2>
                <ExportCsv export disabled=is_empty />
            </div>
            {analysis_view(found, || view! { <Skeleton rows=5 /> }.into_any(), move || live(content))}
            <ShowMore rows=Signal::derive(hidden) on_click=move |()| shown.set(usize::MAX) />
            <Methodology label=t(|t| t.common().methodology) text=methodology />
        </section>
    }
    .into_any()
}
