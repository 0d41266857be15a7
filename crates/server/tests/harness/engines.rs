//! Engines of providers that a test controls, and servers that use them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_engine::{
    AnswerEngine, AskOutcome, EngineFailure, EngineLimits, EngineRequest, Engines, FailureClass, Reply, ServedModel,
    TaskId,
};
use async_trait::async_trait;
use tokio::sync::watch;

type Ask = Box<dyn Fn(&str) -> Result<AskOutcome, EngineFailure> + Send + Sync>;
type Poll = Box<dyn Fn(&str) -> Result<Option<Reply>, EngineFailure> + Send + Sync>;

/// An engine of a provider. It counts its questions.
pub struct ProviderEngine {
    ask: Ask,
    poll: Poll,
    is_paid: bool,
    prompt_max: Option<usize>,
    /// Whether the provider answers. Questions wait until then.
    is_open: watch::Sender<bool>,
    /// The questions that wait, and the largest number of them.
    waiting: watch::Sender<(usize, usize)>,
    asked: Mutex<BTreeMap<String, u32>>,
    polled: watch::Sender<u32>,
}

impl ProviderEngine {
    /// A paid engine that answers with this function.
    pub fn new(ask: impl Fn(&str) -> Result<AskOutcome, EngineFailure> + Send + Sync + 'static) -> Self {
        Self {
            ask: Box::new(ask),
            poll: Box::new(|task| Err(EngineFailure::new(FailureClass::Unreadable, task))),
            is_paid: true,
            prompt_max: None,
            is_open: watch::Sender::new(true),
            waiting: watch::Sender::default(),
            asked: Mutex::default(),
            polled: watch::Sender::default(),
        }
    }

    /// A paid engine that answers every question at once.
    pub fn answering() -> Self {
        Self::new(|_| Ok(AskOutcome::Answered(reply())))
    }

    /// A paid engine that accepts every question as a task with the text of the question, and answers with this function.
    pub fn accepting(poll: impl Fn(&str) -> Result<Option<Reply>, EngineFailure> + Send + Sync + 'static) -> Self {
        let ask = |query: &str| Ok(AskOutcome::Accepted(TaskId(query.to_owned())));
        Self { poll: Box::new(poll), ..Self::new(ask) }
    }

    /// The engine, costing nothing.
    pub fn free(self) -> Self {
        Self { is_paid: false, ..self }
    }

    /// The engine, accepting prompts of this length.
    pub fn accepting_prompts_of(self, prompt_max: usize) -> Self {
        Self { prompt_max: Some(prompt_max), ..self }
    }

    /// The engine, whose questions wait until it is opened.
    pub fn closed(self) -> Self {
        self.is_open.send_replace(false);
        self
    }

    /// Lets the questions that wait be answered, and those that follow.
    pub fn open(&self) {
        self.is_open.send_replace(true);
    }

    /// Lets the questions that follow wait.
    pub fn close(&self) {
        self.is_open.send_replace(false);
    }

    /// How often each prompt was asked.
    pub fn asked(&self) -> BTreeMap<String, u32> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits until this many questions wait for the provider.
    pub async fn until_waiting(&self, count: usize) {
        self.waiting.subscribe().wait_for(|(waiting, _)| *waiting >= count).await.unwrap();
    }

    /// The largest number of questions that waited at the same time.
    pub fn most_waiting(&self) -> usize {
        self.waiting.borrow().1
    }

    /// Waits until tasks were polled this often.
    pub async fn until_polled(&self, count: u32) {
        self.polled.subscribe().wait_for(|polled| *polled >= count).await.unwrap();
    }
}

#[async_trait]
impl AnswerEngine for ProviderEngine {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        *self.asked.lock().unwrap().entry(question.query.clone()).or_insert(0) += 1;
        self.waiting.send_modify(|(waiting, most)| {
            *waiting += 1;
            *most = (*most).max(*waiting);
        });
        self.is_open.subscribe().wait_for(|is_open| *is_open).await.unwrap();
        self.waiting.send_modify(|(waiting, _)| *waiting -= 1);
        (self.ask)(&question.query)
    }

    async fn poll(&self, task: &TaskId) -> Result<Option<Reply>, EngineFailure> {
        let polled = (self.poll)(&task.0);
        self.polled.send_modify(|count| *count += 1);
        polled
    }

    fn prompt_max(&self) -> Option<usize> {
        self.prompt_max
    }
}

/// The answer of a provider, which cost 0.012 US dollars.
pub fn reply() -> Reply {
    Reply {
        content: "Nurio fits small ears.".to_owned(),
        raw: Some(br#"{"output":"Nurio fits small ears."}"#.to_vec()),
        cost: Some(12_000),
        ..Reply::default()
    }
}

/// Engines of the API route, each with its limits.
pub fn engines(served: Vec<(ModelCode, &Arc<ProviderEngine>, EngineLimits)>) -> Engines {
    let served = served.into_iter().map(|(code, engine, limits)| {
        let name = format!("{code} (API)");
        let (is_paid, engine) = (engine.is_paid, Arc::clone(engine) as Arc<dyn AnswerEngine>);
        ServedModel { code, name, route: ModelRoute::Api, price: 1, is_paid, limits, engine }
    });
    Engines::new(served.collect())
}

/// CLAUDE with the default limits.
pub fn claude(engine: &Arc<ProviderEngine>) -> Engines {
    engines(vec![(ModelCode::Claude, engine, EngineLimits::default())])
}
