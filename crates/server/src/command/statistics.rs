//! `answerdeck statistics`: the copies of answers in ClickHouse.

use std::path::PathBuf;

use answerdeck_api::AnswerScope;
use answerdeck_api::metrics::{
    AnswerMatchFilter, BrandMetricsFilter, BrandMetricsInclude, PromptMetricsFilter, SeriesInterval,
    UnnamedSearchFilter,
};
use answerdeck_database::entity::{answer, organization};
use answerdeck_database::id::{id_of, number_of};
use answerdeck_database::time::wire_time;
use answerdeck_guarded_http::CertificateRoots;
use answerdeck_statistics::{ClickHouse, Embedded, PageRange, Queries, ServerUrl, Statistics, StatisticsError};
use clap::{Args, Subcommand};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use super::error::CommandError;
use super::secret::hidden;
use super::{DatabaseOptions, certificate_authorities, print};
use crate::problem::cause_chain;
use crate::state::Config;

/// How often two results that differ are asked for again: answers may have changed in between.
const ATTEMPTS: usize = 3;

const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The servers of ClickHouse.
#[derive(Debug, Clone, Args)]
pub(super) struct ClickHouseOptions {
    /// ClickHouse server that counts answers, as http://USER:PASSWORD@HOST:8123/DATABASE, or https. The database exists. Several
    /// servers share the answers: repeat the option, or separate them by commas.
    #[arg(
        long,
        env = "ANSWERDECK_CLICKHOUSE",
        value_name = "URL",
        value_delimiter = ',',
        hide_env_values = true,
        value_parser = hidden::<ServerUrl>()
    )]
    clickhouse: Vec<ServerUrl>,
}

impl ClickHouseOptions {
    /// `None` without a server.
    pub(super) fn servers(&self, roots: &CertificateRoots) -> Option<ClickHouse> {
        (!self.clickhouse.is_empty()).then(|| ClickHouse::new(&self.clickhouse, roots.tls()))
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum StatisticsCommand {
    /// Copy all answers to ClickHouse again.
    ///
    /// A server can keep running: it counts what is not copied from the database. If the command is stopped, the server goes on.
    Rebuild(Options),
    /// Compare what ClickHouse counts with what the database counts, in scopes all over the time of each organization. Fails if
    /// results differ, ClickHouse has no answer, or a server does not respond.
    Verify {
        #[command(flatten)]
        options: Options,
        /// Times at which an answer is taken, whose run, prompt, model and week are scopes.
        #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1_000))]
        times: u16,
    },
}

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    clickhouse: ClickHouseOptions,
    /// PEM file of certificate authorities to trust in addition to those that browsers trust.
    #[arg(long, env = "ANSWERDECK_CERTIFICATE_AUTHORITIES", value_name = "FILE")]
    certificate_authorities: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseOptions,
}

impl Options {
    fn clickhouse(&self) -> Result<ClickHouse, CommandError> {
        let missing = || CommandError::of_usage("name the servers of ClickHouse in --clickhouse, as for `serve`");
        let (_, roots) = certificate_authorities(self.certificate_authorities.as_deref())?;
        self.clickhouse.servers(&roots).ok_or_else(missing)
    }
}

impl StatisticsCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        match self {
            Self::Rebuild(options) => rebuild(&options).await,
            Self::Verify { options, times } => verify(&options, times).await,
        }
    }
}

async fn rebuild(options: &Options) -> Result<(), CommandError> {
    let config = Config { clickhouse: Some(options.clickhouse()?), ..Config::default() };
    let statistics = options.database.open_with(config).await?.statistics.clone();
    statistics.end_copies().await?;
    let missing = async || statistics.count_copied().await.map(|counts| counts.unwrap_or_default().uncopied);
    let total = missing().await?;
    while statistics.copy_parts(false).await.map_err(failed)? {
        print(format_args!("{} of {total} answers", (total - missing().await?).max(0)))?;
    }
    // The newest once: a server completes more meanwhile.
    statistics.copy_parts(true).await.map_err(failed)?;
    print(format_args!("Done: {} answers have no copy yet", missing().await?))
}

async fn verify(options: &Options, times: u16) -> Result<(), CommandError> {
    let clickhouse = options.clickhouse()?;
    clickhouse.check_servers().await.map_err(|error| failed(error.into()))?;
    let app = options.database.open().await?;
    let [copied, columns] = [Some(clickhouse), None].map(|clickhouse| Embedded::new(&app.databases, clickhouse));
    let (mut compared, mut different) = (0, 0);
    for organization in organization::Entity::find().all(&app.database).await? {
        for scope in scopes(&app.database, &organization.id, times).await? {
            for attempt in 1..=ATTEMPTS {
                let now = app.clock.now();
                let one = results(&copied, now, &organization.id, &scope).await.map_err(failed)?;
                let other = results(&columns, now, &organization.id, &scope).await.map_err(failed)?;
                if one != other && attempt < ATTEMPTS {
                    continue;
                }
                compared += one.len();
                let differs = one.iter().zip(&other).filter(|(one, other)| one != other);
                let names: Vec<&str> = differs.map(|((name, _), _)| *name).collect();
                if !names.is_empty() {
                    different += names.len();
                    print(format_args!("{}: {} differ in {scope:?}", organization.id, names.join(", ")))?;
                }
                break;
            }
        }
    }
    let counts = copied.count_copied().await?.unwrap_or_default();
    let (answers, in_clickhouse) = (counts.copied + counts.uncopied + counts.recent, counts.copied);
    let summary = format!("Compared {compared} results of {answers} answers, {in_clickhouse} of them in ClickHouse");
    let rebuild = "copy the answers by `answerdeck statistics rebuild`";
    match (different, in_clickhouse) {
        (0, 0) if answers == 0 => Err(CommandError::new("there are no answers yet: nothing was compared")),
        (0, 0) => Err(CommandError::new(format!("{summary}: {rebuild}"))),
        (0, _) => print(format_args!("{summary}: all are the same")),
        _ => Err(CommandError::new(format!("{summary}: {different} results differ, {rebuild}"))),
    }
}

/// All finished runs, and the run, prompt, prompt set, model and week of some answers.
async fn scopes(
    database: &DatabaseConnection,
    organization_id: &str,
    times: u16,
) -> Result<Vec<AnswerScope>, CommandError> {
    let of_organization =
        || answer::Entity::find().filter(answer::Column::OrganizationId.eq(organization_id)).select_only();
    let ends = of_organization()
        .column_as(answer::Column::Id.min(), "first")
        .column_as(answer::Column::Id.max(), "last")
        .into_tuple::<(Option<String>, Option<String>)>()
        .one(database)
        .await?;
    let Some((Some(first), Some(last))) = ends else { return Ok(Vec::new()) };
    let (first, last) = (number_of(&first), number_of(&last));
    let finished = AnswerScope { finished: Some(true), ..AnswerScope::default() };
    let mut scopes = vec![finished.clone()];
    for time in 0..u128::from(times) {
        let id = id_of(first + (last - first) / u128::from(times) * time);
        let row = of_organization()
            .columns([
                answer::Column::RunId,
                answer::Column::PromptId,
                answer::Column::PromptSetId,
                answer::Column::Model,
            ])
            .column(answer::Column::CreatedAt)
            .filter(answer::Column::Id.gte(id))
            .order_by_asc(answer::Column::Id)
            .into_tuple::<(String, String, String, String, i64)>()
            .one(database)
            .await?;
        let Some((run, prompt, set, model, created_at)) = row else { continue };
        let end = created_at + WEEK.as_secs() * 1_000;
        scopes.extend([
            AnswerScope { run_id: run.parse().ok(), ..AnswerScope::default() },
            AnswerScope { prompt_id: prompt.parse().ok(), ..finished.clone() },
            AnswerScope { prompt_set_id: set.parse().ok(), ..finished.clone() },
            AnswerScope { model: Some(model.as_str().into()), ..finished.clone() },
            AnswerScope { from: Some(wire_time(created_at)), to: Some(wire_time(end)), ..finished.clone() },
        ]);
    }
    Ok(scopes)
}

/// What the statistics say about a scope: the name of each result, and the result.
async fn results(
    statistics: &Embedded,
    now: Timestamp,
    organization: &str,
    scope: &AnswerScope,
) -> Result<Vec<(&'static str, String)>, StatisticsError> {
    let mut brands = BrandMetricsFilter::from(scope.clone());
    brands.include = vec![BrandMetricsInclude::Models];
    brands.interval = Some(SeriesInterval::Week);
    let brands = statistics.measure_brands(organization, now, &brands).await?;
    let brand_id = brands.brands.first().map(|brand| brand.id.clone());
    let answers = AnswerMatchFilter {
        names_brand_ids: brand_id.clone().into_iter().collect(),
        ..AnswerMatchFilter::from(scope.clone())
    };
    let mut results = vec![
        ("domains", json(&statistics.rank_source_domains(organization, &scope.clone().into()).await?)),
        ("pages", json(&statistics.rank_source_urls(organization, &scope.clone().into()).await?)),
        ("searches", json(&statistics.rank_fanouts(organization, &scope.clone().into()).await?)),
        ("tokens", json(&statistics.rank_tokens(organization, &scope.clone().into()).await?)),
        ("brands", json(&brands)),
        ("answers", json(&statistics.match_answers(organization, &answers, None, 10).await?)),
    ];
    if brand_id.is_some() {
        let prompts = PromptMetricsFilter { brand_id: brand_id.clone(), ..PromptMetricsFilter::from(scope.clone()) };
        let page = statistics.measure_prompts(organization, now, &prompts, PageRange { skip: 0, limit: 100 }).await?;
        results.push(("prompts", json(&page.list)));
        let searches = UnnamedSearchFilter { brand_id, ..UnnamedSearchFilter::from(scope.clone()) };
        results.push(("unnamed searches", json(&statistics.list_unnamed_searches(organization, &searches).await?)));
    }
    Ok(results)
}

fn failed(error: StatisticsError) -> CommandError {
    CommandError::new(cause_chain(&error))
}

fn json(result: &impl Serialize) -> String {
    serde_json::to_string(result).unwrap_or_default()
}
