//! Words: the nouns of answers, those that go with chosen ones, and the nouns of a pasted text. Uses `rank_tokens`,
//! `rank_token_neighbors`, `extract_proper_nouns`, `match_answers`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod neighbors;

use answerdeck_api::{ProperNoun, TokenRanking, TokenStatistic};
use leptos::prelude::*;

use crate::components::{
    NO_BRAND, Sentence, count_link, empty_ranking, finding_view, of_finished_runs, query_view, ranking_table,
    use_counted_answers,
};
use crate::exports::{Export, ExportCsv};
use crate::format::count;
use crate::forms::{AnswerFilters, FiltersButton, NounsForm, PageFilters, has_nouns_draft};
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_params_order, use_show, use_url_params};
use crate::paths::{AnswerFilterParams, AnswerListParams, UrlParams, WordsParams};
use crate::queries::Kind;
use crate::queries::metrics::use_match_total;
use crate::queries::statistics::use_tokens;
use crate::reactive::{live, live_option};
use crate::ui::{Methodology, PageHeader, SortKey, Table, TableOrder, skeleton};
use crate::untrusted::visible;
use neighbors::neighbors_view;

const WORD_COLUMNS: [&str; 2] = ["-answers", "word"];
const NOUN_COLUMNS: [&str; 5] = ["", "word", "kind", "language", "-times"];

pub fn view() -> AnyView {
    let params = use_url_params::<WordsParams>();
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let chosen = Memo::new(move |_| params.with(|params| params.words.clone()));
    let tokens = use_tokens(move || answers.get().counted_scope());
    let show = use_show::<WordsParams>();
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
        let sorted = tokens.value().map(|found| order.sorted(&found.tokens, token_key)).unwrap_or_default();
        Export::table(move |tables| tables.tokens(&sorted))
    };
    let ranking = move |value: TokenRanking| match value.tokens.is_empty() {
        true => nothing(answers, params),
        false => token_table(value, answers, chosen, toggle, order),
    };
    let all = use_match_total(&[Kind::FinishedRuns], move || answers.get().counted_scope().map(Into::into));
    let sentences = Memo::new(move |_| {
        let all = (!all.is_fetching()).then(|| all.value().map(|(_, coverage)| coverage.answers));
        let found = |found: &TokenRanking| finding(found, all?, &answers.get());
        tokens.with(|tokens| tokens.and_then(found)).into_iter().collect()
    });
    let lines = Signal::derive(move || if is_empty.get() && !tokens.is_loading() { 0 } else { 2 });
    let filters = PageFilters::new(answers, move |answers| WordsParams { answers, ..params.get() }.address());
    view! {
        <PageHeader title=t(|t| t.frame().words)>
            <FiltersButton filters />
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        <AnswerFilters filters />
        {finding_view(lines, sentences)}
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
        let found = AnswerListParams { answers: answers.clone(), phrase: Some(first.token.clone()) };
        Sentence::new(text, found.address())
    })
}

fn nothing(answers: Memo<AnswerFilterParams>, params: Memo<WordsParams>) -> AnyView {
    empty_ranking(
        &answers.get_untracked(),
        false,
        |t| t.words().none_found,
        [|t| t.words().empty, |t| t.words().empty_description],
        |answers| WordsParams { answers, ..params.get_untracked() }.address(),
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

fn token_key(token: &TokenStatistic, column: &str) -> Option<SortKey> {
    if column == "word" { SortKey::text(&token.token) } else { SortKey::count(token.answer_count) }
}

fn token_table(
    ranking: TokenRanking,
    answers: Memo<AnswerFilterParams>,
    chosen: Memo<Vec<String>>,
    toggle: Callback<String>,
    order: TableOrder,
) -> AnyView {
    let head = view! {
        {order.head("word", t(|t| t.words().word), "")}
        {order.head("answers", t(|t| t.words().answers), "count-bar")}
    };
    let max = ranking.tokens.first().map_or(0, |first| first.answer_count);
    let ranking = StoredValue::new(ranking);
    let row = move |index: usize| {
        let TokenStatistic { token, answer_count } = ranking.with_value(|found| found.tokens.get(index).cloned())?;
        let (word, text) = (token.clone(), token.clone());
        let is_chosen = Signal::derive(move || chosen.with(|words| words.contains(&word)));
        let name = t_with(move |t| (t.words().search_texts)(&visible(&text), answer_count));
        let address = AnswerListParams { answers: answers.get_untracked(), phrase: Some(token.clone()) }.address();
        Some(view! {
            <tr>
                <th scope="row">{word_button(token, is_chosen, toggle)}</th>
                {count_link(answer_count, max, NO_BRAND, address, name)}
            </tr>
        })
    };
    let positions = Memo::new(move |_| ranking.with_value(|found| order.positions(&found.tokens, token_key)));
    view! {
        <p class="muted">{t(|t| t.words().hint)}</p>
        {ranking_table(head, positions, row)}
        <Methodology text=t_with(move |t| of_finished_runs(t.words().methodology, t)) />
    }
    .into_any()
}

// A button that selects a word, or removes the selection.
fn word_button(word: String, is_chosen: Signal<bool>, toggle: Callback<String>) -> AnyView {
    let shown = visible(&word);
    view! {
        <button
            type="button"
            class="word"
            aria-pressed=move || if is_chosen.get() { "true" } else { "false" }
            on:click=move |_| toggle.run(word.clone())
        >
            <bdi>{shown}</bdi>
        </button>
    }
    .into_any()
}

fn noun_key(noun: &ProperNoun, column: &str) -> Option<SortKey> {
    match column {
        "word" => SortKey::text(&noun.word),
        "kind" => SortKey::text(texts().words().kind_of(&noun.tag)),
        "language" => SortKey::text(texts().words().language_of(&noun.lang)),
        "times" => SortKey::count(noun.frequency.into()),
        _ => None,
    }
}

fn nouns_view() -> AnyView {
    let nouns = RwSignal::new(None::<Vec<ProperNoun>>);
    let noun_list = move || {
        let found = nouns.get()?;
        let length = found.len() as u64;
        let order = TableOrder::local(&NOUN_COLUMNS);
        let head = view! {
            {order.head("word", t(|t| t.words().word), "")}
            {order.head("kind", t(|t| t.words().kind), "")}
            {order.head("language", t(|t| t.frame().language), "wide-only")}
            {order.head("times", t(|t| t.common().times), "fit number")}
        };
        let found = StoredValue::new(found);
        let sorted = move || found.with_value(|nouns| order.sorted(nouns, noun_key));
        let row = |ProperNoun { word, tag, lang, frequency }: ProperNoun| {
            view! {
                <tr>
                    <th scope="row">
                        <bdi>{visible(&word)}</bdi>
                    </th>
                    <td>{t_with(move |t| t.words().kind_of(&tag).to_owned())}</td>
                    <td class="wide-only">{t_with(move |t| t.words().language_of(&lang).to_owned())}</td>
                    <td class="fit number">{t_with(move |_| count(frequency.into()))}</td>
                </tr>
            }
        };
        let rows = live(move || sorted().into_iter().map(row).collect_view().into_any());
        Some(view! {
            <p role="status">{t_with(move |t| (t.words().nouns_found)(length))}</p>
            {(length > 0)
                .then(|| {
                    view! {
                        <Table head=head.into_any() rows />
                        <div>
                            <ExportCsv export=move |()| Export::table(move |tables| tables.nouns(&sorted())) />
                        </div>
                    }
                })}
        })
    };
    view! {
        <details class="nouns" open=has_nouns_draft()>
            <summary>{t(|t| t.words().nouns)}</summary>
            <div class="section">
                <p class="muted">{t(|t| t.words().nouns_description)}</p>
                <NounsForm on_found=move |found| nouns.set(Some(found)) />
                {live_option(noun_list)}
                <Methodology text=t(|t| t.words().methodology_nouns) />
            </div>
        </details>
    }
    .into_any()
}
