//! The searches that a model ran for an answer, against what it was asked.

use leptos::prelude::*;

use super::{Button, Copy, Methodology, Variant};
use crate::locale::{t, t_with};
use crate::untrusted::{WordDiff, diff};

/// Searches that are listed at first.
const SHOWN: usize = 30;

/// The searches that a model ran. Words that the prompt lacks carry a `+` and an underline.
#[component]
pub fn Fanouts(
    /// What was asked.
    prompt: String,
    /// What was searched for.
    fanouts: Vec<String>,
) -> AnyView {
    let all = fanouts.len();
    let shown = RwSignal::new(SHOWN);
    let lines = fanouts.join("\n");
    let fanouts = StoredValue::new(fanouts);
    let items = move || {
        fanouts.with_value(|fanouts| {
            fanouts.iter().take(shown.get()).map(|search| item(diff(&prompt, search))).collect_view()
        })
    };
    let more = move || {
        let left = all.saturating_sub(shown.get());
        (left > 0).then(|| {
            view! {
                <Button
                    label=t_with(move |t| (t.answers().items_more)(left as u64))
                    variant=Variant::Quiet
                    on_click=move |()| shown.set(all)
                />
            }
        })
    };
    let about = if all == 0 { t(|t| t.answers().fanouts_none) } else { t(|t| t.answers().fanouts_sentence) };
    view! {
        <section class="section" aria-labelledby="answer-fanouts">
            <h2 id="answer-fanouts">
                {t(|t| t.answers().fanouts)} " " <span class="soft">{t_with(move |t| (t.answers().fanouts_n)(all as u64))}</span>
            </h2>
            <p class="soft">{about}</p>
            <ol class="fanouts">{items}</ol>
            {more}
            {(all > 0)
                .then(|| {
                    view! {
                        <div class="below">
                            <Copy text=t_with(move |_| lines.clone()) />
                        </div>
                    }
                })}
            <Methodology label=t(|t| t.answers().counted) how=t(|t| t.answers().counted_fanouts) />
        </section>
    }
    .into_any()
}

fn item(diff: WordDiff) -> AnyView {
    let words = diff
        .words
        .into_iter()
        .map(|word| {
            if word.added {
                view! {
                    <ins>
                        <span aria-hidden="true">"+"</span>
                        <span class="unseen">{t(|t| t.answers().added)} " "</span>
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
            <span class="cell-more clamp">
                {t(|t| t.answers().dropped)} ": " <del>
                    <bdi>{words}</bdi>
                </del>
            </span>
        }
    });
    view! {
        <li>
            <span dir="auto">{words}</span>
            {dropped}
        </li>
    }
    .into_any()
}
