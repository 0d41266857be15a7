//! The newest runs: what each asked, how many answers it collected, and how often they name the own brand.

use answerdeck_api::metrics::{ComparedAnswers, Comparison, Highlights};
use answerdeck_api::{Brand, BrandId, Run, RunStatus};
use leptos::prelude::*;

use crate::components::{RelativeTime, RunProgress, listed_run_name, run_size, steady_view};
use crate::format::rate;
use crate::locale::{Texts, t, t_with};
use crate::paths;
use crate::queries::runs::LiveRuns;
use crate::queries::{Items, Query};
use crate::reactive::live;
use crate::ui::{BLANK_LINE, Table, skeleton};

const SHOWN: usize = 5;
/// The runs that the highlights compare.
const COMPARED: usize = 2;

/// The newest runs. The mention rates are those of the two runs that the highlights compare.
pub fn newest_runs(
    runs: Query<Items<Run>>,
    live_runs: LiveRuns,
    own: Memo<Option<Brand>>,
    highlights: Query<Highlights>,
) -> AnyView {
    let content = move || {
        let newest = runs.with_items(|runs| runs.iter().take(SHOWN).cloned().collect::<Vec<_>>());
        if newest.is_empty() {
            return ().into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.common().run)}</th>
            <th scope="col">{t(|t| t.frame().answers)}</th>
        };
        let compared_only = (newest.len() > COMPARED).then(|| {
            let text = t_with(move |t| {
                let is_compared =
                    highlights.with(|found| found.is_some_and(|found| found.movements.comparison.is_some()));
                let has_rates = is_compared && own.with(Option::is_some);
                (if has_rates { t.overview().rates_of_compared_runs } else { BLANK_LINE }).to_owned()
            });
            view! { <p class="cell-note">{text}</p> }
        });
        let rows = newest.into_iter().map(|run| row(run, live_runs, own, highlights)).collect_view();
        view! {
            <Table class="table newest-runs" head=head.into_any() rows=rows.into_any() />
            {compared_only}
        }
        .into_any()
    };
    steady_view(runs, skeleton::<SHOWN>, move || live(content))
}

fn row(run: Run, live_runs: LiveRuns, own: Memo<Option<Brand>>, highlights: Query<Highlights>) -> AnyView {
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
    let rate = t_with(move |t| {
        let of = |own: &Brand| highlights.with(|found| newest.with(|run| rate_in(run, &own.id, found?, t)));
        own.with(|own| own.as_ref().and_then(of)).unwrap_or_default()
    });
    let result = move || match has_ended.get() {
        false => untrack(|| view! { <RunProgress run=newest /> }.into_any()),
        true => view! {
            <span translate="no">{answers}</span>
            <span class="cell-note" translate="no">
                {rate}
            </span>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">
                <a href=address>
                    <bdi class="line-clamp">{name}</bdi>
                </a>
                <span class="cell-note">
                    {started.map(|at| view! { <RelativeTime at /> })} {size}
                </span>
            </th>
            <td>{live(result)}</td>
        </tr>
    }
    .into_any()
}

// The mention rate of a brand in a run, and its change since the run before. `None` unless all answers of the run were compared.
fn rate_in(run: &Run, brand: &BrandId, found: &Highlights, t: Texts) -> Option<String> {
    let Comparison { before, after, changes, .. } = found.movements.comparison.as_ref()?;
    let change = changes.iter().find(|change| change.brand.id == *brand)?.mention_rate?;
    let is_run =
        |side: &ComparedAnswers| side.run_id.as_ref() == Some(&run.id) && side.sample.answers == run.success_count;
    // Other prompts or models would change it, too.
    let are_alike = before.sample == before.comparable && after.sample == after.comparable;
    let moved = are_alike.then_some(change.after - change.before);
    let text = t.overview().run_rate;
    match (is_run(after), is_run(before)) {
        (true, _) => Some(text(&rate(change.after), moved)),
        (_, true) => Some(text(&rate(change.before), None)),
        _ => None,
    }
}
