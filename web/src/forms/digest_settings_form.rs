//! When digests are made, and who gets them as e-mail.

use answerdeck_api::limits::DIGEST_RECIPIENTS_MAX;
use answerdeck_api::{DigestSettings, DigestSettingsUpdate, MessageLanguage, Weekday, is_email_address};
use leptos::prelude::*;

use super::edit_form::{EditForm, FormState};
use super::recurrence_fields::{weekday_options, zone_options};
use crate::format;
use crate::language::{language, language_options};
use crate::locale::{t, texts};
use crate::paths::DIGEST_SETTINGS_ID;
use crate::queries::digests;
use crate::ui::{ChipsField, TextField, choice_field, flag_field};

pub const DIGEST_SETTINGS_FORM: &str = "digest-settings";

/// The time zone of digests, where the region of the organization has none, until somebody changes it.
const FIRST_ZONE: &str = "UTC";

#[component]
pub fn DigestSettingsForm(
    settings: DigestSettings,
    #[prop(into)] on_saved: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let state = FormState::new(DIGEST_SETTINGS_FORM, DIGEST_SETTINGS_ID);
    let draft = state.draft;
    // Before the first recipient, the form suggests the browser's time zone and language.
    let is_new = settings.recipients.is_empty();
    let first_zone = match is_new && settings.time_zone == FIRST_ZONE {
        true => format::time_zone(),
        false => settings.time_zone,
    };
    let first_language = if is_new { untrack(language).tag().to_owned() } else { settings.language.to_string() };
    let enabled = draft.flag("enabled", settings.enabled);
    let weekday = draft.text("weekday", settings.weekday.to_string());
    let time = draft.text("time", settings.time);
    let zone = draft.text("zone", first_zone);
    let chosen_language = draft.text("language", first_language);
    let recipients = state.chips("recipients", &settings.recipients, DIGEST_RECIPIENTS_MAX, is_email_address);
    let time_error =
        state.error("time", move || time.with(String::is_empty).then(|| texts().schedules().time_wrong.to_owned()));
    let recipients_error = state.chips_error(recipients, "recipients", |t| t.digests().invalid_recipient.to_owned());
    let submit = move |()| {
        recipients.commit();
        if untrack(|| time.with(String::is_empty) || !recipients.is_complete()) {
            return false;
        }
        let update = untrack(|| DigestSettingsUpdate {
            enabled: Some(enabled.get()),
            weekday: Some(Weekday::from(weekday.get().as_str())),
            time: Some(time.get()),
            time_zone: Some(zone.get()),
            language: Some(MessageLanguage::from(chosen_language.get().as_str())),
            recipients: Some(recipients.get()),
        });
        let finish = state.finish(on_saved);
        digests::update_settings(state.mutation, update, move |_| finish(()));
        true
    };
    view! {
        <EditForm state fields=&["recipients", "time"] on_submit=submit on_cancel>
            {flag_field(enabled, t(|t| t.digests().enabled))}
            <div class="filters">
                {choice_field("digest-weekday", |t| t.schedules().weekday, weekday_options(), weekday)}
                <TextField id="digest-time" label=t(|t| t.schedules().time) value=time kind="time" error=time_error />
            </div>
            {choice_field("digest-zone", |t| t.schedules().time_zone, zone_options(zone), zone)}
            {choice_field("digest-language", |t| t.digests().language, language_options(), chosen_language)}
            <ChipsField
                id="digest-recipients"
                label=t(|t| t.digests().recipients)
                input=recipients
                hint=t(|t| t.digests().recipients_hint)
                error=recipients_error
                keyboard="email"
            />
        </EditForm>
    }
    .into_any()
}
