use answerdeck_api::limits::KEYWORD_MAX;
use leptos::prelude::*;

use super::edit_form::FormState;
use crate::components::DraftNote;
use crate::keywords::{KeywordList, LIST_MAX, address_words};
use crate::locale::{t, t_with, texts};
use crate::ui::{Button, Form, TextField, Variant};
use crate::untrusted::quotation;

const QUOTED_CHARS_MAX: usize = 40;

/// The keywords to look up: typed or pasted, one a line or with commas between them.
#[component]
pub fn KeywordsForm(
    /// The keywords at first.
    keywords: Vec<String>,
    #[prop(into)] on_submit: Callback<Vec<String>>,
    /// Fields beside the keywords.
    children: Children,
) -> AnyView {
    let FormState { draft, submitted, .. } = FormState::of_draft("keywords");
    let text = draft.text("list", keywords.join("\n"));
    let list = Memo::new(move |_| text.with(|text| KeywordList::of_text(text)));
    let problem = move || {
        let texts = texts().keywords();
        list.with(|list| match (list.too_long.first(), list.keywords.len()) {
            (Some(first), _) => {
                Some((texts.too_long)(list.too_long.len() as u64, KEYWORD_MAX, &quotation(first, QUOTED_CHARS_MAX)))
            }
            (None, 0) => Some(texts.none_entered.to_owned()),
            (None, count) if count > LIST_MAX => Some((texts.too_many)(count as u64, LIST_MAX as u64)),
            _ => None,
        })
    };
    let error = Signal::derive(move || submitted.get().then(problem).flatten());
    let amount = t_with(move |t| {
        list.with(|list| {
            let amount = (t.common().entries)(list.keywords.len(), LIST_MAX);
            if list.repeated == 0 {
                amount
            } else {
                format!("{amount} · {}", (t.keywords().repeated)(list.repeated as u64))
            }
        })
    });
    let submit = move |()| {
        submitted.set(true);
        if untrack(problem).is_some() {
            return false;
        }
        let list = list.get_untracked();
        // After a reload, the draft has the keywords that the address has no room for.
        if address_words(&list.keywords).len() == list.keywords.len() {
            draft.remover()();
        }
        on_submit.run(list.keywords);
        true
    };
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
            <TextField
                id="keywords"
                label=t(|t| t.frame().keywords)
                value=text
                hint=t_with(|t| (t.keywords().field_hint)(LIST_MAX))
                error
                rows=4
            />
            <div class="keyword-fields">
                {children()}
                <div class="keyword-submit">
                    <span class="muted">{amount}</span>
                    <Button label=t(|t| t.keywords().look_up) variant=Variant::Primary submit=true />
                </div>
            </div>
        </Form>
    }
    .into_any()
}
