//! The deliveries of a webhook in the settings.

use std::time::Duration;

use answerdeck_api::{WebhookDelivery, WebhookDeliveryStatus, WebhookId};
use leptos::prelude::*;

use crate::components::{FormError, RelativeTime, infinite_list};
use crate::locale::{t, t_with, texts};
use crate::queries::webhooks::{resend, use_deliveries, use_refresh};
use crate::queries::{Kind, Mutation};
use crate::reactive::effect;
use crate::ui::{Badge, Button, IconName, Tone, empty_state, skeleton, use_notices};

/// How long the list waits for the first attempt of a delivery before it is read again.
const REFRESH: Duration = Duration::from_secs(2);

/// The deliveries of a webhook. What was just sent is followed until its first attempt has ended.
pub(super) fn deliveries(id: WebhookId, is_enabled: bool) -> AnyView {
    let list = use_deliveries(id);
    let (refresh, refresh_webhooks) = (use_refresh(Kind::WebhookDeliveries), use_refresh(Kind::Webhooks));
    let mut was_in_progress = false;
    effect(move || {
        let (is_busy, is_failed) = list.with_items(|items| {
            let is_failed = items.first().is_some_and(|newest| newest.status == WebhookDeliveryStatus::Failed);
            (items.iter().any(is_in_progress), is_failed)
        });
        if is_busy && let Ok(timer) = set_timeout_with_handle(refresh, REFRESH) {
            on_cleanup(move || timer.clear());
        }
        // No attempt follows the first: the webhook was disabled.
        if std::mem::replace(&mut was_in_progress, is_busy) && !is_busy && is_failed {
            refresh_webhooks();
        }
    });
    view! {
        <div class="webhook-deliveries">
            {infinite_list(
                list,
                |delivery| delivery.id.as_str(),
                skeleton::<1>,
                || empty_state(|t| t.webhooks().no_deliveries, |t| t.webhooks().no_deliveries_description),
                |rows| view! { <ul>{rows}</ul> }.into_any(),
                move |delivery| row(delivery, is_enabled),
            )}
        </div>
    }
    .into_any()
}

/// Whether the first attempt has not ended.
fn is_in_progress(delivery: &WebhookDelivery) -> bool {
    delivery.status == WebhookDeliveryStatus::Pending && delivery.attempted_at.is_none()
}

fn row(delivery: WebhookDelivery, is_enabled: bool) -> AnyView {
    let tone = match delivery.status {
        WebhookDeliveryStatus::Succeeded => Tone::Success,
        WebhookDeliveryStatus::Failed => Tone::Danger,
        WebhookDeliveryStatus::Pending => Tone::Active,
        WebhookDeliveryStatus::Unknown(_) => Tone::Neutral,
    };
    let (status, event) = (delivery.status.clone(), delivery.event_type.clone());
    let label = t_with(move |t| {
        let name = match &status {
            WebhookDeliveryStatus::Succeeded => t.webhooks().succeeded,
            WebhookDeliveryStatus::Failed => t.common().failed,
            WebhookDeliveryStatus::Pending => t.webhooks().pending,
            WebhookDeliveryStatus::Unknown(name) => name,
        };
        name.to_owned()
    });
    let result = t_with({
        let (failure, status, attempts) = (delivery.failure.clone(), delivery.response_status, delivery.attempts);
        move |t| {
            let texts = t.webhooks();
            let attempts = (attempts > 0).then(|| (texts.attempts)(attempts.into()));
            let why = failure.as_ref().and_then(|failure| texts.failure(failure)).map(str::to_owned);
            let parts = [attempts, status.map(texts.responded), why];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
    });
    let next = delivery.next_attempt_at.filter(|_| delivery.attempted_at.is_some()).map(|at| {
        view! {
            <p>{t(|t| t.webhooks().next_attempt)} ": " <RelativeTime at /></p>
        }
    });
    let response = delivery.response_body.map(|body| excerpt(t(|t| t.webhooks().response), body));
    let (mutation, notices, id) = (Mutation::new(), use_notices(), delivery.id);
    let send_again = move |()| {
        resend(mutation, id.clone(), move |_| notices.notify(texts().webhooks().resent.to_owned()));
    };
    let again = is_enabled.then(|| {
        view! {
            <Button label=t(|t| t.webhooks().resend) icon=IconName::Retry busy=mutation.busy on_click=send_again />
        }
    });
    view! {
        <li>
            <details>
                <summary>
                    <Badge label tone />
                    <span>{t_with(move |t| t.webhooks().event(&event))}</span>
                    <RelativeTime at=delivery.created_at />
                </summary>
                <p>{result}</p>
                {next}
                {excerpt(t(|t| t.webhooks().request), delivery.request_body)}
                {response}
                <div>{again}</div>
                <FormError failure=mutation.failure />
            </details>
        </li>
    }
    .into_any()
}

/// The beginning of a body. It scrolls, so it can get the focus.
fn excerpt(label: Signal<String>, body: String) -> AnyView {
    view! {
        <h4>{label}</h4>
        <pre tabindex="0" role="group" aria-label=label><bdi>{body}</bdi></pre>
    }
    .into_any()
}
