//! The MCP server (Model Context Protocol), over the SDK `rmcp`. A tool sends one request to the [`Platform`] and shapes the
//! response, so the bounds, rate limit, languages and numbers are those of the platform API.
//!
//! Source: the Model Context Protocol, revision 2026-07-28 and earlier ones; docs/mcp.md.

mod answer_view;
mod arguments;
mod brand_view;
mod console_url;
mod handler;
mod operation;
mod pages;
mod parameters;
mod platform;
mod prompts;
mod reply;
mod schema;
mod text;
mod tool;
mod tools;

pub use handler::{McpService, configuration, service};
pub use operation::{
    ADD_PROMPTS, CREATE_NEW_BRAND, ESTIMATE_MINUTES, ESTIMATE_RUN, GET_RUN_COUNTS, PROPOSE_SCHEDULE, PromptsAdd,
    PromptsAdded, ProposedSchedule, RunEstimate, RunStart, START_RUN, ScheduleProposal,
};
pub use parameters::{read_parameters, refuse_version};
pub use platform::{Platform, PlatformRequest, Refusal};
