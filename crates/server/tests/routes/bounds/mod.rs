//! The OpenAPI document, the wire types and the server have the same bounds, and bodies the same fields and types.

mod document;
mod types;

use answerdeck_api::Operation;
use answerdeck_database::entity::alert_rule;
use reqwest::Method;
use sea_orm::{DbBackend, EntityTrait};
use serde_json::{Value, json};

use crate::harness::{Account, Reply, TestServer};
use crate::on_both;
use document::{BoundValue, Document};

/// A request with one value at or beyond a bound.
struct Request {
    operation: String,
    method: Method,
    path: String,
    query: String,
    body: Option<Value>,
    header: Option<(String, String)>,
    /// Whether the bound belongs to a parameter in the path or a header, which no wire type contains.
    is_outside_of_wire_type: bool,
    value: BoundValue,
}

impl Document {
    fn requests(&self, id_for: &dyn Fn(&str, &Method) -> String) -> Vec<Request> {
        let mut requests = Vec::new();
        for (template, methods) in self.0["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                requests.extend(self.operation_requests(template, method, operation, id_for));
            }
        }
        requests
    }

    fn operation_requests(
        &self,
        template: &str,
        method: &str,
        operation: &Value,
        id_for: &dyn Fn(&str, &Method) -> String,
    ) -> Vec<Request> {
        let id = operation["operationId"].as_str().unwrap();
        let method: Method = method.to_ascii_uppercase().parse().unwrap();
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let parameters = |location: &'static str| {
            let parameters =
                operation["parameters"].as_array().unwrap().iter().map(|parameter| self.resolve(parameter));
            parameters.filter(move |parameter| parameter["in"] == location)
        };
        let names: Vec<&str> = parameters("path").map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let ids: Vec<String> = names.iter().map(|name| id_for(name, &method)).collect();
        let request = |value: BoundValue| Request {
            operation: id.to_owned(),
            method: method.clone(),
            path: Operation::expand_path(template, &ids.iter().map(String::as_str).collect::<Vec<_>>()),
            query: String::new(),
            body: (!body.is_null()).then(|| self.sample(body, 0)),
            header: None,
            is_outside_of_wire_type: false,
            value,
        };
        let mut requests = Vec::new();
        for parameter in parameters("path") {
            for value in self.bound_values(&parameter["schema"]).into_iter().filter(|value| value.error.is_some()) {
                let path = Operation::expand_path(template, &[value.value.as_str().unwrap()]);
                requests.push(Request { path, is_outside_of_wire_type: true, ..request(value) });
            }
        }
        for parameter in parameters("header") {
            for value in self.bound_values(&parameter["schema"]) {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                let header = Some((text(&parameter["name"]), text(&value.value)));
                let path = text(&parameter["name"]);
                requests.push(Request {
                    header,
                    is_outside_of_wire_type: true,
                    ..request(BoundValue { path, ..value })
                });
            }
        }
        let required: Vec<&Value> = parameters("query").filter(|parameter| parameter["required"] == true).collect();
        for parameter in parameters("query") {
            let mut values = self.bound_values(&parameter["schema"]);
            // An empty parameter counts as absent.
            values.retain(|value| value.value != json!("") && value.value != json!([""]));
            if parameter["allowEmptyValue"] == true {
                let bound = "allowEmptyValue".to_owned();
                values.push(BoundValue { path: String::new(), bound, value: json!(""), error: None });
            }
            for value in values {
                let others = required.iter().filter(|other| other["name"] != parameter["name"]);
                let mut query: String =
                    others.map(|other| query_text(other, &self.sample(&other["schema"], 0))).collect();
                query.push_str(&query_text(parameter, &value.value));
                let path = parameter["name"].as_str().unwrap().to_owned();
                requests.push(Request { query, ..request(BoundValue { path, ..value }) });
            }
        }
        let required = required.iter().map(|parameter| query_text(parameter, &self.sample(&parameter["schema"], 0)));
        let query = required.collect::<String>() + "colour=red";
        let (path, bound, error) = ("colour".to_owned(), "unknown".to_owned(), Some("COMMON_BINDING"));
        let unknown = request(BoundValue { path, bound, value: Value::Null, error });
        requests.push(Request { query, is_outside_of_wire_type: true, ..unknown });
        if !body.is_null() {
            let with_body =
                |value: BoundValue| Request { body: Some(with_metric(value.value.clone())), ..request(value) };
            requests.extend(self.bound_values(body).into_iter().map(with_body));
        }
        requests
    }
}

/// Gives a rule of alerts the metric that watches what it names.
fn with_metric(mut body: Value) -> Value {
    for (field, metric) in [("domain", "SOURCE_SHARE"), ("promptID", "PROMPT_MENTION_RATE")] {
        if !body["metric"].is_null() && !body[field].is_null() {
            body["metric"] = json!(metric);
        }
    }
    body
}

/// Writes a query parameter. Each name and value is followed by `&`.
fn query_text(parameter: &Value, value: &Value) -> String {
    let name = parameter["name"].as_str().unwrap();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let values: Vec<String> = match value {
        Value::Array(items) if parameter["explode"] == false => {
            vec![items.iter().map(text).collect::<Vec<_>>().join(",")]
        }
        Value::Array(items) => items.iter().map(text).collect(),
        value => vec![text(value)],
    };
    values.iter().map(|value| serde_html_form::to_string([(name, value)]).unwrap() + "&").collect()
}

impl Request {
    async fn send(&self, server: &TestServer, account: &Account, query: &str, body: Option<&Value>) -> Reply {
        if self.operation == "create_alert_rule" {
            // One that exists is refused.
            alert_rule::Entity::delete_many().exec(&server.app.database).await.unwrap();
        }
        let path = format!("{}?{}", self.path, query.trim_end_matches('&'));
        let mut request = server.request(account, self.method.clone(), &path, body);
        if let Some((name, value)) = &self.header {
            request = request.header(name, value);
        }
        Reply::of(request).await
    }

    /// Parses the request as its wire type and serializes it again. `None` if no wire type has the bound.
    fn parse_as_wire_type(&self) -> Option<Result<String, String>> {
        let body = self.body.as_ref().map(Value::to_string);
        let text = body.unwrap_or_else(|| self.query.trim_end_matches('&').to_owned());
        (!self.is_outside_of_wire_type).then(|| types::parser(&self.operation)(&text))
    }

    /// Whether the details of a refusal begin with the path of the field of the body, or name the parameter. A parameter in the
    /// path has no name here.
    fn is_named_by(&self, reply: &Reply) -> bool {
        let path = &self.value.path;
        let detail = reply.json()["details"][0].as_str().unwrap().to_owned();
        if self.query.is_empty() && !self.is_outside_of_wire_type {
            detail.trim_start_matches("PLATFORM_INVALID_ID: ").starts_with(&format!("{path}:"))
        } else {
            detail.contains(path)
        }
    }

    fn describe(&self, failure: &str) -> String {
        let text = format!("{} {}", self.query, self.body.as_ref().map(Value::to_string).unwrap_or_default());
        let text: String = text.chars().take(200).collect();
        let BoundValue { path, bound, .. } = &self.value;
        format!("{} {path} {bound}: {failure}\n  {} {} {text}", self.operation, self.method, self.path)
    }
}

on_both! {
    async fn document_wire_types_and_server_have_the_same_bounds(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "A").await;
        let brand = server.brand(&account, "A").await;
        let id_for = |name: &str, method: &Method| match name {
            _ if *method == Method::DELETE => "0".repeat(22),
            "promptSetID" => set.clone(),
            "promptID" => prompt.clone(),
            "brandID" => brand.clone(),
            _ => "0".repeat(22),
        };
        let reply = server.get_public("/openapi.json").await;
        let mut requests = Document(reply.ok()).requests(&id_for);
        // What is beyond a bound is refused before the database is asked.
        if server.app.database.get_database_backend() == DbBackend::Postgres {
            requests.retain(|request| request.value.error.is_none());
        }
        let mut failures = Vec::new();
        for request in &requests {
            let reply = request.send(&server, &account, &request.query, request.body.as_ref()).await;
            let as_expected = match request.value.error {
                Some(code) => reply.refusal() == (400, code.to_owned()) && request.is_named_by(&reply),
                // A generated id is valid but unknown, and another operation has used the same idempotency key.
                None => reply.status.is_success() || [404, 422].contains(&reply.status.as_u16()),
            };
            if !as_expected {
                failures.push(request.describe(&format!("{} {}", reply.status, reply.text)));
            }
            match (request.parse_as_wire_type(), request.value.error) {
                (Some(Ok(_)), Some(_)) => failures.push(request.describe("the wire type accepts it")),
                (Some(Err(error)), None) => failures.push(request.describe(&format!("the wire type rejects it: {error}"))),
                // The request that the client library would send gets the same response.
                (Some(Ok(sent)), None) => {
                    let again = match &request.body {
                        Some(_) => request.send(&server, &account, "", Some(&serde_json::from_str(&sent).unwrap())).await,
                        None => request.send(&server, &account, &sent, None).await,
                    };
                    if again.status != reply.status {
                        failures.push(request.describe(&format!("serialized by the wire type: {} {}", again.status, again.text)));
                    }
                }
                (Some(Err(_)), Some(_)) | (None, _) => {}
            }
        }
        let beyond = requests.iter().filter(|request| request.value.error.is_some()).count();
        println!("{} requests, {beyond} of them beyond a bound", requests.len());
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}
