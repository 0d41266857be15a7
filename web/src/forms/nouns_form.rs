use answerdeck_api::limits::PROPER_NOUN_TEXT_MAX;
use answerdeck_api::{ProperNoun, ProperNounRequest, TextLanguage};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::FormState;
use crate::components::{DraftNote, FormError};
use crate::drafts::Draft;
use crate::locale::{t, texts};
use crate::queries::statistics::extract_nouns;
use crate::ui::{Button, Form, TextField, choice_field, named_options};

const NOUNS_FORM: &str = "nouns";

const TEXT: TextRule = TextRule { required: true, max: PROPER_NOUN_TEXT_MAX };

/// Whether the form will show a text that was typed before.
pub fn has_nouns_draft() -> bool {
    Draft::new(NOUNS_FORM).kept("text").is_some()
}

/// A text and its language. The text stays after the nouns are found.
#[component]
pub fn NounsForm(#[prop(into)] on_found: Callback<Vec<ProperNoun>>) -> AnyView {
    let state = FormState::of_draft(NOUNS_FORM);
    let FormState { draft, mutation, submitted } = state;
    let text = draft.text("text", String::new());
    let language = draft.text("language", "auto".to_owned());
    let error = state.text_error(TEXT, text, "text");
    let submit = move |()| {
        submitted.set(true);
        let Some(text) = text.with_untracked(|text| TEXT.valid(text)) else { return false };
        let lang = Some(TextLanguage::from(language.get_untracked().as_str()));
        let request = ProperNounRequest { text, lang };
        extract_nouns(mutation, request, state.finish(on_found));
        true
    };
    let languages = Signal::derive(|| {
        let texts = texts().words();
        named_options(&["auto", "ko", "en"], &[texts.language_auto, texts.language_korean, texts.language_english])
    });
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
            <TextField id="nouns-text" label=t(|t| t.words().text) value=text error max=PROPER_NOUN_TEXT_MAX rows=6 />
            <div class="filters">{choice_field("nouns-language", |t| t.frame().language, languages, language)}</div>
            <FormError failure=mutation.failure fields=&["text"] />
            <div><Button label=t(|t| t.words().extract) submit=true busy=mutation.busy /></div>
        </Form>
    }
    .into_any()
}
