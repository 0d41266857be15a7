//! The answers behind a figure about a brand, sources or searches.

use answerdeck_api::metrics::{AnswerMatch, AnswerMatchFilter, Coverage};
use leptos::prelude::*;

use crate::components::{
    CoverageNote, NoAnswers, answer_head, finding_text, infinite_list, matching_answer_row, route_head, shown_count,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::locale::{Texts, t, t_with};
use crate::navigation::use_address;
use crate::paths::AnswerFilterParams;
use crate::queries::answers::keep_found;
use crate::queries::metrics::use_matched_answers;
use crate::ui::{Table, skeleton};

/// The answers that meet conditions, the newest first.
#[component]
pub fn DrillDownAnswers(
    /// The answers that are searched.
    scope: Memo<AnswerFilterParams>,
    /// The conditions. `None` asks nothing.
    filter: Memo<Option<AnswerMatchFilter>>,
    /// Set to how many answers meet the conditions, and how many were tested. `None` until it is known.
    counted: RwSignal<Option<(u64, Coverage)>>,
) -> AnyView {
    let page = use_address();
    let list = use_matched_answers(filter, counted);
    let total = Memo::new(move |_| counted.get().map_or(0, |(total, _)| total));
    let coverage = Signal::derive(move || counted.get().map(|(_, coverage)| coverage));
    let about = t_with(move |t| match total.get() {
        0 => String::new(),
        total => (t.common().answers)(total),
    });
    keep_found(
        Signal::derive(move || page.get()),
        Signal::derive(move || list.with_items(|found| found.iter().map(|answer| answer.id.clone()).collect())),
    );
    let nothing = move || {
        // There are answers, but none meets the conditions.
        if coverage.get_untracked().is_some_and(|coverage| coverage.counted > 0) {
            return view! { <p class="muted">{t(|t| t.answers().none_found)}</p> }.into_any();
        }
        view! { <NoAnswers coverage params=scope /> }.into_any()
    };
    let row = move |answer: AnswerMatch| {
        let address = scope.with_untracked(|scope| page.with_untracked(|page| scope.answer_from(&answer.id, page)));
        matching_answer_row(answer, address, None)
    };
    let export = move |()| Export::List(Box::new(ListExport::MatchedAnswers(Box::new(filter.get_untracked()))));
    view! {
        <section class="section" aria-labelledby="drill-down-answers">
            <h2 id="drill-down-answers">{t(|t| t.frame().answers)}</h2>
            <CoverageNote coverage />
            <div class="section-head">
                <p class="muted" role="status">
                    {about}
                </p>
                <ExportCsv export disabled=Signal::derive(move || total.get() == 0) />
            </div>
            {infinite_list(
                list,
                shown_count(list),
                |answer| answer.id.as_str(),
                skeleton::<4>,
                nothing,
                table,
                row,
            )}
        </section>
    }
    .into_any()
}

/// Says how many of the tested answers meet the conditions: `answers` is what they do. With rivals there are fewer, and nothing is said.
pub fn drill_down_finding(
    counted: RwSignal<Option<(u64, Coverage)>>,
    has_rivals: impl Fn() -> bool + Send + Sync + 'static,
    answers: impl Fn(Texts) -> &'static str + Send + Sync + 'static,
) -> AnyView {
    let said = t_with(move |t| {
        let counted = counted.get().filter(|_| !has_rivals());
        let text =
            |(total, coverage): (u64, Coverage)| (t.findings().answers_that)(answers(t), [total, coverage.counted]);
        counted.map_or_else(String::new, text)
    });
    finding_text(2, said.into_any())
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{answer_head(|t| t.common().prompt)}</th>
        <th scope="col" class="wide-only">{route_head(|t| t.common().model)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}
