//! Selecting single prompts. The code of the list is loaded when it is first shown.

use answerdeck_api::limits::RUN_PROMPTS_MAX;
use answerdeck_api::{Prompt, PromptFilter, PromptId};
use leptos::prelude::*;

use crate::components::infinite_list;
use crate::drafts::Draft;
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::paths::PROMPTS;
use crate::queries::prompts::use_prompts;
use crate::reactive::live;
use crate::selected_prompts::SelectedPrompts;
use crate::ui::{Button, Checkbox, SearchField, Variant, empty_with_action, empty_with_link, skeleton};
use crate::untrusted::quotation;

/// The maximum number of selected prompts that are listed. Further prompts are counted.
const LISTED_MAX: usize = 100;
const QUOTED_CHARS_MAX: usize = 80;

/// Keeps the selected prompts in a draft, each with the first line of its text.
pub fn keep_selected(draft: Draft, selected: RwSignal<SelectedPrompts>) {
    let text = |prompts: &SelectedPrompts| {
        let lines = prompts.iter().map(|(id, content)| format!("{id} {}", quotation(content, QUOTED_CHARS_MAX)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let parse = |text: &str| {
        let mut prompts = SelectedPrompts::default();
        for (id, content) in text.lines().filter_map(|line| line.split_once(' ')) {
            if let Ok(id) = id.parse() {
                prompts.add(id, content.to_owned());
            }
        }
        prompts
    };
    draft.keep("prompts", move || selected.with(text), move |text| selected.set(parse(&text)));
}

lazy_part! {
    /// A searchable list of prompts with checkboxes. The selection stays when the search changes.
    prompt_picker: fn(RwSignal<SelectedPrompts>) -> AnyView = picker
}

fn picker(selected: RwSignal<SelectedPrompts>) -> AnyView {
    let search = RwSignal::new(None::<String>);
    let prompts = use_prompts(move || PromptFilter { content_contains: search.get(), ..PromptFilter::default() });
    let select_shown = move |()| {
        let shown = prompts.with_items(<[Prompt]>::to_vec);
        selected.update(|selected| {
            for prompt in shown {
                if selected.len() < RUN_PROMPTS_MAX {
                    selected.add(prompt.id, prompt.content);
                }
            }
        });
    };
    let none_found = move || {
        if search.with_untracked(Option::is_none) {
            let new: Pick = |t| t.common().new_prompt;
            return empty_with_link(|t| t.prompts().empty, |t| t.prompts().empty_description, (PROMPTS, new));
        }
        let clear = view! { <Button label=t(|t| t.common().clear_search) on_click=move |()| search.set(None) /> };
        empty_with_action(|t| t.prompts().none_found, |t| t.prompts().none_found_in_picker, clear.into_any())
    };
    let summary = t_with(move |t| (t.common().selected)(selected.with(SelectedPrompts::len) as u64));
    view! {
        <SearchField
            id="pick-search"
            label=t(|t| t.prompts().search)
            value=search
            on_search=move |text| search.set(text)
        />
        <div class="picker" role="group" aria-label=t(|t| t.frame().prompts)>
            {infinite_list(
                prompts,
                |prompt| prompt.id.as_str(),
                skeleton::<3>,
                none_found,
                |options| options,
                move |prompt| option(prompt, selected),
            )}
        </div>
        <div class="picker-footer">
            <details class="methodology">
                <summary><span role="status">{summary}</span></summary>
                {live(move || selected_list(selected))}
            </details>
            <Button label=t(|t| t.runs().select_shown) variant=Variant::Quiet on_click=select_shown />
            <Button label=t(|t| t.runs().clear_selection) variant=Variant::Quiet on_click=move |()| selected.set(SelectedPrompts::default()) />
        </div>
    }
    .into_any()
}

fn option(prompt: Prompt, selected: RwSignal<SelectedPrompts>) -> AnyView {
    let Prompt { id, content, .. } = prompt;
    let (checked_id, text) = (id.clone(), content.clone());
    let change = move |checked: bool| {
        selected.update(|selected| {
            if !checked {
                selected.remove(&id);
            } else if selected.len() < RUN_PROMPTS_MAX {
                selected.add(id.clone(), content.clone());
            }
        });
    };
    view! {
        <Checkbox checked=Signal::derive(move || selected.with(|selected| selected.contains(&checked_id))) on_change=change>
            <bdi>{text}</bdi>
        </Checkbox>
    }
    .into_any()
}

fn selected_list(selected: RwSignal<SelectedPrompts>) -> AnyView {
    let item = |(id, content): &(PromptId, String)| {
        let (id, name) = (id.clone(), quotation(content, QUOTED_CHARS_MAX));
        let label = name.clone();
        view! {
            <li>
                <button
                    type="button"
                    class="link-button"
                    aria-label=t_with(move |t| (t.common().deselect)(&label))
                    on:click=move |_| selected.update(|selected| selected.remove(&id))
                >
                    <bdi>{name}</bdi>
                    " ✕"
                </button>
            </li>
        }
    };
    let items = selected.with(|selected| selected.iter().take(LISTED_MAX).map(item).collect_view());
    view! { <ul class="selected-prompts">{items}</ul> }.into_any()
}
