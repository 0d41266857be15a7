//! The credit balance.

use answerdeck_api::CreditBalance;
use answerdeck_database::credits::credits;
use axum::Json;

use super::organization;
use crate::http::caller::Read;
use crate::problem::ApiResult;

pub(super) async fn get(Read { app, caller }: Read) -> ApiResult<Json<CreditBalance>> {
    let organization = organization::find(&app, &caller).await?;
    Ok(Json(CreditBalance { balance: credits(organization.balance) }))
}
