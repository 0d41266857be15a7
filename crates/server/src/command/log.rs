//! The log on stderr, as text or JSON. It never contains headers, queries or bodies.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// Pools repeat that the database cannot be reached, and rmcp logs each message of a client.
const DEFAULT_FILTER: &str =
    "info,sqlx=warn,sqlx::pool=error,sqlx::postgres::notice=off,sqlx_core::pool=error,sea_orm=warn,rmcp=error";

#[derive(Debug, Args)]
pub(super) struct LogOptions {
    /// Format of the log on stderr.
    #[arg(long, env = "ANSWERDECK_LOG_FORMAT", default_value = "text", global = true)]
    log_format: LogFormat,

    /// Log filter, such as `warn`, or `info,answerdeck_server::connections=debug` to see which connections end early. A module that
    /// does not exist is no error.
    #[arg(
        long = "log",
        env = "ANSWERDECK_LOG",
        default_value = DEFAULT_FILTER,
        global = true,
        value_name = "FILTER",
        value_parser = checked
    )]
    filter: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl LogOptions {
    pub(super) fn is_json(&self) -> bool {
        self.log_format == LogFormat::Json
    }

    pub(super) fn start(&self) {
        // The filter was checked when it was parsed.
        let filter = EnvFilter::new(&self.filter);
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
            LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
        }
    }
}

/// Checks a filter. `EnvFilter` takes a misspelled level for the name of a module, and then logs nothing: a name needs a level.
fn checked(filter: &str) -> Result<String, String> {
    let is_name = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte));
    if let Some(part) =
        filter.split(',').find(|part| is_name(part) && (part.is_empty() || part.parse::<LevelFilter>().is_err()))
    {
        return Err(format!("`{part}` is no level: write error, warn, info, debug, trace or off, or MODULE=LEVEL"));
    }
    EnvFilter::try_new(filter).map(|_| filter.to_owned()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_levels() {
        for filter in [
            DEFAULT_FILTER,
            "trace",
            "WARN",
            "off",
            "answerdeck_server::connections=debug",
            "info,[request{id=a}]=trace",
        ] {
            assert_eq!(checked(filter).as_deref(), Ok(filter));
        }
        for filter in ["", "wran", "info,", "sqlx", "info,sqlx=loud", "info,,warn"] {
            assert!(checked(filter).is_err(), "{filter}");
        }
    }
}
