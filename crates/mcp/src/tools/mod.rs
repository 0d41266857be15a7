//! The table of tools.

mod answers;
mod keywords;
mod metrics;
mod organization;
mod rankings;
mod runs;
mod schedules;

use answerdeck_api::console_page::SETTINGS;
use answerdeck_api::operation::GET_ORGANIZATION;
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::reply::Origin;
use crate::schema::no_arguments;
use crate::tool::Tool;

/// The base of most tools: a read of the organization's data, as the platform returns it.
const READ: Tool = Tool {
    title: "",
    description: "",
    operation: GET_ORGANIZATION,
    always: &[],
    arguments: no_arguments,
    origin: Origin::Organization,
    lists: &[],
    is_idempotent: true,
    is_destructive: false,
    is_open_world: false,
    shape: |fields| fields,
    notice: |_, _| None,
    console: |_, _| SETTINGS.to_owned(),
};

const READ_OF_THIRD_PARTIES: Tool = Tool { origin: Origin::ThirdParties, ..READ };

pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    let groups: [&[Tool]; 7] = [
        &organization::TOOLS,
        &runs::TOOLS,
        &schedules::TOOLS,
        &answers::TOOLS,
        &metrics::TOOLS,
        &rankings::TOOLS,
        &keywords::TOOLS,
    ];
    groups.into_iter().flatten()
}

pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    all().find(|tool| tool.name() == name)
}

/// The schema without some fields, which a model does not choose.
fn without_fields(mut schema: JsonObject, fields: &[&str]) -> JsonObject {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !fields.contains(&name.as_str()));
    }
    schema
}

#[cfg(test)]
mod tests {
    use answerdeck_api::console_page::is_page;
    use serde_json::json;

    use super::*;
    use crate::arguments::Arguments;
    use crate::operation::ESTIMATE_MINUTES;

    #[test]
    fn every_tool_has_a_unique_name_and_schemas_that_every_client_accepts() {
        let mut names = std::collections::BTreeSet::new();
        for tool in all() {
            assert!(names.insert(tool.name()), "{}", tool.name());
            let definition = tool.definition();
            for schema in [Some(&definition.input_schema), definition.output_schema.as_ref()] {
                let schema = json!(schema.unwrap());
                assert_eq!(schema["type"], "object", "{}", tool.name());
                assert!(schema["properties"].is_object(), "{}", tool.name());
                for keyword in ["$ref", "oneOf", "anyOf", "allOf", "additionalProperties", "Source:"] {
                    assert!(!schema.to_string().contains(keyword), "{} {keyword}", tool.name());
                }
                for (name, property) in schema["properties"].as_object().unwrap() {
                    assert!(property["type"].is_string(), "{} {name} {property}", tool.name());
                }
            }
            assert!(tool.description.len() > 30 && !tool.title.is_empty());
            let annotations = definition.annotations.unwrap();
            assert_eq!(annotations.destructive_hint == Some(true), tool.name() == "stop_run", "{}", tool.name());
            let starts = ["create_", "add_", "start_", "stop_", "pause_", "submit_"];
            let is_read = !starts.iter().any(|start| tool.name().starts_with(start));
            assert_eq!(annotations.read_only_hint, Some(is_read), "{}", tool.name());
            let limit = definition.input_schema["properties"].get("limit");
            assert!(limit.is_none_or(|limit| limit["maximum"].is_u64()), "{}", tool.name());
            let has_cursor = definition.input_schema["properties"].get("cursor").is_some();
            assert_eq!(has_cursor, !tool.lists.is_empty(), "{}", tool.name());
        }
    }

    #[test]
    fn every_tool_leads_to_a_page_of_the_console() {
        let id = "0123456789ABCDEFabcdef";
        let filter = json!({ "answerID": id, "scheduleID": id, "taskID": id, "promptSetID": id, "model": "CLAUDE" });
        let filter = filter.as_object().cloned().unwrap();
        for tool in all() {
            for (arguments, data) in [(&filter, json!({ "id": id })), (&Arguments::new(), Value::Null)] {
                let address = (tool.console)(arguments, &data);
                assert!(is_page(address.split('?').next().unwrap()), "{} {address}", tool.name());
            }
        }
    }

    #[test]
    fn the_list_of_tools_is_short_enough_for_every_model() {
        let definitions: Vec<_> = all().map(Tool::definition).collect();
        let length = json!(definitions).to_string().len();
        assert!(length <= 30_400, "{length}");
    }

    #[test]
    fn models_read_how_long_an_estimate_is_valid() {
        let lifetime = format!("within {ESTIMATE_MINUTES} minutes");
        assert!(all().any(|tool| tool.name() == "estimate_run" && tool.description.contains(&lifetime)));
    }

    #[test]
    fn no_tool_deletes_and_only_the_pause_of_a_schedule_changes() {
        use answerdeck_api::operation::Method;
        let is_safe = |tool: &Tool| matches!(tool.operation.method, Method::Get | Method::Post);
        assert!(all().all(|tool| is_safe(tool) || tool.name() == "pause_schedule"));
    }
}
