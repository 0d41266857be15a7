//! Metrics of brands, prompts, sources and searches, counted from the answers of a scope. An extension of Answerdeck.
//! docs/metrics.md has the formulas.

mod answers;
mod brands;
mod change;
mod counted;
mod highlights;
mod mentions;
mod next_steps;
mod prompts;
mod searches;
mod series;
mod sources;

pub use crate::statistics::SourceLevel;
pub use answers::{
    AnswerExcerpt, AnswerMatch, AnswerMatchFilter, AnswerMatchInclude, AnswerMatchList, AnswerTextFilter,
    AnswerTextList, NamedBrand,
};
pub use brands::{
    BrandGroup, BrandMetrics, BrandMetricsFilter, BrandMetricsInclude, BrandMetricsOfModel, BrandPoint, BrandSeries,
    BrandSeriesPoint, CitedInstead, MentionedAndCited, MetricBrand, Reproducibility, SourceClasses,
};
pub use change::{
    BrandChange, Change, ChangeBasis, ComparedAnswers, Comparison, Lead, LeadFilter, LeadList, MovedPrompt,
    MovedPrompts, Movement, MovementFilter, MovementList,
};
pub use counted::{BrandName, Coverage, Interval, Rate, Sample, Tier};
pub use highlights::{HighlightFilter, HighlightInclude, Highlights};
pub use mentions::{
    AnswerMentions, BrandPreview, BrandPreviewExample, BrandPreviewRequest, BrandSpelling, Mention, MentionFilter,
    MentionList,
};
pub use next_steps::{
    NextStep, NextStepDecision, NextStepEvidence, NextStepFilter, NextStepInclude, NextStepKind, NextStepList,
    NextStepState, NextStepUpdate, SearchEngine, UnaskedKeywordList, UnaskedKeywordsRequest,
};
pub use prompts::{
    PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptModel, PromptSummary,
};
pub use searches::{
    PromptWithoutSearch, PromptWithoutSearchFilter, PromptWithoutSearchList, UnnamedSearch, UnnamedSearchFilter,
    UnnamedSearchList,
};
pub use series::{SampleChange, SeriesInterval};
pub use sources::{
    ChangedSource, SourceChangeFilter, SourceChangeList, SourceChangeSide, SourceInfluence, SourceInfluenceFilter,
    SourceInfluenceList, SourceInfluenceOrder, SourceStability, SourceTrend, SourceTrendFilter, SourceTrendPoint,
};
