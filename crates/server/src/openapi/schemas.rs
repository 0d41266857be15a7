//! The JSON schemas of the wire types in the OpenAPI document.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::operations::MakeSchema;

/// Collects schemas. Requests and responses have different ones: a field with a default is optional in a request and
/// always present in a response.
pub(super) struct Schemas {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.meta_schema = None;
                settings.definitions_path = "/components/schemas".into();
            })
        };
        Self {
            requests: settings().for_deserialize().into_generator(),
            // The defaults of a response are for readers of other servers: this one sends the fields.
            responses: settings().for_serialize().with_transform(RecursiveTransform(without_default)).into_generator(),
        }
    }

    pub(super) fn request(&mut self, make: MakeSchema) -> Value {
        make(&mut self.requests).to_value()
    }

    pub(super) fn response(&mut self, make: MakeSchema) -> Value {
        make(&mut self.responses).to_value()
    }

    /// Returns the query parameters of a filter type, one for each field.
    pub(super) fn parameters(&mut self, make: MakeSchema) -> Vec<Value> {
        let filter: Schema = make(&mut self.requests);
        let required = filter.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let fields = filter.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        fields
            .into_iter()
            .map(|(name, mut schema)| {
                let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
                let may_be_empty = allows_null(&schema);
                remove_null(&mut schema);
                let required = required.iter().any(|known| *known == name);
                let mut parameter = json!({ "name": name, "in": "query", "required": required, "description": description, "schema": schema });
                if name == "include" {
                    // `include` is one comma-separated value; other lists repeat the parameter.
                    parameter["explode"] = false.into();
                }
                if may_be_empty {
                    parameter["allowEmptyValue"] = true.into();
                }
                parameter
            })
            .collect()
    }

    /// Returns every schema that another schema references.
    pub(super) fn definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.responses.take_definitions(true);
        // An optional field of a response is absent, never null.
        definitions.values_mut().flat_map(optional_fields).for_each(remove_null);
        let mut requests = self.requests.take_definitions(true);
        // One of a request that is null counts as absent, except among changes.
        let creations = requests.iter_mut().filter(|(name, _)| !name.ends_with("Update"));
        creations.flat_map(|(_, definition)| optional_fields(definition)).for_each(allow_null);
        definitions.extend(requests);
        definitions
    }
}

/// The fields of an object that are not required.
fn optional_fields(definition: &mut Value) -> impl Iterator<Item = &mut Value> {
    let required = definition.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = definition.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    fields.filter(move |(name, _)| !required.iter().any(|known| known == *name)).map(|(_, field)| field)
}

/// Whether a value may be `null`, which a query writes as an empty string.
fn allows_null(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let types = schema.get("type").and_then(Value::as_array).into_iter().flatten();
    let choices = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    types.chain(choices.filter_map(|choice| choice.get("type"))).any(is_null)
}

fn without_default(schema: &mut Schema) {
    schema.remove("default");
}

fn allow_null(schema: &mut Value) {
    if allows_null(schema) {
        return;
    }
    let Some(schema) = schema.as_object_mut() else { return };
    if let Some(reference) = schema.remove("$ref") {
        schema.insert("anyOf".to_owned(), json!([{ "$ref": reference }, { "type": "null" }]));
    }
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind, "null"]);
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.push(Value::Null);
    }
}

fn remove_null(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.remove("default");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(mut choices)) = schema.remove("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
        match choices.as_slice() {
            [Value::Object(only)] => schema.extend(only.clone()),
            _ => drop(schema.insert("anyOf".to_owned(), choices.into())),
        }
    }
}
