//! The MCP endpoint, `/mcp`.

mod credentials;
mod numbers;
mod protocol;
mod sharing;
mod untrusted_answers;
mod writes;
