//! The initial selection of a new run, or of the runs of a schedule.

use std::collections::HashSet;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{
    AnswerStatus, ModelCode, PromptFilter, PromptId, PromptSet, PromptSetId, RunAnswer, ScheduledRun,
};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::Query;
use crate::paths::RunStartParams;
use crate::selected_prompts::SelectedPrompts;
use crate::sorting::sort_by;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// The set of which every prompt is selected, instead of `prompts`, or the set that a run of `prompts` asked.
    pub set: Option<PromptSetId>,
    /// The prompts with their texts.
    pub prompts: SelectedPrompts,
    pub models: Vec<ModelCode>,
    /// The region, ISO 3166-1 alpha-2. `None` selects the one that forms preselect.
    pub region: Option<String>,
    /// How often each prompt is sent to each model, at least 1. In a repeated run the most items of a pair that are repeated.
    pub repeats: usize,
    /// The failed pairs that the run repeats, each once. A run asks every prompt of every model, so it may ask more.
    pub failed: Vec<Pair>,
    /// How many prompts were asked before and no longer exist. `prompts` has none of them.
    pub deleted: u64,
}

impl Selection {
    /// No prompts and no models.
    pub fn nothing() -> Self {
        Self { repeats: 1, ..Self::default() }
    }

    /// Whether it selects a whole set, which may still have to be chosen. So does what a run of a set asked, while the set has these
    /// prompts and no others.
    pub fn is_whole_set(&self, sets: &[PromptSet]) -> bool {
        let (set, asked) = (self.set.as_ref(), self.prompts.len());
        let is_same = |found: &PromptSet| Some(&found.id) == set && found.prompt_count == u32::try_from(asked).ok();
        self.deleted == 0 && (asked == 0 || sets.iter().any(is_same))
    }
}

/// A prompt and a model that it is sent to.
pub type Pair = (PromptId, ModelCode);

/// How many of some failed pairs are of these prompts and models.
pub fn failed_among(failed: &[Pair], prompts: &SelectedPrompts, models: &[ModelCode]) -> u64 {
    let mut selected: Vec<&PromptId> = prompts.iter().map(|(id, _)| id).collect();
    sort_by(&mut selected, Ord::cmp);
    let is_selected = |prompt: &PromptId| selected.binary_search(&prompt).is_ok();
    failed.iter().filter(|(prompt, model)| models.contains(model) && is_selected(prompt)).count() as u64
}

/// What the address of a new run selects.
pub fn use_selection(params: Memo<RunStartParams>) -> Query<Selection> {
    Query::new(&[], move |client| Some(read_selection(client, params.get())))
}

/// What the runs of a schedule ask. Fetches nothing while `run` is `None`.
pub fn use_scheduled_selection(run: Signal<Option<ScheduledRun>>) -> Query<Selection> {
    Query::new(&[], move |client| {
        let ScheduledRun { prompt_ids, prompt_set_id: set, models, region, repeat_count } = run.get()?;
        let (prompts, region, repeats) = (prompt_ids.unwrap_or_default(), Some(region), Some(repeat_count));
        Some(read_selection(client, RunStartParams { set, prompts, models, region, repeats, ..Default::default() }))
    })
}

// What another run asked, or only what failed in it, or else prompts or a set. Deleted prompts are missing.
async fn read_selection(client: Client, params: RunStartParams) -> Result<Selection, Error> {
    let RunStartParams { set, prompts, run, failed, models, region, repeats } = params;
    if let Some(run) = run {
        let run = client.runs().get(&run).await?;
        let items = run.answers.unwrap_or_default();
        return Ok(match failed {
            true => of_failed_items(&items),
            false => Selection { set: run.prompt_set_id, ..of_items(items.iter()) },
        });
    }
    let asked = prompts.len();
    let prompts = read_prompts(client, prompts).await?;
    Ok(Selection {
        set: set.filter(|_| asked == 0),
        deleted: (asked - prompts.len()) as u64,
        prompts,
        models,
        region,
        repeats: repeats.unwrap_or(1) as usize,
        failed: Vec::new(),
    })
}

/// The failed items of a run whose prompts still exist, and the items of a run that asks them again.
pub fn retried_items(items: &[RunAnswer]) -> [u64; 2] {
    let is_retried = |item: &&RunAnswer| item.status == AnswerStatus::Failed && !item.prompt_deleted;
    let Selection { prompts, models, repeats, .. } = of_failed_items(items);
    [items.iter().filter(is_retried).count() as u64, (prompts.len() * models.len() * repeats) as u64]
}

fn of_failed_items(items: &[RunAnswer]) -> Selection {
    let failed = || items.iter().filter(|item| item.status == AnswerStatus::Failed);
    let mut pairs: Vec<Pair> = failed().map(|item| (item.prompt_id.clone(), item.model.clone())).collect();
    sort_by(&mut pairs, Ord::cmp);
    pairs.dedup();
    Selection { failed: pairs, ..of_items(failed()) }
}

fn of_items<'a>(items: impl Iterator<Item = &'a RunAnswer>) -> Selection {
    let mut selection = Selection::nothing();
    let mut known = HashSet::new();
    let mut pairs = Vec::new();
    for item in items {
        let is_first = known.insert(&item.prompt_id);
        if item.prompt_deleted {
            selection.deleted += u64::from(is_first);
            continue;
        }
        if is_first {
            selection.prompts.add(item.prompt_id.clone(), item.query.clone());
        }
        if !selection.models.contains(&item.model) {
            selection.models.push(item.model.clone());
        }
        selection.region.get_or_insert_with(|| item.region.clone());
        pairs.push((&item.prompt_id, &item.model));
    }
    sort_by(&mut pairs, Ord::cmp);
    let repeats = pairs.chunk_by(|one, other| one == other).map(<[_]>::len);
    selection.repeats = repeats.max().unwrap_or(1);
    selection
}

async fn read_prompts(client: Client, ids: Vec<PromptId>) -> Result<SelectedPrompts, Error> {
    let mut found = SelectedPrompts::default();
    if ids.is_empty() {
        return Ok(found);
    }
    if let [id] = ids.as_slice() {
        match client.prompts().get(id).await {
            Ok(prompt) => found.add(prompt.id, prompt.content),
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error),
        }
        return Ok(found);
    }
    // Reads the list until all prompts are found, instead of reading each prompt separately.
    let mut pager = client.prompts().list(PromptFilter::default()).limit(PAGE_SIZE_MAX);
    while found.len() < ids.len() {
        let Some(page) = pager.next_page().await? else { break };
        let selected = page.items.into_iter().filter(|prompt| ids.contains(&prompt.id));
        selected.for_each(|prompt| found.add(prompt.id, prompt.content));
    }
    Ok(found)
}

#[cfg(test)]
pub mod tests {
    use answerdeck_api::Timestamp;

    use super::*;

    /// The item of a run. The prompt is named by a character.
    pub fn item(prompt: char, model: ModelCode, status: AnswerStatus) -> RunAnswer {
        RunAnswer {
            answer_id: None,
            model,
            prompt_id: prompt.to_string().repeat(22).parse().unwrap(),
            prompt_deleted: false,
            query: format!("{prompt}?"),
            region: "KR".to_owned(),
            status,
            route: None,
            failure: None,
        }
    }

    #[test]
    fn failures_of_two_models_select_every_pair_and_tell_which_failed() {
        let items = [
            item('a', ModelCode::Chatgpt, AnswerStatus::Failed),
            item('a', ModelCode::Claude, AnswerStatus::Success),
            item('b', ModelCode::Chatgpt, AnswerStatus::Success),
            item('b', ModelCode::Claude, AnswerStatus::Failed),
            item('c', ModelCode::Claude, AnswerStatus::Success),
        ];
        assert_eq!(retried_items(&items), [2, 4]);
        let Selection { mut prompts, mut models, repeats, failed, .. } = of_failed_items(&items);
        assert_eq!((prompts.len(), models.len(), repeats), (2, 2, 1));
        assert_eq!(failed_among(&failed, &prompts, &models), 2);
        models.retain(|model| *model == ModelCode::Chatgpt);
        assert_eq!(failed_among(&failed, &prompts, &models), 1);
        prompts.remove(&items[0].prompt_id);
        assert_eq!(failed_among(&failed, &prompts, &models), 0);
    }

    #[test]
    fn failures_keep_their_repetitions() {
        use ModelCode::{Chatgpt, Claude, Gemini, Perplexity};
        let pairs = [('a', Chatgpt), ('a', Claude), ('b', Gemini), ('b', Perplexity), ('c', Chatgpt)];
        let pairs = pairs.into_iter().chain([('d', Claude), ('e', Gemini), ('f', Perplexity)]);
        let failed = |(prompt, model)| std::iter::repeat_n(item(prompt, model, AnswerStatus::Failed), 3);
        let mut items: Vec<RunAnswer> = pairs.flat_map(failed).collect();
        // Only one of its repetitions failed.
        items.push(item('f', Chatgpt, AnswerStatus::Failed));
        items.push(item('f', Chatgpt, AnswerStatus::Success));
        let Selection { prompts, models, repeats, failed, .. } = of_failed_items(&items);
        assert_eq!((prompts.len(), models.len(), repeats), (6, 4, 3));
        assert_eq!(failed_among(&failed, &prompts, &models), 9);
        assert_eq!(retried_items(&items), [25, 72]);
    }

    #[test]
    fn a_run_is_repeated_without_the_prompts_that_were_deleted() {
        let deleted = |prompt, model| RunAnswer { prompt_deleted: true, ..item(prompt, model, AnswerStatus::Failed) };
        let items = [
            deleted('a', ModelCode::Chatgpt),
            deleted('a', ModelCode::Claude),
            item('b', ModelCode::Chatgpt, AnswerStatus::Success),
            item('b', ModelCode::Claude, AnswerStatus::Success),
        ];
        let selection = of_items(items.iter());
        assert_eq!((selection.prompts.len(), selection.models.len(), selection.repeats), (1, 2, 1));
        assert_eq!((selection.deleted, selection.prompts.contains(&items[0].prompt_id)), (1, false));
        assert_eq!(of_failed_items(&items).deleted, 1);
        assert_eq!(retried_items(&items), [0, 0]);
        assert_eq!(of_items(items[..2].iter()), Selection { deleted: 1, ..Selection::nothing() });
    }

    #[test]
    fn what_a_run_of_a_set_asked_is_the_set_while_it_has_the_same_prompts() {
        let items = ['a', 'b'].map(|prompt| item(prompt, ModelCode::Chatgpt, AnswerStatus::Success));
        let id: PromptSetId = "a".repeat(22).parse().unwrap();
        let set = |prompt_count| PromptSet {
            id: id.clone(),
            name: "Set".to_owned(),
            description: None,
            created_at: Timestamp::default(),
            prompt_count,
            last_answer_at: None,
        };
        let selection = Selection { set: Some(id.clone()), ..of_items(items.iter()) };
        assert!(selection.is_whole_set(&[set(Some(2))]));
        assert!(!selection.is_whole_set(&[set(Some(3))]) && !selection.is_whole_set(&[set(None)]));
        assert!(!selection.is_whole_set(&[]) && !of_items(items.iter()).is_whole_set(&[set(Some(2))]));
        assert!(!Selection { deleted: 1, ..selection }.is_whole_set(&[set(Some(2))]));
        assert!(Selection { set: Some(id.clone()), ..Selection::nothing() }.is_whole_set(&[]));
        assert!(Selection::nothing().is_whole_set(&[]));
        assert!(!Selection { deleted: 1, ..Selection::nothing() }.is_whole_set(&[]));
    }

    #[test]
    fn a_run_that_is_repeated_as_a_whole_tells_no_failures() {
        let items = [item('a', ModelCode::Chatgpt, AnswerStatus::Failed)];
        assert_eq!(of_items(items.iter()).failed, []);
    }
}
