//! The `answerdeck` command line, a file a command. Each prints what it made on stdout, one value a line.

mod credits;
mod database_url;
mod error;
mod key;
mod keywords;
mod log;
mod openapi;
mod organization;
mod serve;
mod shutdown_signals;

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::clock::Clock;
use crate::engine::Engines;
use crate::random::Random;
use crate::state::{AppState, Config};
use database_url::DatabaseUrl;
use error::CommandError;

/// The Answerdeck platform: its API, its OAuth server, its answer engine and its console in one program.
#[derive(Debug, Parser)]
#[command(name = "answerdeck", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    log: log::LogOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the platform until told to stop.
    Serve(Box<serve::Serve>),
    /// Manage organizations.
    #[command(subcommand)]
    Organization(organization::OrganizationCommand),
    /// Manage API keys.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Manage credits.
    #[command(subcommand)]
    Credits(credits::CreditsCommand),
    /// Print the OpenAPI document of the API.
    Openapi(openapi::OpenApi),
}

/// Where the data is.
#[derive(Debug, Args)]
struct DatabaseOptions {
    /// The database: sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(
        long,
        env = "ANSWERDECK_DATABASE",
        default_value = "sqlite://answerdeck.db",
        value_name = "URL",
        hide_env_values = true
    )]
    database: DatabaseUrl,
}

impl DatabaseOptions {
    /// An application without a server around it.
    async fn open(&self) -> Result<AppState, CommandError> {
        let database = self.database.connect().await?;
        Ok(AppState::new(Config::default(), database, Clock::wall(), Random::system(), Engines::default()))
    }
}

/// Reads the command line, does what it says, and gives the exit code.
pub async fn run() -> ExitCode {
    let line = CommandLine::parse();
    line.log.start();
    let done = match line.command {
        Command::Serve(command) => command.run().await,
        Command::Organization(command) => command.run().await,
        Command::Key(command) => command.run().await,
        Command::Credits(command) => command.run().await,
        Command::Openapi(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::FAILURE
        }
    }
}

/// Prints one value on a line of its own.
///
/// # Errors
/// Whoever reads has gone, or the disk is full.
fn print(value: impl std::fmt::Display) -> Result<(), CommandError> {
    writeln!(std::io::stdout(), "{value}").map_err(|error| CommandError::new(format!("cannot print: {error}")))
}
