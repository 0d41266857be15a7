//! The schema of a request, as the OpenAPI document has it: the names of its fields on the wire, and what each must be.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Number, Value};

use super::input::{Input, Reason, one_of};

/// The maximum number of faults that a refusal names.
const FAULTS_MAX: usize = 100;

pub(super) struct RequestSchema(Value);

impl RequestSchema {
    pub(super) fn of<T: JsonSchema>() -> Self {
        Self(SchemaGenerator::default().into_root_schema_for::<T>().to_value())
    }

    /// Returns the path of a field on the wire, and what the field must be. `path` may have the names of Rust: `prompt_ids[3]` is
    /// `promptIDs[3]`.
    pub(super) fn describe(&self, path: &str) -> (String, Option<String>) {
        let mut wire = String::with_capacity(path.len());
        let mut schema = self.resolved(&self.0);
        for part in path.split(['.', '[']).filter(|part| !part.is_empty()) {
            if part.ends_with(']') {
                wire.push('[');
                wire.push_str(part);
                schema = self.resolved(&schema["items"]);
                continue;
            }
            let name = wire_name(&schema["properties"], part);
            if !wire.is_empty() {
                wire.push('.');
            }
            wire.push_str(name);
            schema = self.resolved(&schema["properties"][name]);
        }
        (wire, expectation(schema))
    }

    /// The fields of an input that are missing or have a wrong type, by their paths, and what each must be.
    pub(super) fn faults(&self, input: &Input) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        self.add_faults(&self.0, input, "", &mut faults);
        faults.truncate(FAULTS_MAX);
        faults
    }

    fn add_faults(&self, schema: &Value, input: &Input, path: &str, faults: &mut Vec<(String, String)>) {
        let schema = self.resolved(schema);
        if schema["type"].is_null() || faults.len() >= FAULTS_MAX {
            return;
        }
        let is_whole = |number: &Number| number.as_f64().is_some_and(|number| number.fract() == 0.0);
        let kind = match input {
            Input::Null | Input::Parameter(_) => return,
            Input::Boolean(_) => "boolean",
            Input::Number(number) if is_type(schema, "integer") && is_whole(number) => "integer",
            Input::Number(_) => "number",
            Input::Text(_) => "string",
            Input::List(_) => "array",
            Input::Object(_) => "object",
        };
        match input {
            _ if !is_type(schema, kind) => {
                faults.extend(expectation(schema).map(|expectation| (path.to_owned(), expectation)));
            }
            Input::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.add_faults(&schema["items"], item, &format!("{path}[{index}]"), faults);
                }
            }
            Input::Object(fields) => self.add_faults_of_fields(schema, fields, path, faults),
            _ => {}
        }
    }

    fn add_faults_of_fields(
        &self,
        schema: &Value,
        fields: &[(String, Input)],
        path: &str,
        faults: &mut Vec<(String, String)>,
    ) {
        let path_of = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let is_given = |name: &str| fields.iter().any(|(given, value)| given == name && !value.is_absent(name));
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing = required.filter(|name| !is_given(name));
        faults.extend(missing.map(|name| (path_of(name), Reason::Missing.to_string())));
        let choices = schema["oneOf"].as_array().into_iter().flatten();
        let choices: Vec<&str> = choices.filter_map(|choice| choice["required"][0].as_str()).collect();
        if let Some(first) = choices.first()
            && choices.iter().filter(|name| is_given(name)).count() != 1
        {
            faults.push((path_of(first), format!("give exactly one of {}", choices.join(" and "))));
        }
        for (name, value) in fields.iter().filter(|(name, value)| !value.is_absent(name)) {
            self.add_faults(&schema["properties"][name], value, &path_of(name), faults);
        }
    }

    /// Makes a list of each text where the schema has a list of texts. A text that can be several items stays.
    ///
    /// Source: docs/platform-api.md, section 1, rule 15.
    pub(super) fn put_texts_in_lists(&self, input: &mut Input) {
        self.put_texts_of(&self.0, input);
    }

    fn put_texts_of(&self, schema: &Value, input: &mut Input) {
        let schema = self.resolved(schema);
        match input {
            Input::Text(text) => {
                let is_list = is_type(schema, "array") && is_type(self.resolved(&schema["items"]), "string");
                if is_list && !text.is_empty() && !text.contains([',', '[', '\n']) {
                    *input = Input::List(vec![Input::Text(std::mem::take(text))]);
                }
            }
            Input::List(items) => {
                for item in items {
                    self.put_texts_of(&schema["items"], item);
                }
            }
            Input::Object(fields) => {
                for (name, value) in fields {
                    self.put_texts_of(&schema["properties"][name.as_str()], value);
                }
            }
            _ => {}
        }
    }

    /// Follows references, and leaves out `null`.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.0.pointer(reference.trim_start_matches('#')).map_or(schema, |schema| self.resolved(schema));
        }
        let mut choices = schema["anyOf"].as_array().into_iter().flatten();
        choices.find(|choice| choice["type"] != "null").map_or(schema, |choice| self.resolved(choice))
    }
}

/// The property that a field of Rust is. A parameter of a query that is a list may be in the singular: `answer_ids` is `answerID`.
fn wire_name<'a>(properties: &'a Value, field: &'a str) -> &'a str {
    let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let field_letters = letters(field);
    let named = |wanted: &str| {
        let mut names = properties.as_object().into_iter().flat_map(|properties| properties.keys());
        names.find(|name| letters(name) == wanted)
    };
    let singular = || named(field_letters.strip_suffix('s')?);
    named(&field_letters).or_else(singular).map_or(field, String::as_str)
}

fn is_type(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|known| known == kind))
}

/// What a value of a schema must be. `None` if the schema does not say it.
fn expectation(schema: &Value) -> Option<String> {
    let is = |kind: &str| is_type(schema, kind);
    let constants = schema["oneOf"].as_array().into_iter().flatten().map(|choice| &choice["const"]);
    let values = schema["enum"].as_array().into_iter().flatten().chain(constants).filter(|value| !value.is_null());
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let values: Vec<String> = values.map(text).collect();
    let names: Vec<&str> = values.iter().map(String::as_str).collect();
    if !names.is_empty() {
        return Some(format!("must be {}", one_of(&names)));
    }
    let bounds = |least: &str, most: &str| (schema[least].as_u64().unwrap_or_default(), schema[most].as_u64());
    let counted = |what: &str, items: &str, (least, most): (u64, Option<u64>)| match (least, most) {
        (0, Some(most)) => format!("must be {what} of at most {most} {items}"),
        (least, Some(most)) => format!("must be {what} of {least} to {most} {items}"),
        (_, None) => format!("must be {what}"),
    };
    Some(if is("object") {
        "must be an object".to_owned()
    } else if is("array") {
        counted("a list", "items", bounds("minItems", "maxItems"))
    } else if schema["format"] == "email" {
        "must be an e-mail address, such as kim@nurio.example".to_owned()
    } else if is("string") {
        counted("a text", "characters", bounds("minLength", "maxLength"))
    } else if is("integer") {
        match bounds("minimum", "maximum") {
            (least, Some(most)) => format!("must be an integer from {least} to {most}"),
            (_, None) => "must be an integer".to_owned(),
        }
    } else if is("number") {
        "must be a number".to_owned()
    } else if is("boolean") {
        "must be true or false".to_owned()
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests {
    use answerdeck_api::metrics::{BrandMetricsFilter, MentionFilter, PromptMetricsFilter};
    use answerdeck_api::{AlertRuleUpdate, BrandUpdate, PromptBulkCreate, RunSubmit, ScheduleUpdate};

    use super::*;

    fn described<T: JsonSchema>(path: &str) -> String {
        let (wire, expectation) = RequestSchema::of::<T>().describe(path);
        format!("{wire}: {}", expectation.unwrap_or_default())
    }

    #[test]
    fn a_field_has_its_name_on_the_wire_and_its_bounds() {
        for (described, expected) in [
            (described::<RunSubmit>(""), ": must be an object"),
            (described::<RunSubmit>("prompt_ids"), "promptIDs: must be a list of 1 to 1000 items"),
            (described::<RunSubmit>("prompt_ids[3]"), "promptIDs[3]: must be a text"),
            (described::<RunSubmit>("repeat_count"), "repeatCount: must be an integer from 1 to 10"),
            (described::<PromptBulkCreate>("prompts[1]"), "prompts[1]: must be an object"),
            (
                described::<PromptBulkCreate>("prompts[0].content"),
                "prompts[0].content: must be a text of 1 to 1000 characters",
            ),
            (described::<BrandUpdate>("description"), "description: must be a text of at most 1000 characters"),
            (described::<BrandUpdate>("case_sensitive"), "caseSensitive: must be true or false"),
            (
                described::<BrandUpdate>("excluded_phrases[2]"),
                "excludedPhrases[2]: must be a text of 1 to 100 characters",
            ),
            (described::<ScheduleUpdate>("run.models"), "run.models: must be a list of 1 to 8 items"),
            (
                described::<ScheduleUpdate>("recurrence.weekday"),
                "recurrence.weekday: must be one of MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY",
            ),
            (described::<MentionFilter>("answer_ids"), "answerID: must be a list of 1 to 20 items"),
            (described::<BrandMetricsFilter>("brand_ids"), "brandID: must be a list of at most 20 items"),
            (described::<PromptMetricsFilter>("prompt_ids"), "promptIDs: must be a list of at most 100 items"),
            (described::<AlertRuleUpdate>("window_days"), "windowDays: must be one of 7, 28"),
            (described::<PromptMetricsFilter>("limit"), "limit: must be an integer from 1 to 100"),
            (described::<PromptMetricsFilter>("other"), "other: "),
        ] {
            assert_eq!(described, expected);
        }
    }
}
