//! The core of the Answerdeck library.
