//! Models by their routes: metrics treat one model on two routes as two models.

use answerdeck_api::{Answer, ModelCode, ModelRoute};

/// Between the route and the code of a model. No route has it.
const SEPARATOR: char = '/';

/// Returns the text of the model and the route of an answer in the dictionary. The route of a platform that sends
/// none is empty.
pub(crate) fn text_of(answer: &Answer) -> String {
    let route = answer.route.as_ref().map_or("", ModelRoute::as_str);
    [route, answer.model.as_str()].join(SEPARATOR.encode_utf8(&mut [0; 4]))
}

/// Returns the code of the model.
pub(crate) fn code(text: &str) -> &str {
    split(text).1
}

/// Returns whether a scope with this model and this route has the answers.
pub(crate) fn matches(text: &str, model: Option<&ModelCode>, route: Option<&ModelRoute>) -> bool {
    let (of_route, code) = split(text);
    model.is_none_or(|model| model.as_str() == code) && route.is_none_or(|route| route.as_str() == of_route)
}

fn split(text: &str) -> (&str, &str) {
    text.split_once(SEPARATOR).unwrap_or(("", text))
}
