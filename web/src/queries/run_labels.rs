//! Labels of runs: stored in this browser, or made from the items of a run.

use std::collections::{HashMap, HashSet};

use answerdeck_api::{Run, RunAnswer, RunId};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::PagedQuery;
use super::item_details::use_details;
use crate::run_labels::{RunLabel, keep, load};
use crate::untrusted::first_line;

/// The maximum length of a prompt in a label, in characters.
const PROMPT_MAX: usize = 80;
/// The maximum number of items of a run that is read for its label: some 500 kB. A larger run is named by the number of its items
/// until its page is opened.
const READ_ITEMS_MAX: u64 = 2_000;

/// The labels of the runs of a list.
#[derive(Clone, Copy)]
pub struct RunLabels(RwSignal<HashMap<RunId, RunLabel>>);

impl RunLabels {
    /// Passes the label of a run to a closure. `None` while it is unknown. Reactive.
    pub fn with<U>(&self, run: &RunId, read: impl FnOnce(Option<&RunLabel>) -> U) -> U {
        self.0.with(|labels| read(labels.get(run)))
    }
}

/// Labels the first runs of a list, at most `max`. Those that this browser does not know are read.
pub fn use_run_labels(runs: PagedQuery<Run>, max: usize) -> RunLabels {
    let is_read = |run: &Run| run.total_count <= READ_ITEMS_MAX;
    let read = |client: Client, id| async move { Ok(label_of(&client.runs().get(&id).await?)) };
    RunLabels(use_details(runs, max, |run| &run.id, label_of, is_read, read))
}

/// The label of a run of a list. Reads the run if this browser does not know it. `None` for a run that is too large to read.
///
/// # Errors
/// Fails like every call.
pub async fn read_label(client: &Client, run: &Run) -> Result<Option<RunLabel>, Error> {
    match label_of(run) {
        Some(label) => Ok(Some(label)),
        None if run.total_count > READ_ITEMS_MAX => Ok(None),
        None => Ok(label_of(&client.runs().get(&run.id).await?)),
    }
}

/// The label of a run that this browser knows or that was read with its items, and keeps it. `None` while there are no items.
pub fn label_of(run: &Run) -> Option<RunLabel> {
    let known = load(&run.id);
    if known.as_ref().is_some_and(|label| label.started_at == run.created_at) {
        return known;
    }
    let label = known.or_else(|| label_of_items(run.answers.as_deref()?))?;
    let label = RunLabel { started_at: run.created_at.clone(), ..label };
    keep(&run.id, &label);
    Some(label)
}

/// A prompt as the subject of a label.
pub fn prompt_subject(prompt: &str) -> String {
    first_line(prompt, PROMPT_MAX)
}

fn label_of_items(items: &[RunAnswer]) -> Option<RunLabel> {
    let first = items.first()?;
    let prompts = items.iter().map(|item| &item.prompt_id).collect::<HashSet<_>>().len();
    let mut models = Vec::new();
    for item in items {
        if !models.contains(&&item.model) {
            models.push(&item.model);
        }
    }
    let repeats = items.len() / (prompts * models.len()).max(1);
    Some(RunLabel {
        prompts: prompts as u64,
        models: models.len() as u64,
        repeats: repeats as u64,
        subject: prompt_subject(&first.query),
        is_prompt: true,
        started_at: None,
    })
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{AnswerStatus, ModelCode};

    use super::*;

    #[test]
    fn a_run_is_labelled_by_its_items() {
        let item = |prompt: char, model: ModelCode| RunAnswer {
            model,
            prompt_id: prompt.to_string().repeat(22).parse().unwrap(),
            query: format!("{prompt}?"),
            region: "KR".into(),
            status: AnswerStatus::Success,
            route: None,
            failure: None,
        };
        let mut items = Vec::new();
        for prompt in ['a', 'b', 'c'] {
            for model in [ModelCode::Chatgpt, ModelCode::Claude] {
                items.extend([item(prompt, model.clone()), item(prompt, model)]);
            }
        }
        let label = label_of_items(&items).unwrap();
        assert_eq!((label.prompts, label.models, label.repeats, label.subject.as_str()), (3, 2, 2, "a?"));
        assert_eq!(label_of_items(&[]), None);
    }
}
