//! Delivering events to webhooks.

mod deliveries;
mod events;
mod retries;
mod signatures;
