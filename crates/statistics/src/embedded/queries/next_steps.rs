//! What could be done for a brand: what names rivals and not it, and what it lost since the period before. One pass over the brands
//! of the scope finds the rivals, one counts its prompts, one reads the citations of both periods, and one the searches of the scope.
//! The texts of prompts and searches and the titles of pages tell which are about other brands.

use answerdeck_api::AnswerScope;
use answerdeck_api::metrics::{NextStepEvidence, NextStepFilter, NextStepKind};
use answerdeck_clickhouse::{Keys, NameColumn, NameCount};
use answerdeck_database::parse_stored_id;
use answerdeck_insight::sample;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::copied::{Copied, Selected};
use super::counting::{Counting, created_at, prompt_texts};
use super::lost::Lost;
use super::rankings::{self, LatestPage};
use super::rivals::{Outcome, OutcomeCount, Rivals, prompts_about_others};
use super::sample::IndexedCounts;
use super::step::{Step, is_significantly_higher};
use crate::embedded::columns::{self, ABSENT, Column, Dimensions, sources};
use crate::error::{StatisticsError, StatisticsResult};
use crate::next_step::{FoundStep, FoundSteps, TextsAboutOthers};
use crate::scope;
use crate::sides::{Side, Sides};

/// The pages whose titles are read by one statement.
const PAGES_AT_ONCE: usize = 1_000;

/// Finds the next steps for a brand: of each kind at least the `limit` largest.
pub(crate) async fn find_next_steps(
    counting: &Counting,
    now: Timestamp,
    filter: &NextStepFilter,
    limit: usize,
    texts_about_others: TextsAboutOthers<'_>,
) -> StatisticsResult<FoundSteps> {
    let scope = filter.scope();
    let brand = counting.checked(&scope, counting.required(filter.brand_id.as_ref())).await?;
    let selected = counting.select_copied(&scope).await?;
    let rivals = Rivals::find(counting, &selected, brand, None, |_| {}).await?;
    let after = scope::with_period(scope.clone(), now)?;
    let before = scope::before(&after, now)?;
    let first = Sides { before: scope::first_id(&before)?, after: scope::first_id(&after)? };
    let both = AnswerScope { from: scope.from.as_ref().and(before.from), ..scope.clone() };
    let both = counting.select_copied(&both).await?;

    let mut prompts = SubjectCounts::default();
    let add = |answer: Dimensions, _: &[u32], outcome| prompts.add([answer.prompt], answer.id, outcome, true);
    let mut counted = rivals.visit(counting, &selected.columns, None, add).await?;
    for (outcome, copied) in rivals.copied(counting, &selected).into_iter().flatten() {
        for row in copied.answers(Keys { prompt: true, ..Keys::default() }).await? {
            let count = prompts.counts.entry(row.prompt);
            count.all.add_copied(outcome, row.answers);
            count.uncovered.add_copied(outcome, row.answers);
            count.latest = count.latest.max(u128::from_be_bytes(row.latest));
            counted += if outcome == Outcome::Neither { row.answers } else { 0 };
        }
    }
    let prompts: Vec<(u32, SubjectCount)> = prompts.counts.into_counts().collect();
    let sample = sample(counted, prompts.len() as u64);
    // No page and no search is a step only for these prompts: they are steps, or about other brands.
    let gaps = prompts.iter().filter(|(_, count)| count.all.gap > 0).map(|(number, count)| (*number, count.latest));
    let mut covered = prompts_about_others(counting, gaps, texts_about_others).await?;
    let mut prompts = steps(NextStepKind::PromptGap, prompts, |count| count.all.gap > count.all.named);
    prompts.retain(|step| !covered.contains(&step.number));
    covered.extend(prompts.iter().map(|step| step.number));

    let first_of_scope = scope::first_id(&scope)?;
    let (pages, lost) = count_citations(counting, &both, &rivals, first_of_scope, first, &covered).await?;
    let mut searches = SubjectCounts::default();
    rivals
        .visit(counting, &selected.columns, Some(Column::Fanout), |answer, fanouts, outcome| {
            searches.add(fanouts.iter().copied(), answer.id, outcome, !covered.contains(&answer.prompt));
        })
        .await?;
    if let Some(by_outcome) = rivals.copied(counting, &selected) {
        searches.add_copied(&NameColumn::Fanouts, &by_outcome, &covered).await?;
    }
    let models = counting.models(lost.models()).await?;
    let mut source_gaps = steps(NextStepKind::SourceGap, pages.counts.into_counts(), |count| {
        count.all.named == 0 && gap(count.uncovered).is_some()
    });
    if let Some(copied) = &both.copied {
        let numbers: Vec<u32> = source_gaps.iter().map(|step| step.number).collect();
        let ids = copied.ids(&NameColumn::PagesWithout(counting.definitions.clone()), &numbers).await?;
        for step in &mut source_gaps {
            step.latest = step.latest.max(ids.get(&step.number).map_or(0, |(_, latest)| *latest));
        }
    }
    let kinds = [
        prompts,
        source_gaps,
        steps(NextStepKind::SearchGap, searches.counts.into_counts(), |count| {
            count.all.named == 0 && count.uncovered.answers > 0
        }),
        lost.pages(),
        lost.lost_models(&models),
    ];
    let mut total = kinds.iter().map(Vec::len).sum::<usize>();
    let steps: Vec<Step> = kinds.into_iter().flat_map(|steps| largest(steps, limit)).collect();
    let mut found = with_names(counting, &steps).await?;
    let named = found.len();
    let about_others = texts_about_others(found.iter().filter_map(judged_text).map(str::to_owned).collect()).await;
    found.retain(|step| !judged_text(step).is_some_and(|text| about_others.contains(text)));
    total -= named - found.len();
    Ok(FoundSteps {
        coverage: counting.coverage(&scope, &selected.columns, counted).await?,
        sample,
        since: lost.first_after.map(created_at),
        rivals: rivals.names(counting),
        total: total as u64,
        steps: found,
    })
}

/// Counts the pages that answers of the scope cite, without those of brands, and what the brand had and has in both periods. The
/// smallest ids of their answers are given.
async fn count_citations(
    counting: &Counting,
    both: &Selected,
    rivals: &Rivals,
    first_of_scope: u128,
    first: Sides<u128>,
    covered: &FxHashSet<u32>,
) -> StatisticsResult<(SubjectCounts, Lost)> {
    let (mut pages, mut lost) = (SubjectCounts::default(), Lost::default());
    counting
        .visit(&both.columns, Some(Column::Source), |answer, list, facts| {
            let outcome = rivals.outcome(facts);
            if answer.id >= first_of_scope {
                let is_owned = |position: usize| {
                    facts.iter().any(|fact| fact.cited.iter().any(|cited| *cited as usize == position))
                };
                let others = sources(list).enumerate().filter(|(position, _)| !is_owned(*position));
                let others = others.map(|(_, source)| source.page).filter(|page| *page != ABSENT);
                pages.add(others, answer.id, outcome, !covered.contains(&answer.prompt));
            }
            let side = if answer.id >= first.after { Side::After } else { Side::Before };
            if answer.id >= first[side] {
                let own = facts.iter().filter(|fact| fact.brand == rivals.brand).flat_map(|fact| fact.cited);
                let own = own.filter_map(|position| Some(sources(list).nth(*position as usize)?.page));
                lost.add(side, answer, outcome == Outcome::Named, own);
            }
        })
        .await?;
    if let (Some(copied), Some(by_outcome)) = (&both.copied, rivals.copied(counting, both)) {
        let names = NameColumn::PagesWithout(counting.definitions.clone());
        let by_outcome = by_outcome.map(|(outcome, copied)| (outcome, copied.between(first_of_scope..u128::MAX)));
        pages.add_copied(&names, &by_outcome, covered).await?;
        for (side, ids) in [(Side::Before, first.before..first.after), (Side::After, first.after..u128::MAX)] {
            lost.add_copied(side, &copied.between(ids), counting.definitions[rivals.brand]).await?;
        }
    }
    Ok((pages, lost))
}

/// The `limit` largest steps of a kind. All pages and searches: their texts decide which are left out.
fn largest(mut steps: Vec<Step>, limit: usize) -> Vec<Step> {
    if !steps.iter().any(|step| matches!(step.kind, NextStepKind::SourceGap | NextStepKind::SearchGap)) {
        steps.sort_unstable_by(|one, other| other.size.cmp(&one.size).then(one.number.cmp(&other.number)));
        steps.truncate(limit);
    }
    steps
}

/// The answers to a prompt, citing a page, or with a search.
#[derive(Debug, Clone, Copy, Default)]
struct SubjectCount {
    all: OutcomeCount,
    /// Those to prompts that are no step and not about other brands.
    uncovered: OutcomeCount,
    latest: u128,
}

/// The counts of prompts, pages or searches.
#[derive(Default)]
struct SubjectCounts {
    counts: IndexedCounts<SubjectCount>,
    /// Those of one answer, each once.
    subjects: Vec<u32>,
}

impl SubjectCounts {
    /// Counts an answer once for each of its subjects.
    fn add(&mut self, subjects: impl IntoIterator<Item = u32>, answer: u128, outcome: Outcome, is_uncovered: bool) {
        self.subjects.clear();
        self.subjects.extend(subjects);
        self.subjects.sort_unstable();
        self.subjects.dedup();
        for subject in &self.subjects {
            let count = self.counts.entry(*subject);
            count.all.add(outcome);
            if is_uncovered {
                count.uncovered.add(outcome);
            }
            count.latest = count.latest.max(answer);
        }
    }

    /// Adds the names in answers that ClickHouse counts, without their latest answers.
    async fn add_copied(
        &mut self,
        names: &NameColumn,
        by_outcome: &[(Outcome, Copied)],
        covered: &FxHashSet<u32>,
    ) -> StatisticsResult<()> {
        for (outcome, copied) in by_outcome {
            let is_known = |row: &&NameCount| row.number != ABSENT;
            for row in copied.names(names, None, Keys::default()).await?.iter().filter(is_known) {
                self.counts.entry(row.number).all.add_copied(*outcome, row.answers);
            }
            let uncovered = copied.with(|filter, _| filter.without_prompts.extend(covered));
            for row in uncovered.names(names, None, Keys::default()).await?.iter().filter(is_known) {
                self.counts.entry(row.number).uncovered.add_copied(*outcome, row.answers);
            }
        }
        Ok(())
    }
}

/// The text for which a page or a search is left out.
fn judged_text(step: &FoundStep) -> Option<&str> {
    match step.kind {
        NextStepKind::SearchGap => Some(&step.subject),
        NextStepKind::SourceGap => step.title.as_deref(),
        _ => None,
    }
}

/// Those of some answers that name a rival and not the brand. `None` unless they are significantly more than those that name it.
fn gap(count: OutcomeCount) -> Option<NextStepEvidence> {
    let evidence = |answers: u32| NextStepEvidence { answers: answers.into(), of: count.answers.into() };
    let gap = evidence(count.gap);
    is_significantly_higher(gap, evidence(count.named)).then_some(gap)
}

/// The steps: where rivals are named and the brand is not, significantly more often than the brand is.
fn steps(
    kind: NextStepKind,
    counts: impl IntoIterator<Item = (u32, SubjectCount)>,
    is_wanted: fn(&SubjectCount) -> bool,
) -> Vec<Step> {
    let step = |(number, count): (u32, SubjectCount)| {
        let evidence = gap(count.all)?;
        let (kind, size) = (kind.clone(), evidence.answers);
        Some(Step { kind, number, latest: count.latest, size, evidence, before: None })
    };
    counts.into_iter().filter(|(_, count)| is_wanted(count)).filter_map(step).collect()
}

/// Reads the names of the subjects.
async fn with_names(counting: &Counting, steps: &[Step]) -> StatisticsResult<Vec<FoundStep>> {
    if steps.is_empty() {
        return Ok(Vec::new());
    }
    let numbers = steps.iter().map(|step| step.number);
    let rows = columns::names_of(&counting.snapshot, counting.organization_id(), numbers, steps.len()).await?;
    let names: FxHashMap<u32, (String, Option<String>)> =
        rows.into_iter().map(|(number, name, domain)| (number, (name, domain))).collect();
    let prompts = steps.iter().filter(|step| step.kind == NextStepKind::PromptGap);
    let texts = prompt_texts(&counting.snapshot, prompts.map(|step| step.latest)).await?;
    let page = |step: &Step| {
        let (url, domain) = names.get(&step.number)?;
        Some(LatestPage { number: step.number, url, domain: domain.as_deref(), answer: step.latest })
    };
    let pages = steps.iter().filter(|step| matches!(step.kind, NextStepKind::SourceGap | NextStepKind::LostPage));
    let pages: Vec<LatestPage<'_>> = pages.filter_map(page).collect();
    let mut titles = FxHashMap::<u32, String>::default();
    for pages in pages.chunks(PAGES_AT_ONCE) {
        titles.extend(rankings::titles(counting, pages).await?);
    }
    let found = |step: &Step| {
        let (name, domain) = names.get(&step.number)?;
        let prompt_id = (step.kind == NextStepKind::PromptGap).then(|| parse_stored_id(name.clone()));
        let subject = match step.kind {
            NextStepKind::PromptGap => texts.get(name).cloned().unwrap_or_default(),
            NextStepKind::LostModel => columns::model_of(name).to_owned(),
            _ => name.clone(),
        };
        Some(prompt_id.transpose().map_err(StatisticsError::from).map(|prompt_id| FoundStep {
            kind: step.kind.clone(),
            subject,
            prompt_id,
            // Only pages have a title and a domain.
            title: titles.get(&step.number).cloned(),
            domain: domain.clone(),
            size: step.size,
            evidence: step.evidence,
            before: step.before,
        }))
    };
    steps.iter().filter_map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_name_neither_count_only_as_answers() {
        let mut counts = SubjectCounts::default();
        for outcome in [[Outcome::Gap; 5].as_slice(), &[Outcome::Neither]].concat() {
            counts.add([9], 1, outcome, true);
        }
        counts.add([4], 2, Outcome::Named, true);
        let steps = steps(NextStepKind::SourceGap, counts.counts.into_counts(), |count| count.all.named == 0);
        let evidence = NextStepEvidence { answers: 5, of: 6 };
        assert_eq!(steps.iter().map(|step| (step.number, step.evidence)).collect::<Vec<_>>(), [(9, evidence)]);
    }
}
