//! The environment of a Web Worker.
pub(crate) fn start() {}
