//! The wire of the platform API.
