//! Values of questions about one brand.

use answerdeck_analysis::{
    AnswerCell, AnswerCells, BrandAnswers, BrandReproducibility, CitedRival, CitedRivals, PromptRateReport,
    PromptRates, ReportedPrompt, SourceClassPoint, SourceClassTrend, UnnamedSearchReport, UnnamedSearches,
};
use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_api::{Brand, BrandId, ModelCode, PromptId};
use answerdeck_insight::{BrandCondition, Reproducibility, Selection, SourceClasses, sort_by};

use crate::prompt_texts::read_texts;

/// The maximum number of prompts that are named in a reply.
const PROMPTS_MAX: usize = 200;

/// The position of a brand in reports. `None` if it is not tracked.
fn position(brands: &[Brand], wanted: &BrandId) -> Option<usize> {
    brands.iter().position(|brand| brand.id == *wanted)
}

/// How often the answers to each prompt name a brand.
pub(crate) async fn prompt_rates(
    selection: &Selection<'_>,
    brands: &[Brand],
    PromptRates { brand, limit, .. }: &PromptRates,
    answers: &AnswerStore,
) -> Result<PromptRateReport, ArchiveError> {
    let Some((brand, Ok(counted))) = position(brands, brand).zip(answers.brands(selection)) else {
        return Ok(PromptRateReport::default());
    };
    let rates = counted.rates_by_prompt(brand);
    let shown = rates.get(..(*limit as usize).min(PROMPTS_MAX)).unwrap_or(&rates);
    let ids: Vec<&str> = shown.iter().map(|rate| rate.prompt).collect();
    let texts = read_texts(selection, &ids, answers).await?;
    let reported = |rate: &answerdeck_insight::PromptRate<'_>| {
        let (id, question) = texts.get(rate.prompt)?;
        let by_model = rate.by_model.iter().map(|(model, rate)| (ModelCode::from(*model), *rate)).collect();
        Some(ReportedPrompt { id, question, rate: rate.rate, by_model })
    };
    Ok(PromptRateReport { prompts: rates.len() as u64, highest: shown.iter().filter_map(reported).collect() })
}

/// Which brands the answers to some prompts name, and how many sources they have.
pub(crate) fn answer_cells(
    selection: &Selection<'_>,
    brands: &[Brand],
    AnswerCells { brand, prompts, .. }: &AnswerCells,
    answers: &AnswerStore,
) -> Vec<AnswerCell> {
    let Some((brand, Ok(counted))) = position(brands, brand).zip(answers.brands(selection)) else { return Vec::new() };
    let prompts: Vec<&str> = prompts.iter().take(PROMPTS_MAX).map(PromptId::as_str).collect();
    let cell = |cell: answerdeck_insight::AnswerCell<'_>| {
        let answerdeck_insight::AnswerCell { prompt, model, answers, naming, citations } = cell;
        Some(AnswerCell { prompt: prompt.parse().ok()?, model: ModelCode::from(model), answers, naming, citations })
    };
    counted.cells(brand, &prompts).into_iter().filter_map(cell).collect()
}

/// The searches whose answers never name a brand.
pub(crate) fn unnamed_searches(
    selection: &Selection<'_>,
    brands: &[Brand],
    UnnamedSearches { brand, limit, .. }: &UnnamedSearches,
    answers: &AnswerStore,
) -> UnnamedSearchReport {
    let Some((brand, Ok(counted))) = position(brands, brand).zip(answers.brands(selection)) else {
        return UnnamedSearchReport::default();
    };
    let found = counted.searches_without(brand, *limit as usize);
    UnnamedSearchReport {
        searches: found.searches,
        unnamed: found.unnamed,
        most_run: found.most_run.into_iter().map(|(search, answers)| (search.to_owned(), answers)).collect(),
    }
}

/// The answers that name or cite a brand in the requested way. Empty if a brand is not tracked.
pub(crate) fn with_brand<'a>(
    selection: &'a Selection<'a>,
    brands: &[Brand],
    BrandAnswers { brand, named, cited, rival }: &BrandAnswers,
    answers: &'a AnswerStore,
) -> Selection<'a> {
    let rival = rival.as_ref().map(|rival| position(brands, rival).ok_or(())).transpose();
    let found = position(brands, brand).zip(answers.brands(selection)).zip(rival.ok());
    let Some(((brand, Ok(counted)), rival)) = found else { return selection.none() };
    counted.with_brand(brand, BrandCondition { named: *named, cited: *cited, rival })
}

/// The brands that answers cite which neither name nor cite a brand.
pub(crate) fn cited_rivals(
    selection: &Selection<'_>,
    brands: &[Brand],
    CitedRivals { brand, .. }: &CitedRivals,
    answers: &AnswerStore,
) -> Vec<CitedRival> {
    let Some((brand, Ok(counted))) = position(brands, brand).zip(answers.brands(selection)) else { return Vec::new() };
    let rival = |(brand, answers): (&Brand, u64)| {
        (answers > 0).then(|| CitedRival { id: brand.id.clone(), name: brand.name.clone(), answers })
    };
    let mut rivals: Vec<_> = brands.iter().zip(counted.citations_instead_of(brand)).filter_map(rival).collect();
    // Equal ones keep the order of the brands.
    sort_by(&mut rivals, |one, other| other.answers.cmp(&one.answers));
    rivals
}

/// How often repeated answers agree on whether they name a brand. `None` without repetitions, and if it is not tracked.
pub(crate) fn reproducibility(
    selection: &Selection<'_>,
    brands: &[Brand],
    BrandReproducibility { brand, .. }: &BrandReproducibility,
    answers: &AnswerStore,
) -> Option<Reproducibility> {
    let brand = position(brands, brand)?;
    let counted = answers.brands(selection)?.ok()?;
    counted.reproducibility().get(brand).copied().filter(|found| found.pairs > 0)
}

/// How citations are distributed over the owners of the cited pages. Empty if no brands are tracked.
pub(crate) fn class_trend(
    selection: &Selection<'_>,
    brands: &[Brand],
    SourceClassTrend { period, own, .. }: &SourceClassTrend,
    answers: &AnswerStore,
    utc_offset: &dyn Fn(i64) -> i32,
) -> Vec<SourceClassPoint> {
    if brands.is_empty() {
        return Vec::new();
    }
    let own = own.as_ref().and_then(|own| position(brands, own));
    let classes = |part: &Selection<'_>| {
        let citations = answers.brands(part)?.ok()?.citations();
        let classes = citations.get(own.unwrap_or_default())?.source_classes;
        Some(match own {
            Some(_) => classes,
            None => SourceClasses { own: 0, other_brands: classes.own + classes.other_brands, ..classes },
        })
    };
    let series = selection.by_period(*period, utc_offset);
    let mut last = None;
    let points = series.points().map(|point| SourceClassPoint {
        first_day: point.first_day.to_string(),
        classes: point.answers.and_then(classes),
        sample_change: point.answers.and_then(|answers| answers.sample_change_since(last.replace(answers)?)),
    });
    points.collect()
}
