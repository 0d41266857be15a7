use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::locale::{Pick, Texts, t, t_with};
use crate::paths::Rivals;
use crate::queries::brands::use_all_brands;
use crate::ui::Chip;
use crate::untrusted::quotation;

/// The maximum length of the name of a brand, in characters.
const QUOTED_CHARS_MAX: usize = 40;

/// The rivals that the answers are about.
#[component]
pub fn RivalsChip(
    rivals: Rivals,
    /// Whether the answers name the rivals and not the own brand.
    #[prop(optional)]
    omits_own: bool,
    #[prop(into)] on_remove: Callback<()>,
) -> AnyView {
    let brands = use_all_brands();
    let (name, ids): (Pick, Vec<BrandId>) = match rivals {
        Rivals::Cited(id) => (|t| t.brands().rivals, vec![id]),
        Rivals::Named(ids) if omits_own => (|t| t.sources().only_rivals, ids),
        Rivals::Named(ids) => (|t| t.brands().named_rival, ids),
    };
    let value = t_with(move |t| {
        let name = |id: &BrandId| {
            let is_it = |brand: &&Brand| brand.id == *id;
            let name =
                brands.with(|brands| brands?.iter().find(is_it).map(|brand| quotation(&brand.name, QUOTED_CHARS_MAX)));
            name.unwrap_or_else(|| "–".to_owned())
        };
        one_of(&ids.iter().map(name).collect::<Vec<_>>(), t)
    });
    let remove = t_with(move |t| (t.answers().remove_filter)(name(t)));
    view! { <Chip name=t(name) value remove on_remove /> }.into_any()
}

/// One of these brands, in words.
pub fn one_of(names: &[String], t: Texts) -> String {
    match names {
        [] => "–".to_owned(),
        [only] => only.clone(),
        [one, other] => (t.brands().either)(one, other),
        [first, others @ ..] => (t.brands().one_of)(first, others.len() as u64),
    }
}
