//! The answers with a phrase in their text. Most visits of the list search for nothing, so this code is loaded when the address
//! has a phrase.

use answerdeck_api::metrics::AnswerExcerpt;
use leptos::prelude::*;

use crate::components::{
    BrandFinder, answer_head, infinite_list, matching_answer_row, route_head, shown_count, use_brand_finder,
};
use crate::format::day;
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{Pick, t, t_with};
use crate::paths::{AnswerListParams, UrlParams};
use crate::queries::answers::keep_found;
use crate::queries::metrics::{TextSearchProgress, use_answer_texts};
use crate::reactive::{effect, live};
use crate::ui::{Methodology, Table, loading, none_found};
use crate::untrusted::{plain, visible};

type Results = fn(Memo<AnswerListParams>, RwSignal<bool>) -> AnyView;

/// The answers that match a filter and have a phrase. The code is loaded first.
#[component]
pub fn TextSearchResults(
    params: Memo<AnswerListParams>,
    /// Set to whether there are any.
    has_found: RwSignal<bool>,
) -> AnyView {
    lazy_view(loaded(load), loading, move |results| results(params, has_found))
}

lazy_part! {
    text_search: Results = results
}

fn results(params: Memo<AnswerListParams>, has_found: RwSignal<bool>) -> AnyView {
    let (found, progress) = use_answer_texts(params);
    effect(move || has_found.set(found.len() > 0));
    // The page of an answer leads to the next one that was found.
    keep_found(
        Signal::derive(move || params.get().address()),
        Signal::derive(move || found.with_items(|found| found.iter().map(|found| found.answer.id.clone()).collect())),
    );
    let summary = t_with(move |t| {
        let TextSearchProgress { searched, since } = progress.get();
        if found.is_loading() || found.is_fetching() {
            return (t.answers().searching_texts)(searched);
        }
        let is_complete = !found.has_more() && found.failure().is_none();
        if is_complete && found.len() == 0 {
            return String::new();
        }
        let since = since.filter(|_| !is_complete).map(|since| (t.answers().searched_since)(&day(&since)));
        (t.answers().matches)(found.len() as u64, searched) + &since.unwrap_or_default()
    });
    let finder = use_brand_finder();
    let row = move |found: AnswerExcerpt| {
        let address = params.with_untracked(|params| params.answer(&found.answer.id));
        let excerpt = excerpt(&found, finder);
        matching_answer_row(found.answer, address, Some(excerpt))
    };
    view! {
        <p role="status" class="muted">
            {summary}
        </p>
        {infinite_list(
            found,
            shown_count(found),
            |found| found.answer.id.as_str(),
            loading,
            move || nothing(params),
            table,
            row,
        )}
        <Methodology text=t(|t| t.answers().search_methodology) />
    }
    .into_any()
}

fn nothing(params: Memo<AnswerListParams>) -> AnyView {
    let all = Signal::derive(move || AnswerListParams { phrase: None, ..params.get() }.address());
    let clear: Pick = |t| t.answers().search_clear;
    none_found(|t| t.answers().matches_none, |t| t.answers().matches_none_description, (all, clear))
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{answer_head(|t| t.answers().question)}</th>
        <th scope="col" class="wide-only">{route_head(|t| t.common().model)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    };
    view! { <Table class="table answers" head=head.into_any() rows /> }.into_any()
}

// The text around the phrase. The brands in it are marked when they are known.
fn excerpt(AnswerExcerpt { before, phrase, after, .. }: &AnswerExcerpt, finder: Memo<Option<BrandFinder>>) -> AnyView {
    let [before, phrase, after] =
        [plain(before), visible(phrase).into_owned(), plain(after)].map(|part| part.replace('\n', " "));
    let marked = move |text: String| {
        live(move || finder.with(|finder| finder.as_ref().map_or_else(|| text.clone().into_any(), |it| it.mark(&text))))
    };
    view! {
        <bdi class="cell-note excerpt" translate="yes">"…" {marked(before)} <mark>{phrase}</mark> {marked(after)} "…"</bdi>
    }
    .into_any()
}
