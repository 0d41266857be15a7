//! The `answerdeck` command line. Commands print their results on stdout, one value per line.

mod backup;
mod credits;
mod database_url;
mod engine_reloads;
mod engines;
mod environment;
mod error;
mod key;
mod keywords;
mod log;
mod mail;
mod mentions;
mod openapi;
mod organization;
mod private_file;
mod public_url;
mod run;
mod schedule;
mod secret;
mod serve;
mod signals;
mod statistics;
mod vacuum;
mod words;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use answerdeck_engine::Engines;
use answerdeck_guarded_http::CertificateRoots;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

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
    ///
    /// Each variable with a secret can be replaced by one with `_FILE` at its end, which names a file with the secret:
    /// `ANSWERDECK_DATABASE_FILE` for `ANSWERDECK_DATABASE`.
    Serve(Box<serve::Serve>),
    /// Create the database or bring its schema up to date. `serve` does it too.
    Migrate(DatabaseOptions),
    /// Copy a SQLite database into a new file, while a server may use it.
    Backup(backup::Backup),
    Vacuum(vacuum::Vacuum),
    /// Manage organizations.
    Organization(OnDatabase<organization::OrganizationCommand>),
    /// Manage API keys.
    Key(OnDatabase<key::KeyCommand>),
    /// Manage runs.
    Run(OnDatabase<run::RunCommand>),
    /// Manage schedules.
    Schedule(OnDatabase<schedule::ScheduleCommand>),
    /// Manage credits.
    Credits(OnDatabase<credits::CreditsCommand>),
    /// Test the mail server.
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Manage the engines that answer prompts.
    #[command(subcommand)]
    Engines(engines::EnginesCommand),
    Openapi(openapi::OpenApi),
    Mentions(mentions::Mentions),
    /// Manage the copies of answers in ClickHouse.
    #[command(subcommand)]
    Statistics(statistics::StatisticsCommand),
    /// Manage the words of answers.
    #[command(subcommand)]
    Words(words::WordsCommand),
}

/// A command whose subcommands use the database.
#[derive(Debug, Args)]
struct OnDatabase<T: Subcommand> {
    #[command(subcommand)]
    command: T,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// The database of a command. The option may also follow its subcommand.
#[derive(Debug, Args)]
struct DatabaseOptions {
    /// Database, as sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(
        long = "database",
        global = true,
        env = "ANSWERDECK_DATABASE",
        default_value = "sqlite://answerdeck.db",
        value_name = "URL",
        hide_env_values = true,
        value_parser = secret::hidden::<DatabaseUrl>()
    )]
    url: DatabaseUrl,
}

impl DatabaseOptions {
    /// Opens the database without starting a server.
    async fn open(&self) -> Result<AppState, CommandError> {
        self.open_with(Config::default()).await
    }

    /// Opens the database with a configuration, without starting a server.
    async fn open_with(&self, config: Config) -> Result<AppState, CommandError> {
        let database = self.url.connect().await?;
        Ok(AppState::new(config, database, Clock::system(), Random::system(), Engines::default()))
    }
}

pub async fn run() -> ExitCode {
    let command = secret::with_files(CommandLine::command());
    let line = CommandLine::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    line.log.start();
    // Programs read the log of a server, so it has the error, too.
    let is_logged = line.log.is_json() && matches!(line.command, Command::Serve(_));
    let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let result = match environment::check(&CommandLine::command(), variables) {
        Ok(()) => line.command.run().await,
        Err(error) => Err(error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(is_logged),
    }
}

impl Command {
    async fn run(self) -> Result<(), CommandError> {
        match self {
            Self::Serve(command) => command.run().await,
            Self::Migrate(database) => database.url.migrate().await,
            Self::Backup(command) => command.run().await,
            Self::Vacuum(command) => command.run().await,
            Self::Organization(OnDatabase { command, database }) => command.run(database.open().await?).await,
            Self::Key(OnDatabase { command, database }) => command.run(database.open().await?).await,
            Self::Run(OnDatabase { command, database }) => command.run(database.open().await?).await,
            Self::Schedule(OnDatabase { command, database }) => command.run(database.open().await?).await,
            Self::Credits(OnDatabase { command, database }) => command.run(database.open().await?).await,
            Self::Mail(command) => command.run().await,
            Self::Engines(command) => command.run().await,
            Self::Openapi(command) => command.run(),
            Self::Mentions(command) => command.run(),
            Self::Statistics(command) => command.run().await,
            Self::Words(command) => command.run().await,
        }
    }
}

/// Reads a PEM file of certificate authorities. It must have one. Returns it with all authorities that are trusted.
fn certificate_authorities(file: Option<&Path>) -> Result<(Option<Vec<u8>>, CertificateRoots), CommandError> {
    let Some(file) = file else { return Ok((None, CertificateRoots::default())) };
    let failed = |error: &dyn std::fmt::Display| {
        CommandError::of_option("--certificate-authorities", format_args!("{}: {error}", file.display()))
    };
    let pem = std::fs::read(file).map_err(|error| failed(&error))?;
    let roots = CertificateRoots::with_pem(&pem).map_err(|error| failed(&error))?;
    Ok((Some(pem), roots))
}

/// Prints a value on one line. Fails if the reader closed the pipe, or the disk is full.
fn print(value: impl std::fmt::Display) -> Result<(), CommandError> {
    writeln!(std::io::stdout(), "{value}").map_err(|error| CommandError::of_output(&error))
}
