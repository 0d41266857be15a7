//! The demo: one organization with prompts, brands and twelve weeks of runs, made by the code that makes real ones.

use answerdeck_api::{ModelCode, RunSubmit};
use futures_util::StreamExt;
use jiff::{SignedDuration, Timestamp};
use sea_orm::ActiveValue::Set;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter};
use serde::Deserialize;

use crate::account::{self, AccountError};
use crate::database::begin;
use crate::database::entity::{answer, api_key, brand, credit_entry, organization, prompt, prompt_set};
use crate::database::search::folded;
use crate::engine::{EngineError, Question};
use crate::problem::Problem;
use crate::run::completion::{self, ItemError, Outcome};
use crate::run::submission::{self, Submission};
use crate::state::AppState;
use crate::worker::lease;

/// The id of the demo's organization: a second start finds it by that.
pub const ORGANIZATION: &str = "000000000000000000demo";

const CONTENT: &str = include_str!("../corpus/demo.toml");
const WEEKS: i64 = 12;
const CREDITS: i64 = 5_000;
const MODELS: [ModelCode; 4] =
    [ModelCode::Chatgpt, ModelCode::Perplexity, ModelCode::Gemini, ModelCode::NaverAiBriefing];
/// A key older than this carries no sign-in any more: refresh tokens live as long.
const KEY_LIFETIME: SignedDuration =
    SignedDuration::from_secs(answerdeck_api::limits::REFRESH_TOKEN_SECONDS.cast_signed());
/// Items that are asked at the same time.
const ASKED_AHEAD: usize = 4;
/// Who holds the items while the history is made.
const OWNER: &str = "demo";

/// What [`demo`] found or made.
pub struct DemoOutcome {
    /// The demo's organization.
    pub organization_id: String,
    /// A new API key of it.
    pub api_key: String,
}

/// Why there is no demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The content that ships with the server is not written as it should be.
    #[error("the demo's content: {0}")]
    Content(#[from] toml::de::Error),
    /// The key could not be made.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// A model could not be asked.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A run was refused.
    #[error("a run of the demo was refused: {0:?}")]
    Run(Problem),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

#[derive(Deserialize)]
struct Content {
    organization: Owner,
    prompt_sets: Vec<ContentSet>,
    brands: Vec<ContentBrand>,
}

#[derive(Deserialize)]
struct Owner {
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

/// Makes the demo's organization with its history, all or nothing, unless it is there; then a new API key of it.
///
/// # Errors
/// When the database fails, or the engines serve other models than the demo asks.
pub async fn demo(app: &AppState) -> Result<DemoOutcome, DemoError> {
    let transaction = begin(&app.database).await?;
    if organization::Entity::find_by_id(ORGANIZATION).one(&transaction).await?.is_none() {
        make(app, &transaction).await?;
    }
    let key = account::create_key(app, &transaction, ORGANIZATION).await?;
    let now = app.clock.now();
    api_key::Entity::update_many()
        .col_expr(api_key::Column::RevokedAt, Expr::value(now.as_millisecond()))
        .filter(api_key::Column::OrganizationId.eq(ORGANIZATION))
        .filter(api_key::Column::RevokedAt.is_null())
        .filter(api_key::Column::CreatedAt.lt((now - KEY_LIFETIME).as_millisecond()))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(DemoOutcome { organization_id: ORGANIZATION.to_owned(), api_key: key.secret })
}

async fn make(app: &AppState, transaction: &DatabaseTransaction) -> Result<(), DemoError> {
    let content: Content = toml::from_str(CONTENT)?;
    let now = app.clock.now();
    let start = now - SignedDuration::from_hours(24 * 7 * WEEKS);
    make_organization(app, transaction, content.organization, start).await?;
    let mut prompt_ids = Vec::new();
    for set in content.prompt_sets {
        prompt_ids.extend(make_set(app, transaction, set, start).await?);
    }
    make_brands(app, transaction, content.brands, start).await?;
    let submit = RunSubmit { prompt_ids: Some(prompt_ids), models: MODELS.to_vec(), ..Default::default() };
    let submission = Submission::check(&app.engines, submit).map_err(DemoError::Run)?;
    for week in (0..WEEKS).rev() {
        let at = now - SignedDuration::from_hours(24 * 7 * week + 1);
        make_run(app, transaction, &submission, at).await?;
    }
    Ok(())
}

async fn make_organization(
    app: &AppState,
    transaction: &DatabaseTransaction,
    owner: Owner,
    at: Timestamp,
) -> Result<(), DbErr> {
    let (credits, created_at) = (1_000 * CREDITS, at.as_millisecond());
    organization::Entity::insert(organization::ActiveModel {
        id: Set(ORGANIZATION.to_owned()),
        name: Set(owner.name),
        region: Set(owner.region),
        websites: Set(serde_json::json!(owner.websites)),
        balance: Set(credits),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    credit_entry::Entity::insert(credit_entry::ActiveModel {
        id: Set(app.random.id(at)),
        organization_id: Set(ORGANIZATION.to_owned()),
        amount: Set(credits),
        answer_id: Set(None),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(())
}

async fn make_set(
    app: &AppState,
    transaction: &DatabaseTransaction,
    set: ContentSet,
    at: Timestamp,
) -> Result<Vec<answerdeck_api::PromptId>, DbErr> {
    let (id, created_at): (String, _) = (app.random.id(at), at.as_millisecond());
    prompt_set::Entity::insert(prompt_set::ActiveModel {
        id: Set(id.clone()),
        organization_id: Set(ORGANIZATION.to_owned()),
        name: Set(set.name),
        description: Set(Some(set.description)),
        created_at: Set(created_at),
    })
    .exec_without_returning(transaction)
    .await?;
    let ids: Vec<answerdeck_api::PromptId> = set.prompts.iter().map(|_| app.random.id(at)).collect();
    let rows: Vec<_> = ids
        .iter()
        .zip(set.prompts)
        .map(|(prompt_id, content)| prompt::ActiveModel {
            id: Set(prompt_id.to_string()),
            organization_id: Set(ORGANIZATION.to_owned()),
            prompt_set_id: Set(id.clone()),
            content_folded: Set(folded(&content)),
            content: Set(content),
            created_at: Set(created_at),
        })
        .collect();
    prompt::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    Ok(ids)
}

/// The first of `brands` is the newest, so that a list shows them in their order.
async fn make_brands(
    app: &AppState,
    transaction: &DatabaseTransaction,
    brands: Vec<ContentBrand>,
    at: Timestamp,
) -> Result<(), DbErr> {
    let rows = brands.into_iter().rev().map(|brand| brand::ActiveModel {
        id: Set(app.random.id(at)),
        organization_id: Set(ORGANIZATION.to_owned()),
        name: Set(brand.name),
        description: Set(Some(brand.description)),
        synonyms: Set(serde_json::json!(brand.synonyms)),
        websites: Set(serde_json::json!(brand.websites)),
        created_at: Set(at.as_millisecond()),
    });
    brand::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    Ok(())
}

/// Submits a run as of `at` and works on it as the worker does, at the time of then.
async fn make_run(
    app: &AppState,
    transaction: &DatabaseTransaction,
    submission: &Submission,
    at: Timestamp,
) -> Result<(), DemoError> {
    let id =
        submission::submit(transaction, &app.random, ORGANIZATION, submission, at).await.map_err(DemoError::Run)?;
    let (mut items, mut now) = (Vec::new(), at);
    while let Some(item) = lease::acquire::<answer::Entity>(transaction, id.as_str(), OWNER, now).await? {
        items.push(item);
    }
    // The next are asked while one is written.
    let asked = |item| tokio::spawn(ask(app.clone(), item, at));
    let mut outcomes = futures_util::stream::iter(items).map(asked).buffered(ASKED_AHEAD);
    while let Some(asked) = outcomes.next().await {
        let (item, outcome) = asked.map_err(|error| EngineError(error.to_string()))??;
        now += SignedDuration::from_millis(200);
        completion::complete_in(transaction, &app.random, &item, &outcome, now).await?;
    }
    Ok(())
}

async fn ask(app: AppState, item: answer::Model, asked_at: Timestamp) -> Result<(answer::Model, Outcome), EngineError> {
    let question = Question { query: item.query.clone(), region: item.region.clone(), asked_at };
    let reply = match app.engines.of(&ModelCode::from(item.model.as_str())) {
        Some(engine) => engine.ask(&question).await?,
        None => None,
    };
    let outcome = match reply {
        Some(reply) => Outcome::from_reply(&app.config.words, reply).await,
        None => Outcome::Failed(ItemError::NoAnswer),
    };
    Ok((item, outcome))
}
