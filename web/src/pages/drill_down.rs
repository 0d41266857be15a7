//! The answers behind a figure about a brand, sources or searches.

use answerdeck_api::metrics::{AnswerMatch, AnswerMatchFilter};
use leptos::prelude::*;

use crate::components::{
    CoverageNote, NoAnswers, answer_head, finding_text, infinite_list, matching_answer_row, named_brands, route_head,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::locale::{Texts, t, t_with};
use crate::navigation::use_address;
use crate::paths::AnswerFilterParams;
use crate::queries::answers::keep_found;
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::{MatchCount, use_matched_answers};
use crate::reactive::live;
use crate::ui::{Table, skeleton};

/// The answers in a scope that meet conditions, the newest first. Without conditions, nothing is asked. `counted` is set to how many
/// there are, and is `None` until it is known. `address` is that of the page with another filter, where nothing else leads to it.
pub fn drill_down_answers(
    scope: Memo<AnswerFilterParams>,
    address: Option<Callback<AnswerFilterParams, String>>,
    filter: Memo<Option<AnswerMatchFilter>>,
    counted: RwSignal<Option<MatchCount>>,
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
        page.into(),
        Signal::derive(move || list.with_items(|found| found.iter().map(|answer| answer.id.clone()).collect())),
    );
    let nothing = move || {
        // There are answers, but none meets the conditions.
        if coverage.get_untracked().is_some_and(|coverage| coverage.counted > 0) {
            return view! { <p class="muted">{t(|t| t.answers().none_found)}</p> }.into_any();
        }
        view! { <NoAnswers coverage params=scope address /> }.into_any()
    };
    let own = use_own_brand_id();
    let row = move |answer: AnswerMatch| {
        let address = scope.with_untracked(|scope| page.with_untracked(|page| scope.answer_from(&answer.id, page)));
        let brands = StoredValue::new(answer.brands.clone());
        let named = move || {
            let own = own.get();
            brands.with_value(|brands| named_brands(&[brands.as_slice()], own.as_ref(), &scope.get()))
        };
        matching_answer_row(answer, address, None, Some([live(named), live(named)]))
    };
    let export = move |()| Export::List(Box::new(ListExport::MatchedAnswers(Box::new(filter.get()))));
    view! {
        <section class="section" aria-labelledby="drill-down-answers">
            <h2 id="drill-down-answers">{t(|t| t.frame().answers)}</h2>
            <CoverageNote coverage />
            <div class="section-head">
                <p class="muted" role="status">{about}</p>
                <ExportCsv export disabled=Signal::derive(move || total.get() == 0) />
            </div>
            {infinite_list(
                list,
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

/// Says how many of the tested answers meet the conditions: `answers` is what they do. Nothing is said about those with rivals.
pub fn drill_down_finding(
    counted: RwSignal<Option<MatchCount>>,
    has_rivals: impl Fn() -> bool + Send + Sync + 'static,
    answers: impl Fn(Texts) -> &'static str + Send + Sync + 'static,
) -> AnyView {
    let has_rivals = Signal::derive(has_rivals);
    let finding = t_with(move |t| {
        let counted = counted.get().filter(|_| !has_rivals.get());
        let text = |(total, coverage): MatchCount| (t.findings().answers_that)(answers(t), [total, coverage.counted]);
        counted.map_or_else(String::new, text)
    });
    let lines = Signal::derive(move || if has_rivals.get() { 0 } else { 2 });
    finding_text(lines, finding.into_any())
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{answer_head(|t| t.common().prompt)}</th>
        <th scope="col" class="wide-only">{route_head(|t| t.common().model)}</th>
        <th scope="col" class="not-phone named">{t(|t| t.frame().brands)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}
