//! The values of headers that several parts of the server read or write.

pub(crate) mod content_negotiation;
pub(crate) mod content_security_policy;
pub mod page_origin;
