//! Changes of a brand's metrics between two runs.

use answerdeck_analysis::{MovedPromptList, Movement, MovementReport, Movements};
use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_api::{AnswerScope, Brand, ModelCode, PromptId, RunId};
use answerdeck_insight::{Comparison, RunPoint, Selection, sort_by};

use crate::prompt_texts::{PromptTexts, read_texts};

/// The maximum number of earlier runs in which a comparable one is looked for.
const EARLIER_RUNS_MAX: usize = 20;
/// The maximum number of movements in a reply.
const MOVEMENTS_MAX: usize = 20;
/// The maximum number of prompts that a movement names for each direction.
const NAMED_MAX: usize = 5;

/// A movement before the texts of its prompts are read.
struct Moved {
    movement: Movement,
    gained: Vec<String>,
    lost: Vec<String>,
}

/// The movements between the newest finished run of a selection and the latest comparable one before it: one with
/// answers of the same model to the same question. `None` if the last 20 earlier runs have none.
pub(crate) async fn between_runs(
    selection: &Selection<'_>,
    brands: &[Brand],
    Movements { scope, limit }: &Movements,
    answers: &AnswerStore,
) -> Result<Option<MovementReport>, ArchiveError> {
    let runs = selection.by_run();
    let Some((after, earlier)) = runs.split_last() else { return Ok(None) };
    let comparable = |before: &RunPoint<'_>| {
        let (Ok(first), Ok(second)) = (answers.brands(&before.answers)?, answers.brands(&after.answers)?) else {
            return None;
        };
        let comparable = Comparison::new(&first, &second).comparable();
        (comparable[0].answers > 0).then_some(comparable)
    };
    let candidates = earlier.iter().rev().take(EARLIER_RUNS_MAX);
    let found = candidates.into_iter().find_map(|before| Some((before, comparable(before)?)));
    let Some((before, comparable)) = found else { return Ok(None) };
    let Some(since) = before.answers.started_at() else { return Ok(None) };
    let (Ok(before), Ok(after)) = (before.run.parse::<RunId>(), after.run.parse::<RunId>()) else { return Ok(None) };
    // A platform may have models that this program does not know.
    let models = selection.known_models().into_iter().map(ModelCode::from);
    let models = models.filter(|model| scope.model.as_ref().is_none_or(|wanted| wanted == model));
    let of_model = |model: ModelCode| in_model(scope, [&before, &after], &model, brands, answers);
    let mut moved: Vec<Moved> = models.filter_map(of_model).flatten().collect();
    // Equal movements keep the order of models and brands.
    sort_by(&mut moved, |one, other| other.movement.moved.abs().cmp(&one.movement.moved.abs()));
    let total = moved.len() as u64;
    moved.truncate((*limit as usize).min(MOVEMENTS_MAX));
    let ids: Vec<&str> =
        moved.iter().flat_map(|moved| moved.gained.iter().chain(&moved.lost)).map(String::as_str).collect();
    let texts = read_texts(selection, &ids, answers).await?;
    let movements = moved
        .into_iter()
        .map(|Moved { mut movement, gained, lost }| {
            movement.gained.named = named(&gained, &texts);
            movement.lost.named = named(&lost, &texts);
            movement
        })
        .collect();
    Ok(Some(MovementReport { before, since, after, comparable, total, movements }))
}

/// The movements of all brands in the answers of a model. `None` if a run did not ask it.
fn in_model(
    scope: &AnswerScope,
    runs: [&RunId; 2],
    model: &ModelCode,
    brands: &[Brand],
    answers: &AnswerStore,
) -> Option<Vec<Moved>> {
    let of_run = |run: &RunId| {
        let scope = AnswerScope { run_id: Some(run.clone()), model: Some(model.clone()), ..scope.clone() };
        answers.select(&scope).ok()
    };
    let (before, after) = (of_run(runs[0])?, of_run(runs[1])?);
    let (before, after) = (answers.brands(&before)?.ok()?, answers.brands(&after)?.ok()?);
    let comparison = Comparison::new(&before, &after);
    let of_brand = |(index, brand): (usize, &Brand)| {
        let change = comparison.mention_rate(index)?;
        let [rate_before, rate_after] = comparison.comparable_mention_rate(index)?;
        let moved = rate_after - rate_before;
        let prompts = comparison.moved_prompts(index);
        let first = |prompts: &[&str]| prompts.iter().take(NAMED_MAX).map(|id| (*id).to_owned()).collect();
        let list = |prompts: &[&str]| MovedPromptList { count: prompts.len() as u64, named: Vec::new() };
        let movement = Movement {
            brand: brand.id.clone(),
            name: brand.name.clone(),
            model: model.clone(),
            moved: thousandths(moved),
            moved_by_prompts: thousandths(change.total() - moved),
            gained: list(&prompts.gained),
            lost: list(&prompts.lost),
        };
        (movement.moved != 0).then(|| Moved { movement, gained: first(&prompts.gained), lost: first(&prompts.lost) })
    };
    Some(brands.iter().enumerate().filter_map(of_brand).collect())
}

/// A share in thousandths. The console reads no decimal numbers: their parser would make its pages larger.
fn thousandths(share: f64) -> i32 {
    (share * 1_000.0).round() as i32
}

fn named(ids: &[String], texts: &PromptTexts) -> Vec<(PromptId, String)> {
    ids.iter().filter_map(|id| texts.get(id)).collect()
}
