//! The prompts that a new run asks.

use answerdeck_api::PromptId;

/// Prompts with their texts, in the order in which they were selected.
// A list, because a map would add some 2 kB to the page of a new run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SelectedPrompts(Vec<(PromptId, String)>);

impl SelectedPrompts {
    pub fn iter(&self) -> impl Iterator<Item = &(PromptId, String)> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn contains(&self, prompt: &PromptId) -> bool {
        self.0.iter().any(|(id, _)| id == prompt)
    }

    /// Selects a prompt, unless it is selected already.
    pub fn add(&mut self, prompt: PromptId, content: String) {
        if !self.contains(&prompt) {
            self.0.push((prompt, content));
        }
    }

    pub fn remove(&mut self, prompt: &PromptId) {
        self.0.retain(|(id, _)| id != prompt);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> PromptId {
        format!("{number:022}").parse().unwrap()
    }

    #[test]
    fn a_prompt_is_selected_once_and_keeps_its_place() {
        let mut selected = SelectedPrompts::default();
        for number in [2, 1, 2, 3] {
            selected.add(id(number), number.to_string());
        }
        selected.remove(&id(1));
        assert!(selected.iter().map(|(id, _)| id).eq(&[id(2), id(3)]));
        assert!(selected.contains(&id(3)) && !selected.contains(&id(1)));
    }
}
