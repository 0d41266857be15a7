//! The routes by which the answers of an organization came or can come. Numbers never mix routes: without a choice, they count the
//! first one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use answerdeck_api::{Model, ModelRoute};
use answerdeck_statistics::StatisticsResult;

use crate::state::AppState;

/// The routes by which the organization's answers came or can come. The first one is preselected. Routes of answers that were deleted
/// a moment ago may be among them.
pub(crate) async fn routes(app: &AppState, organization_id: &str) -> StatisticsResult<Vec<ModelRoute>> {
    let answered = app.statistics.answer_routes(organization_id).await?;
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
