//! `/mcp`: the endpoint for language models.

mod credentials;
mod numbers;
mod protocol;
mod sharing;
mod untrusted_answers;
mod writes;
