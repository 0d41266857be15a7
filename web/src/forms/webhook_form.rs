use answerdeck_api::{
    EventType, MessageLanguage, Webhook, WebhookCreate, WebhookFormat, WebhookId, WebhookSecret, WebhookUpdate,
};
use leptos::prelude::*;

use super::edit_form::{EditForm, FormState};
use super::site_address::{address_error, is_valid_address, with_scheme};
use crate::language::{language, language_options};
use crate::locale::{t, t_with, texts};
use crate::queries::webhooks;
use crate::reactive::live_when;
use crate::ui::{Checkbox, FieldError, TextField, choice_field};

pub const WEBHOOK_FORM: &str = "webhook";

#[component]
pub fn WebhookForm(
    webhook: Option<Webhook>,
    /// Called when the webhook is saved: with its secret if it is new and signs what it sends.
    #[prop(into)]
    on_saved: Callback<Option<WebhookSecret>>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let (id, saved) = (webhook.as_ref().map(|webhook| webhook.id.clone()), webhook);
    let state = FormState::new(WEBHOOK_FORM, id.as_ref().map_or("", WebhookId::as_str));
    let first = |read: fn(&Webhook) -> String, new: &str| saved.as_ref().map_or_else(|| new.to_owned(), read);
    let url = state.draft.text("url", first(|webhook| webhook.url.clone(), ""));
    let format =
        state.draft.text("format", first(|webhook| webhook.format.to_string(), WebhookFormat::Standard.as_str()));
    let chosen_language =
        state.draft.text("language", first(|webhook| webhook.language.to_string(), untrack(language).tag()));
    let events = state.draft.text("events", first(|webhook| joined(&webhook.event_types), &joined(&offered())));
    let url_error = state.error("url", move || url.with(|typed| address_error(typed, |t| t.webhooks().url_error)));
    let no_events = move || events.with(String::is_empty).then(|| texts().webhooks().events_error.to_owned());
    let events_error = state.error("eventTypes", no_events);
    let submit = move |()| {
        let url = url.with_untracked(|text| with_scheme(text));
        let event_types = events.with_untracked(|text| separated(text));
        if !is_valid_address(&url) || event_types.is_empty() {
            return false;
        }
        let format = WebhookFormat::from(format.get_untracked().as_str());
        let language = Some(MessageLanguage::from(chosen_language.get_untracked().as_str()));
        let finish = state.finish(on_saved);
        match id.clone() {
            None => {
                let is_signed = format == WebhookFormat::Standard;
                let webhook = WebhookCreate { url, format: Some(format), language, event_types };
                webhooks::create(state.mutation, webhook, move |secret| finish(is_signed.then_some(secret)));
            }
            Some(id) => {
                let (url, format, event_types) = (Some(url), Some(format), Some(event_types));
                let update = WebhookUpdate { url, format, language, event_types, enabled: None };
                webhooks::update(state.mutation, id, update, move |_| finish(None));
            }
        }
        true
    };
    let formats = WebhookFormat::ALL.iter().map(|format| (format.to_string(), name_of_format(format).to_owned()));
    let formats = Signal::stored(formats.collect::<Vec<_>>());
    let language_field =
        move || choice_field("webhook-language", |t| t.webhooks().language, language_options(), chosen_language);
    let has_sentences = move || format.with(|format| format != WebhookFormat::Standard.as_str());
    view! {
        <EditForm state fields=&["url", "eventTypes"] on_submit=submit on_cancel>
            <TextField
                id="webhook-url"
                label=t(|t| t.common().address)
                value=url
                hint=t(|t| t.webhooks().url_hint)
                error=url_error
                kind="url"
                autofocus=true
            />
            {choice_field("webhook-format", |t| t.webhooks().format, formats, format)}
            {live_when(has_sentences, language_field)}
            <fieldset class="field">
                <legend class="field-label">{t(|t| t.webhooks().events)}</legend>
                {offered().into_iter().map(|event| event_choice(event, events)).collect_view()}
                <FieldError error=events_error of_group=true />
            </fieldset>
        </EditForm>
    }
    .into_any()
}

fn event_choice(event: EventType, events: RwSignal<String>) -> AnyView {
    let (chosen, changed, label) = (event.clone(), event.clone(), event);
    let checked = Signal::derive(move || events.with(|text| separated(text).contains(&chosen)));
    let change = move |is_on: bool| {
        events.update(|text| {
            let mut all = separated(text);
            all.retain(|other| *other != changed);
            all.extend(is_on.then(|| changed.clone()));
            *text = joined(&all);
        });
    };
    let label = t_with(move |t| t.webhooks().event(&label));
    view! { <Checkbox checked on_change=change><span>{label}</span></Checkbox> }.into_any()
}

/// The name of a format, in all languages.
pub fn name_of_format(format: &WebhookFormat) -> &str {
    match format {
        WebhookFormat::Standard => "JSON (Standard Webhooks)",
        WebhookFormat::Slack => "Slack",
        WebhookFormat::Discord => "Discord",
        WebhookFormat::Unknown(name) => name,
    }
}

/// The types that a person chooses from. Tests are sent anyway.
fn offered() -> Vec<EventType> {
    EventType::ALL.iter().filter(|event| **event != EventType::WebhookTest).cloned().collect()
}

fn joined(events: &[EventType]) -> String {
    let mut names: Vec<&str> = events.iter().map(EventType::as_str).collect();
    names.sort_unstable();
    names.join(" ")
}

fn separated(text: &str) -> Vec<EventType> {
    text.split_whitespace().map(EventType::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_events_are_kept_in_one_order() {
        let kept = joined(&[EventType::SiteAnalysisFinished, EventType::from("new"), EventType::RunFinished]);
        assert_eq!(kept, "new run.finished site_analysis.finished");
        assert_eq!(joined(&separated(&kept)), kept);
        assert_eq!(separated(""), []);
    }
}
