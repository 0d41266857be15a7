//! What a brand lost from one period to the next, in answers to the same prompts by the same models in the same regions: a cell.

use std::collections::BTreeSet;

use answerdeck_api::metrics::{NextStepEvidence, NextStepKind};
use answerdeck_clickhouse::NameColumn;
use rustc_hash::FxHashMap;

use super::cells::CellCount;
use super::copied::{CELL, Copied};
use super::counting::ModelNumbers;
use super::step::{Step, is_significantly_higher};
use crate::embedded::columns::{ABSENT, Cell, Dimensions};
use crate::error::StatisticsResult;
use crate::sides::Side;

/// The answers of both periods that name and cite a brand.
#[derive(Debug, Default)]
pub(super) struct Lost {
    cells: FxHashMap<Cell, CellCount>,
    pages: FxHashMap<u32, OwnPage>,
    /// The first answer of the period after.
    pub(super) first_after: Option<u128>,
}

/// The answers that cite a page of the brand.
#[derive(Debug, Default)]
struct OwnPage {
    /// Those before, by cell.
    before: FxHashMap<Cell, u64>,
    /// The latest of those before.
    latest: u128,
    is_cited_after: bool,
}

impl Lost {
    /// Counts an answer, whether it names the brand, and the pages of the brand that it cites.
    pub(super) fn add(&mut self, side: Side, answer: Dimensions, is_named: bool, own: impl Iterator<Item = u32>) {
        let cell = answer.cell();
        let count = self.add_answers(side, cell, 1, answer.id);
        count.namings[side] += u64::from(is_named);
        let own: BTreeSet<u32> = own.filter(|page| *page != ABSENT).collect();
        own.into_iter().for_each(|page| self.add_citing(side, cell, 1, page, answer.id));
    }

    /// Counts answers to a cell, of which the first is given.
    fn add_answers(&mut self, side: Side, cell: Cell, answers: u64, first: u128) -> &mut CellCount {
        if let Side::After = side {
            self.first_after = Some(self.first_after.map_or(first, |known| known.min(first)));
        }
        let count = self.cells.entry(cell).or_default();
        count.answers[side] += answers;
        count
    }

    /// Counts answers to a cell that cite a page of the brand, of which the latest is given.
    fn add_citing(&mut self, side: Side, cell: Cell, answers: u64, page: u32, latest: u128) {
        let page = self.pages.entry(page).or_default();
        match side {
            Side::Before => {
                *page.before.entry(cell).or_default() += answers;
                page.latest = page.latest.max(latest);
            }
            Side::After => page.is_cited_after = true,
        }
    }

    /// Adds answers of a period that ClickHouse counts. `own` is the definition of the brand.
    pub(super) async fn add_copied(&mut self, side: Side, copied: &Copied, own: u32) -> StatisticsResult<()> {
        for row in copied.answers(CELL).await? {
            let (cell, first) = (Cell::new(row.prompt, row.region, row.model), u128::from_be_bytes(row.first));
            self.add_answers(side, cell, row.answers, first);
        }
        let naming = copied.with(|_, conditions| conditions.names = Some(vec![own]));
        for row in naming.answers(CELL).await? {
            self.cells.entry(Cell::new(row.prompt, row.region, row.model)).or_default().namings[side] += row.answers;
        }
        let names = NameColumn::PagesOfBrand(own);
        let rows = copied.names(&names, None, CELL).await?;
        let pages: BTreeSet<u32> = rows.iter().map(|row| row.number).filter(|page| *page != ABSENT).collect();
        let pages: Vec<u32> = pages.into_iter().collect();
        let latest = match side {
            Side::Before => copied.ids(&names, &pages).await?,
            Side::After => FxHashMap::default(),
        };
        for row in rows.iter().filter(|row| row.number != ABSENT) {
            let latest = latest.get(&row.number).map_or(0, |(_, latest)| *latest);
            self.add_citing(side, Cell::new(row.prompt, row.region, row.model), row.answers, row.number, latest);
        }
        Ok(())
    }

    /// The numbers of the models that have answers.
    pub(super) fn models(&self) -> impl Iterator<Item = u32> {
        self.cells.keys().map(|cell| cell.model)
    }

    /// The pages that no answer cites any more, though the cells that cited them have answers.
    pub(super) fn pages(&self) -> Vec<Step> {
        let step = |(number, page): (&u32, &OwnPage)| {
            let (mut before, mut now) = (NextStepEvidence::default(), NextStepEvidence::default());
            for (cell, cited) in &page.before {
                let answers = self.cells.get(cell).copied().unwrap_or_default().answers;
                before.answers += cited;
                before.of += answers.before;
                now.of += answers.after;
            }
            let is_lost = !page.is_cited_after && is_significantly_higher(before, now);
            let step = Step {
                kind: NextStepKind::LostPage,
                number: *number,
                latest: page.latest,
                size: before.answers,
                evidence: now,
                before: Some(before),
            };
            is_lost.then_some(step)
        };
        self.pages.iter().filter_map(step).collect()
    }

    /// Those of some models that name the brand less often than before in the cells with answers of both periods.
    pub(super) fn lost_models(&self, models: &[ModelNumbers]) -> Vec<Step> {
        let in_both = self.cells.iter().filter(|(_, count)| count.is_in_both());
        let mut in_both: Vec<(Cell, CellCount)> = in_both.map(|(cell, count)| (*cell, *count)).collect();
        // The sum of floating-point numbers depends on their order.
        in_both.sort_unstable_by_key(|(cell, _)| *cell);
        let step = |model: &ModelNumbers| {
            let of_model = || in_both.iter().filter(|(cell, _)| model.numbers.contains(&cell.model));
            let (number, mut expected) = (of_model().next()?.0.model, 0.0);
            let (mut before, mut now) = (NextStepEvidence::default(), NextStepEvidence::default());
            for (_, CellCount { answers, namings }) in of_model() {
                before.of += answers.before;
                before.answers += namings.before;
                now.of += answers.after;
                now.answers += namings.after;
                // The answers now that would name the brand at the rate that the cell had before.
                expected += namings.before as f64 / answers.before as f64 * answers.after as f64;
            }
            let missing = (expected - now.answers as f64).round();
            let size = missing.max(0.0) as u64;
            let step =
                Step { kind: NextStepKind::LostModel, number, latest: 0, size, evidence: now, before: Some(before) };
            (missing >= 1.0 && is_significantly_higher(before, now)).then_some(step)
        };
        models.iter().filter_map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::ModelCode;

    use super::*;

    fn add(lost: &mut Lost, side: Side, [prompt, model]: [u32; 2], answers: u64, named: u64, own: &[u32]) {
        for at in 0..answers {
            let answer = Dimensions { id: 1, run: 1, set: 1, prompt, model, region: 1, citations: 0 };
            lost.add(side, answer, at < named, own.iter().copied());
        }
    }

    fn evidence(answers: u64, of: u64) -> NextStepEvidence {
        NextStepEvidence { answers, of }
    }

    #[test]
    fn a_page_is_lost_only_if_its_prompts_were_asked_again() {
        let mut lost = Lost::default();
        add(&mut lost, Side::Before, [1, 1], 5, 0, &[70, 71, ABSENT]);
        add(&mut lost, Side::Before, [2, 1], 5, 0, &[72]);
        add(&mut lost, Side::After, [1, 1], 4, 0, &[71]);
        let steps = lost.pages();
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].number, steps[0].size), (70, 5));
        assert_eq!((steps[0].before, steps[0].evidence), (Some(evidence(5, 5)), evidence(0, 4)));
    }

    #[test]
    fn a_model_is_lost_by_its_answers_to_the_same_prompts() {
        let mut lost = Lost::default();
        // Both routes of one model.
        add(&mut lost, Side::Before, [1, 1], 10, 10, &[]);
        add(&mut lost, Side::Before, [1, 2], 10, 8, &[]);
        add(&mut lost, Side::After, [1, 1], 5, 1, &[]);
        add(&mut lost, Side::After, [1, 2], 5, 0, &[]);
        // Asked only once.
        add(&mut lost, Side::Before, [2, 1], 50, 50, &[]);
        add(&mut lost, Side::After, [3, 1], 50, 0, &[]);
        // It has not changed.
        add(&mut lost, Side::Before, [1, 3], 10, 5, &[]);
        add(&mut lost, Side::After, [1, 3], 10, 5, &[]);
        let claude = ModelNumbers { code: ModelCode::Claude, numbers: vec![1, 2] };
        let steps = lost.lost_models(&[claude, ModelNumbers { code: ModelCode::Gemini, numbers: vec![3] }]);
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].before, steps[0].evidence), (Some(evidence(18, 20)), evidence(1, 10)));
        // 5 and 4 answers would name it.
        assert_eq!(steps[0].size, 8);
        assert_eq!(lost.models().collect::<BTreeSet<u32>>(), BTreeSet::from([1, 2, 3]));
    }

    #[test]
    fn a_mix_of_prompts_alone_loses_no_model() {
        let mut lost = Lost::default();
        add(&mut lost, Side::Before, [1, 1], 50, 50, &[]);
        add(&mut lost, Side::Before, [2, 1], 5, 0, &[]);
        add(&mut lost, Side::After, [1, 1], 5, 5, &[]);
        add(&mut lost, Side::After, [2, 1], 50, 0, &[]);
        assert_eq!(lost.lost_models(&[ModelNumbers { code: ModelCode::Claude, numbers: vec![1] }]).len(), 0);
    }
}
