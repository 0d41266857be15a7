//! A tool: a request to the platform, with what models read about it.

use answerdeck_api::header::IDEMPOTENCY_KEY;
use answerdeck_api::operation::{Effect, LIST_MODELS, Method};
use answerdeck_api::{ErrorCode, Operation};
use http::HeaderValue;
use http::request::Parts;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{CallToolResult, JsonObject, RequestMetaObject, ToolAnnotations};
use serde_json::{Value, json};

use crate::arguments::{self, Arguments};
use crate::pages::{CURSOR, Start};
use crate::platform::{Platform, PlatformRequest};
use crate::reply::{self, Origin};

/// The field of a call's `_meta` with its idempotency key.
const IDEMPOTENCY_KEY_META: &str = "idempotencyKey";
/// The parameter of a query whose values are one text.
const INCLUDE: &str = "include";

/// The objects of a request whose fields are arguments of their own.
const FLATTENED: [&str; 2] = ["run.", "recurrence."];

/// The arguments that prevent a request, and why, with the code of the refusal.
type Fault = (ErrorCode, Vec<String>);

pub(crate) struct Tool {
    pub(crate) title: &'static str,
    /// When a model should use it, and what the result has.
    pub(crate) description: &'static str,
    /// Its id is the name of the tool.
    pub(crate) operation: Operation,
    /// Parameters that every call sends.
    pub(crate) always: &'static [(&'static str, &'static str)],
    /// The schema of its arguments.
    pub(crate) arguments: fn() -> JsonObject,
    pub(crate) origin: Origin,
    /// The JSON pointers of the lists and long texts of the data, which pages divide.
    pub(crate) lists: &'static [&'static str],
    /// Whether a repetition of a call has no further effect.
    pub(crate) is_idempotent: bool,
    /// Whether a call ends or deletes something that is not restored.
    pub(crate) is_destructive: bool,
    /// Whether a call reaches systems beyond the platform: answer engines, sites, data providers.
    pub(crate) is_open_world: bool,
    /// Shapes the response of the platform, an object.
    pub(crate) shape: fn(JsonObject) -> JsonObject,
    /// What a model must know about the result, from the arguments and the shaped data.
    pub(crate) notice: fn(&Arguments, &Value) -> Option<String>,
    /// The path of the console's page with the same data, from the arguments and the data.
    pub(crate) console: fn(&Arguments, &Value) -> String,
}

impl Tool {
    pub(crate) fn name(&self) -> &'static str {
        self.operation.id
    }

    /// The tool as clients list it.
    pub(crate) fn definition(&self) -> rmcp::model::Tool {
        let mut schema = (self.arguments)();
        if let Some(Value::Object(properties)) = schema.get_mut("properties").filter(|_| !self.lists.is_empty()) {
            properties.insert(CURSOR.to_owned(), json!({ "type": "string" }));
        }
        let mut annotations = ToolAnnotations::new().open_world(self.is_open_world);
        annotations = match self.operation.effect {
            Effect::Read => annotations.read_only(true),
            Effect::Write => {
                annotations.read_only(false).destructive(self.is_destructive).idempotent(self.is_idempotent)
            }
        };
        let mut tool = rmcp::model::Tool::new(self.name(), self.description, schema);
        tool.title = Some(self.title.to_owned());
        tool.output_schema = Some(self.origin.schema().into());
        tool.annotations = Some(annotations);
        tool
    }

    /// Calls the tool. A refusal is a result too. `schema` is that of the arguments in the definition.
    pub(crate) async fn call<P: Platform>(
        &self,
        platform: &P,
        parts: &Parts,
        meta: &RequestMetaObject,
        schema: &JsonObject,
        sent: JsonObject,
    ) -> CallToolResult {
        let (mut arguments, notices) = arguments::read(schema, self.operation.effect, sent);
        let start = Start::take(&mut arguments);
        let translated = |sentence: &str| platform.translated(parts, sentence);
        let with_key = |request| Ok(PlatformRequest { idempotency_key: idempotency_key(meta, parts)?, ..request });
        let request = match self.request(schema, &arguments).and_then(with_key) {
            Ok(request) => request,
            Err((code, details)) => {
                return reply::failure(&platform.refuse(parts, code, &details), &notices, translated);
            }
        };
        match platform.send(parts, request).await {
            Ok(body) => {
                let data: Value = match body {
                    Value::Object(fields) => (self.shape)(fields).into(),
                    other => other,
                };
                for name in ["from", "to"] {
                    let time = arguments.get(name).and_then(Value::as_str).and_then(|text| platform.time(text));
                    arguments.extend(time.map(|time| (name.to_owned(), Value::String(time))));
                }
                let console_url = format!("{}{}", platform.public_url(), (self.console)(&arguments, &data));
                let of_result = (self.notice)(&arguments, &data).into_iter().collect();
                reply::success(self.title, &console_url, self.origin, data, (self.lists, &start), &notices, of_result)
            }
            Err(mut refusal) => {
                let details = &mut refusal.error.details;
                *details = details.iter().map(|detail| in_words_of_tools(detail)).collect();
                reply::failure(&refusal, &notices, translated)
            }
        }
    }

    /// The request of a call. The platform checks its fields.
    fn request(&self, schema: &JsonObject, arguments: &Arguments) -> Result<PlatformRequest, Fault> {
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let missing = required.filter(|name| !arguments.contains_key(*name));
        let missing: Vec<String> = missing.map(|name| format!("{name}: is required")).collect();
        if !missing.is_empty() {
            return Err((ErrorCode::CommonValidation, missing));
        }
        let is_list = |name: &str| schema.get("properties").is_some_and(|all| all[name]["type"] == "array");
        let has_several = |value: &Value| value.as_array().is_some_and(|values| values.len() > 1);
        if let Some((name, _)) = arguments.iter().find(|(name, value)| has_several(value) && !is_list(name)) {
            let detail = format!("{name}: takes one value. Call the tool once for each");
            return Err((ErrorCode::CommonBinding, vec![detail]));
        }
        // The platform has one page: pages of the tool have cursors without a part for it.
        if arguments.contains_key(CURSOR) && (self.arguments)()["properties"].get(CURSOR).is_none() {
            let detail = "cursor: not of this list and these conditions. Start again without it";
            return Err((ErrorCode::CommonInvalidCursor, vec![detail.to_owned()]));
        }
        let mut rest = arguments.clone();
        let mut path = String::new();
        let mut template = self.operation.path;
        while let Some((before, after)) = template.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let id = rest.remove(name);
            // Without an id, it would be the path of another operation.
            let Some(id) = id.as_ref().and_then(Value::as_str).filter(|id| !id.is_empty()) else {
                return Err((ErrorCode::CommonBinding, vec![format!("{name}: must be a text")]));
            };
            path.push_str(before);
            path.extend(utf8_percent_encode(id, NON_ALPHANUMERIC));
            template = after;
        }
        path.push_str(template);
        if self.operation.method != Method::Get {
            let body = Some(Value::Object(rest));
            return Ok(PlatformRequest { method: self.operation.method, path, body, idempotency_key: None });
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in rest {
            let texts = query_texts(&name, &value)?;
            match name.as_str() {
                INCLUDE => pairs.push((name, texts.join(","))),
                _ => pairs.extend(texts.into_iter().map(|text| (name.clone(), text))),
            }
        }
        pairs.extend(self.always.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let query =
            serde_html_form::to_string(&pairs).map_err(|error| (ErrorCode::CommonBinding, vec![error.to_string()]))?;
        if !query.is_empty() {
            path = format!("{path}?{query}");
        }
        Ok(PlatformRequest { method: Method::Get, path, body: None, idempotency_key: None })
    }
}

/// A detail with arguments in place of fields, and tools in place of paths. No tool lists the regions.
fn in_words_of_tools(detail: &str) -> String {
    let detail = FLATTENED.iter().find_map(|object| detail.strip_prefix(object)).unwrap_or(detail);
    let detail = detail.split(". GET /regions").next().unwrap_or(detail);
    detail.replace("GET /models", LIST_MODELS.id)
}

/// The idempotency key of a call: in its `_meta`, or else the header of its HTTP request. The platform checks it.
fn idempotency_key(meta: &RequestMetaObject, parts: &Parts) -> Result<Option<HeaderValue>, Fault> {
    let Some(key) = meta.get(IDEMPOTENCY_KEY_META) else { return Ok(parts.headers.get(IDEMPOTENCY_KEY).cloned()) };
    let fault = |code| (code, vec![format!("_meta.{IDEMPOTENCY_KEY_META}: must be a text of visible characters")]);
    let text = key.as_str().ok_or_else(|| fault(ErrorCode::CommonBinding))?;
    HeaderValue::from_str(text).map(Some).map_err(|_| fault(ErrorCode::CommonValidation))
}

/// The values of a parameter in a query string: one, or those of a list.
fn query_texts(name: &str, value: &Value) -> Result<Vec<String>, Fault> {
    match value {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Bool(_) | Value::Number(_) => Ok(vec![value.to_string()]),
        Value::Array(values) => {
            let texts = values.iter().map(|value| query_texts(name, value)).collect::<Result<Vec<_>, _>>()?;
            Ok(texts.concat())
        }
        Value::Null | Value::Object(_) => {
            Err((ErrorCode::CommonBinding, vec![format!("{name}: must be a text, a number or a list of them")]))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools;

    fn request(tool: &str, arguments: Value) -> Result<PlatformRequest, Fault> {
        let tool = tools::find(tool).unwrap();
        tool.request(&(tool.arguments)(), arguments.as_object().unwrap())
    }

    #[test]
    fn arguments_become_the_path_the_query_or_the_body() {
        let path = |tool, arguments| request(tool, arguments).unwrap().path;
        assert_eq!(path("get_run", json!({ "runID": "a/../b?c" })), "/tools/runs/a%2F%2E%2E%2Fb%3Fc");
        assert_eq!(
            path("rank_fanouts", json!({ "limit": 5, "region": "K R" })),
            "/v1/platform/statistics/fanouts?limit=5&region=K+R&include=models%2Cregions"
        );
        assert_eq!(
            path("measure_brands", json!({ "brandID": ["a", "b"], "include": ["models", "before"] })),
            "/v1beta/platform/metrics/brands?brandID=a&brandID=b&include=models%2Cbefore"
        );
        let sent = request("start_run", json!({ "estimateID": "x" })).unwrap();
        assert_eq!((sent.path.as_str(), sent.body), ("/tools/run-starts", Some(json!({ "estimateID": "x" }))));
    }

    #[test]
    fn a_detail_names_arguments_and_tools() {
        for (detail, expected) in [
            (
                "run.models: this server has no engine for CLAUDE. GET /models lists those it has",
                "models: this server has no engine for CLAUDE. list_models lists those it has",
            ),
            (
                "run.region: 예를 들어 영국은 GB예요. GET /regions에서 모두 볼 수 있어요",
                "region: 예를 들어 영국은 GB예요",
            ),
            ("name: is required", "name: is required"),
        ] {
            assert_eq!(in_words_of_tools(detail), expected);
        }
    }

    #[test]
    fn missing_and_malformed_arguments_are_refused() {
        let (missing, malformed) = (ErrorCode::CommonValidation, ErrorCode::CommonBinding);
        for (tool, arguments, code, detail) in [
            ("get_run", json!({}), &missing, "runID: is required"),
            ("pause_schedule", json!({ "scheduleID": "a" }), &missing, "paused: is required"),
            ("measure_prompts", json!({ "limit": 5 }), &missing, "brandID: is required"),
            ("create_brand", json!({ "name": "Nurio" }), &missing, "synonyms: is required"),
            ("get_run", json!({ "runID": 5 }), &malformed, "runID: must be a text"),
            (
                "list_answers",
                json!({ "model": { "code": "CLAUDE" } }),
                &malformed,
                "model: must be a text, a number or a list of them",
            ),
            (
                "list_answers",
                json!({ "model": ["CHATGPT", "GEMINI"] }),
                &malformed,
                "model: takes one value. Call the tool once for each",
            ),
            (
                "measure_brands",
                json!({ "brandID": ["a", null] }),
                &malformed,
                "brandID: must be a text, a number or a list of them",
            ),
        ] {
            assert_eq!(request(tool, arguments).unwrap_err(), (code.clone(), vec![detail.to_owned()]));
        }
        let (_, missing) = request("add_prompts", json!({})).unwrap_err();
        assert_eq!(missing, ["promptSetID: is required", "contents: is required"]);
    }
}
