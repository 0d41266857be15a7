//! The ranking of words as a table, and the button that chooses a word.

use answerdeck_api::{TokenRanking, TokenStatistic};
use leptos::prelude::*;

use crate::components::{ALL_ROWS, ROWS_AT_FIRST, count_link, more_rows, of_finished_runs};
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, AnswerListParams, UrlParams};
use crate::ui::{Methodology, SortKey, Table, TableOrder, ordered_rows};
use crate::untrusted::visible;

/// The color number of words.
pub const SERIES: usize = 8;

pub const WORD_COLUMNS: [&str; 2] = ["-answers", "word"];

/// The positions of the words in an order of the table. Reactive.
pub fn token_order(tokens: &[TokenStatistic], order: TableOrder) -> Vec<usize> {
    order.positions(tokens.len(), &|column, row| {
        let token = tokens.get(row)?;
        if column == "word" { SortKey::text(&token.token) } else { SortKey::count(token.answer_count) }
    })
}

/// The ranking as rows.
pub fn token_table(
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
    let length = ranking.tokens.len();
    let ranking = StoredValue::new(ranking);
    let (shown, more) = more_rows(length, ROWS_AT_FIRST, ALL_ROWS);
    let row = move |index: usize| {
        let TokenStatistic { token, answer_count } = ranking.with_value(|found| found.tokens.get(index).cloned())?;
        let (word, text) = (token.clone(), token.clone());
        let is_chosen = Signal::derive(move || chosen.with(|words| words.contains(&word)));
        let name = t_with(move |t| (t.words().search_texts)(&visible(&text), answer_count));
        let of_word = AnswerListParams { answers: answers.get_untracked(), phrase: Some(token.clone()) };
        let address = of_word.address();
        let row = view! {
            <tr>
                <th scope="row">{word_button(token, is_chosen, toggle)}</th>
                {count_link(answer_count, max, SERIES, address, name)}
            </tr>
        };
        Some(row.into_any())
    };
    let positions = move || ranking.with_value(|found| token_order(&found.tokens, order));
    let rows = ordered_rows(move || positions().into_iter().take(shown.get()).collect(), row);
    view! {
        <p class="muted">{t(|t| t.words().hint)}</p>
        <Table class="table ranking" head=head.into_any() rows />
        {more}
        <Methodology text=t_with(move |t| of_finished_runs(t.words().methodology, t)) />
    }
    .into_any()
}

/// A button that selects a word, or removes the selection.
pub fn word_button(word: String, is_chosen: Signal<bool>, toggle: Callback<String>) -> AnyView {
    let shown = visible(&word).into_owned();
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
