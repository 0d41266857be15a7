use answerdeck_api::limits::PROMPT_BULK_MAX;
use answerdeck_api::{PromptBulkCreate, PromptCreate};
use leptos::prelude::*;

use crate::drafts::Draft;
use crate::locale::texts;
use crate::queries::{Mutation, prompts};
use crate::ui::{Notices, use_notices};

/// Creates prompts in batches. The platform creates a batch completely or not at all, so `done` is exact.
#[derive(Clone, Copy)]
pub struct PromptBatches {
    /// The prompts to create, the last row first: lists begin with the newest prompt. Empty until the form is first submitted.
    queue: RwSignal<Vec<PromptCreate>>,
    done: RwSignal<usize>,
    mutation: Mutation,
    draft: Draft,
    on_added: Callback<()>,
    notices: Notices,
}

impl PromptBatches {
    /// Creates nothing yet. `on_added` is called when all are created. If the form is closed, creation stops after the batch in
    /// progress, and a notice says how many were created. The draft still has all rows: the form leaves out those that the set has.
    pub fn new(mutation: Mutation, draft: Draft, on_added: Callback<()>) -> Self {
        let (queue, done) = (RwSignal::new(Vec::new()), RwSignal::new(0));
        Self { queue, done, mutation, draft, on_added, notices: use_notices() }
    }

    /// Creates the prompts, one batch after the other.
    pub fn start(self, mut prompts: Vec<PromptCreate>) {
        prompts.reverse();
        self.queue.set(prompts);
        self.resume();
    }

    /// Creates the prompts that remain.
    pub fn resume(self) {
        let (done, total) = (self.done.get_untracked(), self.queue.with_untracked(Vec::len));
        let batch: Vec<PromptCreate> =
            self.queue.with_untracked(|queue| queue.iter().skip(done).take(PROMPT_BULK_MAX).cloned().collect());
        let now_done = done + batch.len();
        let remove_draft = self.draft.remover();
        let created = move |_| {
            let is_open = self.done.try_set(now_done).is_none();
            if now_done == total {
                // The fields stay: a change would be kept again as a draft.
                remove_draft();
                if is_open {
                    self.on_added.try_run(());
                }
                self.notices.notify((texts().bulk().done)(now_done as u64));
            } else if is_open {
                self.resume();
            } else {
                self.notify_stopped(now_done, total);
            }
        };
        let failed = move || {
            if self.done.try_get_untracked().is_none() {
                self.notify_stopped(done, total);
            }
        };
        prompts::create_many(self.mutation, PromptBulkCreate { prompts: batch }, created, failed);
    }

    fn notify_stopped(self, done: usize, total: usize) {
        self.notices.notify((texts().bulk().closed)(done as u64, total as u64));
    }

    /// Whether there are prompts to create. Reactive.
    pub fn has_started(self) -> bool {
        self.queue.with(|queue| !queue.is_empty())
    }

    /// Whether a batch is being created. Reactive.
    pub fn is_running(self) -> bool {
        self.mutation.busy.get()
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
