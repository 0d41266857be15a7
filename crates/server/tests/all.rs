//! Tests of the server over HTTP on both databases, organized by path.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub)]

mod api_table;
mod backup;
mod clickhouse_tls;
mod command;
mod conformance;
mod connections;
mod demo_prompts;
mod digests;
mod erasure;
mod error_codes;
mod harness;
mod keywords;
mod mcp;
mod migration;
mod organization_data;
mod outages;
mod postgres_tls;
mod processes;
mod routes;
mod run;
mod schedules;
mod siege;
mod webhooks;
