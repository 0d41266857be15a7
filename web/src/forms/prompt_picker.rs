//! Choosing single prompts.

use std::collections::BTreeMap;

use answerdeck_api::limits::RUN_PROMPTS_MAX;
use answerdeck_api::{Prompt, PromptFilter, PromptId};
use leptos::prelude::*;

use crate::components::{Button, Empty, SearchField, Skeleton, Variant, infinite_list};
use crate::locale::{t, t_with};
use crate::queries::prompts::use_prompts;
use crate::untrusted::first_line;

/// Chosen prompts that are named one by one; the rest is counted.
const NAMED: usize = 100;

/// The prompts chosen, with their text.
pub type Picked = BTreeMap<PromptId, String>;

/// A list of prompts to choose from, searched by content. What was chosen stays while other words are searched for.
#[component]
pub fn PromptPicker(picked: RwSignal<Picked>) -> AnyView {
    let search = RwSignal::new(String::new());
    let prompts = use_prompts(move || {
        let search = Some(search.get()).filter(|text| !text.is_empty());
        PromptFilter { content_contains: search, ..PromptFilter::default() }
    });
    let choose_shown = move |()| {
        let shown = prompts.with_items(<[Prompt]>::to_vec);
        picked.update(|picked| {
            for prompt in shown {
                if picked.len() < RUN_PROMPTS_MAX {
                    picked.insert(prompt.id, prompt.content);
                }
            }
        });
    };
    let none_found = || {
        view! { <Empty title=t(|t| t.prompts().none_found) sentence=t(|t| t.prompts().none_found_sentence) /> }
            .into_any()
    };
    let chosen = t_with(move |t| (t.runs().chosen)(picked.with(BTreeMap::len) as u64));
    // Enter searches here; it does not start the run.
    let keydown = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
        }
    };
    view! {
        <div on:keydown=keydown>
            <SearchField
                id="pick-search"
                label=t(|t| t.runs().search_prompts)
                value=search
                on_search=move |text: String| search.set(text)
            />
        </div>
        <div class="picker" role="group" aria-label=t(|t| t.runs().prompts)>
            {infinite_list(
                prompts,
                || view! { <Skeleton rows=3 /> }.into_any(),
                none_found,
                move |prompts| prompts.into_iter().map(|prompt| option(prompt, picked)).collect_view().into_any(),
            )}
        </div>
        <div class="picker-foot">
            <details class="counted">
                <summary role="status">{chosen}</summary>
                {move || named(picked)}
            </details>
            <Button label=t(|t| t.runs().choose_shown) variant=Variant::Quiet on_click=choose_shown />
            <Button label=t(|t| t.runs().choose_none) variant=Variant::Quiet on_click=move |()| picked.set(Picked::new()) />
        </div>
    }
    .into_any()
}

fn option(prompt: Prompt, picked: RwSignal<Picked>) -> AnyView {
    let Prompt { id, content, .. } = prompt;
    let (shown_id, text) = (id.clone(), content.clone());
    let full = move || picked.with(|picked| picked.len() >= RUN_PROMPTS_MAX);
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || picked.with(|picked| picked.contains_key(&shown_id))
                on:change:target=move |event| {
                    let on = event.target().checked();
                    if on && full() {
                        event.target().set_checked(false);
                        return;
                    }
                    picked
                        .update(|picked| {
                            if on {
                                picked.insert(id.clone(), content.clone());
                            } else {
                                picked.remove(&id);
                            }
                        });
                }
            />
            <bdi>{text}</bdi>
        </label>
    }
    .into_any()
}

fn named(picked: RwSignal<Picked>) -> AnyView {
    let chosen = picked.with(|picked| {
        picked.iter().take(NAMED).map(|(id, content)| (id.clone(), first_line(content, 80))).collect::<Vec<_>>()
    });
    let items = chosen
        .into_iter()
        .map(|(id, name)| {
            let label = name.clone();
            view! {
                <li>
                    <button
                        type="button"
                        class="link"
                        aria-label=t_with(move |t| (t.runs().unchoose)(&label))
                        on:click=move |_| {
                            picked
                                .update(|picked| {
                                    picked.remove(&id);
                                })
                        }
                    >
                        <bdi>{name}</bdi>
                        " ✕"
                    </button>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="picked">{items}</ul> }.into_any()
}
