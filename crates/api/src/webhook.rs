//! Webhooks: addresses that the platform sends events to.

use serde::{Deserialize, Serialize};

use crate::event::EventType;
use crate::id::{WebhookDeliveryId, WebhookId};
use crate::language::MessageLanguage;
use crate::limits::{EVENT_TYPES_MAX, PAGE_SIZE_MAX, WEB_ADDRESS_MAX};
use crate::list::list;
use crate::request::request;
use crate::response_field::null_as_default;
use crate::timestamp::Timestamp;
use crate::web_address::web_address;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What a webhook receives.
    ///
    /// Source: docs/platform-api.md, section 2, Webhook.
    WebhookFormat {
        /// The event as JSON, signed as Standard Webhooks says.
        Standard = "STANDARD",
        /// A sentence and a link, as an incoming webhook of Slack takes it.
        Slack = "SLACK",
        /// A sentence and a link, as a webhook of Discord takes it.
        Discord = "DISCORD",
    }
}

wire_enum! {
    /// Why the platform disabled a webhook.
    ///
    /// Source: docs/platform-api.md, section 2, Webhook.
    WebhookDisabledReason {
        /// The address responded with status 410.
        Gone = "GONE",
        /// A delivery failed in all attempts of a day, and none succeeded meanwhile.
        Failing = "FAILING",
    }
}

wire_enum! {
    /// The state of a delivery.
    ///
    /// Source: docs/platform-api.md, section 3.
    WebhookDeliveryStatus {
        /// It waits for its next attempt.
        Pending = "PENDING",
        /// The address responded with a status of 200..299. Terminal.
        Succeeded = "SUCCEEDED",
        /// No attempt succeeded, or the webhook was disabled. Terminal, unless it is sent again.
        Failed = "FAILED",
    }
}

wire_enum! {
    /// Why an attempt of a delivery failed.
    ///
    /// Source: docs/platform-api.md, section 2, Webhook.
    WebhookDeliveryFailure {
        /// The response has a status that is not a success.
        Status = "STATUS",
        /// The response is a redirect, which is not followed.
        Redirect = "REDIRECT",
        /// There was no response in time.
        TimedOut = "TIMED_OUT",
        /// The platform does not send requests to this address.
        Address = "ADDRESS",
        /// The host name has no address.
        UnknownHost = "UNKNOWN_HOST",
        /// The host has no public address.
        PrivateAddress = "PRIVATE_ADDRESS",
        /// There was no connection, or it ended without a response.
        Unreachable = "UNREACHABLE",
        /// The host has no valid certificate.
        Certificate = "CERTIFICATE",
        /// The webhook was disabled before the delivery was complete.
        Disabled = "DISABLED",
    }
}

/// A webhook: an address that the platform sends events to.
///
/// Source: docs/platform-api.md, section 2, Webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// The id.
    pub id: WebhookId,
    /// The address, an HTTP or HTTPS URL of at most 2,048 characters.
    pub url: String,
    /// What it receives.
    #[serde(default, deserialize_with = "null_as_default")]
    pub format: WebhookFormat,
    /// The language of the sentences for Slack and Discord.
    #[serde(default, deserialize_with = "null_as_default")]
    pub language: MessageLanguage,
    /// The types of the events that it receives.
    #[serde(default, deserialize_with = "null_as_default")]
    pub event_types: Vec<EventType>,
    /// Whether it receives events.
    #[serde(default, deserialize_with = "null_as_default")]
    pub enabled: bool,
    /// Why the platform disabled it. Omitted when it is enabled, and when a person disabled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// When it was disabled. Omitted when it is enabled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled_at: Option<Timestamp>,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

list! {
    /// A page of webhooks, newest first.
    WebhookList {
        /// The webhooks.
        webhooks: Webhook
    }
}

request! {
    /// A webhook to create.
    ///
    /// Source: docs/platform-api.md, section 2, Webhook, and section 8.
    WebhookCreate {
        /// The address, an HTTP or HTTPS URL of at most 2,048 characters. Private addresses and `localhost` are refused,
        /// unless the server allows them.
        #[garde(length(chars, max = WEB_ADDRESS_MAX), custom(web_address))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))]
        url: String,
        /// What it receives. `STANDARD` when absent.
        format: choice(WebhookFormat, "WebhookFormat"),
        /// The language of the sentences for Slack and Discord. `ko` when absent.
        language: choice(MessageLanguage, "MessageLanguage"),
        /// The types of the events that it receives, 1..20.
        #[garde(length(min = 1, max = EVENT_TYPES_MAX), inner(custom(EventType::known)))]
        event_types: Vec<EventType>,
    }
}

request! {
    /// The changes to a webhook. An omitted field stays unchanged.
    WebhookUpdate {
        /// The new address, an HTTP or HTTPS URL of at most 2,048 characters. Private addresses and `localhost` are refused,
        /// unless the server allows them.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))]
        url: text(length(chars, max = WEB_ADDRESS_MAX), inner(custom(web_address))),
        /// What it receives from now on.
        format: choice(WebhookFormat, "WebhookFormat"),
        /// The new language of the sentences for Slack and Discord.
        language: choice(MessageLanguage, "MessageLanguage"),
        /// The new types of events, which replace the old ones: 1..20.
        event_types: optional(
            Vec<EventType>, "Vec<EventType>", length(min = 1, max = EVENT_TYPES_MAX),
            inner(inner(custom(EventType::known)))
        ),
        /// Whether it receives events. Disabling it ends its pending deliveries.
        enabled: optional(bool, "bool"),
    }
}

/// The secret of a webhook, which is shown only once.
///
/// Source: docs/platform-api.md, section 2, Webhook; Standard Webhooks 1.0.0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct WebhookSecret {
    /// The id of the webhook.
    pub id: WebhookId,
    /// The secret that signs its deliveries: `whsec_`, then 32 bytes in base64.
    pub secret: String,
}

/// A delivery: an event that is sent to a webhook.
///
/// Source: docs/platform-api.md, section 2, Webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    /// The id, which every attempt sends as `webhook-id`.
    pub id: WebhookDeliveryId,
    /// The webhook.
    #[serde(rename = "webhookID")]
    pub webhook_id: WebhookId,
    /// The type of the event.
    #[serde(default, deserialize_with = "null_as_default")]
    pub event_type: EventType,
    /// The state.
    #[serde(default, deserialize_with = "null_as_default")]
    pub status: WebhookDeliveryStatus,
    /// The number of attempts since the event, or since the delivery was sent again.
    #[serde(default, deserialize_with = "null_as_default")]
    pub attempts: u32,
    /// The beginning of the body that is sent, at most 4,096 characters.
    #[serde(default, deserialize_with = "null_as_default")]
    pub request_body: String,
    /// The status of the last response. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_status: Option<u16>,
    /// The beginning of the body of the last response, at most 4,096 characters. Omitted when there is none. Untrusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
    /// Why the last attempt failed. Omitted when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<WebhookDeliveryFailure>,
    /// When the last attempt ended. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempted_at: Option<Timestamp>,
    /// When the next attempt begins. Omitted unless `status` is `PENDING`, and during an attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<Timestamp>,
    /// When the event happened.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

request! {
    /// A filter for a list of deliveries, and the requested page.
    ///
    /// Source: docs/platform-api.md, section 4.
    WebhookDeliveryFilter {
        /// Only deliveries to this webhook. Deliveries to all webhooks when absent.
        webhook_id: id("webhookID", WebhookId, "WebhookId"),
        cursor,
        /// The maximum number of items of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

list! {
    /// A page of deliveries, newest first.
    WebhookDeliveryList {
        /// The deliveries.
        deliveries: WebhookDelivery
    }
}
