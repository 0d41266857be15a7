//! The JSON schemas of tools: small, and of the kind that every client accepts.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The arguments whose names, and the instructions of the server, say what they are. Their descriptions and values in every tool would
/// make the list of tools too long for models.
const PLAIN: [&str; 20] = [
    "ascending",
    "brandID",
    "citesBrandID",
    "citesNotBrandID",
    "cursor",
    "description",
    "estimateID",
    "finished",
    "from",
    "limit",
    "name",
    "omitsBrandID",
    "promptID",
    "promptIDs",
    "promptSetID",
    "region",
    "runID",
    "scheduleID",
    "timeZone",
    "to",
];

/// The schema of the arguments of a tool. The platform checks what it leaves out: patterns, lengths, and which arguments exclude
/// each other.
pub(crate) fn arguments<T: JsonSchema>() -> JsonObject {
    // Without references, because some clients resolve none.
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let Value::Object(schema) = settings.into_generator().into_root_schema_for::<T>().to_value() else {
        return no_arguments();
    };
    let mut properties = match schema.get("properties") {
        Some(Value::Object(properties)) => {
            properties.iter().map(|(name, value)| (name.clone(), small(value))).collect()
        }
        _ => Map::new(),
    };
    for (_, property) in properties.iter_mut().filter(|(name, _)| PLAIN.contains(&name.as_str())) {
        if let Some(fields) = property.as_object_mut() {
            fields.retain(|name, _| matches!(name.as_str(), "type" | "items" | "maximum"));
        }
    }
    object(properties, schema.get("required"))
}

/// The schema of the arguments of a tool that takes none.
pub(crate) fn no_arguments() -> JsonObject {
    object(Map::new(), None)
}

pub(crate) fn id_argument(name: &str) -> JsonObject {
    object(Map::from_iter([(name.to_owned(), json!({ "type": "string" }))]), Some(&json!([name])))
}

/// The schema of an object. Some clients refuse one without `properties`. Unknown arguments are no error.
pub(crate) fn object(properties: Map<String, Value>, required: Option<&Value>) -> JsonObject {
    let mut schema =
        Map::from_iter([("type".to_owned(), json!("object")), ("properties".to_owned(), properties.into())]);
    schema.extend(required.map(|required| ("required".to_owned(), required.clone())));
    schema
}

/// What a model needs of the schema of an argument: its type, maximum, and its values or the first sentence about it.
fn small(schema: &Value) -> Value {
    // `null` counts as absent.
    let is_value = |kind: &&Value| **kind != "null" && kind["type"] != "null" && !kind.is_null();
    let first = |kinds: &Value| kinds.as_array().and_then(|kinds| kinds.iter().find(is_value)).cloned();
    let description = schema["description"].as_str().and_then(|text| text.split("\n\n").next()).unwrap_or_default();
    let description = description.split_inclusive(". ").next().unwrap_or_default().trim();
    let mut small_schema = match first(&schema["anyOf"]).map(|kind| small(&kind)) {
        Some(Value::Object(kind)) => kind,
        _ => Map::new(),
    };
    let one_of = schema["oneOf"].as_array().map(|variants| variants.iter().map(|variant| &variant["const"]));
    let values = schema["enum"].as_array().map(|values| values.iter().filter(is_value).cloned().collect());
    let values: Option<Vec<Value>> = values.or_else(|| one_of.map(|values| values.cloned().collect()));
    small_schema.extend(values.map(|values| ("enum".to_owned(), values.into())));
    small_schema.extend(schema.get("maximum").map(|value| ("maximum".to_owned(), value.clone())));
    if let Some(items) = schema.get("items") {
        let mut items = small(items);
        if let Some(fields) = items.as_object_mut() {
            fields.remove("description");
        }
        small_schema.insert("items".to_owned(), items);
    }
    let kind = match &schema["type"] {
        Value::String(kind) => Some(kind.as_str().into()),
        kinds => first(kinds).or_else(|| schema.get("oneOf").map(|_| "string".into())),
    };
    small_schema.extend(kind.map(|kind| ("type".to_owned(), kind)));
    // A list of values says more than its description.
    let values_of_items = small_schema.get("items").and_then(|items| items.get("enum"));
    if !description.is_empty() && small_schema.get("enum").or(values_of_items).is_none() {
        small_schema.insert("description".to_owned(), description.into());
    }
    small_schema.into()
}
