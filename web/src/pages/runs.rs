//! Runs: the list, with live progress. Uses `list_runs` and `get_run`.

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::components::{
    Empty, Icon, IconName, Methodology, PageHead, RelativeTime, RunProgress, RunState, Skeleton, infinite_list,
};
use crate::format::{count, short};
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::paths::{self, RUN_START};
use crate::queries::runs::{LiveRuns, use_live_runs, use_runs};
use crate::router::PageView;

/// Runs.
#[cfg_attr(feature = "split", lazy)]
pub fn runs_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let runs = use_runs();
    let live = use_live_runs(runs);
    let none = || {
        view! {
            <Empty title=t(|t| t.runs().empty) sentence=t(|t| t.runs().empty_sentence)>
                {start(false)}
            </Empty>
        }
        .into_any()
    };
    view! {
        <PageHead title=t(|t| t.runs().title) sentence=t(|t| t.runs().sentence)>
            {start(true)}
        </PageHead>
        <section class="section" aria-label=t(|t| t.runs().title)>
            {infinite_list(runs, || view! { <Skeleton /> }.into_any(), none, move |runs| table(runs, live))}
            <Methodology
                label=t(|t| t.runs().counted)
                how=t_with(|t| format!("{} {}", t.runs().counted_items, t.runs().counted_progress))
            />
        </section>
    }
    .into_any()
}

fn start(is_new: bool) -> AnyView {
    view! {
        <a class="button" data-variant="primary" href=RUN_START data-shortcut=is_new.then_some("new")>
            <Icon icon=IconName::Plus />
            {t(|t| t.runs().start)}
        </a>
    }
    .into_any()
}

fn table(runs: Vec<Run>, live: LiveRuns) -> AnyView {
    let rows = runs.into_iter().map(|run| row(run, live)).collect_view();
    view! {
        <div class="table-box">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.runs().when)}</th>
                        <th scope="col" class="fit wide">{t(|t| t.runs().status)}</th>
                        <th scope="col" class="wide">{t(|t| t.runs().progress)}</th>
                        <th scope="col" class="number fit">{t(|t| t.runs().succeeded)}</th>
                        <th scope="col" class="number fit">{t(|t| t.runs().failed)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(run: Run, live: LiveRuns) -> AnyView {
    let address = paths::run(&run.id);
    let short = short(&run.id);
    let name = match run.created_at.clone() {
        Some(at) => view! { <RelativeTime at /> }.into_any(),
        None => t_with(move |t| (t.runs().number)(&short)).into_any(),
    };
    let newest = Memo::new(move |_| live.newest(&run));
    let finished = Memo::new(move |_| newest.with(|run| run.status == RunStatus::Finished));
    view! {
        <tr>
            <th scope="row">
                <a href=address>{name}</a>
                <span class="cell-more narrow">
                    {move || (!finished.get()).then(|| view! { <RunProgress run=newest /> })}
                </span>
            </th>
            <td class="fit wide">
                <RunState run=newest />
            </td>
            <td class="wide">
                <RunProgress run=newest />
            </td>
            <td class="number fit">{t_with(move |_| count(newest.get().success_count))}</td>
            <td class="number fit">{t_with(move |_| count(newest.get().failed_count))}</td>
        </tr>
    }
    .into_any()
}
