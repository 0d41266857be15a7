//! The words that go with chosen ones.

use answerdeck_api::limits::BASE_WORDS_MAX;
use answerdeck_api::{TokenNeighbor, TokenNeighborRanking};
use leptos::prelude::*;

use super::word_button;
use crate::components::{NO_BRAND, count_bar, of_finished_runs, query_view, ranking_table};
use crate::exports::{Export, ExportCsv};
use crate::locale::{t, t_with};
use crate::navigation::{use_params_order, use_show};
use crate::paths::{AnswerFilterParams, WordsParams};
use crate::queries::statistics::use_token_neighbors;
use crate::reactive::{live, live_when};
use crate::ui::{Button, Chip, Methodology, SortKey, TableOrder, Variant, loading};
use crate::untrusted::visible;

const COLUMNS: [&str; 3] = ["-together", "word", "-share"];

/// The chosen words, and those that go with them. Hidden while none is chosen.
pub fn neighbors_view(
    params: Memo<WordsParams>,
    answers: Memo<AnswerFilterParams>,
    chosen: Memo<Vec<String>>,
    toggle: Callback<String>,
) -> AnyView {
    let neighbors = use_token_neighbors(move || answers.get().counted_scope(), move || chosen.get());
    let has_words = Memo::new(move |_| chosen.with(|words| !words.is_empty()));
    let order = use_params_order(&COLUMNS, params, |params| &mut params.neighbor_sort);
    let export = move |()| {
        let empty = TokenNeighborRanking { words: Vec::new(), neighbors: Vec::new() };
        let mut ranking = neighbors.value().unwrap_or(empty);
        ranking.neighbors = order.sorted(&ranking.neighbors, sort_key);
        Export::table(move |tables| tables.neighbors(&ranking))
    };
    let content = move || {
        view! {
            {live(move || chips(chosen.get(), params, toggle))}
            {query_view(neighbors, loading, move |found| neighbor_table(found, toggle, order))}
        }
    };
    view! {
        <section class="section neighbors" aria-labelledby="words-neighbors" hidden=move || !has_words.get()>
            <div class="section-head">
                <h2 id="words-neighbors">{t(|t| t.words().neighbors)}</h2>
                <ExportCsv export />
            </div>
            {live_when(move || has_words.get(), content)}
        </section>
    }
    .into_any()
}

// The chosen words, each with a button that removes it.
fn chips(words: Vec<String>, params: Memo<WordsParams>, toggle: Callback<String>) -> AnyView {
    let show = use_show::<WordsParams>();
    let clear = move |()| show(WordsParams { words: Vec::new(), ..params.get_untracked() });
    let is_full = words.len() >= BASE_WORDS_MAX;
    let chip = |word: String| {
        let (value, name, removed) = (visible(&word), word.clone(), word);
        view! {
            <li>
                <Chip
                    name=t(|t| t.words().word)
                    value=Signal::derive(move || value.clone())
                    remove=t_with(move |t| (t.common().deselect)(&name))
                    on_remove=move |()| toggle.run(removed.clone())
                />
            </li>
        }
    };
    let chips = words.into_iter().map(chip).collect_view();
    view! {
        <ul class="chips" aria-label=t(|t| t.words().chosen)>
            {chips}
            <li>
                <Button label=t(|t| t.words().clear) variant=Variant::Quiet on_click=clear />
            </li>
        </ul>
        {is_full.then(|| view! { <p class="muted">{t_with(|t| (t.words().full)(BASE_WORDS_MAX as u64))}</p> })}
    }
    .into_any()
}

fn sort_key(neighbor: &TokenNeighbor, column: &str) -> Option<SortKey> {
    match column {
        "word" => SortKey::text(&neighbor.token),
        "share" => {
            let total = neighbor.total_answer_count.filter(|total| *total > 0)?;
            Some(SortKey::Number(neighbor.answer_count as f64 / total as f64))
        }
        _ => SortKey::count(neighbor.answer_count),
    }
}

fn neighbor_table(ranking: TokenNeighborRanking, toggle: Callback<String>, order: TableOrder) -> AnyView {
    if ranking.neighbors.is_empty() {
        return view! { <p class="muted">{t(|t| t.words().no_neighbors)}</p> }.into_any();
    }
    let head = view! {
        {order.head("word", t(|t| t.words().word), "")}
        {order.head("together", t(|t| t.words().together), "count-bar")}
        {order.head("share", t(|t| t.words().of_all), "not-phone number")}
    };
    let words = ranking.words.iter().map(|word| visible(word)).collect::<Vec<_>>();
    let (words, number) = (words.join(", "), words.len());
    let max = ranking.neighbors.first().map_or(0, |first| first.answer_count);
    let ranking = StoredValue::new(ranking);
    let row = move |index: usize| {
        let TokenNeighbor { token, answer_count: together, total_answer_count: total } =
            ranking.with_value(|found| found.neighbors.get(index).cloned())?;
        let of_all = t_with(move |t| total.map_or_else(String::new, |total| (t.words().of_all_value)(together, total)));
        Some(view! {
            <tr>
                <th scope="row">
                    {word_button(token, Signal::derive(|| false), toggle)}
                    <span class="cell-note phone-only">{of_all}</span>
                </th>
                {count_bar(together, max, NO_BRAND)}
                <td class="not-phone number muted">{of_all}</td>
            </tr>
        })
    };
    let positions = Memo::new(move |_| ranking.with_value(|found| order.positions(&found.neighbors, sort_key)));
    view! {
        <p class="muted">{t_with(move |t| (t.words().neighbors_about)(&words, number))}</p>
        {ranking_table(head, positions, row)}
        <Methodology text=t_with(move |t| of_finished_runs(t.words().methodology_neighbors, t)) />
    }
    .into_any()
}
