//! The use of engines: how much is asked at a time and in a day, what was asked, and which engines wait for the operator.

pub(crate) mod calls;
pub(crate) mod places;
pub(crate) mod spend;
pub(crate) mod stops;
