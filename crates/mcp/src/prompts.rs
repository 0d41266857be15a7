//! The MCP prompts, which a person chooses in a client: each tells the client's model which tools to call, and in which order.

use rmcp::model::{ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// The maximum length of an argument, in characters.
const ARGUMENT_MAX: usize = 200;

/// A prompt with one argument.
struct Template {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    argument: &'static str,
    argument_description: &'static str,
    /// `{argument}` is where the argument goes. A step has the arguments of its tools in backticks.
    text: &'static str,
    /// The argument when it is absent. `None` if it is required.
    default: Option<&'static str>,
}

const TEMPLATES: [Template; 3] = [
    Template {
        name: "compare_models",
        title: "Compare models on one prompt",
        description: "What each model answers to one prompt: the brands it names and the sources it cites.",
        argument: "promptID",
        argument_description: "The id of the prompt, as list_prompts returns it.",
        text: "Compare what the models answer to the prompt with the id {argument}.\n\
            1. Call list_answers with this `promptID`, the `status` SUCCESS and `newestByModel`. Read each answer with get_answer.\n\
            2. Call measure_brands with this `promptID` and `include` models.\n\
            3. Make a table: a row for each model, with the brands it names in their order and the domains it cites.\n\
            4. Say where the models differ, and link the console's pages. The sample is small: say so.",
        default: None,
    },
    Template {
        name: "sources_to_win",
        title: "Which sources to win",
        description: "The domains that answers cite where they do not cite your own site, and what to do about them.",
        argument: "brand",
        argument_description: "The name of the brand. Your own brand when absent.",
        text: "Find the sources that {argument} should win.\n\
            1. Call list_brands for the id of the brand: isOwn marks our own brand. If none or several fit, ask the user.\n\
            2. Call measure_brands with this `brandID`, and note the mention rate and the citation rate.\n\
            3. Call measure_source_influence with this `brandID` and the `order` GAP, then rank_source_urls with the `domain` of each \
            of the first sources that belong to no tracked brand.\n\
            4. Call match_answers with the same `domain`, and the brand as `omitsBrandID`, to see which answers cite it and do not \
            name the brand.\n\
            5. List the ten domains that are worth most: citations, answers, the kind of page, and one step that would get the \
            brand onto it. Link the console's pages. Give each rate with its sample and tier.",
        default: Some("our own brand"),
    },
    Template {
        name: "weekly_digest",
        title: "Weekly digest",
        description: "What changed in the last seven days against the seven days before.",
        argument: "promptSetID",
        argument_description: "Only this prompt set. All prompts when absent.",
        text: "Write a digest of the last seven days for {argument}.\n\
            1. Call measure_brands with `from` and `to` for the last seven days and `include` before. Use RFC 3339 times with a zone. \
            The id of a prompt set is the `promptSetID`, in step 2 too.\n\
            2. Call rank_source_domains and rank_fanouts with `from` and `to` for these days, and for the seven days before.\n\
            3. Write at most 200 words: how the mention rate and the share of voice changed, which sources and searches are new. \
            A change within the intervals is no change: say so. Give each rate with its sample and tier.\n\
            4. Link the console's pages. Call get_credit_balance and say how many credits remain.",
        default: Some("all prompts"),
    },
];

/// The prompts as clients list them.
pub(crate) fn all() -> Vec<Prompt> {
    let prompt = |template: &Template| {
        let argument = PromptArgument::new(template.argument)
            .with_description(template.argument_description)
            .with_required(template.default.is_none());
        Prompt::new(template.name, Some(template.description), Some(vec![argument])).with_title(template.title)
    };
    TEMPLATES.iter().map(prompt).collect()
}

pub(crate) fn get(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let template = TEMPLATES.iter().find(|template| template.name == name);
    let template = template.ok_or_else(|| invalid(format!("unknown prompt {name:?}; prompts/list has the names")))?;
    let name = template.argument;
    let is_sent = |value: &&Value| !value.is_null() && value.as_str() != Some("");
    let argument = match (arguments.get(name).filter(is_sent), template.default) {
        (None, Some(default)) => default,
        (None, None) => return Err(invalid(format!("{name}: is required"))),
        (Some(Value::String(text)), _) if text.chars().count() <= ARGUMENT_MAX => text,
        _ => return Err(invalid(format!("{name}: must be a text of at most {ARGUMENT_MAX} characters"))),
    };
    let text = template.text.replace("{argument}", argument);
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(template.description))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools;

    #[test]
    fn a_prompt_has_its_argument() {
        let text = |arguments: Value| {
            let result = get("weekly_digest", arguments.as_object().unwrap()).unwrap();
            result.messages[0].content.as_text().unwrap().text.clone()
        };
        for absent in [json!({}), json!({ "promptSetID": null }), json!({ "promptSetID": "" })] {
            assert!(text(absent).starts_with("Write a digest of the last seven days for all prompts."));
        }
        assert!(text(json!({ "promptSetID": "a set" })).contains("for a set."));
    }

    #[test]
    fn a_prompt_without_its_argument_or_with_a_long_one_is_refused() {
        let refused = |name: &str, arguments: Value| get(name, arguments.as_object().unwrap()).unwrap_err().message;
        assert_eq!(refused("compare_models", json!({})), "promptID: is required");
        let long = refused("weekly_digest", json!({ "promptSetID": "x".repeat(201) }));
        assert_eq!(long, "promptSetID: must be a text of at most 200 characters");
        assert_eq!(
            refused("compare_models", json!({ "promptID": 5 })),
            "promptID: must be a text of at most 200 characters"
        );
        assert!(refused("unknown", json!({})).contains("unknown prompt"));
    }

    #[test]
    fn every_tool_that_a_prompt_names_exists_and_has_the_arguments_of_its_step() {
        for step in TEMPLATES.iter().flat_map(|template| template.text.lines()) {
            let words = step.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let named = words.filter(|word| word.contains('_')).map(|name| tools::find(name).expect(name));
            let schemas: Vec<_> = named.map(|tool| tool.definition().input_schema).collect();
            for argument in step.split('`').skip(1).step_by(2) {
                let is_argument = schemas.iter().any(|schema| schema["properties"].get(argument).is_some());
                assert!(is_argument, "{argument}: {step}");
            }
        }
    }
}
