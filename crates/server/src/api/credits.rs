//! The credit balance.

use answerdeck_api::CreditBalance;
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

/// Converts thousandths of a credit to credits. The result is exact up to nine billion credits.
pub(super) fn credits(thousandths: i64) -> f64 {
    thousandths as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::credits;

    #[test]
    fn credits_can_be_fractional() {
        assert_eq!((credits(1_500), credits(1), credits(0), credits(-250)), (1.5, 0.001, 0.0, -0.25));
    }
}
