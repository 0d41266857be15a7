//! A platform that invents its answers: 100 in each run, with ten sources and five searches each.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::{
    Answer, AnswerList, AnswerStatus, ModelCode, Page, Prompt, PromptList, Run, RunList, RunStatus, Source, Timestamp,
};
use answerdeck_client::transport::{Request, Response, Transport, TransportError};
use futures_core::future::LocalBoxFuture;

use crate::random::Random;
use crate::sample::Sample;

const MODELS: &[ModelCode] = &[ModelCode::Chatgpt, ModelCode::Gemini, ModelCode::Perplexity, ModelCode::Claude];
const PROMPTS: usize = 25;
/// The answers of a run.
const ANSWERS: usize = PROMPTS * MODELS.len();
const SOURCES: usize = 10;
const FANOUTS: usize = 5;
const PAGES: usize = 200_000;
const SEARCHES: usize = 20_000;

/// A platform whose runs are all finished.
pub(crate) struct Platform {
    runs: usize,
    sample: Sample,
    /// The bytes of all answers that were sent.
    answer_bytes: Cell<usize>,
    /// The sum of all waits. Waits end at once: the benchmark does not wait for the rate limit.
    now: Rc<Cell<Duration>>,
}

impl Platform {
    pub(crate) fn new(runs: usize) -> Self {
        Self { runs, sample: Sample::new(), answer_bytes: Cell::default(), now: Rc::default() }
    }

    /// The bytes of all answers that were sent, as JSON.
    pub(crate) fn answer_bytes(&self) -> usize {
        self.answer_bytes.get()
    }

    fn respond(&self, request: &str) -> String {
        let (path, query) = request.split_once('?').unwrap_or((request, ""));
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        match path {
            "runs" => {
                let newest = value("cursor").map_or(self.runs, |cursor| cursor.parse().unwrap());
                let oldest = newest.saturating_sub(value("limit").unwrap().parse().unwrap());
                let items = (oldest..newest).rev().map(run).collect();
                json(&RunList::from(Page { items, next_cursor: (oldest > 0).then(|| oldest.to_string()) }))
            }
            "prompts" => {
                let items = (0..PROMPTS).map(|number| self.prompt(number)).collect();
                json(&PromptList::from(Page { items, next_cursor: None }))
            }
            "answers" => {
                let run = value("runID").unwrap().trim_start_matches(['r', '0']).parse().unwrap_or(0);
                let items = (0..ANSWERS).map(|index| self.answer(run, index)).collect();
                let body = json(&AnswerList::from(Page { items, next_cursor: None }));
                self.answer_bytes.set(self.answer_bytes.get() + body.len());
                body
            }
            other => panic!("no request for {other} is expected"),
        }
    }

    fn answer(&self, run: usize, index: usize) -> Answer {
        let number = run * ANSWERS + index;
        let mut random = Random::new(number);
        Answer {
            id: id('a', number).parse().unwrap(),
            model: MODELS[index % MODELS.len()].clone(),
            route: None,
            failure: None,
            prompt_id: id('p', index / MODELS.len()).parse().unwrap(),
            region: "KR".to_owned(),
            status: AnswerStatus::Success,
            content: self.sample.text(number),
            query: self.question(index / MODELS.len()),
            created_at: Some(time(run)),
            run_id: Some(id('r', run).parse().unwrap()),
            markdown_url: None,
            fanouts: (0..FANOUTS).map(|_| self.search(random.below(SEARCHES))).collect(),
            sources: (0..SOURCES).map(|_| self.source(random.below(PAGES))).collect(),
        }
    }

    fn prompt(&self, number: usize) -> Prompt {
        Prompt {
            id: id('p', number).parse().unwrap(),
            content: self.question(number),
            prompt_set_id: id('s', 0).parse().unwrap(),
            created_at: time(0),
            answer_count: None,
        }
    }

    fn question(&self, prompt: usize) -> String {
        self.sample.words(prompt, true, 7) + "?"
    }

    fn search(&self, number: usize) -> String {
        format!("{} {number}", self.sample.words(number, number.is_multiple_of(2), 4))
    }

    fn source(&self, page: usize) -> Source {
        let address = self.sample.address(page);
        let title = self.sample.words(page, page.is_multiple_of(2), 8);
        let domain = address.split_once('/').map(|(domain, _)| domain.to_owned());
        Source { url: format!("https://www.{address}"), title: format!("{title} {page}"), domain }
    }
}

fn json(list: &impl serde::Serialize) -> String {
    serde_json::to_string(list).unwrap()
}

fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:021}")
}

/// A run each day.
fn time(run: usize) -> Timestamp {
    let days = run as u64 % 28;
    let months = run as u64 / 28;
    Timestamp::new(format!("{}-{:02}-{:02}T09:00:00.000Z", 2024 + months / 12, 1 + months % 12, 1 + days))
}

fn run(number: usize) -> Run {
    Run {
        id: id('r', number).parse().unwrap(),
        status: RunStatus::Finished,
        total_count: ANSWERS as u64,
        finished_count: ANSWERS as u64,
        success_count: ANSWERS as u64,
        failed_count: 0,
        running_count: 0,
        stopped_at: None,
        provider_cost: None,
        created_at: Some(time(number)),
        answers: None,
    }
}

impl Transport for Platform {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let path = request.url.strip_prefix("https://platform.example/api/v1/platform/").unwrap();
        let response = Response { status: 200, body: self.respond(path), headers: Vec::new() };
        Box::pin(std::future::ready(Ok(response)))
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        self.now.set(self.now.get() + duration);
        Box::pin(std::future::ready(()))
    }

    fn now(&self) -> Duration {
        self.now.get()
    }

    fn device_time(&self) -> Duration {
        self.now()
    }

    fn is_online(&self) -> bool {
        true
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}
