//! A table of cases: a row has a statement, the exchanges with the provider, and the outcome.

use std::time::Duration;

use answerdeck_api::Source;
use answerdeck_engine::{AnswerEngine, AskOutcome, EngineFailure, EngineRequest, FailureClass, Reply};
use url::Url;

use crate::server::{Exchange, REDIRECTS, Server};

/// An adapter that talks to the server at an address.
pub type Adapter = fn(Url) -> Box<dyn AnswerEngine>;

/// A row. Every exchange takes place, in order, and no other.
#[derive(Clone)]
pub struct Case {
    statement: &'static str,
    exchanges: Vec<Exchange>,
    expected: Result<Answer, Failure>,
}

/// The parts of an answer that a row expects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    pub content: String,
    pub sources: Vec<Source>,
    pub fanouts: Vec<String>,
    pub skipped: u32,
    pub cost: Option<u64>,
}

/// The parts of a failure that a row expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    class: FailureClass,
    retry_after: Option<Duration>,
    cost: Option<u64>,
    /// Words in the message. Empty when they do not matter.
    words: &'static str,
}

pub fn failure(class: FailureClass) -> Failure {
    Failure { class, retry_after: None, cost: None, words: "" }
}

impl From<FailureClass> for Failure {
    fn from(class: FailureClass) -> Self {
        failure(class)
    }
}

impl Failure {
    pub fn after(self, pause: Duration) -> Self {
        Self { retry_after: Some(pause), ..self }
    }

    pub fn cost(self, micros: u64) -> Self {
        Self { cost: Some(micros), ..self }
    }

    pub fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }
}

impl Answer {
    pub fn content(self, content: &str) -> Self {
        Self { content: content.to_owned(), ..self }
    }

    pub fn sources<const N: usize>(self, sources: [(&str, &str, &str); N]) -> Self {
        let source = |(url, title, domain): (&str, &str, &str)| Source {
            url: url.to_owned(),
            title: title.to_owned(),
            domain: (!domain.is_empty()).then(|| domain.to_owned()),
        };
        Self { sources: sources.map(source).into(), ..self }
    }

    pub fn fanouts<const N: usize>(self, fanouts: [&str; N]) -> Self {
        Self { fanouts: fanouts.map(str::to_owned).into(), ..self }
    }

    pub fn skipped(self, skipped: u32) -> Self {
        Self { skipped, ..self }
    }
}

pub fn answers(statement: &'static str, exchanges: impl Into<Vec<Exchange>>, answer: Answer) -> Case {
    Case { statement, exchanges: exchanges.into(), expected: Ok(answer) }
}

pub fn fails(statement: &'static str, exchanges: impl Into<Vec<Exchange>>, failure: impl Into<Failure>) -> Case {
    Case { statement, exchanges: exchanges.into(), expected: Err(failure.into()) }
}

impl Case {
    /// What differs from the row, one line each.
    async fn differences(self, adapter: Adapter) -> Vec<String> {
        let methods: Vec<&str> = self.exchanges.iter().map(|exchange| exchange.method).collect();
        let server = Server::start(self.exchanges).await;
        let outcome = outcome(&*adapter(server.url.clone())).await;
        let received = server.received();
        let sent: Vec<&str> = received.iter().map(|request| request.method.as_str()).collect();
        let mut differences = Vec::new();
        if sent != methods {
            differences.push(format!("sent {sent:?} instead of {methods:?}"));
        }
        let is_as_expected = match (&self.expected, &outcome) {
            (Ok(expected), Ok(reply)) => {
                if reply.raw.as_ref().is_none_or(Vec::is_empty) {
                    differences.push("the raw response is missing".to_owned());
                }
                *expected == answer(reply, &server.url)
            }
            (Err(expected), Err(failure)) => {
                let words = if failure.to_string().contains(expected.words) { expected.words } else { "other words" };
                let EngineFailure { class, retry_after, cost, .. } = *failure;
                *expected == Failure { class, retry_after, cost, words }
            }
            _ => false,
        };
        if !is_as_expected {
            differences.push(format!("expected {:#?}\nbut got  {outcome:#?}", self.expected));
        }
        differences.iter().map(|difference| format!("{}: {difference}", self.statement)).collect()
    }
}

/// Tries every row.
pub async fn check(adapter: Adapter, cases: Vec<Case>) {
    let mut differences = Vec::new();
    for case in cases {
        differences.extend(case.differences(adapter).await);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// A question of Korea.
pub fn question() -> EngineRequest {
    EngineRequest {
        query: "서울에서 조용한 카페 추천".to_owned(),
        region: "KR".to_owned(),
        asked_at: "2026-11-22T09:00:00Z".parse().unwrap(),
    }
}

/// Asks once, and polls until there is an answer or a failure.
pub async fn outcome(engine: &dyn AnswerEngine) -> Result<Reply, EngineFailure> {
    match engine.ask(&question()).await? {
        AskOutcome::Answered(reply) => Ok(reply),
        AskOutcome::Accepted(task) => loop {
            if let Some(reply) = engine.poll(&task).await? {
                return Ok(reply);
            }
        },
    }
}

fn answer(reply: &Reply, server: &Url) -> Answer {
    let origin = server.origin().ascii_serialization();
    let at_google = |source: &Source| Source { url: source.url.replace(&origin, REDIRECTS), ..source.clone() };
    Answer {
        content: reply.content.clone(),
        sources: reply.sources.iter().map(at_google).collect(),
        fanouts: reply.fanouts.clone(),
        skipped: reply.skipped,
        cost: reply.cost,
    }
}
