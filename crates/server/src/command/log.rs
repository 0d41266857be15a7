//! The log on stderr, as text or JSON. It never contains headers, queries or bodies.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

const DEFAULT_FILTER: &str = "info,sqlx=warn,sea_orm=warn,sea_orm_migration=warn";

#[derive(Debug, Args)]
pub(super) struct LogOptions {
    /// Format of the log on stderr.
    #[arg(long, env = "ANSWERDECK_LOG_FORMAT", default_value = "text", global = true)]
    log_format: LogFormat,

    /// Log filter, such as `warn` or `info,answerdeck_server::run=debug`.
    #[arg(long = "log", env = "ANSWERDECK_LOG", default_value = DEFAULT_FILTER, global = true, value_name = "FILTER")]
    filter: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl LogOptions {
    pub(super) fn start(&self) {
        let filter = EnvFilter::try_new(&self.filter).unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
            LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
        }
    }
}
