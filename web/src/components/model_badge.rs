//! A model: its initials, its color and its name.

use answerdeck_api::{Model, ModelCode};
use leptos::prelude::*;

use crate::locale::t;
use crate::queries::{Query, model_name, use_models};

/// The end of the platform's name of a model for which a local engine answers.
///
/// Source: docs/platform-api.md, section 2, Run.
const LOCAL_SUFFIX: &str = " (local corpus)";

/// The number of the model's color, from 1, which is its position in the API's list of models. `None` for an unknown
/// model of a newer server.
pub fn color_number(code: &ModelCode) -> Option<usize> {
    ModelCode::ALL.iter().position(|known| known == code).map(|index| index + 1)
}

// Initials tell the models apart without color.
fn initials(code: &ModelCode) -> &'static str {
    match code {
        ModelCode::Chatgpt => "Ch",
        ModelCode::GoogleOverview => "Go",
        ModelCode::GoogleAi => "GA",
        ModelCode::Perplexity => "Px",
        ModelCode::Gemini => "Ge",
        ModelCode::NaverAiBriefing => "NB",
        ModelCode::NaverAiTab => "NT",
        ModelCode::Claude => "Cl",
        ModelCode::Unknown(_) => "?",
    }
}

/// The name of the service of a model. It does not say whether a local engine answers in its place.
pub fn service_name(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    let name = model_name(models, code);
    name.strip_suffix(LOCAL_SUFFIX).map(str::to_owned).unwrap_or(name)
}

/// A model with the name that the platform gives it. A tag says that a local engine answers in its place.
#[component]
pub fn ModelBadge(code: ModelCode) -> AnyView {
    let models = use_models();
    let (initials, color) = (initials(&code), color_number(&code));
    let name = move || {
        let name = model_name(models, &code);
        match name.strip_suffix(LOCAL_SUFFIX) {
            Some(service) => {
                let service = service.to_owned();
                let title = t(|t| t.common().local_model_title);
                view! { {service} " " <small class="tag" title=title>{t(|t| t.common().local_model)}</small> }
                    .into_any()
            }
            None => name.into_any(),
        }
    };
    view! {
        <span class="model" data-color=color>
            <span class="model-initials" aria-hidden="true">{initials}</span>
            <span>{name}</span>
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_has_distinct_initials_and_a_distinct_color() {
        let signs: std::collections::HashSet<_> = ModelCode::ALL.iter().map(initials).collect();
        assert_eq!(signs.len(), 8);
        assert_eq!(ModelCode::ALL.iter().filter_map(color_number).max(), Some(8));
        assert_eq!(color_number(&ModelCode::Unknown("NEW".into())), None);
    }
}
