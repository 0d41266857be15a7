//! The table of faults that the npm package is tested with, too: what calls do when the platform, or a gateway before it,
//! misbehaves.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use answerdeck_api::{
    BrandId, GoogleKeywordsRequest, PromptFilter, PromptId, ProperNounRequest, RunId, RunSubmit, SourceDomainFilter,
};
use futures_util::TryStreamExt;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::Client;
use crate::error::{Error, Result};
use crate::tests::client;
use crate::transport::fake::FakeTransport;
use crate::transport::{Response, TransportError};

const TABLE: &str = include_str!("../../../../tests/faults.json");

/// A row of the table.
#[derive(Deserialize)]
struct Row {
    name: String,
    /// What the platform answers to the call in turn. The last reply is that of every later request. A read by which the client
    /// asks whether the platform honors idempotency keys gets the reply before once more.
    replies: Vec<Reply>,
    call: String,
    /// The `result`, or fields of the error: its message contains the `message`. `sent` is the number of requests of the call.
    expected: serde_json::Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Reply {
    /// `lost`, `hangs` or `refused`.
    None(String),
    /// With JSON or a text.
    Sent {
        status: u16,
        json: Option<Value>,
        #[serde(default)]
        body: String,
        #[serde(default)]
        headers: HashMap<String, String>,
    },
}

impl Reply {
    fn transported(&self) -> std::result::Result<Response, TransportError> {
        match self {
            Self::None(fault) if fault == "hangs" => Err(TransportError::TimedOut),
            Self::None(fault) if fault == "refused" => Err(TransportError::NotSent("refused".to_owned())),
            Self::None(_) => Err(TransportError::ConnectionLost("fetch failed".to_owned())),
            Self::Sent { status, json, body, headers } => Ok(Response {
                status: *status,
                headers: headers.clone().into_iter().collect(),
                body: json.as_ref().map_or_else(|| body.clone(), Value::to_string),
            }),
        }
    }
}

/// Calls what a row names, and returns the part of the result that the table compares.
async fn call(client: &Client, name: &str) -> Result<Value> {
    let id = "a".repeat(22);
    let prompt: PromptId = id.parse().unwrap();
    let run: RunId = id.parse().unwrap();
    let brand: BrandId = id.parse().unwrap();
    Ok(match name {
        "submit" => json!(client.runs().submit(&RunSubmit::default()).await?),
        "deletePrompt" => json!(client.prompts().delete(&prompt).await?),
        "models" => json!(client.models().list().await?.len()),
        "properNouns" => json!(client.words().proper_nouns(&ProperNounRequest::default()).await?.len()),
        "promptContent" => json!(client.prompts().get(&prompt).await?.content),
        "promptContents" => {
            let prompts: Vec<_> = client.prompts().list(PromptFilter::default()).into_stream().try_collect().await?;
            prompts.into_iter().map(|prompt| prompt.content).collect()
        }
        "runStatus" => json!(client.runs().get(&run).await?.status),
        "watchedStates" => {
            let states: Vec<_> = client.runs().watch(run).try_collect().await?;
            states.iter().map(|run| json!(run.status)).collect()
        }
        "totalDomains" => {
            json!(client.statistics().source_domains(&SourceDomainFilter::default()).await?.total_domains)
        }
        "costPerClick" => {
            let keywords = client.keywords().google_metrics(&GoogleKeywordsRequest::default()).await?;
            json!(keywords.items[0].metrics.as_ref().unwrap().cpc)
        }
        "balance" => json!(client.credits().balance().await?.balance),
        "brandSynonyms" => json!(client.brands().get(&brand).await?.synonyms),
        other => panic!("there is no call {other}"),
    })
}

/// Returns the code of an error as the npm package names it.
fn code(error: &Error) -> String {
    match error {
        error if error.code().is_some() => error.code().unwrap().as_str().to_owned(),
        error if error.is_timeout() => "TIMED_OUT".to_owned(),
        error if error.is_not_sent() => "CONNECTION_FAILED".to_owned(),
        error if error.is_unreadable_response() => "UNREADABLE_RESPONSE".to_owned(),
        error if error.status().is_some() => "HTTP_ERROR".to_owned(),
        _ => "CONNECTION_LOST".to_owned(),
    }
}

fn check(Row { name, expected, .. }: &Row, outcome: &Result<Value>, sent: usize) {
    let mut actual = match outcome {
        Ok(result) => json!({ "result": result }),
        Err(error) => json!({
            "code": code(error), "status": error.status(), "unknown": error.is_outcome_unknown(), "details": error.details(),
            "retryAfter": error.retry_after().map(|wait| wait.as_secs()), "requestID": error.request_id(),
        }),
    };
    actual["sent"] = json!(sent);
    assert!(expected.contains_key("result") || expected.contains_key("code"), "{name}");
    for (field, expected) in expected {
        match (field.as_str(), outcome) {
            ("message", Err(error)) => assert!(error.message().contains(expected.as_str().unwrap()), "{name}: {error}"),
            _ => assert_eq!(actual.get(field), Some(expected), "{field} of {name}: {outcome:?}"),
        }
    }
}

#[test]
fn every_call_does_what_the_table_of_faults_says() {
    let rows: Vec<Row> = serde_json::from_str(TABLE).unwrap();
    assert!(rows.len() >= 60);
    for row in &rows {
        let replies: Vec<_> = row.replies.iter().map(Reply::transported).collect();
        let sent = Rc::new(Cell::new(0));
        let (count, mut method) = (sent.clone(), None);
        let fake = FakeTransport::new(move |request, _| {
            if *method.get_or_insert(request.method) == request.method {
                count.set(count.get() + 1);
            }
            replies[count.get().min(replies.len()) - 1].clone()
        });
        let outcome = fake.run(call(&client(&fake), &row.call));
        check(row, &outcome, sent.get());
    }
}
