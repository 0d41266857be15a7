use answerdeck_api::{CreditBalance, Organization};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::organization;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;
use futures_util::TryFutureExt;
use sea_orm::{DbErr, EntityTrait};

use super::{alerts, brands, models};
use crate::answer_routes;
use crate::http::caller::{Caller, Read};
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn get(Read { app, caller }: Read) -> ApiResult<Json<Organization>> {
    let (row, routes, models, brands, new_alerts) = tokio::try_join!(
        find(&app, &caller),
        answer_routes::routes(&app, caller.organization_id.as_str()).err_into(),
        models::all(&app),
        brands::all_of_a_page(&app, &caller),
        alerts::count_new(&app, &caller),
    )?;
    let websites: Vec<String> = stored_json(row.websites)?;
    let brands = brands.map(|rows| brands::all_to_wire(rows, &websites)).transpose()?;
    let demo_site = app.config.demo_sites.as_ref().and_then(|sites| sites.address(&app.config.public_url, &websites));
    Ok(Json(Organization {
        id: parse_stored_id(row.id)?,
        name: row.name,
        region: row.region,
        created_at: wire_time(row.created_at),
        websites,
        routes,
        balance: Some(credits(row.balance)),
        new_alerts: Some(new_alerts),
        models: Some(models),
        brands,
        demo_site,
    }))
}

pub(super) async fn get_balance(Read { app, caller }: Read) -> ApiResult<Json<CreditBalance>> {
    Ok(Json(CreditBalance { balance: credits(find(&app, &caller).await?.balance) }))
}

/// Reads the caller's organization. A foreign key guarantees that every API key has one.
pub(super) async fn find(app: &AppState, caller: &Caller) -> ApiResult<organization::Model> {
    organization::Entity::find_by_id(caller.organization_id.as_str())
        .one(&app.database)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(format!("organization {}", caller.organization_id)).into())
}
