use answerdeck_api::Brand;
use leptos::prelude::*;

use super::run_cost::warning;
use crate::letter_case::lower_case;
use crate::locale::t_with;
use crate::reactive::live;

/// A name of a brand that another brand has, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedName {
    name: String,
    /// The name of the other brand.
    other: String,
}

pub fn is_taken(name: &str, brands: &[Brand]) -> bool {
    let name = compared(name);
    brands.iter().any(|brand| compared(&brand.name) == name)
}

/// Returns the names that are also a name or a synonym of other brands. A shared name is a mention of each brand that
/// has it.
pub fn shared_names(names: &[String], others: &[Brand]) -> Vec<SharedName> {
    let mut shared = Vec::new();
    for name in names {
        let wanted = compared(name);
        let has_it = |brand: &&Brand| brand.names().any(|other| compared(other) == wanted);
        for other in others.iter().filter(has_it) {
            shared.push(SharedName { name: name.trim().to_owned(), other: other.name.clone() });
        }
    }
    shared
}

/// Warns of the names that other brands have.
pub fn shared_names_view(shared: Memo<Vec<SharedName>>) -> AnyView {
    let warning_of =
        |SharedName { name, other }: SharedName| warning(t_with(move |t| (t.brands().shared_name)(&name, &other)));
    view! {
        <div class="brand-notes" role="status">
            {live(move || shared.get().into_iter().map(warning_of).collect_view().into_any())}
        </div>
    }
    .into_any()
}

// Answers are searched for names without regard to case.
fn compared(name: &str) -> String {
    lower_case(name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand(name: &str, synonyms: &[&str]) -> Brand {
        serde_json::from_value(serde_json::json!({ "id": "0".repeat(22), "name": name, "synonyms": synonyms })).unwrap()
    }

    #[test]
    fn names_are_compared_without_case_and_space_around_them() {
        let others = [brand("Nurio", &["누리오", "Nurio Buds"]), brand("Tavrin", &["누리오"])];
        let shared = |name: &str| {
            let shared = shared_names(&[name.to_owned()], &others);
            shared.into_iter().map(|shared| shared.other).collect::<Vec<_>>()
        };
        assert_eq!(shared(" nurio BUDS "), ["Nurio"]);
        assert_eq!(shared("NURIO"), ["Nurio"]);
        assert_eq!(shared("누리오"), ["Nurio", "Tavrin"]);
        assert_eq!(shared("Nurio B"), [""; 0]);
        assert!(is_taken(" nurio", &others));
        assert!(!is_taken("누리오", &others));
    }
}
