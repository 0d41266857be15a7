//! The Answerdeck platform.
