//! The `answerdeck` command line. Commands print their results on stdout, one value per line.

mod backup;
mod credits;
mod database_url;
mod engines;
mod error;
mod key;
mod keywords;
mod korean;
mod log;
mod mentions;
mod openapi;
mod organization;
mod run;
mod serve;
mod shutdown_signals;
mod words;

use std::io::Write;
use std::process::ExitCode;

use answerdeck_engine::Engines;
use clap::{Args, Parser, Subcommand};

use crate::clock::Clock;
use crate::random::Random;
use crate::state::{AppState, Config};
use database_url::DatabaseUrl;
use error::CommandError;

/// The Answerdeck server: API, OAuth server, answer engine and console in one program.
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
    /// Run the server until it is stopped.
    Serve(Box<serve::Serve>),
    /// Create the database or bring its schema up to date. `serve` does it too.
    Migrate(DatabaseOptions),
    /// Copy a SQLite database into a new file, while a server may use it.
    Backup(backup::Backup),
    /// Manage organizations.
    #[command(subcommand)]
    Organization(organization::OrganizationCommand),
    /// Manage API keys.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Manage runs.
    #[command(subcommand)]
    Run(run::RunCommand),
    /// Manage credits.
    #[command(subcommand)]
    Credits(credits::CreditsCommand),
    /// Manage the engines that answer prompts.
    #[command(subcommand)]
    Engines(engines::EnginesCommand),
    /// Print the OpenAPI document of the API.
    Openapi(openapi::OpenApi),
    Mentions(mentions::Mentions),
    /// Manage the words of answers.
    #[command(subcommand)]
    Words(words::WordsCommand),
}

/// The database of a command.
#[derive(Debug, Args)]
struct DatabaseOptions {
    /// Database, as sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME.
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
    /// Opens the database without starting a server.
    async fn open(&self) -> Result<AppState, CommandError> {
        self.open_with(Config::default()).await
    }

    /// Opens the database with a configuration, without starting a server.
    async fn open_with(&self, config: Config) -> Result<AppState, CommandError> {
        let database = self.database.connect().await?;
        Ok(AppState::new(config, database, Clock::system(), Random::system(), Engines::default()))
    }
}

/// Runs the command of the command line and returns its exit code.
pub async fn run() -> ExitCode {
    let line = CommandLine::parse();
    line.log.start();
    let result = match line.command {
        Command::Serve(command) => command.run().await,
        Command::Migrate(options) => options.database.migrate().await,
        Command::Backup(command) => command.run().await,
        Command::Organization(command) => command.run().await,
        Command::Key(command) => command.run().await,
        Command::Run(command) => command.run().await,
        Command::Credits(command) => command.run().await,
        Command::Engines(command) => command.run().await,
        Command::Openapi(command) => command.run(),
        Command::Mentions(command) => command.run(),
        Command::Words(command) => command.run().await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

/// Prints a value on one line.
///
/// # Errors
/// Returns an error if the reader closed the pipe, or the disk is full.
fn print(value: impl std::fmt::Display) -> Result<(), CommandError> {
    writeln!(std::io::stdout(), "{value}").map_err(|error| CommandError::new(format!("cannot print: {error}")))
}
