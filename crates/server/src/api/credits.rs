//! The credit balance.

use answerdeck_api::CreditBalance;
use answerdeck_database::credits::credits;
use axum::Json;
use axum::extract::State;

use super::organization;
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn get(State(app): State<AppState>, caller: Caller) -> ApiResult<Json<CreditBalance>> {
    let organization = organization::find(&app, &caller).await?;
    Ok(Json(CreditBalance { balance: credits(organization.balance) }))
}
