//! The OpenAPI document, as the types and the tables need it.

use std::collections::BTreeMap;

use answerdeck_api as api;
use serde_json::Value;

use crate::defaults::{Defaults, Presence};
use crate::surface::Verb;

/// The schemas and the operations of the platform.
pub(crate) struct Document {
    value: Value,
    defaults: Defaults,
}

/// An enum with its documentation, which the OpenAPI document lacks.
struct DocumentedEnum {
    name: &'static str,
    documentation: &'static str,
    /// Each value with its documentation.
    values: &'static [(&'static str, &'static str)],
}

macro_rules! documented {
    ($($name:ident),+; metrics: $($metric:ident),+ $(,)?) => {
        &[
            $(DocumentedEnum {
                name: stringify!($name),
                documentation: api::$name::DOCUMENTATION,
                values: api::$name::DOCUMENTED_VALUES,
            },)+
            $(DocumentedEnum {
                name: stringify!($metric),
                documentation: api::metrics::$metric::DOCUMENTATION,
                values: api::metrics::$metric::DOCUMENTED_VALUES,
            },)+
        ]
    };
}

const ENUMS: &[DocumentedEnum] = documented! {
    AlertDirection, AlertKind, AlertMetric, AlertState, AnswerStatus, Competition, DigestOutcome, DomainType,
    DomainTypeOrigin, ErrorCode, EventType, FailureCode, Frequency, ModelCode, ModelRoute, ModelStop, NounTag,
    RunStatus, ScheduleOutcome, SearchIntent, SiteKeywordAnalysisStatus, SkipReason, TextLanguage,
    WebhookDeliveryFailure, WebhookDeliveryStatus, WebhookDisabledReason, WebhookFormat, MessageLanguage,
    Weekday, WordLanguage;
    metrics: ChangeBasis, NextStepKind, NextStepState, PromptMetricsOrder, SearchEngine, SeriesInterval,
    SourceInfluenceOrder, SourceLevel, Tier
};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// A text without rules.
    Text,
    Time,
    /// An id of this type.
    Id(String),
    /// A text with known values, of this type. A response may have another value.
    Enum(String),
    /// A text with exactly these values.
    Literals(Vec<String>),
    Boolean,
    Integer {
        /// Whether it may be negative.
        signed: bool,
    },
    Number,
    List(Box<Shape>),
    /// An object of this type.
    Object(String),
}

/// A field of an object, or a query parameter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) shape: Shape,
    pub(crate) is_nullable: bool,
    pub(crate) presence: Presence,
    pub(crate) is_parameter: bool,
    /// Whether a list is one parameter with commas. Only in queries.
    pub(crate) is_joined: bool,
}

pub(crate) struct Signature {
    /// The name of the path parameter, if any.
    pub(crate) id: Option<String>,
    /// The type of the body, if any.
    pub(crate) body: Option<String>,
    pub(crate) query: Vec<Field>,
    pub(crate) response: Response,
}

pub(crate) enum Response {
    Empty,
    /// A text that is not JSON.
    Text,
    /// An object of this type.
    Object(String),
    Page {
        /// The type of the response.
        list: String,
        item: Shape,
        /// Whether the response has further fields than the items and the next cursor.
        has_more: bool,
        /// The maximum number of items.
        largest: u64,
    },
}

pub(crate) enum Named {
    Id,
    /// Each value with its description.
    Enum(Vec<(String, String)>),
    Object(Vec<Field>),
}

impl Document {
    /// Reads the document. `defaults` has what the reader of a response puts in place of absent fields.
    pub(crate) fn parse(json: &str, defaults: Defaults) -> Result<Self, serde_json::Error> {
        Ok(Self { value: serde_json::from_str(json)?, defaults })
    }

    /// Returns every named type, with its description.
    pub(crate) fn types(&self) -> BTreeMap<String, (String, Named)> {
        let schemas = self.value["components"]["schemas"].as_object().into_iter().flatten();
        schemas
            // The error body becomes an `AnswerdeckError`.
            .filter(|(name, _)| *name != "ErrorBody")
            .map(|(name, schema)| {
                let described = match (schema["enum"].is_array(), schema["properties"].is_object()) {
                    (true, _) => documented_enum(name, &schema["enum"]),
                    (false, true) => (text(&schema["description"]), Named::Object(self.fields(name, schema))),
                    (false, false) => (text(&schema["description"]), Named::Id),
                };
                (name.clone(), described)
            })
            .collect()
    }

    /// Returns the alternatives of an object that requires some of its fields, such as a run with either prompts or a prompt set:
    /// the fields that each one requires. Empty for any other object.
    pub(crate) fn alternatives(&self, name: &str) -> Vec<Vec<String>> {
        let choices = self.value["components"]["schemas"][name]["oneOf"].as_array().into_iter().flatten();
        choices.map(|choice| texts(&choice["required"])).collect()
    }

    /// Returns the types of the bodies that webhooks receive.
    pub(crate) fn events(&self) -> Vec<String> {
        let webhooks = self.value["webhooks"].as_object().into_iter().flatten();
        webhooks
            .filter_map(|(_, path)| reference(&path["post"]["requestBody"]["content"]["application/json"]["schema"]))
            .collect()
    }

    pub(crate) fn signature(&self, verb: &Verb) -> Signature {
        let described = &self.value["paths"][verb.operation.path][verb.operation.method.as_str().to_lowercase()];
        let parameters = || described["parameters"].as_array().into_iter().flatten();
        let of_kind = |kind: &'static str| parameters().filter(move |parameter| parameter["in"] == kind);
        let body = &described["requestBody"]["content"]["application/json"]["schema"];
        let largest = of_kind("query").find(|parameter| parameter["name"] == "limit");
        let largest = largest.and_then(|parameter| parameter["schema"]["maximum"].as_u64());
        Signature {
            id: of_kind("path").map(|parameter| text(&parameter["name"])).next(),
            body: reference(body),
            query: of_kind("query").map(|parameter| self.parameter(parameter)).collect(),
            response: self.response(&described["responses"], verb.items, largest),
        }
    }

    fn response(&self, responses: &Value, items: &str, largest: Option<u64>) -> Response {
        let content = &responses["200"]["content"];
        if content["text/markdown"].is_object() {
            return Response::Text;
        }
        let Some(name) = reference(&content["application/json"]["schema"]) else { return Response::Empty };
        let schema = &self.value["components"]["schemas"][&name];
        let fields = self.fields(&name, schema);
        let has_more = fields.iter().any(|field| field.name != items && field.name != "nextCursor");
        let list = fields.into_iter().find(|field| field.name == items);
        match (list.map(|field| field.shape), largest) {
            (Some(Shape::List(item)), Some(largest)) => Response::Page { list: name, item: *item, has_more, largest },
            _ => Response::Object(name),
        }
    }

    fn parameter(&self, parameter: &Value) -> Field {
        let required = parameter["required"] == true;
        Field {
            // Without a value, such as the `nextCursor` of the last page, it is left out.
            is_nullable: !required,
            name: text(&parameter["name"]),
            description: text(&parameter["description"]),
            shape: self.shape(&parameter["schema"]),
            presence: if required { Presence::Required } else { Presence::Optional },
            is_parameter: true,
            is_joined: parameter["explode"] == false,
        }
    }

    /// Returns the fields of an object: first those that are always present, in their order.
    fn fields(&self, owner: &str, schema: &Value) -> Vec<Field> {
        let required = texts(&schema["required"]);
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let others = properties.keys().filter(|name| !required.contains(name));
        required
            .iter()
            .chain(others)
            .map(|name| {
                let property = &properties[name];
                let is_nullable = accepts_null(property);
                let presence = match required.contains(name) {
                    true => self.defaults.presence(owner, name, is_nullable),
                    false => Presence::Optional,
                };
                Field {
                    name: name.clone(),
                    description: text(&property["description"]),
                    shape: self.shape(property),
                    is_nullable,
                    presence,
                    is_parameter: false,
                    is_joined: false,
                }
            })
            .collect()
    }

    fn shape(&self, schema: &Value) -> Shape {
        if let Some(name) = reference(schema) {
            let schema = &self.value["components"]["schemas"][&name];
            return match schema {
                schema if schema["enum"].is_array() => Shape::Enum(name),
                schema if schema["properties"].is_object() => Shape::Object(name),
                _ => Shape::Id(name),
            };
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let choice = choices.iter().find(|choice| choice["type"] != "null");
            return choice.map_or(Shape::Text, |choice| self.shape(choice));
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            return Shape::Literals(choices.iter().map(|choice| text(&choice["const"])).collect());
        }
        if let Some(value) = schema["const"].as_str() {
            return Shape::Literals(vec![value.to_owned()]);
        }
        match kind(schema) {
            "boolean" => Shape::Boolean,
            "integer" => Shape::Integer { signed: schema["minimum"].is_null() },
            "number" => Shape::Number,
            "array" => Shape::List(Box::new(self.shape(&schema["items"]))),
            _ if schema["format"] == "date-time" => Shape::Time,
            _ => Shape::Text,
        }
    }
}

fn documented_enum(name: &str, values: &Value) -> (String, Named) {
    let documented = ENUMS.iter().find(|documented| documented.name == name);
    let description = documented.map_or_else(String::new, |documented| lines(documented.documentation));
    let describe = |value: String| {
        let known = documented.and_then(|documented| documented.values.iter().find(|(known, _)| *known == value));
        let description = known.map_or_else(String::new, |(_, documentation)| lines(documentation));
        (value, description)
    };
    (description, Named::Enum(texts(values).into_iter().map(describe).collect()))
}

/// Returns the text of a doc comment, whose lines begin with a space.
fn lines(documentation: &str) -> String {
    documentation.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn reference(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.strip_prefix("#/components/schemas/").map(str::to_owned)
}

/// Returns the type of a schema, without `null`.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default(),
        kind => kind.as_str().unwrap_or_default(),
    }
}

fn accepts_null(schema: &Value) -> bool {
    let types = schema["type"].as_array().into_iter().flatten();
    let choices = schema["anyOf"].as_array().into_iter().flatten().map(|choice| &choice["type"]);
    types.chain(choices).any(|kind| kind == "null")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the texts of a list. Empty if it is absent.
fn texts(values: &Value) -> Vec<String> {
    values.as_array().into_iter().flatten().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::VERBS;

    #[test]
    fn the_methods_that_name_a_list_of_their_response_are_those_of_the_operations_with_a_cursor() {
        let document = Document::parse(crate::OPENAPI, Defaults::of_responses()).unwrap();
        for verb in VERBS {
            let Signature { query, response, .. } = document.signature(verb);
            let has_cursor = query.iter().any(|field| field.name == "cursor");
            assert_eq!(matches!(response, Response::Page { .. }), has_cursor, "{}.{}", verb.noun, verb.name);
            assert_eq!(!verb.items.is_empty(), has_cursor, "{}.{}", verb.noun, verb.name);
        }
    }

    #[test]
    fn every_enum_and_each_of_its_values_is_described() {
        let document = Document::parse(crate::OPENAPI, Defaults::of_responses()).unwrap();
        for (name, (description, named)) in document.types() {
            let Named::Enum(values) = named else { continue };
            assert!(!description.is_empty(), "{name}");
            for (value, description) in values {
                assert!(!description.is_empty(), "{name}: {value}");
            }
        }
    }
}
