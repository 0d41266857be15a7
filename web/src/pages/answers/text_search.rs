//! The answers with a phrase in their text. Most visits of the list search for nothing, so this code is loaded when the address
//! has a phrase.

use std::ops::Range;

use answerdeck_api::BrandId;
use answerdeck_api::metrics::AnswerExcerpt;
use leptos::prelude::*;

use crate::components::{
    answer_head, infinite_list, marked_part, matching_answer_row, route_head, shown_count, text_mentions,
};
use crate::format::day;
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{Pick, t, t_with};
use crate::paths::{AnswerListParams, UrlParams};
use crate::queries::answers::keep_found;
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::{TextSearchProgress, use_answer_texts};
use crate::reactive::{effect, live};
use crate::ui::{Methodology, Table, loading, none_found};
use crate::untrusted::{after_address, plain, visible};

type Results = fn(Memo<AnswerListParams>, Memo<Option<u64>>, RwSignal<bool>) -> AnyView;

/// The answers that match a filter and have a phrase. The code is loaded first.
#[component]
pub fn TextSearchResults(
    params: Memo<AnswerListParams>,
    /// How many answers there are to search. `None` while it is unknown.
    total: Memo<Option<u64>>,
    /// Set to whether there are any.
    has_found: RwSignal<bool>,
) -> AnyView {
    lazy_view(loaded(load), loading, move |results| results(params, total, has_found))
}

lazy_part! {
    text_search: Results = results
}

fn results(params: Memo<AnswerListParams>, total: Memo<Option<u64>>, has_found: RwSignal<bool>) -> AnyView {
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
        if is_complete {
            return match found.len() {
                0 => String::new(),
                n => (t.answers().matches)(n as u64, searched),
            };
        }
        // Answers may have arrived since they were counted.
        let total = total.get().filter(|total| *total >= searched);
        let since = since.map(|since| (t.answers().searched_since)(&day(&since)));
        (t.answers().matches_so_far)(found.len() as u64, searched, total) + &since.unwrap_or_default()
    });
    let own = use_own_brand_id();
    let row = move |found: AnswerExcerpt| {
        let address = params.with_untracked(|params| params.answer(&found.answer.id));
        let excerpt = excerpt(&found, own);
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
    let clear: Pick = |t| t.common().clear_search;
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

// The text around the phrase, with its mentions as marks.
fn excerpt(found: &AnswerExcerpt, own: Memo<Option<BrandId>>) -> AnyView {
    let AnswerExcerpt { before, phrase, after, brands, mentions, .. } = found;
    let (brands, mentions) = (brands.clone(), mentions.clone());
    let text = [before.as_str(), phrase, after].concat();
    let (start, end) = (before.len(), before.len() + phrase.len());
    let readable = start - after_address(before).len();
    live(move || {
        let marks = own.with(|own| text_mentions(&text, &brands, &mentions, own.as_ref()));
        let part = |range: Range<usize>, show: fn(&str) -> String| marked_part(&text, range, &marks, show);
        let before = part(readable..start, plain);
        let phrase = part(start..end, |phrase| visible(phrase).into_owned());
        let after = part(end..text.len(), plain);
        view! { <bdi class="cell-note excerpt" translate="yes">"…" {before} <mark>{phrase}</mark> {after} "…"</bdi> }
            .into_any()
    })
}
