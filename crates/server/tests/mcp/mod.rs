//! The MCP endpoint, `/mcp`.

mod arguments;
mod clients;
mod credentials;
mod numbers;
mod origins;
mod protocol;
mod results;
mod sharing;
mod transport;
mod untrusted_answers;
mod writes;
