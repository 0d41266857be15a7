//! The JSON schemas of tools.

use rmcp::model::JsonObject;
use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Generates the schema of a type.
pub(crate) type MakeSchema = fn() -> Value;

/// The schema of the arguments of a tool.
pub(crate) fn arguments<T: JsonSchema>() -> Value {
    schema::<T>(Contract::Deserialize)
}

/// The schema of the arguments of a tool that takes none.
pub(crate) fn no_arguments() -> Value {
    json!({ "type": "object", "additionalProperties": false })
}

/// The schema of arguments that are one id.
pub(crate) fn id_argument(name: &str, description: &str) -> Value {
    json!({
        "type": "object",
        "properties": { name: { "type": "string", "minLength": 22, "maxLength": 22, "description": description } },
        "required": [name],
        "additionalProperties": false,
    })
}

/// The schema of the data that a tool returns.
pub(crate) fn data<T: JsonSchema>() -> Value {
    schema::<T>(Contract::Serialize)
}

/// Without references, because some clients resolve none.
fn schema<T: JsonSchema>(contract: Contract) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
        settings.contract = contract;
    });
    settings
        .with_transform(RecursiveTransform(without_number_format))
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Removes the names of Rust's number types, and titles, which repeat names of Rust types.
fn without_number_format(schema: &mut Schema) {
    let is_number =
        |format: &Value| format.as_str().is_some_and(|format| format.starts_with("uint") || format == "double");
    if schema.get("format").is_some_and(is_number) {
        schema.remove("format");
    }
    schema.remove("title");
}

/// The object of a schema. Every schema here is one.
pub(crate) fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
