//! Signing in with OAuth 2.1, as a public client.

mod problem;

pub use problem::SignInProblem;
