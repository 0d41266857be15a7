use leptos::prelude::*;

/// The selected keywords, in the order of their selection.
#[derive(Clone, Copy)]
pub struct KeywordSelection(RwSignal<Vec<String>>);

impl KeywordSelection {
    pub fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    pub fn get(self) -> Vec<String> {
        self.0.get()
    }

    pub fn len(self) -> usize {
        self.0.with(Vec::len)
    }

    /// Whether a keyword is selected. Reactive.
    pub fn has(self, keyword: &str) -> bool {
        self.0.with(|selected| selected.iter().any(|other| other == keyword))
    }

    /// Selects all of the keywords, or removes all of them from the selection.
    pub fn set_all(self, keywords: &[String], is_selected: bool) {
        self.0.update(|selected| {
            selected.retain(|other| !keywords.contains(other));
            if is_selected {
                selected.extend_from_slice(keywords);
            }
        });
    }

    /// Selects these keywords instead of those before.
    pub fn replace(self, keywords: Vec<String>) {
        self.0.set(keywords);
    }

    /// Removes keywords that are not among `keywords`.
    pub fn keep_only(self, keywords: &[String]) {
        if self.0.with_untracked(|selected| selected.iter().any(|keyword| !keywords.contains(keyword))) {
            self.0.update(|selected| selected.retain(|keyword| keywords.contains(keyword)));
        }
    }

    pub fn clear(self) {
        self.0.set(Vec::new());
    }
}
