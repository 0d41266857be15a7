//! The bounds of the OpenAPI document, those of the types that the library sends, and those of the server are the same.

mod document;
mod types;

use answerdeck_api::Operation;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Account, Reply, TestServer};
use crate::on_both;
use document::{Document, Trial};

/// A request with one value at or beyond a bound.
struct Request {
    operation: String,
    method: Method,
    path: String,
    query: String,
    body: Option<Value>,
    /// The bound is of the path: what is sent beside it is within all others.
    of_path: bool,
    trial: Trial,
}

impl Document {
    fn requests(&self, own: &dyn Fn(&str, &Method) -> String) -> Vec<Request> {
        let mut requests = Vec::new();
        for (template, methods) in self.0["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                requests.extend(self.of_operation(template, method, operation, own));
            }
        }
        requests
    }

    fn of_operation(
        &self,
        template: &str,
        method: &str,
        operation: &Value,
        own: &dyn Fn(&str, &Method) -> String,
    ) -> Vec<Request> {
        let id = operation["operationId"].as_str().unwrap();
        let method: Method = method.to_ascii_uppercase().parse().unwrap();
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let parameters = |place: &'static str| {
            operation["parameters"].as_array().unwrap().iter().filter(move |parameter| parameter["in"] == place)
        };
        let names: Vec<&str> = parameters("path").map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let ids: Vec<String> = names.iter().map(|name| own(name, &method)).collect();
        let request = |trial: Trial| Request {
            operation: id.to_owned(),
            method: method.clone(),
            path: Operation::expand_path(template, &ids.iter().map(String::as_str).collect::<Vec<_>>()),
            query: String::new(),
            body: (!body.is_null()).then(|| self.sample(body, 0)),
            of_path: false,
            trial,
        };
        let mut requests = Vec::new();
        for parameter in parameters("path") {
            for trial in self.trials(&parameter["schema"]).into_iter().filter(|trial| trial.refused.is_some()) {
                let path = Operation::expand_path(template, &[trial.value.as_str().unwrap()]);
                requests.push(Request { path, of_path: true, ..request(trial) });
            }
        }
        let needed: Vec<&Value> = parameters("query").filter(|parameter| parameter["required"] == true).collect();
        for parameter in parameters("query") {
            let mut trials = self.trials(&parameter["schema"]);
            if parameter["allowEmptyValue"] == true {
                trials.push(Trial { bound: "allowEmptyValue".to_owned(), value: json!(""), refused: None });
            }
            for trial in trials {
                let others = needed.iter().filter(|other| other["name"] != parameter["name"]);
                let mut query: String = others.map(|other| written(other, &self.sample(&other["schema"], 0))).collect();
                query.push_str(&written(parameter, &trial.value));
                let bound = format!("{} {}", parameter["name"], trial.bound);
                // A list without items is not in a query at all.
                let missing = trial.value == json!([]);
                let refused = if missing { Some("COMMON_BINDING") } else { trial.refused };
                requests.push(Request { query, ..request(Trial { bound, refused, ..trial }) });
            }
        }
        if !body.is_null() {
            let with_body = |trial: Trial| Request { body: Some(trial.value.clone()), ..request(trial) };
            requests.extend(self.trials(body).into_iter().map(with_body));
        }
        requests
    }
}

/// A parameter as a query has it, each time with `&` after it.
fn written(parameter: &Value, value: &Value) -> String {
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
        let path = format!("{}?{}", self.path, query.trim_end_matches('&'));
        server.send(account, self.method.clone(), &path, body).await
    }

    /// What the type makes of the request: what the library would send, or that it is none.
    fn typed(&self) -> Option<Result<String, String>> {
        let body = self.body.as_ref().map(Value::to_string);
        let text = body.unwrap_or_else(|| self.query.trim_end_matches('&').to_owned());
        (!self.of_path).then(|| types::reader(&self.operation)(&text))
    }

    fn says(&self, what: &str) -> String {
        let text = format!("{} {}", self.query, self.body.as_ref().map(Value::to_string).unwrap_or_default());
        let text: String = text.chars().take(200).collect();
        format!("{} {}: {what}\n  {} {} {text}", self.operation, self.trial.bound, self.method, self.path)
    }
}

on_both! {
    async fn every_bound_of_the_document_is_the_types_and_the_servers(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "A").await;
        let brand = server.brand(&account, "A").await;
        let own = |name: &str, method: &Method| match name {
            _ if *method == Method::DELETE => "0".repeat(22),
            "promptSetID" => set.clone(),
            "promptID" => prompt.clone(),
            "brandID" => brand.clone(),
            _ => "0".repeat(22),
        };
        let reply = Reply::of(server.http.get(format!("{}/openapi.json", server.url)).send().await.unwrap()).await;
        let requests = Document(reply.ok()).requests(&own);
        let mut wrong = Vec::new();
        for request in &requests {
            let reply = request.send(&server, &account, &request.query, request.body.as_ref()).await;
            let as_expected = match request.trial.refused {
                Some(code) => reply.refusal() == (400, code.to_owned()),
                // An id that was made up is nobody's.
                None => reply.status.is_success() || reply.status == 404,
            };
            if !as_expected {
                wrong.push(request.says(&format!("{} {}", reply.status, reply.text)));
            }
            match (request.typed(), request.trial.refused) {
                (Some(Ok(_)), Some(_)) => wrong.push(request.says("the type takes it")),
                (Some(Err(error)), None) => wrong.push(request.says(&format!("the type refuses it: {error}"))),
                // What the library makes of it is answered alike.
                (Some(Ok(sent)), None) => {
                    let again = match &request.body {
                        Some(_) => request.send(&server, &account, "", Some(&serde_json::from_str(&sent).unwrap())).await,
                        None => request.send(&server, &account, &sent, None).await,
                    };
                    if again.status != reply.status {
                        wrong.push(request.says(&format!("sent by the library: {} {}", again.status, again.text)));
                    }
                }
                (Some(Err(_)), Some(_)) | (None, _) => {}
            }
        }
        let beyond = requests.iter().filter(|request| request.trial.refused.is_some()).count();
        println!("{} requests, {beyond} of them beyond a bound", requests.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
