//! Digests in the settings: when they are made, who gets them, and the dialog that changes it.

use answerdeck_api::{DigestMailStatus, DigestSettings, Frequency, MessageLanguage, Recurrence};
use leptos::prelude::*;

use crate::components::{RelativeTime, query_view};
use crate::format::date_time_in;
use crate::forms::{DIGEST_SETTINGS_FORM, DigestSettingsForm, reopen};
use crate::language::{Language, native_name};
use crate::locale::{t, t_with, texts};
use crate::paths::{DIGEST_SETTINGS_ID, DIGESTS};
use crate::queries::digests::use_digest_settings;
use crate::reactive::{effect, live_when};
use crate::ui::{
    Badge, Button, ButtonLink, Dialog, DialogState, IconName, Tone, focus_later, list_or_none, skeleton, use_notices,
};
use crate::untrusted::visible;

/// The section. Nothing on a platform without digests.
pub(super) fn section() -> AnyView {
    let settings = use_digest_settings(|| true);
    let form = DialogState::<DigestSettings>::new();
    reopen(form, DIGEST_SETTINGS_FORM, move |_| settings.value());
    let mut is_asked = window().location().hash().is_ok_and(|hash| hash.strip_prefix('#') == Some(DIGEST_SETTINGS_ID));
    if is_asked {
        // The page header takes the focus first.
        request_animation_frame(|| focus_later(&format!("#{DIGEST_SETTINGS_ID}")));
    }
    effect(move || {
        let Some(settings) = settings.value().filter(|_| is_asked) else { return };
        is_asked = false;
        // The heading has the focus by then, and gets it back from the dialog.
        request_animation_frame(move || {
            request_animation_frame(move || {
                if form.is_open().try_get_untracked() == Some(false) {
                    form.open(Some(settings));
                }
            });
        });
    });
    let view = move || {
        view! {
            <section class="section" aria-labelledby=DIGEST_SETTINGS_ID>
                <h2 id=DIGEST_SETTINGS_ID tabindex="-1">{t(|t| t.digests().settings)}</h2>
                <p>{t(|t| t.digests().settings_description)}</p>
                {query_view(settings, skeleton::<3>, move |settings| facts(settings, form))}
                {dialog(form)}
            </section>
        }
    };
    live_when(move || !settings.is_missing(), view)
}

fn facts(settings: DigestSettings, form: DialogState<DigestSettings>) -> AnyView {
    let edited = settings.clone();
    let DigestSettings { enabled, weekday, time, time_zone, language, mail_statuses, email_available, next_at, .. } =
        settings;
    let (status, tone) = match enabled {
        true => (t(|t| t.digests().is_on), Tone::Success),
        false => (t(|t| t.digests().is_off), Tone::Neutral),
    };
    let zone = time_zone.clone();
    let recurrence =
        Recurrence { frequency: Frequency::Weekly, weekday: Some(weekday), time, time_zone, ..Recurrence::default() };
    let when = t_with(move |t| t.schedules().recurrence(&recurrence));
    let next = next_at.map(|at| {
        let datetime = at.to_string();
        view! {
            <dt>{t(|t| t.digests().next)}</dt>
            <dd><time datetime=datetime>{t_with(move |_| date_time_in(&at, &zone))}</time></dd>
        }
    });
    let language = match language {
        MessageLanguage::English => Language::English,
        _ => Language::Korean,
    };
    let is_mailed = email_available || !mail_statuses.is_empty();
    let recipients = list_or_none(mail_statuses.into_iter().map(recipient).collect(), "recipients");
    let no_email = (!email_available).then(|| view! { <p>{t(|t| t.digests().no_email)}</p> });
    let mail = is_mailed.then(|| {
        view! {
            <dt>{t(|t| t.digests().language)}</dt>
            <dd>{native_name(language)}</dd>
            <dt>{t(|t| t.digests().recipients)}</dt>
            <dd>{recipients}</dd>
        }
    });
    view! {
        {no_email}
        <dl class="properties">
            <dt>{t(|t| t.common().status)}</dt>
            <dd><Badge label=status tone />" " {when}</dd>
            {next}
            {mail}
        </dl>
        <div class="settings-actions">
            <Button
                label=t(|t| t.digests().digest_settings)
                icon=IconName::Edit
                on_click=move |()| form.open(Some(edited.clone()))
            />
            <ButtonLink label=t(|t| t.digests().all) href=DIGESTS />
        </div>
    }
    .into_any()
}

fn recipient(mail_status: DigestMailStatus) -> AnyView {
    let DigestMailStatus { address, sent_at, last_error } = mail_status;
    let sent =
        sent_at.map(|at| view! { <small class="muted">{t(|t| t.digests().sent)} " " <RelativeTime at /></small> });
    let error = last_error.map(|reason| {
        let reason = t_with(move |t| (t.digests().not_sent)(&visible(&reason)));
        view! {
            <p class="field-error"><bdi>{reason}</bdi></p>
        }
    });
    view! { <li><bdi>{address}</bdi>" " {sent} {error}</li> }.into_any()
}

fn dialog(form: DialogState<DigestSettings>) -> AnyView {
    let notices = use_notices();
    let saved = move |()| {
        form.close();
        notices.notify(texts().digests().saved.to_owned());
    };
    view! {
        <Dialog open=form.is_open() title=t(|t| t.digests().digest_settings)>
            {form
                .value()
                .map(|settings| {
                    view! { <DigestSettingsForm settings on_saved=saved on_cancel=move |()| form.close() /> }
                })}
        </Dialog>
    }
    .into_any()
}
