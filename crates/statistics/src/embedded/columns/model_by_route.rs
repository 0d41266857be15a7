//! Models by their routes: the name of a model in the columns says by which route it answered.

use std::collections::BTreeSet;

use answerdeck_api::{AnswerScope, ModelCode, ModelRoute};
use answerdeck_database::entity::answer;
use sea_orm::{ConnectionTrait, DbErr};

use super::{Name, NameKind, numbers_of};

/// Separates the route from the code of a model. No route contains it.
const SEPARATOR: char = '/';

/// Returns the name of a successful answer's model with its route: `API/CLAUDE`.
pub(super) fn name_of(answer: &answer::Model) -> Result<String, DbErr> {
    let route = answer.route.as_deref();
    let route = route.ok_or_else(|| DbErr::Custom(format!("the answer {} has no route", answer.id)))?;
    Ok(name(route, &answer.model))
}

/// Returns the code of the model in a name.
pub(crate) fn model_of(name: &str) -> &str {
    name.split_once(SEPARATOR).unwrap_or_default().1
}

/// Returns the hashes of the names that a scope allows. `None` if it allows all.
pub(super) fn hashes_of(scope: &AnswerScope) -> Option<Vec<i64>> {
    let AnswerScope { model, route, .. } = scope;
    let is_wanted = |(of_route, of_model): &(&ModelRoute, &ModelCode)| {
        route.as_ref().is_none_or(|route| route == *of_route) && model.as_ref().is_none_or(|model| model == *of_model)
    };
    (model.is_some() || route.is_some()).then(|| every().filter(is_wanted).map(hash).collect())
}

/// Returns the routes by which an organization's answers came.
pub(crate) async fn answer_routes(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<BTreeSet<ModelRoute>, DbErr> {
    let known = numbers_of(database, organization_id, every().map(hash)).await?;
    Ok(every().filter(|pair| known.contains_key(&hash(*pair))).map(|(route, _)| route.clone()).collect())
}

fn every() -> impl Iterator<Item = (&'static ModelRoute, &'static ModelCode)> {
    ModelRoute::ALL.iter().flat_map(|route| ModelCode::ALL.iter().map(move |model| (route, model)))
}

fn hash((route, model): (&ModelRoute, &ModelCode)) -> i64 {
    Name::new(NameKind::Model, &name(route.as_str(), model.as_str())).hash()
}

fn name(route: &str, model: &str) -> String {
    format!("{route}{SEPARATOR}{model}")
}
