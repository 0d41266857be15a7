//! The answers with a phrase in their text. Most visits of the list search for nothing, so this code is loaded when the address
//! has a phrase.

use std::ops::Range;

use answerdeck_api::BrandId;
use answerdeck_api::limits::{EXCERPT_AFTER_MAX, EXCERPT_BEFORE_MAX};
use answerdeck_api::metrics::AnswerExcerpt;
use leptos::prelude::*;

use crate::components::{answer_head, infinite_list, marked_part, matching_answer_row, route_head, text_mentions};
use crate::format::day;
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::paths::{AnswerListParams, UrlParams};
use crate::queries::answers::keep_found;
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::{TextSearchProgress, use_answer_texts};
use crate::reactive::{effect, live, live_when};
use crate::ui::{Methodology, Table, caveat, loading, none_found};
use crate::untrusted::{plain, visible};

type Results = fn(Memo<AnswerListParams>, Memo<Option<u64>>, RwSignal<bool>) -> AnyView;

lazy_part! {
    text_search: Results = results
}

// `total` is how many answers there are to search, if it is known. `has_found` is set to whether any have the phrase.
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
        matching_answer_row(found.answer, address, Some(excerpt), None)
    };
    view! {
        <p role="status" class="muted">
            {summary}
            {live_when(move || !summary.with(String::is_empty), caveat)}
        </p>
        {infinite_list(
            found,
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
    let (first, last) = (beginning(before), end + ending(after));
    live(move || {
        let marks = own.with(|own| text_mentions(&text, &brands, &mentions, own.as_ref()));
        // Nor does it begin or end inside a name of several words.
        let name_at = |place: usize| marks.ranges.iter().find(|name| name.start < place && place < name.end);
        let first = name_at(first).map_or(first, |name| name.end.min(start));
        let last = name_at(last).map_or(last, |name| name.start.max(end));
        let part = |range: Range<usize>, show: fn(&str) -> String| marked_part(&text, range, &marks, show);
        let before = part(first..start, plain);
        let phrase = part(start..end, visible);
        let after = part(end..last, plain);
        view! { <bdi class="cell-note excerpt" translate="yes">"…" {before} <mark>{phrase}</mark> {after} "…"</bdi> }
            .into_any()
    })
}

// Where the text before the phrase begins with a whole word, or cell of a table.
fn beginning(before: &str) -> usize {
    let is_cut = before.chars().count() >= EXCERPT_BEFORE_MAX;
    let word = before.find(char::is_whitespace).filter(|_| is_cut).unwrap_or(0);
    let readable = before.get(word..).unwrap_or_default();
    before.len() - readable.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '|').len()
}

// Where the text after the phrase ends with a whole word.
fn ending(after: &str) -> usize {
    let is_cut = after.chars().count() >= EXCERPT_AFTER_MAX;
    let end = after.rfind(char::is_whitespace).filter(|_| is_cut).unwrap_or(after.len());
    let readable = after.get(..end).unwrap_or_default();
    readable.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '|').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_and_ends_with_whole_words_and_cells() {
        let filler = |chars: usize| "가".repeat(chars);
        let shown = |before: &str| before[beginning(before)..].to_owned();
        assert_eq!(shown("Nurio has "), "Nurio has ");
        assert_eq!(shown(&format!("rio | {} ", filler(53))), format!("{} ", filler(53)));
        assert_eq!(shown(&filler(60)), filler(60));
        assert_eq!(shown(&format!("ps://a.example/x) is {}", filler(50))), format!("is {}", filler(50)));
        let shown = |after: &str| after[..ending(after)].to_owned();
        assert_eq!(shown(" buds"), " buds");
        assert_eq!(shown(&format!(" {} | Nur", filler(114))), format!(" {}", filler(114)));
        assert_eq!(shown(&filler(120)), filler(120));
    }
}
