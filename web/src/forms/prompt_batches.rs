use answerdeck_api::limits::PROMPT_BULK_MAX;
use answerdeck_api::{PromptBulkCreate, PromptCreate};
use leptos::prelude::*;

use super::bulk_rows::to_csv;
use crate::drafts::Draft;
use crate::locale::texts;
use crate::queries::{Mutation, prompts};
use crate::ui::{Notices, use_notices};

/// The field of the draft that holds the lines that are not created yet.
pub const LINES: &str = "lines";
/// The field of the draft that holds the CSV file with what is not created yet.
pub const FILE: &str = "file";

/// Where the prompts come from. After each batch, only the prompts that remain are there.
#[derive(Clone, Copy)]
pub struct Source {
    /// The lines. Empty if the prompts come from a file.
    pub lines: RwSignal<String>,
    /// The text of a CSV file.
    pub file: RwSignal<Option<String>>,
}

/// Creates prompts in batches. The platform creates a batch completely or not at all, so `done` is exact.
#[derive(Clone, Copy)]
pub struct PromptBatches {
    /// The prompts to create, each with the number of its row, the last row first: lists begin with the newest prompt. Empty until the
    /// form is first submitted.
    queue: RwSignal<Vec<(usize, PromptCreate)>>,
    done: RwSignal<usize>,
    stopping: RwSignal<bool>,
    mutation: Mutation,
    draft: Draft,
    source: Source,
    on_added: Callback<()>,
    notices: Notices,
}

impl PromptBatches {
    /// Creates nothing yet. After each batch, `source` and the draft keep the prompts that remain. `on_added` is called when all
    /// are created. If the form is closed, creation stops after the batch in progress. A notice says how many were created.
    pub fn new(mutation: Mutation, draft: Draft, source: Source, on_added: Callback<()>) -> Self {
        let (queue, done, stopping) = (RwSignal::new(Vec::new()), RwSignal::new(0), RwSignal::new(false));
        Self { queue, done, stopping, mutation, draft, source, on_added, notices: use_notices() }
    }

    /// Creates the prompts of `rows`, one batch after the other. Each has the number of its row.
    pub fn start(self, mut rows: Vec<(usize, PromptCreate)>) {
        rows.reverse();
        self.queue.set(rows);
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
        let (done, total) = (self.done.get_untracked(), self.queue.with_untracked(Vec::len));
        if self.stopping.get_untracked() {
            return;
        }
        let rest = self.queue.with_untracked(|queue| queue.get(done..).unwrap_or_default().to_vec());
        let (batch, rest) = rest.split_at(rest.len().min(PROMPT_BULK_MAX));
        let now_done = done + batch.len();
        let request = PromptBulkCreate { prompts: batch.iter().map(|(_, prompt)| prompt.clone()).collect() };
        let contents = rest.iter().rev().map(|(_, prompt)| prompt.content.as_str());
        let (field, kept) = match self.source.file.with_untracked(Option::is_some) {
            true => (FILE, to_csv(contents)),
            false => (LINES, contents.collect::<Vec<_>>().join("\n")),
        };
        let row_of = |prompts: &[(usize, PromptCreate)]| prompts.first().map_or(0, |(row, _)| *row);
        let (next_row, rest_row) = (row_of(batch), row_of(rest));
        let (keep, is_kept, remove_draft) = (self.draft.keeper(field), self.draft.keeps(field), self.draft.remover());
        let created = move |_| {
            let is_open = self.done.try_set(now_done).is_none();
            match (is_open, now_done == total) {
                // The fields stay: a change would be kept again as a draft.
                (_, true) => {
                    remove_draft();
                    if is_open {
                        self.on_added.try_run(());
                    }
                    self.notices.notify((texts().bulk().done)(now_done as u64));
                }
                (true, false) => {
                    match field {
                        FILE => self.source.file.set(Some(kept)),
                        _ => self.source.lines.set(kept),
                    }
                    self.create_next();
                }
                // The draft of the closed form must not create the batch again.
                (false, false) => {
                    let lost_to = (!keep(&kept)).then_some(rest_row);
                    self.notify_stopped(now_done, total, lost_to, false);
                }
            }
        };
        let failed = move |is_outcome_unknown| {
            if self.done.try_get_untracked().is_none() {
                let lost_to = (!is_kept()).then_some(next_row);
                self.notify_stopped(done, total, lost_to, is_outcome_unknown);
            }
        };
        prompts::create_many(self.mutation, request, created, failed);
    }

    // `lost_to` is the row of the last prompt that remains, if the rows could not be kept.
    fn notify_stopped(self, done: usize, total: usize, lost_to: Option<usize>, is_outcome_unknown: bool) {
        let texts = texts().bulk();
        let stopped = match lost_to {
            Some(row) => (texts.closed_without_rest)(done as u64, total as u64, row as u64),
            None => (texts.closed)(done as u64, total as u64),
        };
        let doubt = if is_outcome_unknown { texts.outcome_unknown } else { "" };
        self.notices.notify(format!("{stopped} {doubt}").trim_end().to_owned());
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
