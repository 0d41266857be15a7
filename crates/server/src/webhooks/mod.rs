//! Webhooks: an event is stored as a delivery for each webhook of its type, in the transaction of what happened, and then sent until
//! the address accepts it.

pub(crate) mod deliveries;
pub(crate) mod events;
mod message;
pub(crate) mod signature;
