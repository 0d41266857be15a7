//! `answerdeck engines`, and reading and logging the engines, which `serve` needs too.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::{ModelCode, ModelStop};
use answerdeck_database::begin;
use answerdeck_database::region;
use answerdeck_database::time::wire_time;
use answerdeck_engine::config::ConfigError;
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::{
    AnswerEngine, AskOutcome, EngineFailure, EngineRequest, Engines, FailureClass, Reply, ServedModel, config,
};
use clap::{Args, Subcommand};
use futures_util::StreamExt;
use tokio::time::Instant;

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::clock::Clock;
use crate::engines::reloads;
use crate::engines::stops::{self, EngineStop};
use crate::monitoring::health;
use crate::run::missing_engines;
use crate::worker::JobKind;

const CHECKS_AT_A_TIME: usize = 8;
/// The pause before an accepted question is read again.
const PAUSE: Duration = Duration::from_secs(2);
/// How long an accepted question is waited for.
const TIMEOUT: Duration = Duration::from_secs(15 * 60);
/// The maximum length of the excerpt of an answer, in characters.
const EXCERPT_MAX: usize = 200;

#[derive(Debug, Subcommand)]
pub(super) enum EnginesCommand {
    Check(Check),
    /// Print the models of an engines file: model, route, provider and, if the engine is stopped, the reason and since when, separated
    /// by tabs. Models that unfinished runs ask and that the file does not have follow, with the reason NO_ENGINE. It reads no
    /// credentials.
    List {
        /// Engines file, in the format of `serve --engines`.
        #[arg(env = "ANSWERDECK_ENGINES")]
        file: PathBuf,
        #[command(flatten)]
        database: DatabaseOptions,
    },
    /// Make the running servers read their engines files again. Each does it within five seconds, and says in its log whether
    /// the file has a mistake. SIGHUP does the same for one process.
    Reload {
        #[command(flatten)]
        database: DatabaseOptions,
    },
    /// Try a stopped engine now, with one item, and print its model. An engine that has reached its daily limit needs a
    /// larger `spend-per-day` and `engines reload` instead.
    Resume {
        /// Model of the engine.
        #[arg(value_name = "MODEL")]
        model: String,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl EnginesCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        match self {
            Self::Check(command) => command.run().await,
            Self::List { file, database } => {
                let corpus = Arc::new(Corpus::shipped(Clock::system().now()).map_err(CommandError::new)?);
                let entries = parsed(&file, |toml| config::entries(toml, &corpus))?;
                let app = database.open().await?;
                let mut stops = stops::all(&app.database, app.clock.now()).await?;
                for (model, route, provider) in &entries {
                    let since = |stop: &EngineStop| wire_time(stop.since.as_millisecond()).to_string();
                    let stop = stops.remove(model).map(|stop| (stop.reason.to_string(), since(&stop)));
                    let (reason, since) = stop.unwrap_or_default();
                    print(format_args!("{model}\t{route}\t{provider}\t{reason}\t{since}"))?;
                }
                let models: Vec<_> = entries.iter().map(|(model, ..)| model).collect();
                for (model, _) in missing_engines::waiting(&app.database, &models).await? {
                    print(format_args!("{model}\t\t\tNO_ENGINE\t"))?;
                }
                Ok(())
            }
            Self::Reload { database } => {
                let app = database.open().await?;
                reloads::request(&app.database, app.clock.now()).await?;
                print(
                    "The servers of this database read their engines files again within five seconds. Their logs say how it went.",
                )
            }
            Self::Resume { model, database } => {
                let code = ModelCode::from(model.as_str());
                code.require_known("MODEL").map_err(CommandError::of_usage)?;
                let app = database.open().await?;
                let transaction = begin(&app.database).await?;
                match stops::all(&transaction, app.clock.now()).await?.get(&code) {
                    None => return Err(CommandError::new(format!("the engine of {model} is not stopped"))),
                    Some(stop) if stop.reason == ModelStop::SpendLimit => {
                        return Err(CommandError::new(format!(
                            "the engine of {model} has reached its limit of the day: raise spend-per-day, then \
                             `answerdeck engines reload`"
                        )));
                    }
                    Some(_) => stops::retry_stopped_engine(&transaction, &code).await?,
                }
                JobKind::RunItems.notify_workers(&transaction).await?;
                transaction.commit().await?;
                print(model)
            }
        }
    }
}

/// Ask one question of each engine in a file, and print what came back. Providers bill their answers.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Engines file, in the format of `serve --engines`.
    #[arg(env = "ANSWERDECK_ENGINES")]
    file: PathBuf,
    /// Check only this model. May be repeated.
    #[arg(long, value_name = "CODE")]
    model: Vec<String>,
    /// The question.
    #[arg(long, default_value = "How often should I descale a coffee machine?", value_name = "TEXT")]
    question: String,
    /// The country that it is asked from, such as KR.
    #[arg(long, default_value = "US", value_name = "CODE")]
    region: String,
}

impl Check {
    async fn run(self) -> Result<(), CommandError> {
        let region = self.region.to_ascii_uppercase();
        if !region::is_known(&region) {
            return Err(CommandError::of_usage(format!("{} is not a country of ISO 3166-1", self.region)));
        }
        let now = Clock::system().now();
        let corpus = Arc::new(Corpus::shipped(now).map_err(CommandError::new)?);
        let engines = read(&self.file, &corpus)?;
        let chosen = self.chosen(&engines)?;
        let paid: Vec<&str> =
            chosen.iter().filter(|served| served.is_paid).map(|served| served.code.as_str()).collect();
        if !paid.is_empty() {
            print(format_args!("The providers of {} bill their answers.", paid.join(", ")))?;
        }
        let question = EngineRequest { query: self.question, region, asked_at: now };
        let checks = chosen.iter().map(|served| async {
            let start = Instant::now();
            let result = answer(served.engine.as_ref(), &question).await;
            (*served, start.elapsed(), result)
        });
        let mut checks = futures_util::stream::iter(checks).buffered(CHECKS_AT_A_TIME);
        let mut failed = 0;
        while let Some((served, elapsed, result)) = checks.next().await {
            failed += usize::from(result.is_err());
            print(line(served, elapsed, &result))?;
        }
        match failed {
            0 => Ok(()),
            _ => Err(CommandError::new(format!("{failed} of {} models gave no answer", chosen.len()))),
        }
    }

    fn chosen<'a>(&self, engines: &'a Engines) -> Result<Vec<&'a ServedModel>, CommandError> {
        let missing = self.model.iter().find(|model| engines.of(&ModelCode::from(model.as_str())).is_none());
        if let Some(missing) = missing {
            return Err(CommandError::of_usage(format!("{} has no model {missing}", self.file.display())));
        }
        let is_chosen = |served: &&ServedModel| {
            self.model.is_empty() || self.model.iter().any(|model| served.code == ModelCode::from(model.as_str()))
        };
        Ok(engines.iter().filter(is_chosen).collect())
    }
}

/// Reads an engines file. The corpus is for models with stand-ins.
pub(super) fn read(file: &Path, corpus: &Arc<Corpus>) -> Result<Engines, CommandError> {
    parsed(file, |toml| config::engines(toml, &|name| std::env::var(name).ok(), corpus))
}

fn parsed<T>(file: &Path, parse: impl FnOnce(&str) -> Result<T, ConfigError>) -> Result<T, CommandError> {
    let failed = |error: &dyn std::fmt::Display| CommandError::of_usage(format!("{}: {error}", file.display()));
    let toml = std::fs::read_to_string(file).map_err(|error| failed(&error))?;
    parse(&toml).map_err(|error| failed(&error))
}

/// Logs the model and the route of each engine, or what is missing.
pub(super) fn log(engines: &Engines) {
    if engines.is_empty() {
        tracing::warn!("{}", health::NO_ENGINES);
    }
    for served in engines.iter() {
        tracing::info!(model = %served.code, name = served.name, route = %served.route, "engine");
    }
}

/// Asks a question once, and waits for the answer.
async fn answer(engine: &dyn AnswerEngine, question: &EngineRequest) -> Result<Reply, EngineFailure> {
    let task = match engine.ask(question).await? {
        AskOutcome::Answered(reply) => return Ok(reply),
        AskOutcome::Accepted(task) => task,
    };
    let deadline = Instant::now() + TIMEOUT;
    while Instant::now() < deadline {
        if let Some(reply) = engine.poll(&task).await? {
            return Ok(reply);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(EngineFailure::new(FailureClass::TimedOut, &format!("the answer of task {} is still missing", task.0)))
}

/// The model, its route, the time, and the parts of the answer or why there is none, separated by tabs.
fn line(served: &ServedModel, elapsed: Duration, result: &Result<Reply, EngineFailure>) -> String {
    let start = format!("{}\t{}\t{:.1} s", served.code, served.route, elapsed.as_secs_f64());
    match result {
        Ok(reply) => {
            let cost = cost(served, reply.cost);
            let excerpt: String = reply.content.split_whitespace().collect::<Vec<_>>().join(" ");
            let excerpt: String = excerpt.chars().take(EXCERPT_MAX).collect();
            let (sources, fanouts) = (reply.sources.len(), reply.fanouts.len());
            format!("{start}\t{sources} sources\t{fanouts} fan-outs\t{cost}\t{excerpt}")
        }
        Err(failure) => format!("{start}\tfailed\t{}\t{failure}", cost(served, failure.cost)),
    }
}

/// What the provider says that it bills.
fn cost(served: &ServedModel, millionths: Option<u64>) -> String {
    match millionths {
        Some(cost) => format!("{:.6} USD", cost as f64 / 1_000_000.0),
        None if served.is_paid => "cost unknown".to_owned(),
        None => "free".to_owned(),
    }
}
