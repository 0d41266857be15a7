use leptos::prelude::*;

use crate::components::states::more_rows::truncated_list;
use crate::locale::{t, t_with};
use crate::ui::{CopyButton, Methodology};
use crate::untrusted::{WordDiff, word_diff};

const SHOWN_AT_FIRST: usize = 30;

/// The searches that a model ran. Words that are not in the prompt have a `+` and an underline.
#[component]
pub fn Fanouts(
    prompt: String,
    fanouts: Vec<String>,
    /// Whether the model searched. `None` if that is not known.
    searched: Option<bool>,
) -> AnyView {
    let total = fanouts.len();
    let text = fanouts.join("\n");
    let items = move |count: usize| {
        let item = |search: &String| view! { <li>{search_words(word_diff(&prompt, search))}</li> }.into_any();
        fanouts.iter().take(count).map(item).collect()
    };
    let description = match (total, searched) {
        (0, Some(false)) => t(|t| t.answers().not_searched),
        (0, _) => t(|t| t.answers().fanouts_none),
        _ => t(|t| t.answers().fanouts_description),
    };
    view! {
        <section class="section" aria-labelledby="answer-fanouts">
            <h2 id="answer-fanouts">
                {t(|t| t.frame().fanouts)} " " {t_with(move |t| (t.answers().search_count)(total as u64))}
            </h2>
            <p class="muted">{description}</p>
            {truncated_list(total, SHOWN_AT_FIRST, items, "fanouts")}
            {(total > 0).then(|| view! { <div class="inline-actions"><CopyButton text=Signal::stored(text) /></div> })}
            <Methodology text=t(|t| t.answers().methodology_fanouts) />
        </section>
    }
    .into_any()
}

/// The words of a search, and the words of the prompt that it leaves out. Words that are not in the prompt have a `+`
/// and an underline.
pub fn search_words(diff: WordDiff) -> AnyView {
    let words = diff
        .words
        .into_iter()
        .map(|word| {
            if word.added {
                view! {
                    <ins>
                        <span aria-hidden="true">"+"</span>
                        <span class="visually-hidden">{t(|t| t.answers().added)} " "</span>
                        <bdi>{word.text}</bdi>
                    </ins>
                    " "
                }
                .into_any()
            } else {
                view! { <bdi>{word.text}</bdi> " " }.into_any()
            }
        })
        .collect_view();
    let dropped = (!diff.dropped.is_empty()).then(|| {
        let words = diff.dropped.join(" ");
        view! {
            <span class="cell-note line-clamp">
                {t(|t| t.answers().dropped)} ": " <del>
                    <bdi>{words}</bdi>
                </del>
            </span>
        }
    });
    view! {
        <span dir="auto">{words}</span>
        {dropped}
    }
    .into_any()
}
