//! Webhooks in the settings: the list, where one can be deleted, and the dialogs that create and edit one, and show its secret.

use answerdeck_api::{Webhook, WebhookFormat, WebhookId, WebhookSecret, WebhookUpdate};
use leptos::prelude::*;

use super::webhook_deliveries::deliveries;
use crate::components::{Confirm, FormError, RelativeTime, infinite_list};
use crate::forms::{WEBHOOK_FORM, WebhookForm, name_of_format, reopen};
use crate::locale::{Pick, t, t_with, texts};
use crate::queries::deletions::Deletions;
use crate::queries::webhooks::{self, use_deletions, use_webhooks};
use crate::queries::{Items, Mutation, Query};
use crate::reactive::live_when;
use crate::ui::{
    Badge, Button, CopyButton, Dialog, DialogState, IconName, ItemMenu, MenuItem, Tone, Variant, empty_with_action,
    skeleton, use_notices,
};

/// What the rows share.
#[derive(Clone, Copy)]
struct Section {
    form: DialogState<Webhook>,
    rotation: DialogState<Webhook>,
    secret: DialogState<WebhookSecret>,
    /// The webhook whose deliveries are shown.
    opened: RwSignal<Option<WebhookId>>,
    deletions: Deletions,
}

/// The section. Nothing on a platform without webhooks.
pub(super) fn section() -> AnyView {
    let list = use_webhooks();
    let section = Section {
        form: DialogState::new(),
        rotation: DialogState::new(),
        secret: DialogState::new(),
        opened: RwSignal::new(None),
        deletions: use_deletions(),
    };
    reopen(section.form, WEBHOOK_FORM, move |id| {
        list.with_items(|all| all.iter().find(|webhook| webhook.id.as_str() == id).cloned())
    });
    live_when(move || !list.is_missing(), move || view(list, section))
}

fn view(list: Query<Items<Webhook>>, section: Section) -> AnyView {
    // A webhook that was just deleted makes room for another one.
    let open_new = move |()| {
        section.deletions.send();
        section.form.open(None);
    };
    let new_button =
        move || view! { <Button label=t(|t| t.webhooks().new) icon=IconName::Plus on_click=open_new /> }.into_any();
    let empty = move || empty_with_action(|t| t.webhooks().empty, |t| t.webhooks().empty_description, new_button());
    view! {
        <section class="section" aria-labelledby="settings-webhooks">
            <h2 id="settings-webhooks">{t(|t| t.webhooks().title)}</h2>
            <p>{t(|t| t.webhooks().description)}</p>
            {infinite_list(
                list,
                |webhook| webhook.id.as_str(),
                skeleton::<1>,
                empty,
                |rows| view! { <ul class="webhooks">{rows}</ul> }.into_any(),
                move |webhook| row(webhook, section),
            )}
            {live_when(move || list.len() > 0, move || view! { <div>{new_button()}</div> })}
            {form_dialog(section)}
            {secret_dialog(section)}
            {rotation_dialog(section)}
        </section>
    }
    .into_any()
}

fn row(webhook: Webhook, section: Section) -> AnyView {
    let mutation = Mutation::new();
    let (is_enabled, reason) = (webhook.enabled, webhook.disabled_reason.clone());
    let (format, types) = (webhook.format.clone(), webhook.event_types.clone());
    let about = t_with(move |t| {
        let texts = t.webhooks();
        let types: Vec<String> = types.iter().map(|event| texts.event(event)).collect();
        format!("{} · {}", name_of_format(&format), types.join(", "))
    });
    let (state, tone) = match (is_enabled, &reason) {
        (true, _) => (t(|t| t.webhooks().enabled), Tone::Success),
        (false, None) => (t(|t| t.webhooks().disabled), Tone::Neutral),
        (false, Some(_)) => (t(|t| t.webhooks().disabled), Tone::Danger),
    };
    let since = webhook.disabled_at.clone().map(|at| view! { <small class="muted"><RelativeTime at /></small> });
    let note = (!is_enabled).then(|| {
        let why = t_with(move |t| t.webhooks().why_disabled(reason.as_ref()));
        view! { <p class="webhook-note">{why}</p> }
    });
    let [id, tested, compared, hidden] = std::array::from_fn(|_| webhook.id.clone());
    let is_open = Memo::new(move |_| section.opened.with(|opened| opened.as_ref() == Some(&compared)));
    let test = move |()| {
        let id = tested.clone();
        webhooks::test(mutation, tested.clone(), move |_| {
            section.opened.try_set(Some(id));
        });
    };
    let toggled = id.clone();
    let toggle = move |()| section.opened.set((!is_open.get_untracked()).then(|| toggled.clone()));
    let items = menu(&webhook, mutation, section);
    let name = Signal::stored(webhook.url.clone());
    view! {
        <li id=webhook.id.to_string() hidden=move || section.deletions.is_hidden(hidden.as_str())>
            <div class="webhook-head">
                <h3><bdi>{webhook.url}</bdi></h3>
                <Badge label=state tone />
                {since}
            </div>
            <p class="muted">{about}</p>
            {note}
            <div class="settings-actions">
                {is_enabled.then(|| view! { <Button label=t(|t| t.webhooks().test) busy=mutation.busy on_click=test /> })}
                <Button label=t(|t| t.webhooks().deliveries) expanded=is_open on_click=toggle />
                <ItemMenu name items />
            </div>
            <FormError failure=mutation.failure />
            {live_when(move || is_open.get(), move || deliveries(id.clone(), is_enabled))}
        </li>
    }
    .into_any()
}

fn menu(webhook: &Webhook, mutation: Mutation, section: Section) -> Vec<MenuItem> {
    let is_enabled = webhook.enabled;
    let [edited, rotated] = std::array::from_fn(|_| webhook.clone());
    let [switched, deleted] = std::array::from_fn(|_| webhook.id.clone());
    let switch = move || {
        let update = WebhookUpdate { enabled: Some(!is_enabled), ..WebhookUpdate::default() };
        webhooks::update(mutation, switched.clone(), update, |_| {});
    };
    let (label, icon): (Pick, _) = match is_enabled {
        true => (|t| t.webhooks().disable, IconName::Pause),
        false => (|t| t.webhooks().enable, IconName::Play),
    };
    let mut items =
        vec![MenuItem::edit(move || section.form.open(Some(edited.clone()))), MenuItem::button(label, icon, switch)];
    // Slack and Discord verify nothing.
    if webhook.format == WebhookFormat::Standard {
        let rotate = move || section.rotation.open(Some(rotated.clone()));
        items.push(MenuItem::button(|t| t.webhooks().rotate, IconName::Retry, rotate));
    }
    let delete = move || section.deletions.delete(vec![deleted.to_string()], texts().webhooks().deleted.to_owned());
    items.push(MenuItem::delete(delete));
    items
}

fn form_dialog(section: Section) -> AnyView {
    let notices = use_notices();
    let Section { form, secret, .. } = section;
    let saved = move |created: Option<WebhookSecret>| {
        let is_new = form.value().is_none();
        form.close();
        match created {
            Some(created) => secret.open(Some(created)),
            None if is_new => notices.notify(texts().webhooks().created.to_owned()),
            None => notices.notify(texts().webhooks().saved.to_owned()),
        }
    };
    let title = t_with(move |t| if form.has_value() { t.webhooks().edit } else { t.webhooks().new }.to_owned());
    view! {
        <Dialog open=form.is_open() title>
            <WebhookForm webhook=form.value() on_saved=saved on_cancel=move |()| form.close() />
        </Dialog>
    }
    .into_any()
}

fn secret_dialog(section: Section) -> AnyView {
    let dialog = section.secret;
    let content = move |WebhookSecret { secret, .. }: WebhookSecret| {
        let copied = secret.clone();
        view! {
            <p>{t(|t| t.webhooks().secret_note)}</p>
            <div class="settings-copy"><code>{secret}</code><CopyButton text=Signal::stored(copied) /></div>
            <div class="form-actions">
                <Button
                    label=t(|t| t.webhooks().secret_is_kept)
                    variant=Variant::Primary
                    on_click=move |()| dialog.close()
                />
            </div>
        }
    };
    view! { <Dialog open=dialog.is_open() title=t(|t| t.webhooks().secret)>{dialog.value().map(content)}</Dialog> }
        .into_any()
}

/// Asks before a secret is replaced.
fn rotation_dialog(section: Section) -> AnyView {
    let Section { rotation: dialog, secret, .. } = section;
    let content = move |Webhook { id, url, .. }: Webhook| {
        let mutation = Mutation::new();
        let rotate = move |()| {
            webhooks::rotate_secret(mutation, id.clone(), move |created| {
                dialog.close();
                secret.open(Some(created));
            });
        };
        view! {
            <Confirm
                message=url
                note=t(|t| t.webhooks().rotate_note)
                label=t(|t| t.webhooks().rotate)
                icon=IconName::Retry
                cancel=t(|t| t.webhooks().keep)
                mutation
                on_confirm=rotate
                on_cancel=move |()| dialog.close()
            />
        }
    };
    view! {
        <Dialog open=dialog.is_open() title=t(|t| t.webhooks().rotate_title)>{dialog.value().map(content)}</Dialog>
    }
    .into_any()
}
