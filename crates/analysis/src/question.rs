//! The questions of pages, each with the type of its value.

use answerdeck_api::{
    Answer, AnswerId, AnswerScope, Brand, BrandId, FanoutInclude, FanoutRanking, ModelCode, ModelRoute, PromptId,
    RunId, SourceDomainRanking, SourceUrlRanking, Timestamp,
};
use answerdeck_insight::{
    Citations, InstrumentChange, Mention, Period, Rate, Sample, ShareOfVoice, SourceStability, Visibility,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::brand_question::{
    AnswerCell, AnswerCells, BrandAnswers, CitedRival, CitedRivals, MovementReport, Movements, NewNames,
    NewNamesReport, PromptRateReport, PromptRates, SourceClassPoint, SourceClassTrend, UnnamedSearchReport,
    UnnamedSearches,
};
#[cfg(feature = "schema")]
use crate::schema::QuestionSchema;

/// A question about kept answers.
pub trait Question: Into<AnyQuestion> + Serialize {
    /// The type of its value.
    type Value: Serialize + DeserializeOwned;

    /// The name in messages.
    const NAME: &'static str;

    /// The JSON of the question, as an [`AnyQuestion`] has it. Without the code for all the others: a page asks few.
    /// `None` if a value cannot be written.
    fn to_json(&self) -> Option<Box<RawValue>> {
        to_raw_value(&Named(self)).ok()
    }
}

struct Named<'a, Q>(&'a Q);

impl<Q: Question> Serialize for Named<'_, Q> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_variant("AnyQuestion", 0, Q::NAME, self.0)
    }
}

macro_rules! questions {
    ($($(#[doc = $doc:literal])* $name:literal: $question:ident -> $value:ty,)*) => {
        /// A question of any type.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum AnyQuestion {
            $($(#[doc = $doc])* #[serde(rename = $name)] $question($question),)*
        }

        #[cfg(feature = "schema")]
        impl AnyQuestion {
            /// Describes every question. What the schemas refer to is in the generators: one of the types that are read, and one of
            /// those that are written.
            pub fn describe(
                read: &mut schemars::SchemaGenerator,
                written: &mut schemars::SchemaGenerator,
            ) -> Vec<QuestionSchema> {
                vec![$(QuestionSchema {
                    name: $name,
                    description: concat!($($doc),*).trim(),
                    question: read.subschema_for::<$question>(),
                    value: written.subschema_for::<$value>(),
                },)*]
            }
        }

        $(
            impl Question for $question {
                type Value = $value;

                const NAME: &'static str = $name;
            }

            impl From<$question> for AnyQuestion {
                fn from(question: $question) -> Self {
                    Self::$question(question)
                }
            }
        )*
    };
}

questions! {
    /// What answers say about the tracked brands.
    "brandMetrics": BrandMetrics -> BrandReport,
    /// The tracked brands, as they are kept.
    "trackedBrands": TrackedBrands -> Vec<Brand>,
    /// How often the answers to each prompt name a brand.
    "promptRates": PromptRates -> PromptRateReport,
    /// What the answers to some prompts have, by prompt and by model.
    "answerCells": AnswerCells -> Vec<AnswerCell>,
    /// What moved between the two newest runs. `None` if no two runs asked the same.
    "movements": Movements -> Option<MovementReport>,
    /// The searches whose answers never name a brand.
    "unnamedSearches": UnnamedSearches -> UnnamedSearchReport,
    /// The brands that answers cite instead of a brand.
    "citedRivals": CitedRivals -> Vec<CitedRival>,
    /// How citations divide by the owner of the cited page, over time.
    "sourceClassTrend": SourceClassTrend -> Vec<SourceClassPoint>,
    /// What further names of a brand would add.
    "newNames": NewNames -> NewNamesReport,
    /// The most cited domains, as the platform ranks them.
    "sourceDomains": SourceDomains -> SourceDomainRanking,
    /// The most cited pages, as the platform ranks them.
    "sourceURLs": SourceUrls -> SourceUrlRanking,
    /// The most frequent searches of models, as the platform ranks them.
    "fanouts": Fanouts -> FanoutRanking,
    /// The share of chosen domains over time, and how steady sources are.
    "sourceTrend": SourceTrend -> SourceTrendReport,
    /// The answers behind a figure about a brand, sources or searches.
    "answersWith": AnswersWith -> MatchingAnswers,
    /// The prompts for which no model searched.
    "promptsWithoutSearch": PromptsWithoutSearch -> SearchlessPrompts,
    /// The kept answers with a phrase, one part at a time.
    "searchTexts": SearchTexts -> FoundTexts,
    /// A kept answer with its text.
    "keptAnswer": KeptAnswer -> Option<Answer>,
    /// The mentions of the tracked brands in a text.
    "mentions": Mentions -> FoundMentions,
}

/// Asks what the answers of a scope say about the tracked brands, altogether and over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandMetrics {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods of the series. `None` for no series.
    pub period: Option<Period>,
}

/// What answers say about the tracked brands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandReport {
    /// All answers that were counted.
    pub sample: Sample,
    /// The tracked brands, newest first.
    pub brands: Vec<ReportedBrand>,
    /// All periods from the first to the last with answers. Empty if none was asked for.
    pub series: Vec<PeriodPoint>,
}

/// A brand of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReportedBrand {
    /// The id.
    pub id: BrandId,
    /// The name.
    pub name: String,
    /// How visible it is.
    pub visibility: Visibility,
    /// How its sites are cited.
    pub citations: Citations,
}

/// A period of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeriodPoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The brands in the order of the report. `None` is a gap: a period without answers has no value, not the value 0.
    pub brands: Option<Vec<BrandPoint>>,
    /// How its prompts and models differ from those of the last period with answers. `None` if they are the same in
    /// about the same mix, and in the first period.
    pub instrument: Option<InstrumentChange>,
}

/// A brand in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandPoint {
    /// The answers that name the brand, of all answers.
    pub mention_rate: Rate,
    /// Its share of the attention for all tracked brands.
    pub share_of_voice: ShareOfVoice,
}

/// Asks for the most cited domains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceDomains {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The maximum number of domains.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks for the most cited pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceUrls {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// Only pages of this root domain, spelled as in the sources. `None` for all pages.
    pub domain: Option<String>,
    /// The maximum number of pages.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks for the most frequent searches of models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fanouts {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The optional fields of each search.
    #[serde(default)]
    pub include: Vec<FanoutInclude>,
    /// The maximum number of searches.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks how the citations of domains develop, and how steady all sources are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceTrend {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods.
    pub period: Period,
    /// The domains.
    pub domains: Vec<String>,
}

/// How the citations of domains develop, and how steady all sources are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceTrendReport {
    /// All periods from the first to the last with answers.
    pub series: Vec<SourcePoint>,
    /// How many domains an answer keeps from one run to the next. `None` with fewer than two pairs of runs.
    pub stability: Option<SourceStability>,
}

/// A period of a trend of sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourcePoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The citations. `None` is a gap: a period without answers.
    pub citations: Option<PeriodCitations>,
    /// How its prompts and models differ from those of the last period with answers. `None` if they are the same in
    /// about the same mix, and in the first period.
    pub instrument: Option<InstrumentChange>,
}

/// The citations of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeriodCitations {
    /// All citations. The shares of a period without any are unknown.
    pub total: u64,
    /// Those of each domain, in the order of the question.
    pub of_domains: Vec<u64>,
}

/// Asks for the answers behind a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswersWith {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// What they have.
    pub feature: AnswerFeature,
    /// The newest of them that are left out. 0 by default.
    #[serde(default)]
    pub skip: u32,
    /// The maximum number of answers to return: a reply has at most 100. Use `skip` for those after them.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// What an answer has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AnswerFeature {
    /// Anything: all answers of the scope.
    Any,
    /// A source of a domain.
    Domain(String),
    /// A page as a source.
    Page(String),
    /// A search that the model ran.
    Search(String),
    /// A brand that they name or cite, or do not.
    Brand(BrandAnswers),
}

/// The answers behind a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingAnswers {
    /// The number of all of them.
    pub total: u64,
    /// The newest after those that were left out, the newest first.
    pub newest: Vec<MatchingAnswer>,
}

/// An answer behind a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingAnswer {
    /// The id.
    pub id: AnswerId,
    /// The prompt.
    pub question: String,
    /// The model.
    pub model: ModelCode,
    /// How the answer came. Absent when the platform does not say it.
    pub route: Option<ModelRoute>,
    /// When it was requested.
    pub created_at: Option<Timestamp>,
}

/// Asks which prompts made no model search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptsWithoutSearch {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// Those with the most answers that are left out. 0 by default.
    #[serde(default)]
    pub skip: u32,
    /// The maximum number of prompts to return: a reply has at most 200. Use `skip` for those after them.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// The prompts that made no model search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchlessPrompts {
    /// The prompts with answers in the scope.
    pub prompts: u64,
    /// How many of them have only answers without a search.
    pub without_search: u64,
    /// Those with the most answers, after those that were left out.
    pub most_asked: Vec<SearchlessPrompt>,
}

/// A prompt that made no model search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchlessPrompt {
    /// The id.
    pub id: PromptId,
    /// The text of its newest answer.
    pub question: String,
    /// Its answers, none of which has a search.
    pub answers: u64,
}

/// Asks which answers of a scope have a phrase in their text. The reply is about a part of them, so that other questions wait
/// only for that part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchTexts {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The phrase. Without visible characters, no answer has it.
    pub phrase: String,
    /// Where this part begins. `None` for the first one.
    pub from: Option<TextPlace>,
}

/// A place among the texts of kept answers: a part of a search ends there, and the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TextPlace {
    /// The run. `None` for the answers without a run.
    pub run: Option<RunId>,
    /// The number of blocks of the run before the place.
    pub blocks: usize,
}

/// A part of a search for a phrase.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundTexts {
    /// Where this part began, as in its question.
    pub from: Option<TextPlace>,
    /// All answers of the scope.
    pub total: u64,
    /// Those that were searched in this part.
    pub searched: u64,
    /// Those of them with the phrase, without order.
    pub found: Vec<FoundText>,
    /// Where the next part begins. `None` after the last one.
    pub next: Option<TextPlace>,
}

/// An answer with a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundText {
    /// The answer.
    pub answer: MatchingAnswer,
    /// The text before the first occurrence, at most 60 characters.
    pub before: String,
    /// The first occurrence, as the text has it.
    pub phrase: String,
    /// The text after it, at most 120 characters.
    pub after: String,
}

/// Asks for the tracked brands, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrackedBrands {}

/// Asks for a kept answer. `None` if it is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeptAnswer {
    /// The id of the answer.
    pub id: AnswerId,
}

/// Asks where a text names the tracked brands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mentions {
    /// The text.
    pub text: String,
}

/// The mentions of the tracked brands in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundMentions {
    /// The names of the brands. A mention has the position of its brand in this list.
    pub brands: Vec<String>,
    /// The mentions, in the order of the text.
    pub mentions: Vec<Mention>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_as_any_question<Q: Question + Clone>(question: &Q) {
        let any: AnyQuestion = question.clone().into();
        assert_eq!(question.to_json().unwrap().get(), serde_json::to_string(&any).unwrap());
    }

    #[test]
    fn a_question_alone_is_written_as_one_of_many() {
        is_as_any_question(&TrackedBrands {});
        is_as_any_question(&BrandMetrics { scope: AnswerScope::default(), period: Some(Period::Week) });
        is_as_any_question(&SourceUrls {
            scope: AnswerScope::default(),
            domain: Some("누리오.example".to_owned()),
            limit: 3,
        });
        is_as_any_question(&Mentions { text: "\"Nurio\"\n누리오".to_owned() });
    }
}
