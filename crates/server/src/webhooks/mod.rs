//! Webhooks: an event is stored as a delivery for each webhook of its type, in the transaction of what happened, and then sent until
//! the address accepts it.
//!
//! - [`events`]: stores events.
//! - `message`: an event as a sentence for people.

pub(crate) mod events;
mod message;
