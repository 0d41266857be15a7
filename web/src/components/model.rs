//! A model: its initials, its color and its name.

use answerdeck_api::ModelCode;
use leptos::prelude::*;

use crate::queries::{model_name, use_models};

/// The model's place in the order of the document, from 1; its colour goes by it. `None` for one of a newer server.
pub fn place(code: &ModelCode) -> Option<usize> {
    ModelCode::ALL.iter().position(|known| known == code).map(|index| index + 1)
}

// Tells the models apart without colour.
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

/// A model, named as the platform names it: a local stand-in says so.
#[component]
pub fn ModelBadge(code: ModelCode) -> AnyView {
    let models = use_models();
    let (initials, place) = (initials(&code), place(&code));
    view! {
        <span class="model" data-model=place>
            <span class="model-sign" aria-hidden="true">{initials}</span>
            <span>{move || model_name(models, &code)}</span>
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_has_a_colour_and_initials_of_its_own() {
        let signs: std::collections::HashSet<_> = ModelCode::ALL.iter().map(initials).collect();
        assert_eq!(signs.len(), 8);
        assert_eq!(ModelCode::ALL.iter().filter_map(place).max(), Some(8));
        assert_eq!(place(&ModelCode::Unknown("NEW".into())), None);
    }
}
