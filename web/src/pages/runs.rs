//! Runs: the list with live progress. Uses `list_runs` and `list_prompts`.

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::components::{
    RelativeTime, RunProgress, RunStatusBadge, first_steps, infinite_list, listed_run_name, run_size,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{self, RUN_START};
use crate::queries::prompts::use_has_prompts;
use crate::queries::runs::{LiveRuns, use_live_runs, use_runs};
use crate::reactive::{live, live_when};
use crate::ui::{Methodology, PageHeader, Table, empty_with_link, loading, new_link};

pub fn view() -> AnyView {
    let runs = use_runs();
    let live_runs = use_live_runs(runs);
    // Without prompts, a run cannot be the next step.
    let is_empty = Memo::new(move |_| runs.is_known_empty());
    let prompts = use_has_prompts(move || is_empty.get());
    let needs_prompts = Memo::new(move |_| is_empty.get() && prompts.value() == Some(false));
    let empty = move || {
        live(move || match needs_prompts.get() {
            true => first_steps(|t| t.runs().empty, |t| t.runs().empty_description),
            false => {
                empty_with_link(|t| t.runs().empty, |t| t.runs().empty_description, (RUN_START, |t| t.common().new_run))
            }
        })
    };
    view! {
        <PageHeader title=t(|t| t.frame().runs)>
            <ExportCsv
                export=|()| Export::List(Box::new(ListExport::Runs))
                disabled=Signal::derive(move || runs.len() == 0)
            />
            {live_when(move || !is_empty.get(), || new_link(|t| t.common().new_run, RUN_START))}
        </PageHeader>
        <section class="section" aria-label=t(|t| t.frame().runs)>
            {infinite_list(
                runs,
                |run| run.id.as_str(),
                loading,
                empty,
                table,
                move |run| row(run, live_runs),
            )}
            <Methodology text=t(|t| t.runs().methodology) />
        </section>
    }
    .into_any()
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.common().run)}</th>
        <th scope="col" class="fit wide-only late">{t(|t| t.common().started)}</th>
        <th scope="col" class="fit not-phone">{t(|t| t.common().status)}</th>
        <th scope="col" class="number fit">{t(|t| t.common().succeeded)}</th>
        <th scope="col" class="number fit">{t(|t| t.common().failed)}</th>
    };
    view! { <Table class="table runs-table" head=head.into_any() rows /> }.into_any()
}

fn row(run: Run, live_runs: LiveRuns) -> AnyView {
    let address = paths::run(&run.id);
    let started = run.created_at.clone();
    let newest = Memo::new(move |_| live_runs.newest(&run));
    let is_unfinished = move || newest.with(|run| run.status != RunStatus::Finished);
    let progress = move || live_when(is_unfinished, move || view! { <RunProgress run=newest /> });
    view! {
        <tr>
            <th scope="row">
                <a class="strong" href=address>
                    <bdi class="line-clamp">{t_with(move |t| newest.with(|run| listed_run_name(run, t)))}</bdi>
                </a>
                <span class="cell-note">{t_with(move |t| newest.with(|run| run_size(run, t)))}</span>
                <span class="cell-note narrow-only">
                    <span class="phone-only"><RunStatusBadge run=newest /> " "</span>
                    {started.clone().map(|at| view! { <RelativeTime at /> })}
                    <span class="phone-only">{progress()}</span>
                </span>
            </th>
            <td class="fit wide-only late muted">{started.map(|at| view! { <RelativeTime at /> })}</td>
            <td class="fit not-phone"><RunStatusBadge run=newest />{progress()}</td>
            <td class="number fit">{t_with(move |_| count(newest.get().success_count))}</td>
            <td class="number fit">{t_with(move |_| count(newest.get().failed_count))}</td>
        </tr>
    }
    .into_any()
}
