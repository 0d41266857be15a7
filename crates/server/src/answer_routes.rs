//! The routes by which the answers of an organization came or can come. Numbers never mix routes: without a choice, they count the
//! first one.

use std::cmp::Reverse;

use answerdeck_api::ModelRoute;
use answerdeck_statistics::StatisticsResult;

use crate::state::AppState;

/// The routes by which the organization's answers came or can come, each once: first those that have answers, and among them those of
/// more models. The first one is preselected. Routes of answers that were deleted a moment ago may be among them.
pub(crate) async fn routes(app: &AppState, organization_id: &str) -> StatisticsResult<Vec<ModelRoute>> {
    let answered = app.statistics.answer_routes(organization_id).await?;
    let models = app.engines().models();
    let models = |route: &ModelRoute| models.iter().filter(|model| model.route.as_ref() == Some(route)).count();
    let is_used = |route: &&ModelRoute| answered.contains(route) || models(route) > 0;
    let mut routes: Vec<ModelRoute> = ModelRoute::ALL.iter().filter(is_used).cloned().collect();
    routes.sort_by_key(|route| Reverse((answered.contains(route), models(route))));
    Ok(routes)
}
