//! One module a page, each loaded when it is first opened.

pub(crate) mod about;
pub(crate) mod home;
