//! One run: live progress, its items by prompt and model, the failed ones apart. Uses `get_run`.

use std::sync::Arc;

use answerdeck_api::{Run, RunId, RunStatus};
use leptos::prelude::*;

use crate::components::{
    Button, Empty, Grid, Icon, IconName, Methodology, ModelBadge, PROMPTS_A_PAGE, PageHead, RunGrid, RunProgress,
    RunState, Skeleton, Variant, failed, malformed_address,
};
use crate::format::{count, exact};
use crate::frame::with_shell;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_page_number, use_path_id};
use crate::paths::{self, AnswersParams, RUNS, UrlParams};
use crate::queries::runs::{LiveRun, use_live_run};
use crate::queries::use_models;
use crate::router::PageView;
use crate::untrusted::visible;

/// Failed items that are listed at first.
const FAILURES: usize = 20;

/// One run.
#[cfg_attr(feature = "split", lazy)]
pub fn run_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let (id, page) = (use_path_id::<RunId>(), use_page_number());
    let live = use_live_run(id.into());
    // The run names its models by codes: the names are on their way with it.
    use_models();
    let started = t_with(move |_| live.get().and_then(|run| run.created_at.as_ref().map(exact)).unwrap_or_default());
    let answers = move || {
        id.get().map(|id| {
            let address = AnswersParams { run: Some(id), ..AnswersParams::default() }.address();
            view! {
                <a class="button" href=address>
                    <Icon icon=IconName::Answers />
                    {t(|t| t.runs().see_answers)}
                </a>
            }
        })
    };
    // The run is looked at again and again; what stands on the page is made once.
    let shown = Memo::new(move |_| live.get().map(|run| run.id.clone()));
    let body = move || {
        if id.get().is_none() {
            return malformed_address();
        }
        match (shown.get(), live.failure()) {
            (Some(id), _) => sections(id, live, page),
            (None, Some(failure)) => failed(failure, Callback::new(move |()| live.retry())),
            (None, None) => view! { <Skeleton /> }.into_any(),
        }
    };
    view! {
        <PageHead title=t(|t| t.runs().one) sentence=started back=(t(|t| t.runs().back), RUNS.to_owned())>
            {answers}
        </PageHead>
        {body}
    }
    .into_any()
}

fn sections(id: RunId, live: LiveRun, page: Memo<usize>) -> AnyView {
    let counts = Memo::new(move |before: Option<&Run>| {
        let newest = live.get().map(|run| Run { answers: None, ..(*run).clone() });
        newest.or_else(|| before.cloned()).unwrap_or_else(|| nothing(&id))
    });
    let grid = Memo::new(move |_| {
        let run = live.get();
        Arc::new(run.and_then(|run| run.answers.as_deref().map(Grid::of)).unwrap_or_default())
    });
    let run = counts.with_untracked(|run| run.id.clone());
    view! {
        <Progressing counts live />
        <GridSection run=run.clone() grid page />
        <Failures run grid />
    }
    .into_any()
}

// A run of which nothing is known yet.
fn nothing(id: &RunId) -> Run {
    Run {
        id: id.clone(),
        status: RunStatus::Running,
        total_count: 0,
        finished_count: 0,
        success_count: 0,
        failed_count: 0,
        running_count: 0,
        created_at: None,
        answers: None,
    }
}

#[component]
fn Progressing(counts: Memo<Run>, live: LiveRun) -> AnyView {
    let finished = Memo::new(move |_| counts.with(|run| run.status == RunStatus::Finished));
    // A reader of the screen hears of every tenth, and of the end. Whoever looks at it sees every step below.
    let heard = Memo::new(move |_| {
        counts.with(|run| {
            let tenth = run.total_count.div_ceil(10).max(1);
            (run.finished_count / tenth * tenth, run.total_count)
        })
    });
    let said = t_with(move |t| {
        if finished.get() {
            return counts.with(|run| (t.runs().announce_finished)(run.success_count, run.failed_count));
        }
        match heard.get() {
            (_, 0) => t.runs().preparing.to_owned(),
            (done, all) => (t.runs().announce)(done, all),
        }
    });
    let stale = move || live.failure().is_some();
    let figure = move |label: Pick, pick: fn(&Run) -> u64| {
        view! {
            <div>
                <dt>{t(label)}</dt>
                <dd class="figure">{t_with(move |_| count(counts.with(pick)))}</dd>
            </div>
        }
    };
    view! {
        <section class="section" aria-label=t(|t| t.runs().progress)>
            <div class="run-state">
                <RunState run=counts />
                <p class="soft" class:unseen=move || !finished.get() role="status">{said}</p>
            </div>
            <RunProgress run=counts />
            {move || stale().then(|| view! { <p class="soft" role="status">{t(|t| t.runs().stale)}</p> })}
            <dl class="figures">
                {figure(|t| t.runs().total, |run| run.total_count)}
                {figure(|t| t.runs().succeeded, |run| run.success_count)}
                {figure(|t| t.runs().failed, |run| run.failed_count)}
                {figure(|t| t.runs().waiting, |run| run.running_count)}
            </dl>
            <Methodology
                label=t(|t| t.runs().counted)
                how=t_with(|t| format!("{} {}", t.runs().counted_items, t.runs().counted_progress))
            />
        </section>
    }
    .into_any()
}

#[component]
fn GridSection(run: RunId, grid: Memo<Arc<Grid>>, page: Memo<usize>) -> AnyView {
    let prompts = Memo::new(move |_| grid.with(|grid| grid.rows.len()));
    let page = Memo::new(move |_| page.get().min(prompts.get().div_ceil(PROMPTS_A_PAGE)).max(1));
    let pages = {
        let run = run.clone();
        move || {
            let (all, page) = (prompts.get(), page.get());
            (all > PROMPTS_A_PAGE).then(|| pages(&run, page, all))
        }
    };
    let none = Memo::new(move |_| prompts.get() == 0);
    let body = move || {
        if none.get() {
            return view! { <Empty title=t(|t| t.runs().preparing) sentence=t(|t| t.runs().grid_empty) /> }.into_any();
        }
        view! { <RunGrid run=run.clone() grid page /> }.into_any()
    };
    view! {
        <section class="section" aria-label=t(|t| t.runs().grid)>
            <div>
                <h2>{t(|t| t.runs().grid)}</h2>
                <p class="soft">{t(|t| t.runs().grid_sentence)}</p>
            </div>
            {body}
            {pages}
        </section>
    }
    .into_any()
}

fn pages(run: &RunId, page: usize, all: usize) -> AnyView {
    let first = (page - 1) * PROMPTS_A_PAGE + 1;
    let last = (page * PROMPTS_A_PAGE).min(all);
    let words = t_with(move |t| (t.runs().page_of)(first as u64, last as u64, all as u64));
    let before = (page > 1).then(|| {
        view! {
            <a class="button" href=paths::run_page(run, page - 1)>
                <Icon icon=IconName::Back />
                {t(|t| t.runs().page_before)}
            </a>
        }
    });
    let after = (last < all).then(|| {
        view! {
            <a class="button" href=paths::run_page(run, page + 1)>
                {t(|t| t.runs().page_after)}
                <Icon icon=IconName::Next />
            </a>
        }
    });
    view! {
        <nav class="list-foot" aria-label=t(|t| t.runs().pages)>
            {before} <span role="status">{words}</span> {after}
        </nav>
    }
    .into_any()
}

#[component]
fn Failures(run: RunId, grid: Memo<Arc<Grid>>) -> AnyView {
    let shown = RwSignal::new(FAILURES);
    let failures = Memo::new(move |_| {
        grid.with(|grid| {
            let failure = |(row, model, times): (&crate::components::GridRow, &_, u64)| {
                (row.prompt.clone(), row.query.clone(), Clone::clone(model), times)
            };
            grid.failures().into_iter().map(failure).collect::<Vec<_>>()
        })
    });
    let total = Memo::new(move |_| failures.with(|all| all.iter().map(|(.., times)| times).sum::<u64>()));
    let body = move || {
        let all = failures.get();
        if all.is_empty() {
            return ().into_any();
        }
        let left = all.len().saturating_sub(shown.get());
        let rows = all
            .into_iter()
            .take(shown.get())
            .map(|(prompt, query, model, times)| {
                let address = AnswersParams {
                    run: Some(run.clone()),
                    prompt: Some(prompt),
                    model: Some(model.clone()),
                    ..AnswersParams::default()
                }
                .address();
                view! {
                    <tr>
                        <th scope="row" class="text">
                            <a href=address>
                                <bdi class="clamp">{visible(&query).into_owned()}</bdi>
                            </a>
                        </th>
                        <td>
                            <ModelBadge code=model />
                        </td>
                        <td class="number fit">{t_with(move |t| (t.runs().times)(times))}</td>
                    </tr>
                }
            })
            .collect_view();
        view! {
            <section class="section" aria-labelledby="run-failures">
                <div>
                    <h2 id="run-failures">{t_with(move |t| (t.runs().failures)(total.get()))}</h2>
                    <p class="soft">{t(|t| t.runs().failures_sentence)}</p>
                </div>
                <div class="table-box">
                    <table class="table">
                        <thead>
                            <tr>
                                <th scope="col">{t(|t| t.runs().prompt)}</th>
                                <th scope="col">{t(|t| t.runs().models)}</th>
                                <th scope="col" class="number fit">{t(|t| t.runs().failed)}</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                {(left > 0)
                    .then(|| {
                        view! {
                            <div class="list-foot">
                                <Button
                                    label=t_with(move |t| (t.runs().show_more)(left.min(FAILURES * 5) as u64))
                                    variant=Variant::Quiet
                                    on_click=move |()| shown.update(|shown| *shown += FAILURES * 5)
                                />
                            </div>
                        }
                    })}
            </section>
        }
        .into_any()
    };
    body.into_any()
}
