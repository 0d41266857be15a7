//! The deliveries of webhooks. How they are sent is in `crate::webhooks`.

mod list;
mod resend;
