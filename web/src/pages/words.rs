//! Words: the nouns of answers, those that go with chosen ones, and the nouns of a pasted text. Uses `rank_tokens`,
//! `rank_token_neighbors`, `extract_proper_nouns`, `match_answers`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod neighbors;
mod nouns;
mod ranking;

use answerdeck_api::TokenRanking;
use leptos::prelude::*;

use crate::components::{Sentence, empty_ranking, finding_view, query_view, use_counted_answers};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::forms::{AnswerFilters, FiltersButton};
use crate::locale::{t, texts};
use crate::navigation::{use_params_order, use_url_params};
use crate::paths::{AnswerFilterParams, AnswerListParams, UrlParams, WordsParams};
use crate::queries::Kind;
use crate::queries::metrics::use_match_total;
use crate::queries::statistics::use_tokens;
use crate::router::use_router;
use crate::sorting::items_at;
use crate::ui::{PageHeader, skeleton};
use crate::untrusted::visible;
use neighbors::neighbors_view;
use nouns::nouns_view;
use ranking::{WORD_COLUMNS, token_order, token_table};

pub fn view() -> AnyView {
    let params = use_url_params::<WordsParams>();
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let chosen = Memo::new(move |_| params.with(|params| params.words.clone()));
    let tokens = use_tokens(move || answers.get().counted_scope());
    let router = use_router();
    let show = move |next: WordsParams| router.navigate_in_place(&next.address());
    let toggle = Callback::new(move |word: String| {
        let mut next = params.get_untracked();
        if next.words.contains(&word) {
            next.words.retain(|chosen| *chosen != word);
        } else if !next.is_full() {
            next.words.push(word);
            request_animation_frame(show_neighbors);
        }
        show(next);
    });
    let is_empty = Signal::derive(move || tokens.with(|tokens| tokens.is_none_or(|found| found.tokens.is_empty())));
    let order = use_params_order(&WORD_COLUMNS, params, |params| &mut params.sort);
    let export = move |()| {
        let sorted =
            untrack(|| tokens.value().map(|found| items_at(&found.tokens, &token_order(&found.tokens, order))));
        Export::Table(TableExport::Tokens(sorted.unwrap_or_default()))
    };
    let ranking = move |value: TokenRanking| {
        if value.tokens.is_empty() { nothing(answers) } else { token_table(value, answers, chosen, toggle, order) }
    };
    let all = use_match_total(&[Kind::FinishedRuns], move || answers.get().counted_scope().map(Into::into));
    let sentences = Memo::new(move |_| {
        let all = (!all.is_fetching()).then(|| all.value().map(|(_, coverage)| coverage.answers));
        let found = |found: &TokenRanking| finding(found, all?, &answers.get());
        tokens.with(|tokens| tokens.and_then(found)).into_iter().collect()
    });
    let is_open = RwSignal::new(false);
    view! {
        <PageHeader title=t(|t| t.frame().words)>
            <FiltersButton is_open />
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| WordsParams { answers, ..params.get() }.address())
            is_open
        />
        {finding_view(2, sentences)}
        <div class="columns">
            <section class="section" aria-labelledby="words-ranking">
                <h2 id="words-ranking">{t(|t| t.words().ranking)}</h2>
                {query_view(tokens, skeleton::<8>, ranking)}
            </section>
            {neighbors_view(params, answers, chosen, toggle)}
        </div>
        {nouns_view()}
    }
    .into_any()
}

// The most used word. `None` if another is as frequent.
fn finding(ranking: &TokenRanking, all: Option<u64>, answers: &AnswerFilterParams) -> Option<Sentence> {
    let first = ranking.tokens.first()?;
    let second = ranking.tokens.get(1).map(|second| second.answer_count);
    (Some(first.answer_count) != second).then(|| {
        let text = (texts().words().finding)(&visible(&first.token), first.answer_count, all);
        (text, AnswerListParams { answers: answers.clone(), phrase: Some(first.token.clone()) }.address())
    })
}

fn nothing(answers: Memo<AnswerFilterParams>) -> AnyView {
    let is_unfiltered = answers.with_untracked(AnswerFilterParams::is_unfiltered);
    empty_ranking(
        is_unfiltered,
        |t| t.words().none_found,
        [|t| t.words().empty, |t| t.words().empty_description],
        WordsParams::default().address(),
    )
}

// On a phone, the words that go with a chosen one are below the list, out of view.
fn show_neighbors() {
    let heading = |id: &str| document().get_element_by_id(id);
    let (Some(ranking), Some(neighbors)) = (heading("words-ranking"), heading("words-neighbors")) else { return };
    if neighbors.get_bounding_client_rect().top() > ranking.get_bounding_client_rect().bottom() {
        neighbors.scroll_into_view();
    }
}
