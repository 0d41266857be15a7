//! The calling organization.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use answerdeck_api::{Model, ModelRoute, Organization};
use axum::Json;
use axum::extract::State;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, FromQueryResult};

use super::models;
use crate::clock::wire_time;
use crate::columns;
use crate::database::entity::organization;
use crate::database::{is_element, statement, stored, stored_json};
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn get(State(app): State<AppState>, caller: Caller) -> ApiResult<Json<Organization>> {
    let (row, routes) = find_with_routes(&app, &caller).await?;
    let models = models::all(&app).await?;
    Ok(Json(Organization {
        id: stored(row.id)?,
        name: row.name,
        region: row.region,
        created_at: wire_time(row.created_at),
        websites: stored_json(row.websites)?,
        routes,
        balance: Some(credits(row.balance)),
        models: Some(models),
    }))
}

/// Converts thousandths of a credit to credits. The result is exact up to nine billion credits.
pub(super) fn credits(thousandths: i64) -> f64 {
    thousandths as f64 / 1_000.0
}

/// Reads the caller's organization, and the routes by which its answers came or can come. The first route is preselected.
/// Routes of answers that were deleted a moment ago may be among them.
pub(super) async fn find_with_routes(
    app: &AppState,
    caller: &Caller,
) -> ApiResult<(organization::Model, Vec<ModelRoute>)> {
    let is_model = is_element(&app.database, "names.hash", "bigint", 2);
    let sql = format!(
        "SELECT organizations.*, names.hash FROM organizations LEFT JOIN names ON names.organization_id = organizations.id \
         AND {is_model} WHERE organizations.id = $1"
    );
    let values =
        [caller.organization_id.as_str().into(), serde_json::json!(columns::model_hashes()).to_string().into()];
    let rows = app.database.query_all_raw(statement(&app.database, &sql, values)).await?;
    let found =
        rows.first().ok_or_else(|| DbErr::RecordNotFound(format!("organization {}", caller.organization_id)))?;
    let organization = organization::Model::from_query_result(found, "")?;
    let hashes = rows.iter().filter_map(|row| row.try_get::<Option<i64>>("", "hash").transpose());
    let answered = columns::routes_of(&hashes.collect::<Result<_, DbErr>>()?);
    Ok((organization, in_order(&answered, &app.engines().models())))
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
