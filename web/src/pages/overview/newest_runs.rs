//! The newest runs: what each asked, and how many answers it collected.

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use super::OverviewData;
use crate::components::{RelativeTime, RunProgress, listed_run_name, run_size, steady_view};
use crate::locale::{t, t_with};
use crate::paths;
use crate::queries::runs::LiveRuns;
use crate::reactive::{live, live_on};
use crate::ui::{Table, skeleton};

const SHOWN: usize = 5;

pub fn newest_runs(data: OverviewData) -> AnyView {
    let OverviewData { runs, live_runs, .. } = data;
    let content = move || {
        let newest = runs.with_items(|runs| runs.iter().take(SHOWN).cloned().collect::<Vec<_>>());
        if newest.is_empty() {
            return ().into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.common().run)}</th>
            <th scope="col">{t(|t| t.frame().answers)}</th>
        };
        let rows = newest.into_iter().map(|run| row(run, live_runs)).collect_view();
        view! { <Table class="table newest-runs" head=head.into_any() rows=rows.into_any() /> }.into_any()
    };
    steady_view(runs, skeleton::<SHOWN>, move || live(content))
}

fn row(run: Run, live_runs: LiveRuns) -> AnyView {
    let address = paths::run(&run.id);
    let started = run.created_at.clone();
    let newest = Memo::new(move |_| live_runs.newest(&run));
    let has_ended = Memo::new(move |_| newest.with(|run| run.status == RunStatus::Finished));
    let name = t_with(move |t| newest.with(|run| listed_run_name(run, t)));
    let size = t_with(move |t| {
        let size = newest.with(|run| run_size(run, t));
        if size.is_empty() { size } else { [" · ", &size].concat() }
    });
    let answers = t_with(move |t| {
        let (answers, failed) = newest.with(|run| (run.success_count, run.failed_count));
        let answers = (t.common().answers)(answers);
        if failed == 0 { answers } else { [answers, (t.common().failed_count)(failed)].join(" · ") }
    });
    let result = move |has_ended: bool| match has_ended {
        false => view! { <RunProgress run=newest /> }.into_any(),
        true => view! { <span translate="no">{answers}</span> }.into_any(),
    };
    view! {
        <tr>
            <th scope="row">
                <a href=address><bdi class="line-clamp">{name}</bdi></a>
                <span class="cell-note">{started.map(|at| view! { <RelativeTime at /> })} {size}</span>
            </th>
            <td>{live_on(has_ended, result)}</td>
        </tr>
    }
    .into_any()
}
