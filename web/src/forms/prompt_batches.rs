//! Creating prompts in batches.

use answerdeck_api::limits::PROMPT_BULK_MAX;
use answerdeck_api::{PromptBulkCreate, PromptCreate};
use leptos::prelude::*;

use crate::drafts::Draft;
use crate::queries::{Mutation, prompts};

/// The field of the draft that holds the lines that are not created yet.
pub const LINES: &str = "lines";

/// Creates prompts in batches. The platform creates a batch completely or not at all, so `done` is exact.
#[derive(Clone, Copy)]
pub struct PromptBatches {
    /// The prompts to create. Empty until the form is first submitted.
    queue: RwSignal<Vec<PromptCreate>>,
    done: RwSignal<usize>,
    stopping: RwSignal<bool>,
    mutation: Mutation,
    draft: Draft,
    /// The pasted lines. After each batch only those that remain. `None` if they are not a draft.
    pasted: Option<RwSignal<String>>,
    on_added: Callback<usize>,
}

impl PromptBatches {
    /// Creates nothing yet. After each batch, `pasted` and the draft keep the lines that remain. `on_added` is called
    /// with the number of prompts when all are created.
    pub fn new(mutation: Mutation, draft: Draft, pasted: Option<RwSignal<String>>, on_added: Callback<usize>) -> Self {
        let (queue, done, stopping) = (RwSignal::new(Vec::new()), RwSignal::new(0), RwSignal::new(false));
        Self { queue, done, stopping, mutation, draft, pasted, on_added }
    }

    /// Creates the prompts of `queue`, one batch after the other.
    pub fn start(self, queue: Vec<PromptCreate>) {
        self.queue.set(queue);
        self.resume();
    }

    /// Creates the prompts that remain.
    pub fn resume(self) {
        self.stopping.set(false);
        self.create_next();
    }

    /// Stops after the batch in progress.
    pub fn stop(self) {
        self.stopping.set(true);
    }

    fn create_next(self) {
        let Some(done) = self.done.try_get_untracked() else { return };
        let Some(batch) = self
            .queue
            .try_with_untracked(|queue| queue.iter().skip(done).take(PROMPT_BULK_MAX).cloned().collect::<Vec<_>>())
        else {
            return;
        };
        if batch.is_empty() {
            self.draft.remover()();
            self.on_added.try_run(done);
            return;
        }
        if self.stopping.get_untracked() {
            return;
        }
        let size = batch.len();
        let remaining = self.lines_after(done + size);
        let keep = self.draft.keeper(LINES);
        prompts::create_many(self.mutation, PromptBulkCreate { prompts: batch }, move |_| {
            // Also if the form was closed meanwhile, because the draft must not create the batch again.
            if let (Some(pasted), Some(remaining)) = (self.pasted, remaining) {
                keep(&remaining);
                pasted.try_set(remaining);
            }
            self.done.try_update(|done| *done += size);
            self.create_next();
        });
    }

    // The pasted lines after the first `done` prompts. `None` if the prompts come from a file or from keywords.
    fn lines_after(self, done: usize) -> Option<String> {
        let lines = |queue: &Vec<PromptCreate>| {
            queue.iter().skip(done).map(|prompt| prompt.content.as_str()).collect::<Vec<_>>().join("\n")
        };
        let is_pasted = self.pasted?.with_untracked(|pasted| !pasted.is_empty());
        is_pasted.then(|| self.queue.with_untracked(lines))
    }

    /// Whether there are prompts to create. Reactive.
    pub fn has_started(self) -> bool {
        self.queue.with(|queue| !queue.is_empty())
    }

    /// Whether a batch is being created. Reactive.
    pub fn is_running(self) -> bool {
        self.mutation.is_busy()
    }

    /// The number of created prompts. Reactive.
    pub fn done(self) -> u64 {
        self.done.get() as u64
    }

    /// The number of prompts to create. Reactive.
    pub fn total(self) -> u64 {
        self.queue.with(Vec::len) as u64
    }
}
