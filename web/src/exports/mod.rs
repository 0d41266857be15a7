//! Tables as CSV files.
//!
//! A page says what it shows with an [`Export`]. The code that turns it into a file is loaded when it is first needed,
//! so the columns of a file do not make its page larger.

mod csv_export;
mod keywords;
mod lists;
mod run_grid;
mod tables;

use std::sync::Arc;

use answerdeck_api::metrics::{
    AnswerMatchFilter, BrandMetrics, ChangedSource, CitedInstead, MentionedAndCited, PromptMetricsFilter,
    SourceInfluence, UnnamedSearch,
};
use answerdeck_api::{
    Brand, FanoutStatistic, PromptFilter, PromptId, PromptSet, ProperNoun, SiteKeyword, SourceDomainStatistic,
    SourceUrlStatistic, Timestamp, TokenNeighborRanking, TokenStatistic,
};
use leptos::prelude::*;

use crate::components::Grid;
use crate::csv::CsvTable;
use crate::format::now;
use crate::keywords::{KeywordProvider, KeywordRow};
use crate::locale::t;
use crate::paths::{AnswerFilterParams, AnswerListParams};
use crate::queries::PromptOrder;
use crate::reactive::effect;
use crate::site_analyses::StoredAnalysis;
use crate::ui::{Button, Dialog, IconName, Notices, use_caveat, use_notices};

pub enum Export {
    /// A list of the platform, which is read to its end.
    List(Box<ListExport>),
    /// A table that is loaded completely.
    Table(MakeTable),
}

/// Makes a table when the code of the tables is loaded.
type MakeTable = Box<dyn FnOnce(&dyn Tables) -> NamedTable>;

impl Export {
    pub fn table(table: impl FnOnce(&dyn Tables) -> NamedTable + 'static) -> Self {
        Self::Table(Box::new(table))
    }
}

pub enum ListExport {
    Prompts {
        filter: PromptFilter,
        /// All sets, for their names.
        sets: Vec<PromptSet>,
        /// The brand and the answers that are measured. `None` if nothing is.
        scope: Option<PromptMetricsFilter>,
        /// The order by metrics. `None`: newest first.
        order: Option<PromptOrder>,
    },
    PromptSets,
    Runs,
    Answers(AnswerFilterParams),
    /// The answers that meet conditions.
    MatchedAnswers(Box<Option<AnswerMatchFilter>>),
    /// The answers with a phrase in their text.
    AnswerTexts(Box<AnswerListParams>),
    /// The prompts for which no model searched, in the answers of a scope.
    PromptsWithoutSearch(AnswerFilterParams),
    /// The results of a run by prompt and model, with what its answers say about the own brand.
    RunGrid {
        grid: Arc<Grid>,
        only_failed: bool,
        models: Vec<String>,
        filter: PromptMetricsFilter,
        /// The name of the own brand.
        own: String,
    },
}

/// A table, after the name of its file in the current language.
pub type NamedTable = (String, CsvTable);

/// The tables that are loaded completely.
pub trait Tables {
    /// Brands, in the order of the page, with their metrics.
    fn brands(&self, brands: &[Brand], metrics: Option<&BrandMetrics>, period: &TimeRange) -> NamedTable;
    /// Domains of all types, or of one only.
    fn source_domains(&self, domains: &[SourceDomainStatistic], is_of_type: bool, list: &SourceList) -> NamedTable;
    /// The pages of a domain.
    fn source_pages(&self, urls: &[SourceUrlStatistic], list: &SourceList) -> NamedTable;
    /// The pages or domains whose answers name rivals and not the own brand.
    fn source_gaps(&self, gaps: &[SourceInfluence], is_page: bool, period: &TimeRange) -> NamedTable;
    /// The pages or domains that are new or lost, of `total`.
    fn source_changes(&self, changes: &[ExportedChange], is_page: bool, total: u64) -> NamedTable;
    /// Searches, each with the names of its models, of `total` times that models searched.
    fn fanouts(&self, fanouts: &[FanoutStatistic], models: &[String], total: u64, period: &TimeRange) -> NamedTable;
    fn tokens(&self, tokens: &[TokenStatistic]) -> NamedTable;
    fn neighbors(&self, ranking: &TokenNeighborRanking) -> NamedTable;
    fn nouns(&self, nouns: &[ProperNoun]) -> NamedTable;
    /// The most frequent searches whose answers never name the own brand, of `total`.
    fn unnamed_searches(&self, searches: &[UnnamedSearch], total: u64, period: &TimeRange) -> NamedTable;
    /// The brands that answers cite instead of another.
    fn cited_instead(&self, rivals: &[CitedInstead]) -> NamedTable;
    /// The answers by whether they name a brand and cite a site of it.
    fn mentioned_and_cited(&self, cells: MentionedAndCited) -> NamedTable;
    fn keywords(&self, rows: &[KeywordRow], provider: KeywordProvider, months: usize) -> NamedTable;
    /// Keywords with their metrics on Google and Naver, in the same order.
    fn keywords_of_both(&self, google: &[KeywordRow], naver: &[KeywordRow], months: usize) -> NamedTable;
    /// The results of a run by prompt and model, without an own brand.
    fn run_grid(&self, grid: &Grid, only_failed: bool, models: &[String]) -> NamedTable;
    fn failures(&self, failures: &[FailedItems]) -> NamedTable;
    fn site_keywords(&self, keywords: &[SiteKeyword]) -> NamedTable;
    /// The analyses of sites that were started on this device.
    fn site_analyses(&self, analyses: &[StoredAnalysis]) -> NamedTable;
}

/// How a page lists a ranking of sources.
pub struct SourceList {
    /// The brand that each belongs to.
    pub owners: Vec<Option<String>>,
    /// All their citations.
    pub total: u64,
    pub order: Vec<usize>,
    pub period: TimeRange,
}

/// Where the period of answers begins and ends.
pub type TimeRange = [Option<Timestamp>; 2];

/// The period of the answers of a filter.
pub fn time_range(AnswerFilterParams { from, to, .. }: &AnswerFilterParams) -> TimeRange {
    until_now(from.clone(), to.clone())
}

/// The period between two times. One without an end ends now.
pub fn until_now(from: Option<Timestamp>, to: Option<Timestamp>) -> TimeRange {
    [from, Some(to.unwrap_or_else(now))]
}

/// A source that only the period has, or only the period before.
pub struct ExportedChange {
    pub is_new: bool,
    pub source: ChangedSource,
    /// The brand that it belongs to.
    pub owner: Option<String>,
    /// The period that has it.
    pub period: TimeRange,
}

/// The failed items of a prompt and a model.
pub struct FailedItems {
    pub prompt: PromptId,
    pub query: String,
    pub model: String,
    pub count: u64,
    pub reasons: String,
}

/// What the button of a page saves in place of its ranking. A part of the page sets it with [`export_part`].
pub type PartExport = RwSignal<Option<Callback<(), Export>>>;

/// Lets the button of a page save what this part of the page shows, while it has rows.
pub fn export_part(
    of_page: PartExport,
    has_rows: impl Fn() -> bool + 'static,
    export: impl Fn(()) -> Export + Send + Sync + 'static,
) {
    let export = Callback::new(export);
    effect(move || of_page.set(has_rows().then_some(export)));
    on_cleanup(move || _ = of_page.try_set(None));
}

/// The code that writes files. It saves a table at once and shows a notice. Returns a view for a file whose rows must be
/// read first. The name of the file contains the caveat of the page.
pub type Exporter = fn(Export, Option<String>, Notices) -> Option<ShowProgress>;

/// Makes a file, and shows its progress. The callback closes the dialog.
pub type ShowProgress = Box<dyn FnOnce(Callback<()>) -> AnyView>;

/// A button that saves what a page shows as a CSV file. The progress of a long list is in a dialog: closing it cancels.
#[component]
pub fn ExportCsv(
    /// What the page shows when the button is pressed. What it reads is not tracked.
    #[prop(into)]
    export: Callback<(), Export>,
    #[prop(optional, into)] disabled: Signal<bool>,
) -> AnyView {
    let notices = use_notices();
    let caveat = use_caveat();
    let is_loading = RwSignal::new(false);
    let is_open = RwSignal::new(false);
    let progress = StoredValue::new_local(None::<ShowProgress>);
    let press = move |()| {
        is_loading.set(true);
        leptos::task::spawn_local(async move {
            let write = csv_export::load().await;
            // The page may have been left meanwhile.
            if is_loading.try_set(false).is_some() {
                return;
            }
            let shown = untrack(|| write(export.run(()), caveat(), notices));
            if shown.is_some() {
                progress.set_value(shown);
                is_open.set(true);
            }
        });
    };
    let content = move || {
        let progress = progress.try_update_value(Option::take).flatten()?;
        Some(progress(Callback::new(move |()| is_open.set(false))))
    };
    view! {
        <Button
            label=t(|t| t.exports().button)
            icon=IconName::Download
            busy=is_loading
            disabled
            on_click=press
        />
        <Dialog open=is_open title=t(|t| t.exports().button)>
            {content()}
        </Dialog>
    }
    .into_any()
}
