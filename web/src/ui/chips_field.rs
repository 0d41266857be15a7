use leptos::ev::{ClipboardEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::{Field, IconButton, IconName};
use crate::letter_case::lower_case;
use crate::locale::t_with;
use crate::reactive::live;
use crate::untrusted::entries;

/// The entries of a [`ChipsField`].
#[derive(Clone, Copy)]
pub struct ChipsInput {
    chips: RwSignal<Vec<String>>,
    typed: RwSignal<String>,
    max: usize,
    is_valid: fn(&str) -> bool,
}

impl ChipsInput {
    /// An input that holds at most `max` texts, with what is typed in its field. The chips of invalid texts are marked.
    pub fn new(chips: Vec<String>, typed: RwSignal<String>, max: usize, is_valid: fn(&str) -> bool) -> Self {
        Self { chips: RwSignal::new(chips), typed, max, is_valid }
    }

    /// The entered texts. Reactive.
    pub fn get(self) -> Vec<String> {
        self.chips.get()
    }

    /// The entered texts and the one that is still being typed. Reactive.
    pub fn with_typed(self) -> Vec<String> {
        let typed = self.typed.with(|typed| entries(typed));
        self.chips.get().into_iter().chain(typed).collect()
    }

    /// The entered texts, one a line. Reactive.
    pub fn lines(self) -> String {
        self.chips.with(|chips| chips.join("\n"))
    }

    pub fn set_lines(self, lines: &str) {
        self.chips.set(lines.lines().map(str::to_owned).collect());
    }

    /// Turns the text that is still being typed into entries.
    pub fn commit(self) {
        let typed = self.typed.get_untracked();
        self.typed.set(String::new());
        self.add(&typed);
    }

    pub fn correct(self, correct: fn(&str) -> String) {
        self.chips.update(|chips| {
            for chip in chips {
                *chip = correct(chip);
            }
        });
    }

    pub fn remove(self, text: &str) {
        self.chips.update(|chips| chips.retain(|chip| chip != text));
    }

    /// Whether there are more texts than the input holds. Reactive.
    pub fn is_full(self) -> bool {
        self.typed.with(|typed| !typed.is_empty()) && self.chips.with(Vec::len) >= self.max
    }

    /// Whether a text is invalid. Reactive.
    pub fn has_invalid(self) -> bool {
        self.chips.with(|chips| chips.iter().any(|chip| !(self.is_valid)(chip)))
    }

    /// Whether there is room for what was typed, and all texts are valid. Reactive.
    pub fn is_complete(self) -> bool {
        !self.is_full() && !self.has_invalid()
    }

    /// Adds the entries of a text. Entries without room stay in the field.
    pub fn add(self, text: &str) {
        let mut rest = self.typed.get_untracked();
        self.chips.update(|chips| {
            for entry in entries(text) {
                let folded = lower_case(&entry);
                if chips.iter().any(|chip| lower_case(chip) == folded) {
                    continue;
                }
                if chips.len() < self.max {
                    chips.push(entry);
                } else {
                    rest.push_str(if rest.is_empty() { "" } else { ", " });
                    rest.push_str(&entry);
                }
            }
        });
        self.typed.set(rest);
    }
}

/// A field for a list of short texts, each shown as a chip with a remove button. Enter adds the typed text. Pasted lines, and
/// texts with commas or semicolons between them, become several chips.
#[component]
pub fn ChipsField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    input: ChipsInput,
    #[prop(into)] hint: Signal<String>,
    #[prop(into)] error: Signal<Option<String>>,
    /// The type of keyboard that a phone shows.
    #[prop(default = "text")]
    keyboard: &'static str,
) -> AnyView {
    let element = NodeRef::<html::Input>::new();
    let ChipsInput { chips, typed, max, is_valid } = input;
    let remove = move |text: &str| {
        input.remove(text);
        if let Some(element) = element.get_untracked() {
            let _ = element.focus();
        }
    };
    let keydown = move |event: KeyboardEvent| {
        // The form handles an Enter that ends a Hangul syllable, and one that submits.
        if event.is_composing() || event.key_code() == 229 || event.ctrl_key() || event.meta_key() {
            return;
        }
        let is_empty = typed.with_untracked(|typed| typed.trim().is_empty());
        match event.key().as_str() {
            "Enter" if !is_empty => {
                event.prevent_default();
                input.commit();
            }
            "Backspace" if typed.with_untracked(String::is_empty) => chips.update(|chips| {
                // The text can be corrected.
                if let Some(last) = chips.pop() {
                    event.prevent_default();
                    typed.set(last);
                }
            }),
            _ => {}
        }
    };
    // An input removes line breaks from what is pasted.
    let paste = move |event: ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text").ok()).unwrap_or_default();
        if entries(&text).len() > 1 {
            event.prevent_default();
            input.add(&text);
        }
    };
    let items = move || {
        let chip = |text: String| {
            let name = text.clone();
            let label = t_with(move |t| (t.common().remove)(&name));
            let invalid = (!is_valid(&text)).then_some("true");
            let shown = text.clone();
            view! {
                <li class="chip" data-invalid=invalid>
                    <bdi class="chip-value" translate="no">{shown}</bdi>
                    <IconButton label icon=IconName::Close on_click=move |()| remove(&text) />
                </li>
            }
        };
        let all = chips.get();
        if all.is_empty() {
            return ().into_any();
        }
        view! { <ul class="chips" aria-label=label>{all.into_iter().map(chip).collect_view()}</ul> }.into_any()
    };
    let amount = t_with(move |t| (t.common().entries)(chips.with(Vec::len), max));
    view! {
        <Field id label optional=true hint=Some(hint) error amount=Some(amount)>
            {live(items)}
            <input
                class="input"
                id=id
                type="text"
                inputmode=keyboard
                autocomplete="off"
                spellcheck="false"
                node_ref=element
                aria-describedby=format!("{id}-about")
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                prop:value=typed
                on:input:target=move |event| typed.set(event.target().value())
                on:keydown=keydown
                on:paste=paste
            />
        </Field>
    }
    .into_any()
}
