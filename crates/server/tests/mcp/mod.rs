//! `/mcp`: the endpoint for language models.

mod credentials;
mod numbers;
mod protocol;
mod untrusted_answers;
mod writes;
