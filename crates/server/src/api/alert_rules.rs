use std::collections::HashMap;

use answerdeck_api::limits::ALERT_RULES_MAX;
use answerdeck_api::metrics::BrandName;
use answerdeck_api::{
    AlertDirection, AlertMetric, AlertRule, AlertRuleDefinition, AlertRuleId, AlertRuleList, AlertRuleTrial,
    AlertRuleUpdate, Created, ErrorCode,
};
use answerdeck_database::entity::{alert_rule, brand, prompt};
use answerdeck_database::time::wire_time;
use answerdeck_database::{lock_organization, parse_stored_id};
use answerdeck_insight::named_source;
use axum::Json;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};

use super::rows;
use crate::alerts::{rules, trial};
use crate::http::caller::{Caller, Read};
use crate::http::extract::{Body, PathId};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::own_brand::own_brand;
use crate::problem::{ApiResult, Problem};

pub(super) async fn create(write: IdempotentWrite, Body(definition): Body<AlertRuleDefinition>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let definition = checked(definition)?;
    let now = app.clock.now();
    let id: AlertRuleId = app.random.id(now);
    let transaction = write.begin().await?;
    let too_many = Problem::validation(format!("rules: an organization has at most {ALERT_RULES_MAX}"));
    rows::check_limit(&transaction, rows::select_all::<alert_rule::Entity>(caller), ALERT_RULES_MAX, too_many).await?;
    check_subject(&*transaction, caller, &definition).await?;
    let row = rules::new_rule(id.to_string(), caller.organization_id.as_str(), &definition, now);
    check_unique(&*transaction, &row).await?;
    alert_rule::Entity::insert(row.into_active_model()).exec_without_returning(&*transaction).await?;
    transaction.commit(&Created { id }).await
}

pub(super) async fn list(Read { app, caller }: Read) -> ApiResult<Json<AlertRuleList>> {
    let rows = rules::all(&app.database, caller.organization_id.as_str()).await?;
    Ok(Json(AlertRuleList { rules: to_wire(&app.database, &caller, rows).await? }))
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<AlertRuleId>, Body<AlertRuleUpdate>),
) -> WriteResult {
    let transaction = write.begin().await?;
    lock_organization(&*transaction, write.caller.organization_id.as_str()).await?;
    let row = rows::find::<alert_rule::Entity>(&*transaction, &write.caller, id.as_str()).await?;
    let changed = alert_rule::Model {
        direction: update.direction.map_or_else(|| row.direction.clone(), |direction| direction.to_string()),
        points: update.points.map_or(row.points, u32::cast_signed),
        window_days: update.window_days.map_or(row.window_days, u32::cast_signed),
        ..row.clone()
    };
    if changed != row {
        check_unique(&*transaction, &changed).await?;
        changed.clone().into_active_model().reset_all().update(&*transaction).await?;
    }
    let rule = to_wire(&*transaction, &write.caller, vec![changed]).await?.pop();
    transaction.commit(&rows::or_not_found::<alert_rule::Entity, _>(rule)?).await
}

pub(super) async fn try_rule(
    Read { app, caller }: Read,
    Body(definition): Body<AlertRuleDefinition>,
) -> ApiResult<Json<AlertRuleTrial>> {
    let definition = checked(definition)?;
    let (organization_id, now) = (caller.organization_id.as_str(), app.clock.now());
    check_subject(&app.database, &caller, &definition).await?;
    let own = own_brand(&app.database, organization_id).await?;
    let row = rules::new_rule(String::new(), organization_id, &definition, now);
    Ok(Json(match rules::condition(&row, own.as_ref())? {
        Some(condition) => trial::try_rule(&app, organization_id, &condition, now).await?,
        None => AlertRuleTrial::default(),
    }))
}

/// Checks what a definition says without the database, and writes its domain as sources do.
fn checked(definition: AlertRuleDefinition) -> ApiResult<AlertRuleDefinition> {
    let AlertRuleDefinition { metric, brand_id, domain, prompt_id, .. } = &definition;
    let (is_of_domain, is_of_prompt) = (*metric == AlertMetric::SourceShare, *metric == AlertMetric::PromptMentionRate);
    let mut details = Vec::new();
    for (field, is_given, is_watched, is_required) in [
        ("brandID", brand_id.is_some(), !is_of_domain, false),
        ("domain", domain.is_some(), is_of_domain, is_of_domain),
        ("promptID", prompt_id.is_some(), is_of_prompt, is_of_prompt),
    ] {
        if is_given && !is_watched {
            details.push(format!("{field}: {metric} does not watch it. Leave it out"));
        } else if is_required && !is_given {
            details.push(format!("{field}: is required for {metric}"));
        }
    }
    let domain = domain.as_deref().filter(|_| is_of_domain).map(named_source).transpose();
    let domain = domain.unwrap_or_else(|reason| {
        details.push(format!("domain: {reason}"));
        None
    });
    Problem::refuse_all(ErrorCode::CommonValidation, details)?;
    Ok(AlertRuleDefinition { domain, ..definition })
}

/// Checks that the brand and the prompt of a definition exist.
async fn check_subject(
    database: &impl ConnectionTrait,
    caller: &Caller,
    definition: &AlertRuleDefinition,
) -> ApiResult<()> {
    let brand = rows::check_named::<brand::Entity>(database, caller, "brandID", definition.brand_id.as_ref()).await;
    let prompt = rows::check_named::<prompt::Entity>(database, caller, "promptID", definition.prompt_id.as_ref()).await;
    Problem::both(brand, prompt).map(drop)
}

/// Checks that no other rule of the organization, which is locked, says the same. A rule without a brand watches the own one.
async fn check_unique(transaction: &impl ConnectionTrait, rule: &alert_rule::Model) -> ApiResult<()> {
    let own = own_brand(transaction, &rule.organization_id).await?;
    let watched = |rule: &alert_rule::Model| rule.brand_id.clone().or_else(|| own.clone());
    let says_the_same = |other: &alert_rule::Model| {
        let of_rule = alert_rule::Model {
            id: rule.id.clone(),
            brand_id: rule.brand_id.clone(),
            created_at: rule.created_at,
            ..other.clone()
        };
        other.id != rule.id && of_rule == *rule && watched(other) == watched(rule)
    };
    match rules::all(transaction, &rule.organization_id).await?.into_iter().find(says_the_same) {
        Some(same) => {
            let detail = format!("metric: the alert rule {} watches the same", same.id);
            Err(Problem::refused_with(ErrorCode::AlertRuleAlreadyExists, detail))
        }
        None => Ok(()),
    }
}

/// The rules with the names of what they watch.
async fn to_wire(
    database: &impl ConnectionTrait,
    caller: &Caller,
    rows: Vec<alert_rule::Model>,
) -> ApiResult<Vec<AlertRule>> {
    let own = own_brand(database, caller.organization_id.as_str()).await?;
    let brands = rows::select_all::<brand::Entity>(caller)
        .select_only()
        .columns([brand::Column::Id, brand::Column::Name])
        .filter(brand::Column::Id.is_in(rows.iter().filter_map(|row| row.brand_id.as_ref()).chain(&own)));
    let brands: HashMap<String, String> = brands.into_tuple().all(database).await?.into_iter().collect();
    let prompts = rows::select_all::<prompt::Entity>(caller)
        .select_only()
        .columns([prompt::Column::Id, prompt::Column::Content])
        .filter(prompt::Column::Id.is_in(rows.iter().filter_map(|row| row.prompt_id.as_ref())));
    let prompts: HashMap<String, String> = prompts.into_tuple().all(database).await?.into_iter().collect();
    let rule = |row: alert_rule::Model| {
        let watched = row.brand_id.as_ref().or(own.as_ref()).filter(|_| row.domain.is_none());
        let brand = watched.and_then(|id| Some((id.clone(), brands.get(id)?.clone())));
        let brand =
            brand.map(|(id, name)| Ok::<_, Problem>(BrandName { id: parse_stored_id(id)?, name })).transpose()?;
        let query = row.prompt_id.as_ref().and_then(|id| prompts.get(id)).cloned();
        Ok(AlertRule {
            id: parse_stored_id(row.id)?,
            metric: AlertMetric::from(row.metric.as_str()),
            brand_id: row.brand_id.map(parse_stored_id).transpose()?,
            brand,
            domain: row.domain,
            prompt_id: row.prompt_id.map(parse_stored_id).transpose()?,
            query,
            direction: AlertDirection::from(row.direction.as_str()),
            points: row.points.unsigned_abs(),
            window_days: row.window_days.unsigned_abs(),
            created_at: wire_time(row.created_at),
        })
    };
    rows.into_iter().map(rule).collect()
}
