//! The demo: an organization with prompts, brands and twelve weeks of runs of a schedule, created by the same code as real ones.
//!
//! Secrets are stored as hashes, so a start cannot print an earlier key: it creates a new one. To revoke the earlier one would end the
//! sessions of browsers, which are bound to it. So it stays valid as long as a refresh token.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use answerdeck_api::limits::RUN_REGION_DEFAULT;
use answerdeck_api::{
    AlertDirection, AlertMetric, AlertRuleDefinition, Frequency, ModelCode, ModelRoute, RecurrenceRequest, RunId,
    RunSubmit, ScheduleOutcome, Weekday,
};
use answerdeck_database::credits::thousandths;
use answerdeck_database::entity::{
    alert_rule, answer, brand, credit_entry, digest, domain_type, organization, prompt, prompt_set, run_prompt,
    schedule, schedule_entry,
};
use answerdeck_database::text_search::folded;
use answerdeck_database::{begin, execute, query_rows, with_write_lock};
use answerdeck_engine::{AskOutcome, EngineFailure, EngineRequest, Engines, FailureClass};
use answerdeck_statistics::StatisticsError;
use futures_util::StreamExt;
use jiff::{SignedDuration, Timestamp};
use sea_orm::ActiveValue::Set;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter};
use serde::Deserialize;

use crate::alerts::{self, rules};
use crate::brand_finder::{BrandFinder, replace_definitions};
use crate::digests::{self, settings};
use crate::organization::account::{self, AccountError};
use crate::problem::Problem;
use crate::run::failure::AttemptError;
use crate::run::ledger::{self, AttemptResult};
use crate::run::reply::AnalyzedReply;
use crate::run::submission::{self, Submission};
use crate::schedule::calendar::Calendar;
use crate::schedule::due::new_entry;
use crate::state::AppState;

/// The id of the demo organization. It is always the same, so that the demo is created only once.
pub const ORGANIZATION_ID: &str = "000000000000000000demo";

const CONTENT: &str = include_str!("demo.toml");
const WEEKS: i64 = 12;
const CREDITS: i64 = 5_000;
const SCHEDULE_NAME: &str = "Every week / 매주";
/// Five runs a month.
const SCHEDULE_BUDGET: i64 = 800;
const TIME_ZONE: &str = "Asia/Seoul";
const MODELS: [ModelCode; 4] =
    [ModelCode::Chatgpt, ModelCode::Perplexity, ModelCode::Gemini, ModelCode::NaverAiBriefing];
/// How long the key of an earlier start stays valid: as long as the refresh tokens that depend on it.
const KEY_LIFETIME: SignedDuration =
    SignedDuration::from_secs(answerdeck_api::limits::REFRESH_TOKEN_SECONDS.cast_signed());
/// Answers that are collected at the same time.
const CONCURRENCY: usize = 4;
/// The newspaper that wrote about the launch of the Air 2.
const PRESS: &str = "saebyeok.example";
/// The owner of the leases while the history is created.
const WORKER: &str = "demo";

#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the content of the demo cannot be parsed: {0}")]
    Content(#[from] toml::de::Error),
    /// The API key could not be created.
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Engine(#[from] EngineFailure),
    #[error("a run of the demo was refused: {0:?}")]
    Run(Problem),
    #[error("the digest of the demo could not be made: {0:?}")]
    Digest(Problem),
    #[error(transparent)]
    Database(#[from] DbErr),
    /// The answers could not be counted for alerts.
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
}

#[derive(Deserialize)]
struct Content {
    organization: ContentOrganization,
    prompt_sets: Vec<ContentSet>,
    brands: Vec<ContentBrand>,
    domain_types: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct ContentOrganization {
    name: String,
    region: String,
    websites: Vec<String>,
}

#[derive(Deserialize)]
struct ContentSet {
    name: String,
    description: String,
    prompts: Vec<String>,
}

#[derive(Deserialize)]
struct ContentBrand {
    name: String,
    description: String,
    synonyms: Vec<String>,
    websites: Vec<String>,
}

/// Creates the demo organization with its history unless it exists, and a new API key for it, in one transaction. Then it finds the
/// alerts and the digest of the history, also when an earlier start was killed before. The `stand_ins` answer the questions of the
/// history, which costs nothing. Returns the key.
pub async fn create_demo(app: &AppState, stand_ins: &Engines) -> Result<String, DemoError> {
    let transaction = begin(&app.database).await?;
    if organization::Entity::find_by_id(ORGANIZATION_ID).one(&transaction).await?.is_none() {
        create_content(app, stand_ins, &transaction).await?;
    }
    let key = account::create_key(app, &transaction, ORGANIZATION_ID, None).await?;
    let now = app.clock.now();
    let sql =
        "UPDATE api_keys SET revoked_at = $1 WHERE organization_id = $2 AND revoked_at IS NULL AND created_at < $3";
    let oldest = now - KEY_LIFETIME;
    let values = [now.as_millisecond().into(), ORGANIZATION_ID.into(), oldest.as_millisecond().into()];
    execute(&transaction, sql, values).await?;
    transaction.commit().await?;
    let digests = digest::Entity::find().filter(digest::Column::OrganizationId.eq(ORGANIZATION_ID));
    if digests.one(&app.database).await?.is_none() {
        alerts::due::evaluate_history(app, ORGANIZATION_ID, &ends_of_runs(app).await?).await?;
        digests::due::make_last(app, ORGANIZATION_ID).await.map_err(DemoError::Digest)?;
    }
    Ok(key.secret)
}

/// When the runs ended, the oldest first.
async fn ends_of_runs(app: &AppState) -> Result<Vec<Timestamp>, DbErr> {
    let sql = "SELECT finished_at FROM runs WHERE organization_id = $1 AND finished_at IS NOT NULL ORDER BY id";
    let ends: Vec<i64> = query_rows(&app.database, sql, [ORGANIZATION_ID.into()]).await?;
    Ok(ends.into_iter().filter_map(|end| Timestamp::from_millisecond(end).ok()).collect())
}

async fn create_content(
    app: &AppState,
    stand_ins: &Engines,
    transaction: &DatabaseTransaction,
) -> Result<(), DemoError> {
    let content: Content = toml::from_str(CONTENT)?;
    let now = app.clock.now();
    let start = now - SignedDuration::from_hours(24 * 7 * WEEKS);
    create_organization(app, transaction, content.organization, start).await?;
    let mut prompt_ids = Vec::new();
    for set in content.prompt_sets {
        prompt_ids.extend(create_prompt_set(app, transaction, set, start).await?);
    }
    create_brands(app, transaction, content.brands, start).await?;
    create_domain_types(transaction, content.domain_types).await?;
    let submit = RunSubmit { prompt_ids: Some(prompt_ids), models: MODELS.to_vec(), ..Default::default() };
    let schedule = create_schedule(app, transaction, submit.clone(), start).await?;
    let submission = Submission::check(stand_ins, submit).map_err(DemoError::Run)?;
    let submission = submission.of_schedule(schedule.id.clone(), SCHEDULE_NAME.to_owned());
    let mut entries = Vec::new();
    for week in (0..WEEKS).rev() {
        let at = now - SignedDuration::from_hours(24 * 7 * week + 1);
        let run_id = create_run(app, stand_ins, transaction, &submission, at).await?;
        let entry = new_entry(app, &schedule, due_at(at), &ScheduleOutcome::Started, at);
        entries.push(schedule_entry::Model { run_id: Some(run_id.to_string()), ..entry }.into_active_model());
    }
    schedule_entry::Entity::insert_many(entries).exec_without_returning(transaction).await?;
    Ok(())
}

/// The local minute of a run is when its schedule was due.
fn due_at(run_at: Timestamp) -> Timestamp {
    Timestamp::from_second(run_at.as_second().div_euclid(60) * 60).unwrap_or(run_at)
}

/// Creates the schedule that has started the runs, each week at the same time. It goes on: see [`pause_paid_schedules`].
async fn create_schedule(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run: RunSubmit,
    at: Timestamp,
) -> Result<schedule::Model, DemoError> {
    let now = app.clock.now();
    let due = due_at(now - SignedDuration::from_hours(1));
    let zone = jiff::tz::TimeZone::get(TIME_ZONE).map_err(|error| DbErr::Custom(error.to_string()))?;
    let due = due.to_zoned(zone);
    let weekday = usize::try_from(due.weekday().to_monday_zero_offset()).unwrap_or_default();
    let recurrence = RecurrenceRequest {
        frequency: Frequency::Weekly,
        weekday: Weekday::ALL.get(weekday).cloned(),
        time: due.strftime("%H:%M").to_string(),
        time_zone: TIME_ZONE.to_owned(),
        ..RecurrenceRequest::default()
    };
    let next = Calendar::new(&recurrence).map_err(DemoError::Run)?.next_after(now);
    let run = RunSubmit { region: Some(RUN_REGION_DEFAULT.to_owned()), repeat_count: Some(1), ..run };
    let row = schedule::Model {
        id: app.random.id(at),
        organization_id: ORGANIZATION_ID.to_owned(),
        name: SCHEDULE_NAME.to_owned(),
        run: serde_json::json!(run),
        recurrence: serde_json::json!(recurrence),
        monthly_budget: Some(SCHEDULE_BUDGET),
        paused: false,
        next_due_at: next.map(Timestamp::as_millisecond),
        created_at: at.as_millisecond(),
    };
    schedule::Entity::insert(row.clone().into_active_model()).exec_without_returning(transaction).await?;
    Ok(row)
}

/// Pauses the schedules of the demo organization if an engine of theirs is a provider, which bills it: nobody has asked for that.
pub(crate) async fn pause_paid_schedules(app: &AppState) -> Result<(), DbErr> {
    let engines = app.engines();
    if MODELS.iter().filter_map(|model| engines.of(model)).all(|served| served.route == ModelRoute::StandIn) {
        return Ok(());
    }
    let sql = "UPDATE schedules SET paused = TRUE, next_due_at = NULL WHERE organization_id = $1";
    with_write_lock(&app.database, execute(&app.database, sql, [ORGANIZATION_ID.into()])).await.map(drop)
}

async fn create_organization(
    app: &AppState,
    transaction: &DatabaseTransaction,
    content: ContentOrganization,
    at: Timestamp,
) -> Result<(), DbErr> {
    let (credits, created_at) = (1_000 * CREDITS, at.as_millisecond());
    organization::Entity::insert(organization::ActiveModel {
        id: Set(ORGANIZATION_ID.to_owned()),
        name: Set(content.name),
        region: Set(content.region.clone()),
        websites: Set(serde_json::json!(content.websites)),
        balance: Set(credits),
        brands_revision: Set(0),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    rules::create_defaults(transaction, &app.random, ORGANIZATION_ID, at).await?;
    settings::create_defaults(transaction, ORGANIZATION_ID, &content.region, app.clock.now()).await?;
    let press = AlertRuleDefinition {
        metric: AlertMetric::SourceShare,
        domain: Some(PRESS.to_owned()),
        direction: Some(AlertDirection::Rise),
        window_days: Some(28),
        ..AlertRuleDefinition::default()
    };
    let press = rules::new_rule(app.random.id(at), ORGANIZATION_ID, &press, at);
    alert_rule::Entity::insert(press.into_active_model()).exec_without_returning(transaction).await?;
    credit_entry::Entity::insert(credit_entry::ActiveModel {
        id: Set(app.random.id(at)),
        organization_id: Set(ORGANIZATION_ID.to_owned()),
        amount: Set(credits),
        answer_id: Set(None),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(())
}

async fn create_domain_types(
    transaction: &DatabaseTransaction,
    types: BTreeMap<String, Vec<String>>,
) -> Result<(), DbErr> {
    let of_type = |(domain_type, domains): (String, Vec<String>)| {
        domains.into_iter().map(move |domain| {
            let (organization_id, domain_type) = (ORGANIZATION_ID.to_owned(), domain_type.clone());
            domain_type::Model { organization_id, domain, domain_type }.into_active_model()
        })
    };
    let rows = types.into_iter().flat_map(of_type);
    domain_type::Entity::insert_many(rows).exec_without_returning(transaction).await.map(drop)
}

async fn create_prompt_set(
    app: &AppState,
    transaction: &DatabaseTransaction,
    set: ContentSet,
    at: Timestamp,
) -> Result<Vec<answerdeck_api::PromptId>, DbErr> {
    let (id, created_at): (String, _) = (app.random.id(at), at.as_millisecond());
    prompt_set::Entity::insert(prompt_set::ActiveModel {
        id: Set(id.clone()),
        organization_id: Set(ORGANIZATION_ID.to_owned()),
        name: Set(set.name),
        description: Set(Some(set.description)),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    let ids: Vec<answerdeck_api::PromptId> = app.random.ids(at, set.prompts.len());
    let rows = ids.iter().zip(set.prompts).map(|(prompt_id, content)| prompt::ActiveModel {
        id: Set(prompt_id.to_string()),
        organization_id: Set(ORGANIZATION_ID.to_owned()),
        prompt_set_id: Set(id.clone()),
        content_folded: Set(folded(&content)),
        content: Set(content),
        created_at: Set(created_at),
    });
    prompt::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    Ok(ids)
}

/// The first brand becomes the newest, so that a list shows the brands in this order.
async fn create_brands(
    app: &AppState,
    transaction: &DatabaseTransaction,
    brands: Vec<ContentBrand>,
    at: Timestamp,
) -> Result<(), DbErr> {
    let count = i64::try_from(brands.len()).unwrap_or(i64::MAX);
    let first = replace_definitions(app.statistics.as_ref(), transaction, ORGANIZATION_ID, &[], count).await?;
    let rows = brands.into_iter().rev().zip(first..).map(|(brand, definition)| brand::ActiveModel {
        id: Set(app.random.id(at)),
        organization_id: Set(ORGANIZATION_ID.to_owned()),
        name: Set(brand.name),
        description: Set(Some(brand.description)),
        synonyms: Set(serde_json::json!(brand.synonyms)),
        case_sensitive: Set(false),
        excluded_phrases: Set(serde_json::json!([])),
        websites: Set(serde_json::json!(brand.websites)),
        definition: Set(definition),
        chosen_as_own: Set(false),
        created_at: Set(at.as_millisecond()),
    });
    brand::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    Ok(())
}

/// Submits a run at the time `at` and settles its answers as the worker does.
async fn create_run(
    app: &AppState,
    stand_ins: &Engines,
    transaction: &DatabaseTransaction,
    submission: &Submission,
    at: Timestamp,
) -> Result<RunId, DemoError> {
    let (id, _) =
        submission::submit(app, transaction, ORGANIZATION_ID, submission, at).await.map_err(DemoError::Run)?;
    let mut now = at;
    let mut answers = answer::Entity::update_many()
        .col_expr(answer::Column::Attempts, Expr::value(1))
        .col_expr(answer::Column::LeaseOwner, Expr::value(WORKER))
        .filter(answer::Column::RunId.eq(id.as_str()))
        .exec_with_returning(transaction)
        .await?;
    answers.sort_by(|one, other| one.id.cmp(&other.id));
    let brands = app.brand_finders.of(transaction, ORGANIZATION_ID).await?;
    let prompts = run_prompt::Entity::find().filter(run_prompt::Column::RunId.eq(id.as_str())).all(transaction).await?;
    let queries: HashMap<String, String> = prompts.into_iter().map(|row| (row.prompt_id, row.content)).collect();
    // The next answers are collected while an outcome is written.
    let collect = |answer: answer::Model| {
        let query = queries[&answer.prompt_id].clone();
        tokio::spawn(ask(app.clone(), stand_ins.clone(), Arc::clone(&brands), answer, query, at))
    };
    let mut outcomes = futures_util::stream::iter(answers).map(collect).buffered(CONCURRENCY);
    while let Some(result) = outcomes.next().await {
        let (answer, outcome) =
            result.map_err(|error| EngineFailure::new(FailureClass::Unreadable, &error.to_string()))??;
        now += SignedDuration::from_millis(200);
        ledger::settle_in(app, transaction, &answer, &outcome, now).await?;
    }
    Ok(id)
}

async fn ask(
    app: AppState,
    stand_ins: Engines,
    brands: Arc<BrandFinder>,
    mut answer: answer::Model,
    query: String,
    asked_at: Timestamp,
) -> Result<(answer::Model, AttemptResult), EngineFailure> {
    let question = EngineRequest { query, region: answer.region.clone(), asked_at };
    let served = stand_ins.of(&ModelCode::from(answer.model.as_str()));
    let served = served.ok_or_else(|| EngineFailure::new(FailureClass::ModelUnavailable, &answer.model))?;
    answer.route = Some(served.route.to_string());
    let outcome = match served.engine.ask(&question).await {
        Ok(AskOutcome::Answered(reply)) => {
            let analyzed = AnalyzedReply::new(&app.config.analyzer, &brands, reply).await;
            AttemptResult::Answered { analyzed, charge: thousandths(served.price) }
        }
        Ok(AskOutcome::Accepted(_)) => AttemptResult::Failed(AttemptError::EngineTimedOut),
        Err(failure) if failure.class == FailureClass::NoDocument => {
            AttemptResult::Failed(AttemptError::Engine(failure))
        }
        Err(failure) => return Err(failure),
    };
    Ok((answer, outcome))
}
