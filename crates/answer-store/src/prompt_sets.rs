//! The prompt set of each prompt. A prompt never moves to another set, so that its set is known forever.
//!
//! Source: docs/platform-api.md, section 2, Prompt, and section 4, rule 3.

use answerdeck_api::{PromptId, PromptSetId};
use serde::{Deserialize, Serialize};

use crate::sorted::SortedMap;

/// The prompt sets of the prompts of kept answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PromptSets {
    /// The sets that were found. A set has its index as its number.
    sets: Vec<PromptSetId>,
    /// `None` for a prompt that was deleted together with its set before the set became known.
    by_prompt: SortedMap<PromptId, Option<u32>>,
}

impl PromptSets {
    /// Returns whether everything that can be known about the prompt is known.
    pub(crate) fn is_known(&self, prompt: &PromptId) -> bool {
        self.by_prompt.contains_key(prompt)
    }

    /// Returns the set of a prompt. `None` if it is unknown.
    pub(crate) fn of(&self, prompt: &PromptId) -> Option<&PromptSetId> {
        self.sets.get((*self.by_prompt.get(prompt)?)? as usize)
    }

    /// Adds a set. Returns its number.
    fn number(&mut self, set: &PromptSetId) -> u32 {
        let index = self.sets.iter().position(|known| known == set).unwrap_or_else(|| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        });
        // A platform with more sets than numbers would take more memory than there is.
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    /// Records that a set exists or existed.
    pub(crate) fn add_set(&mut self, set: &PromptSetId) {
        self.number(set);
    }

    /// Records the set of a prompt. The first set of a prompt stays.
    pub(crate) fn add_prompt(&mut self, prompt: &PromptId, set: &PromptSetId) {
        let number = self.number(set);
        if !self.is_known(prompt) {
            self.by_prompt.insert(prompt.clone(), Some(number));
        }
    }

    /// Records that no present set has the prompt.
    pub(crate) fn add_orphan(&mut self, prompt: &PromptId) {
        if !self.is_known(prompt) {
            self.by_prompt.insert(prompt.clone(), None);
        }
    }

    /// Returns the sets, those of `prompts` first.
    pub(crate) fn sets_by_likelihood<'a>(&self, prompts: impl IntoIterator<Item = &'a PromptId>) -> Vec<PromptSetId> {
        let mut is_likely = vec![false; self.sets.len()];
        for set in prompts.into_iter().filter_map(|prompt| *self.by_prompt.get(prompt)?) {
            if let Some(is_likely) = is_likely.get_mut(set as usize) {
                *is_likely = true;
            }
        }
        let of = |wanted: bool| self.sets.iter().zip(&is_likely).filter(move |(_, is_likely)| **is_likely == wanted);
        of(true).chain(of(false)).map(|(set, _)| set.clone()).collect()
    }

    /// The number of known facts. It only grows, so an equal number means equal knowledge.
    pub(crate) fn size(&self) -> usize {
        self.sets.len() + self.by_prompt.len()
    }

    /// Returns whether it is certain which answers belong to `set`.
    pub(crate) fn decides(&self, set: &PromptSetId) -> bool {
        self.sets.contains(set) || self.by_prompt.values().all(Option::is_some)
    }
}
