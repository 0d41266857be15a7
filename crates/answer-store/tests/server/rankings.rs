//! Rankings of kept answers equal the statistics of the platform.

use std::rc::Rc;

use answerdeck_answer_store::{AnswerStore, MemoryStore, Opening, SelectError, Store, SyncEvent, SyncMode};
use answerdeck_client::Client;
use answerdeck_client::api::{
    AnswerScope, FanoutFilter, FanoutInclude, ModelCode, ModelRoute, PromptBulkCreate, PromptCreate, PromptId,
    PromptSetCreate, PromptSetId, RunId, RunSubmit, SourceDomainFilter, SourceUrlFilter, Timestamp,
};
use futures_util::TryStreamExt;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::deflate::Deflate;
use crate::test_server::TestServer;

/// The last one has no answer in the corpus.
const QUESTIONS: &[&str] = &[
    "노이즈 캔슬링이 좋은 무선 이어폰은?",
    "Which wireless earbuds have the best battery?",
    "입문자에게 맞는 러닝화 추천",
    "집에서 쓰기 좋은 커피 머신",
    "무선 이어폰 배터리 비교",
    "qwxz",
];
const MODELS: &[ModelCode] = &[ModelCode::Chatgpt, ModelCode::Claude, ModelCode::Perplexity];
const REGIONS: &[&str] = &["KR", "US"];
const SETS: usize = 4;
const SCOPES: usize = 24;

/// A run of the history: its sets, models, region and repetitions.
type PlannedRun = (Vec<usize>, Vec<ModelCode>, &'static str, u32);
/// The names of the conditions of a scope, and which value each has.
type PlannedScope = (Vec<&'static str>, Vec<Index>, u32);

/// The ids of the history.
struct History {
    sets: Vec<(PromptSetId, Vec<PromptId>)>,
    runs: Vec<RunId>,
    times: Vec<Timestamp>,
}

fn random<T: Strategy>(runner: &mut TestRunner, strategy: T) -> T::Value {
    strategy.new_tree(runner).unwrap().current()
}

fn runs() -> impl Strategy<Value = Vec<PlannedRun>> {
    let sets = subsequence((0..SETS).collect::<Vec<_>>(), 1..=SETS);
    prop::collection::vec((sets, subsequence(MODELS, 1..=3), select(REGIONS), 1..=2_u32), 4)
}

fn scopes() -> impl Strategy<Value = Vec<PlannedScope>> {
    let names = vec!["run", "set", "prompt", "model", "route", "region", "from", "to"];
    let names = prop_oneof![subsequence(names.clone(), 0..=1), subsequence(names, 2..=4)];
    prop::collection::vec((names, prop::collection::vec(any::<Index>(), 8), select(&[3, 100][..])), SCOPES)
}

async fn create_sets(client: &Client) -> Vec<(PromptSetId, Vec<PromptId>)> {
    let mut sets = Vec::new();
    for set in 0..SETS {
        let create = PromptSetCreate { name: format!("세트 {set}"), description: None };
        let id = client.prompt_sets().create(&create).await.unwrap();
        let questions = QUESTIONS.iter().skip(set % 2).step_by(2);
        let prompts = questions
            .map(|question| PromptCreate { content: (*question).to_owned(), prompt_set_id: id.clone() })
            .collect();
        let prompts = client.prompts().create_many(&PromptBulkCreate { prompts }).await.unwrap();
        sets.push((id, prompts));
    }
    sets
}

async fn run_all(client: &Client, sets: &[(PromptSetId, Vec<PromptId>)], planned: &[PlannedRun]) -> History {
    let mut history = History { sets: sets.to_vec(), runs: Vec::new(), times: Vec::new() };
    for (of_sets, models, region, repeat) in planned {
        let prompts = of_sets.iter().flat_map(|set| sets[*set].1.iter().cloned());
        let submit = RunSubmit {
            prompt_ids: Some(prompts.collect()),
            models: models.clone(),
            region: Some((*region).to_owned()),
            repeat_count: Some(*repeat),
            ..RunSubmit::default()
        };
        let run = client.runs().submit(&submit).await.unwrap();
        let states: Vec<_> = client.runs().watch(run.clone()).try_collect().await.unwrap();
        history.times.extend(states.last().unwrap().created_at.clone());
        history.runs.push(run);
    }
    history
}

async fn open(store: &Rc<MemoryStore>) -> (AnswerStore, Opening) {
    let store: Rc<dyn Store> = store.clone();
    AnswerStore::open(store, Rc::new(Deflate)).await.unwrap()
}

async fn sync(answers: &mut AnswerStore, client: &Client) {
    let mut sync = answers.sync(client.clone(), SyncMode::NewRuns);
    while let Some(event) = sync.next().await.unwrap() {
        assert!(!matches!(event, SyncEvent::Unreadable(..)), "{event:?}");
        answers.apply(event).unwrap();
    }
    assert_eq!(answers.missing(), Some(0));
}

impl History {
    fn scope(&self, (names, values, _): &PlannedScope) -> AnswerScope {
        let has = |name| names.contains(&name);
        let prompts: Vec<&PromptId> = self.sets.iter().flat_map(|(_, prompts)| prompts).collect();
        AnswerScope {
            run_id: has("run").then(|| values[0].get(&self.runs).clone()),
            prompt_set_id: has("set").then(|| values[1].get(&self.sets).0.clone()),
            prompt_id: has("prompt").then(|| (*values[2].get(&prompts)).clone()),
            model: has("model").then(|| values[3].get(MODELS).clone()),
            // Every answer is one of a stand-in.
            route: has("route").then(|| values[7].get(&[ModelRoute::StandIn, ModelRoute::Api]).clone()),
            region: has("region").then(|| (*values[4].get(REGIONS)).to_owned()),
            // An early and a late one, so that `from` is before `to`.
            from: has("from").then(|| values[5].get(&self.times[..2]).clone()),
            to: has("to").then(|| values[6].get(&self.times[2..]).clone()),
        }
    }

    /// Compares the rankings of a scope. Returns whether it has answers.
    async fn compare(&self, answers: &AnswerStore, client: &Client, planned: &PlannedScope) -> bool {
        let scope = self.scope(planned);
        let selection = match answers.select(&scope) {
            Ok(selection) => selection,
            Err(error) => {
                assert_eq!(error, SelectError::UnknownPromptSet);
                assert_eq!(scope.prompt_set_id.as_ref(), Some(&self.sets[SETS - 1].0), "only this one is unknown");
                return false;
            }
        };
        let statistics = client.statistics();
        let (limit, wanted) = (planned.2 as usize, Some(planned.2));
        let domains = SourceDomainFilter { limit: wanted, ..scope.clone().into() };
        let domains = statistics.source_domains(&domains).await.unwrap();
        assert_eq!(selection.rank_source_domains(limit), domains, "{scope:?}");
        // Half of the scopes with the pages of one domain.
        let domain = domains.domains.last().map(|last| last.domain.clone()).filter(|_| planned.1[0].index(2) == 0);
        let urls = SourceUrlFilter { limit: wanted, domain: domain.clone(), ..scope.clone().into() };
        let urls = statistics.source_urls(&urls).await.unwrap();
        assert_eq!(selection.rank_source_urls(domain.as_deref(), limit), urls, "{scope:?} {domain:?}");
        let include = vec![FanoutInclude::Models, FanoutInclude::Regions];
        let fanouts = FanoutFilter { limit: wanted, include: include.clone(), ..scope.clone().into() };
        let fanouts = statistics.fanouts(&fanouts).await.unwrap();
        assert_eq!(selection.rank_fanouts(&include, limit), fanouts, "{scope:?}");
        !selection.is_empty()
    }
}

#[tokio::test]
async fn rankings_equal_the_statistics_of_the_platform_in_every_scope() {
    let server = TestServer::start();
    let (client, _) = server.client();
    let (background, log) = server.client();
    let mut runner = TestRunner::deterministic();
    let sets = create_sets(&client).await;
    let mut planned = random(&mut runner, runs());
    // Every set has answers.
    planned[0].0 = (0..SETS).collect();
    let history = run_all(&client, &sets, &planned).await;

    // A prompt and a set are deleted before the answers are read.
    client.prompts().delete(&sets[0].1[0]).await.unwrap();
    client.prompt_sets().delete(&sets[SETS - 1].0).await.unwrap();
    let store = Rc::new(MemoryStore::default());
    let (mut answers, _) = open(&store).await;
    sync(&mut answers, &background).await;
    let kept = answers.select(&AnswerScope::default()).unwrap().len();
    println!("{kept} answers take {} bytes", answers.bytes());
    assert!(answers.bytes() > 0);
    // A set is deleted afterwards. Only the list of runs is read again.
    client.prompt_sets().delete(&sets[1].0).await.unwrap();
    let sent = log.statuses().len();
    let (mut answers, opening) = open(&store).await;
    assert_eq!(opening, Opening::Kept);
    sync(&mut answers, &background).await;
    assert_eq!(log.statuses().len() - sent, 1);

    let mut compared = 0;
    for scope in random(&mut runner, scopes()) {
        compared += usize::from(history.compare(&answers, &client, &scope).await);
    }
    assert!(compared >= SCOPES / 3, "{compared} scopes have answers");
}
