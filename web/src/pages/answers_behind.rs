//! The answers behind a figure about a brand, sources or searches.

use answerdeck_analysis::{AnswerFeature, AnswersWith, Coverage, MatchingAnswer};
use leptos::prelude::*;

use crate::analysis::{AnalysisState, use_analysis};
use crate::components::{CoverageNote, NoAnswers, analysis_view, matching_answer_row};
use crate::exports::{Export, ExportCsv, FigureAnswers, KeptExport};
use crate::locale::{t, t_with};
use crate::navigation::{use_address, use_list_page};
use crate::paths::AnswersParams;
use crate::queries::answers::keep_found;
use crate::reactive::{effect, live, live_option};
use crate::ui::{Button, IconName, Skeleton, Table, focus_later};

/// The answers of a page of the list.
const PAGE: u32 = 30;

/// The answers with a feature, the newest first, from the kept answers: the platform does not select answers by it.
#[component]
pub fn AnswersBehind(
    /// The answers that are searched.
    scope: Memo<AnswersParams>,
    /// What they have. `None` asks nothing.
    #[prop(into)]
    feature: Signal<Option<AnswerFeature>>,
) -> AnyView {
    let page = use_address();
    let (number, open) = use_list_page();
    let skip = Memo::new(move |_| number.get().saturating_mul(PAGE));
    let found = use_analysis().query(move || {
        Some(AnswersWith { scope: scope.get().counted()?, feature: feature.get()?, skip: skip.get(), limit: PAGE })
    });
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let answers = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let total = Memo::new(move |_| answers.with(|found| found.total));
    // An address may have a page beyond the last one, because there were more answers when it was saved.
    effect(move || {
        let last = total.get().saturating_sub(1) / u64::from(PAGE);
        if total.get() > 0 && u64::from(number.get()) > last {
            open(u32::try_from(last).unwrap_or_default(), true);
        }
    });
    // The rows of the previous page stay until those of the next one arrive.
    let shown_from = Memo::new(move |before: Option<&u32>| match found.get() {
        AnalysisState::Ready { is_stale: false, .. } => skip.get_untracked(),
        _ => before.copied().unwrap_or_default(),
    });
    let about = t_with(move |t| {
        let (shown, first) = (answers.with(|found| found.newest.len() as u64), u64::from(shown_from.get()));
        if first == 0 {
            (t.sources().answers_about)(shown, total.get())
        } else {
            (t.sources().answers_part)(first + 1, first + shown, total.get())
        }
    });
    keep_found(
        Signal::derive(move || page.get()),
        Signal::derive(move || answers.with(|found| found.newest.iter().map(|answer| answer.id.clone()).collect())),
    );
    let is_reading = Memo::new(move |_| coverage.get().is_some_and(Coverage::is_reading));
    let is_brand = move || feature.with(|feature| matches!(feature, Some(AnswerFeature::Brand(_))));
    let list = move || {
        // Not `total`: the view would be rebuilt only when the total changes too.
        if answers.with(|found| found.total) == 0 {
            // The figure was 0. If there are no answers at all, the page that leads here says what to do.
            if is_brand() && !is_reading.get() {
                return view! { <p class="muted">{t(|t| t.answers().none_found)}</p> }.into_any();
            }
            return view! { <NoAnswers coverage params=scope /> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.answers().prompt)}</th>
            <th scope="col" class="wide-only">{t(|t| t.answers().model)}</th>
            <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
        };
        let rows = answers.with(|found| {
            let row = |answer: MatchingAnswer| {
                let address = scope.with(|scope| page.with(|page| scope.answer_from(&answer.id, page)));
                matching_answer_row(answer, address, None)
            };
            found.newest.iter().cloned().map(row).collect_view()
        });
        let export = move |()| {
            let scope = scope.get_untracked();
            // There are answers, so there was a question.
            let feature = feature.get_untracked().unwrap_or(AnswerFeature::Search(String::new()));
            Export::Kept(Box::new(KeptExport::AnswersBehind(FigureAnswers { scope, feature })))
        };
        view! {
            <div class="section-head">
                <p class="muted" role="status">
                    {about}
                </p>
                <ExportCsv export />
            </div>
            <Table head=head.into_any() rows=rows.into_any() />
        }
        .into_any()
    };
    let show = move |number: u32| {
        open(number, false);
        focus_later("#answers-behind");
    };
    let has_pages = Memo::new(move |_| total.get() > u64::from(PAGE));
    let pages = move || {
        let view = view! {
            <nav class="list-footer" aria-label=t(|t| t.sources().answer_pages)>
                <Button
                    label=t(|t| t.runs().previous_page)
                    icon=IconName::Back
                    disabled=Signal::derive(move || skip.get() == 0)
                    on_click=move |()| show(number.get_untracked().saturating_sub(1))
                />
                <Button
                    label=t(|t| t.runs().next_page)
                    icon=IconName::Next
                    disabled=Signal::derive(move || u64::from(skip.get().saturating_add(PAGE)) >= total.get())
                    on_click=move |()| show(number.get_untracked() + 1)
                />
            </nav>
        };
        view.into_any()
    };
    view! {
        <section class="section" aria-labelledby="answers-behind">
            <h2 id="answers-behind" tabindex="-1">
                {t(|t| t.frame().answers)}
            </h2>
            <CoverageNote coverage />
            {analysis_view(found, || view! { <Skeleton rows=4 /> }.into_any(), move || live(list))}
            {live_option(move || has_pages.get().then(|| untrack(pages)))}
        </section>
    }
    .into_any()
}
