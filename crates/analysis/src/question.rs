//! The table of questions, each with its name and the type of its value.

use answerdeck_api::{Answer, Brand, FanoutRanking, SourceDomainRanking, SourceUrlRanking};
use answerdeck_insight::Reproducibility;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use crate::brand_metrics::{BrandMetrics, BrandReport, TrackedBrands};
use crate::brand_question::{
    AnswerCell, AnswerCells, BrandReproducibility, CitedRival, CitedRivals, MovementReport, Movements, NewNames,
    NewNamesReport, PromptRateReport, PromptRates, SourceClassPoint, SourceClassTrend, UnnamedSearchReport,
    UnnamedSearches,
};
use crate::matching_answers::{AnswersWith, MatchingAnswers};
#[cfg(feature = "schema")]
use crate::schema::QuestionSchema;
use crate::source_question::{
    Fanouts, PromptsWithoutSearch, SearchlessPrompts, SourceDomains, SourceTrend, SourceTrendReport, SourceUrls,
};
use crate::text_question::{FoundMentions, FoundTexts, KeptAnswer, Mentions, SearchTexts};

/// A question about kept answers.
pub trait Question: Into<AnyQuestion> + Serialize {
    /// The type of its value.
    type Value: Serialize + DeserializeOwned;

    /// The name in messages.
    const NAME: &'static str;

    /// The JSON of the question, the same as that of its [`AnyQuestion`], without the code of all other questions: a page asks
    /// only a few. `None` if a value cannot be written.
    fn to_json(&self) -> Option<String> {
        serde_json::to_string(&Named(self)).ok()
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
            /// Describes every question. The definitions that the schemas refer to are in the generators: `read` for the types that
            /// are read, `written` for those that are written.
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
    /// The counts of the answers to some prompts, by prompt and model.
    "answerCells": AnswerCells -> Vec<AnswerCell>,
    /// What moved between the newest run and the last comparable one. `None` if there is none.
    "movements": Movements -> Option<MovementReport>,
    /// The searches whose answers never name a brand.
    "unnamedSearches": UnnamedSearches -> UnnamedSearchReport,
    /// The brands that answers cite instead of another brand.
    "citedRivals": CitedRivals -> Vec<CitedRival>,
    /// How often repeated answers agree on whether they name a brand. `None` without repetitions.
    "reproducibility": BrandReproducibility -> Option<Reproducibility>,
    /// The citations over time, by the owner of the cited page.
    "sourceClassTrend": SourceClassTrend -> Vec<SourceClassPoint>,
    /// The kept answers that new names of a brand would find.
    "newNames": NewNames -> NewNamesReport,
    /// The most cited domains, as the platform ranks them.
    "sourceDomains": SourceDomains -> SourceDomainRanking,
    /// The most cited pages, as the platform ranks them.
    "sourceURLs": SourceUrls -> SourceUrlRanking,
    /// The most frequent searches of models, as the platform ranks them.
    "fanouts": Fanouts -> FanoutRanking,
    /// The citations of domains over time, and the stability of all sources.
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

#[cfg(test)]
mod tests {
    use answerdeck_api::AnswerScope;
    use answerdeck_insight::Period;

    use super::*;

    fn is_as_any_question<Q: Question + Clone>(question: &Q) {
        let any: AnyQuestion = question.clone().into();
        assert_eq!(question.to_json().unwrap(), serde_json::to_string(&any).unwrap());
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
