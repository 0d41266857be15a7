//! The values that the wire types give to fields that a platform leaves out of a response.

use answerdeck_api as api;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Presence {
    Required,
    /// It may be absent, and then stays absent.
    Optional,
    /// A platform may leave it out. The reader then gets this value.
    Default(Value),
}

/// The schemas of responses as the wire types read them: a field that has a default is not required.
pub(crate) struct Defaults(Map<String, Value>);

macro_rules! definitions {
    ($generator:ident: $($response:ident),+ $(,)?) => {
        $( $generator.subschema_for::<api::$response>(); )+
    };
}

impl Defaults {
    /// Collects the schemas of all responses, with those that they contain.
    pub(crate) fn of_responses() -> Self {
        let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        definitions!(generator:
            AnswerCount, AnswerList, BrandList, CreditBalance, FanoutRanking, GoogleKeywordList, GoogleRelated,
            GoogleSuggestions, ModelList, NaverKeywordList, NaverRelated, NaverSuggestions, NaverTrendList, Organization,
            PromptIds, PromptList, PromptSetList, ProperNounList, RegionList, RunList, SiteKeywordAnalysis,
            SourceDomainRanking, SourceUrlRanking, TokenNeighborRanking, TokenRanking,
        );
        Self(generator.take_definitions(true))
    }

    /// Returns whether a field, which the platform of this repository always sends, may be absent on another platform.
    pub(crate) fn presence(&self, owner: &str, field: &str, is_nullable: bool) -> Presence {
        let Some(schema) = self.0.get(owner) else { return Presence::Required };
        let is_required = schema["required"].as_array().is_some_and(|names| names.iter().any(|name| name == field));
        match &schema["properties"][field]["default"] {
            _ if is_required => Presence::Required,
            Value::Null if is_nullable => Presence::Default(Value::Null),
            Value::Null => Presence::Required,
            default => Presence::Default(default.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_starred_fields_of_an_answer_are_required() {
        let defaults = Defaults::of_responses();
        let presence = |field: &str| defaults.presence("Answer", field, false);
        assert_eq!(presence("status"), Presence::Required);
        assert_eq!(presence("content"), Presence::Default("".into()));
        assert_eq!(presence("sources"), Presence::Default(Value::Array(Vec::new())));
        assert_eq!(defaults.presence("PromptSet", "description", true), Presence::Default(Value::Null));
        assert_eq!(defaults.presence("Run", "totalCount", false), Presence::Default(0.into()));
    }
}
