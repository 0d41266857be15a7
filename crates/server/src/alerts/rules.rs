//! The rules of alerts: which rate each watches, and those of a new organization.

use answerdeck_api::limits::{ALERT_POINTS_DEFAULT, ALERT_WINDOWS};
use answerdeck_api::{AlertDirection, AlertMetric, AlertRuleDefinition};
use answerdeck_database::entity::alert_rule;
use answerdeck_database::parse_stored_id;
use answerdeck_statistics::{AlertCondition, AlertRate};
use jiff::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};

use crate::random::Random;

/// Makes the row of a rule. What the definition leaves open has its default.
pub(crate) fn new_rule(
    id: String,
    organization_id: &str,
    definition: &AlertRuleDefinition,
    now: Timestamp,
) -> alert_rule::Model {
    let AlertRuleDefinition { metric, brand_id, domain, prompt_id, direction, points, window_days } = definition;
    alert_rule::Model {
        id,
        organization_id: organization_id.to_owned(),
        metric: metric.to_string(),
        brand_id: brand_id.as_ref().map(ToString::to_string),
        domain: domain.clone(),
        prompt_id: prompt_id.as_ref().map(ToString::to_string),
        direction: direction.as_ref().unwrap_or(&AlertDirection::Either).to_string(),
        points: points.unwrap_or(ALERT_POINTS_DEFAULT).cast_signed(),
        window_days: window_days.unwrap_or(ALERT_WINDOWS[0]).cast_signed(),
        created_at: now.as_millisecond(),
    }
}

/// Creates the rules of a new organization: its brand is named more or less often, or it and
/// another brand change places.
pub(crate) async fn create_defaults(
    database: &impl ConnectionTrait,
    random: &Random,
    organization_id: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let own = AlertRuleDefinition { metric: AlertMetric::BrandMentionRate, ..AlertRuleDefinition::default() };
    let places = AlertRuleDefinition {
        metric: AlertMetric::BrandLead,
        window_days: Some(ALERT_WINDOWS[1]),
        ..AlertRuleDefinition::default()
    };
    let rows =
        [own, places].map(|definition| new_rule(random.id(now), organization_id, &definition, now).into_active_model());
    alert_rule::Entity::insert_many(rows).exec_without_returning(database).await?;
    Ok(())
}

/// All rules of an organization, oldest first.
pub(crate) async fn all(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<Vec<alert_rule::Model>, DbErr> {
    alert_rule::Entity::find()
        .filter(alert_rule::Column::OrganizationId.eq(organization_id))
        .order_by_asc(alert_rule::Column::Id)
        .all(database)
        .await
}

/// The condition of a rule. `None` without a brand, though it needs one.
pub(crate) fn condition(rule: &alert_rule::Model, own: Option<&String>) -> Result<Option<AlertCondition>, DbErr> {
    let brand = rule.brand_id.as_ref().or(own).map(|id| parse_stored_id(id.clone())).transpose()?;
    let prompt = rule.prompt_id.as_ref().map(|id| parse_stored_id(id.clone())).transpose()?;
    let rate = match (AlertMetric::from(rule.metric.as_str()), brand, prompt, &rule.domain) {
        (AlertMetric::BrandMentionRate, Some(brand), ..) => AlertRate::Mentions(brand),
        (AlertMetric::BrandLead, Some(brand), ..) => AlertRate::Lead(brand),
        (AlertMetric::PromptMentionRate, Some(brand), Some(prompt), _) => AlertRate::PromptMentions(prompt, brand),
        (AlertMetric::SourceShare, _, _, Some(domain)) => AlertRate::Citations(domain.clone()),
        _ => return Ok(None),
    };
    Ok(Some(AlertCondition {
        rate,
        direction: AlertDirection::from(rule.direction.as_str()),
        size: f64::from(rule.points) / 100.0,
        window_days: i64::from(rule.window_days),
    }))
}
