//! The calling organization.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use answerdeck_api::{Model, ModelRoute, Organization};
use answerdeck_database::entity::organization;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;
use axum::extract::State;
use sea_orm::{DbErr, EntityTrait};

use super::{alerts, brands, models};
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn get(State(app): State<AppState>, caller: Caller) -> ApiResult<Json<Organization>> {
    let (row, routes, models, brands, new_alerts) = tokio::try_join!(
        find(&app, &caller),
        routes(&app, &caller),
        models::all(&app),
        brands::all_of_a_page(&app, &caller),
        alerts::count_new(&app, &caller),
    )?;
    Ok(Json(Organization {
        id: parse_stored_id(row.id)?,
        name: row.name,
        region: row.region,
        created_at: wire_time(row.created_at),
        websites: stored_json(row.websites)?,
        routes,
        balance: Some(credits(row.balance)),
        new_alerts: Some(new_alerts),
        models: Some(models),
        brands,
    }))
}

/// Converts thousandths of a credit to credits. The result is exact up to nine billion credits.
pub(super) fn credits(thousandths: i64) -> f64 {
    thousandths as f64 / 1_000.0
}

/// The routes by which the caller's answers came or can come. The first one is preselected. Routes of answers that were deleted a
/// moment ago may be among them.
pub(super) async fn routes(app: &AppState, caller: &Caller) -> ApiResult<Vec<ModelRoute>> {
    let answered = app.statistics.routes(caller.organization_id.as_str()).await?;
    Ok(in_order(&answered, &app.engines().models()))
}

/// The routes of answers and of models, each once: first those that have answers, and among them those of more models.
fn in_order(answered: &BTreeSet<ModelRoute>, models: &[Model]) -> Vec<ModelRoute> {
    let models = |route: &ModelRoute| models.iter().filter(|model| model.route.as_ref() == Some(route)).count();
    let is_used = |route: &&ModelRoute| answered.contains(route) || models(route) > 0;
    let mut routes: Vec<ModelRoute> = ModelRoute::ALL.iter().filter(is_used).cloned().collect();
    routes.sort_by_key(|route| Reverse((answered.contains(route), models(route))));
    routes
}

/// Reads the caller's organization. A foreign key guarantees that every API key has one.
pub(super) async fn find(app: &AppState, caller: &Caller) -> ApiResult<organization::Model> {
    organization::Entity::find_by_id(caller.organization_id.as_str())
        .one(&app.database)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(format!("organization {}", caller.organization_id)).into())
}

#[cfg(test)]
mod tests {
    use super::credits;

    #[test]
    fn credits_can_be_fractional() {
        assert_eq!((credits(1_500), credits(1), credits(0), credits(-250)), (1.5, 0.001, 0.0, -0.25));
    }
}
