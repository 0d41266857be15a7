//! A platform in memory: a network that responds from tables, on a virtual clock that only sleeping advances.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::{
    Answer, AnswerId, AnswerList, AnswerStatus, ModelCode, Page, Prompt, PromptList, PromptSet, PromptSetId,
    PromptSetList, Run, RunId, RunList, RunStatus, Timestamp,
};
use answerdeck_client::Client;
use answerdeck_client::transport::{Request, Response, Transport, TransportError};
use futures_core::future::LocalBoxFuture;
use serde::Serialize;

/// What a platform does with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It answers with an internal error.
    Fails,
    /// It never answers.
    Hangs,
    /// Another server answers in its place.
    IsReplaced,
}

/// A fake platform. Clones are the same platform.
#[derive(Clone, Default)]
pub(crate) struct Platform(Rc<State>);

#[derive(Default)]
struct State {
    now: Cell<Duration>,
    sets_created: Cell<usize>,
    sets: RefCell<Vec<PromptSet>>,
    prompts: RefCell<Vec<Prompt>>,
    runs: RefCell<Vec<Run>>,
    answers_created: Cell<usize>,
    answers: RefCell<Vec<(Answer, PromptSetId)>>,
    requests: RefCell<Vec<String>>,
    /// The fault, and the number of requests before it.
    fault: Cell<Option<(usize, Fault)>>,
    /// Requests that begin with one of these texts always fail.
    failing: RefCell<Vec<String>>,
    /// The status of their responses.
    failing_status: Cell<u16>,
}

fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:021}")
}

fn time() -> Timestamp {
    Timestamp::new("2026-11-01T00:00:00.000Z")
}

/// An answer without a run.
pub(crate) fn answer(number: usize, content: &str) -> Answer {
    Answer {
        id: id('a', number).parse().unwrap(),
        model: ModelCode::Claude,
        route: None,
        failure: None,
        prompt_id: id('p', 0).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        content: content.to_owned(),
        query: "어떤 러닝화가 좋아요?".to_owned(),
        created_at: Some(time()),
        run_id: None,
        markdown_url: None,
        fanouts: vec!["러닝화".to_owned()],
        sources: Vec::new(),
    }
}

impl Platform {
    pub(crate) fn client(&self) -> Client {
        Client::builder("https://platform.example").transport(Rc::new(self.clone())).background().build().unwrap()
    }

    /// Creates a set with prompts, and returns its number.
    pub(crate) fn create_set(&self, prompts: usize) -> usize {
        let set = self.0.sets_created.get();
        self.0.sets_created.set(set + 1);
        let set_id: PromptSetId = id('s', set).parse().unwrap();
        let new = PromptSet {
            id: set_id.clone(),
            name: "a".to_owned(),
            description: None,
            created_at: time(),
            prompt_count: None,
        };
        self.0.sets.borrow_mut().push(new);
        for number in 0..prompts {
            self.0.prompts.borrow_mut().push(Prompt {
                id: id('p', set * 1_000 + number).parse().unwrap(),
                content: "b".to_owned(),
                prompt_set_id: set_id.clone(),
                created_at: time(),
                answer_count: None,
            });
        }
        set
    }

    /// Runs all prompts of some sets. The last `failed` answers fail.
    pub(crate) fn submit_run(&self, sets: &[usize], repetitions: usize, failed: usize) -> RunId {
        let run = id('r', self.0.runs.borrow().len());
        let run: RunId = run.parse().unwrap();
        let sets: Vec<PromptSetId> = sets.iter().map(|set| id('s', *set).parse().unwrap()).collect();
        let prompts = self.0.prompts.borrow();
        let prompts: Vec<&Prompt> = prompts.iter().filter(|prompt| sets.contains(&prompt.prompt_set_id)).collect();
        let mut answers = self.0.answers.borrow_mut();
        let total = prompts.len() * repetitions;
        for (index, prompt) in prompts.iter().cycle().take(total).enumerate() {
            let status = if index + failed < total { AnswerStatus::Success } else { AnswerStatus::Failed };
            let content = if status == AnswerStatus::Success { "Nurio and Tavrin." } else { "" };
            let answer = Answer {
                prompt_id: prompt.id.clone(),
                run_id: Some(run.clone()),
                status,
                ..answer(self.0.answers_created.replace(self.0.answers_created.get() + 1), content)
            };
            answers.push((answer, prompt.prompt_set_id.clone()));
        }
        let (total, failed) = (total as u64, (failed as u64).min(total as u64));
        self.0.runs.borrow_mut().push(Run {
            id: run.clone(),
            status: RunStatus::Running,
            total_count: total,
            finished_count: total,
            success_count: total - failed,
            failed_count: failed,
            running_count: 0,
            stopped_at: None,
            provider_cost: None,
            created_at: None,
            answers: None,
        });
        run
    }

    pub(crate) fn has_prompts(&self, set: usize) -> bool {
        let set = id('s', set);
        self.0.prompts.borrow().iter().any(|prompt| prompt.prompt_set_id.as_str() == set)
    }

    /// Adds an answer without a run to the first prompt of a set, at a time in seconds.
    pub(crate) fn answer_without_run(&self, set: usize, second: usize, status: AnswerStatus) -> AnswerId {
        let set: PromptSetId = id('s', set).parse().unwrap();
        let prompts = self.0.prompts.borrow();
        let prompt = prompts.iter().find(|prompt| prompt.prompt_set_id == set).unwrap();
        let number = self.0.answers_created.replace(self.0.answers_created.get() + 1);
        let answer = Answer {
            prompt_id: prompt.id.clone(),
            status,
            created_at: Some(Timestamp::new(format!("2026-11-02T00:00:{second:02}.000Z"))),
            ..answer(number, "Nurio.")
        };
        let id = answer.id.clone();
        self.0.answers.borrow_mut().push((answer, set));
        id
    }

    pub(crate) fn finish(&self, id: &RunId) {
        self.change_run(id, |run| run.status = RunStatus::Finished);
    }

    pub(crate) fn finished_run(&self, sets: &[usize], repetitions: usize) -> RunId {
        let run = self.submit_run(sets, repetitions, 0);
        self.finish(&run);
        run
    }

    pub(crate) fn change_run(&self, id: &RunId, change: impl FnOnce(&mut Run)) {
        change(self.0.runs.borrow_mut().iter_mut().find(|run| run.id == *id).unwrap());
    }

    pub(crate) fn change_answers(&self, change: impl FnMut(&mut Answer)) {
        self.0.answers.borrow_mut().iter_mut().map(|(answer, _)| answer).for_each(change);
    }

    /// Moves an answer to another place among all, of which the first is the oldest.
    pub(crate) fn move_answer(&self, from: usize, to: usize) {
        let mut answers = self.0.answers.borrow_mut();
        let answer = answers.remove(from);
        answers.insert(to, answer);
    }

    /// Loses the last answer of a run, without a change of its counts.
    pub(crate) fn lose_answer(&self, id: &RunId) {
        let mut answers = self.0.answers.borrow_mut();
        let last = answers.iter().rposition(|(answer, _)| answer.run_id.as_ref() == Some(id)).unwrap();
        answers.remove(last);
    }

    pub(crate) fn lose(&self, id: &AnswerId) {
        self.0.answers.borrow_mut().retain(|(answer, _)| answer.id != *id);
    }

    /// Removes a run as if it had never existed.
    pub(crate) fn lose_run(&self, id: &RunId) {
        self.0.runs.borrow_mut().retain(|run| run.id != *id);
        self.0.answers.borrow_mut().retain(|(answer, _)| answer.run_id.as_ref() != Some(id));
    }

    /// Mixes the answers of runs, as if they had been asked at the same time.
    pub(crate) fn interleave(&self) {
        self.0.answers.borrow_mut().sort_by(|(one, _), (other, _)| one.prompt_id.cmp(&other.prompt_id));
    }

    pub(crate) fn delete_prompts(&self, set: usize) {
        let set = id('s', set);
        self.0.prompts.borrow_mut().retain(|prompt| prompt.prompt_set_id.as_str() != set);
    }

    pub(crate) fn delete_set(&self, set: usize) {
        self.delete_prompts(set);
        let set = id('s', set);
        self.0.sets.borrow_mut().retain(|other| other.id.as_str() != set);
    }

    pub(crate) fn set_id(&self, set: usize) -> PromptSetId {
        id('s', set).parse().unwrap()
    }

    /// The answers of finished runs with their sets.
    pub(crate) fn finished_answers(&self) -> Vec<(Answer, PromptSetId)> {
        let runs = self.0.runs.borrow();
        let is_finished = |answer: &Answer| {
            runs.iter().any(|run| Some(&run.id) == answer.run_id.as_ref() && run.status == RunStatus::Finished)
        };
        let is_finished = |answer: &Answer| {
            let is_pending = answer.status == AnswerStatus::Pending;
            answer.run_id.as_ref().map_or(!is_pending, |_| is_finished(answer))
        };
        self.0.answers.borrow().iter().filter(|(answer, _)| is_finished(answer)).cloned().collect()
    }

    /// Makes the request after the next `requests` fail.
    pub(crate) fn fault_after(&self, requests: usize, fault: Fault) {
        self.0.fault.set(Some((requests, fault)));
    }

    /// Cancels a fault that has not happened yet.
    pub(crate) fn clear_fault(&self) {
        self.0.fault.set(None);
    }

    /// Lets all requests that begin with one of these texts fail from now on.
    pub(crate) fn fail_always(&self, requests: impl IntoIterator<Item = String>, status: u16) {
        self.0.failing.replace(requests.into_iter().collect());
        self.0.failing_status.set(status);
    }

    /// Returns the paths and queries of all requests since the last call, behind `/api/v1/platform/`.
    pub(crate) fn take_requests(&self) -> Vec<String> {
        self.0.requests.take()
    }

    fn respond(&self, request: &str) -> (u16, String) {
        let (path, query) = request.split_once('?').unwrap_or((request, ""));
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let page = (value("cursor"), value("limit").unwrap().parse().unwrap());
        let set = value("promptSetID");
        match path {
            "runs" => json(&RunList::from(newest(&self.0.runs.borrow(), page, |run| run.id.as_str()))),
            "prompts" => json(&PromptList::from(newest(&self.0.prompts.borrow(), page, |prompt| prompt.id.as_str()))),
            "prompt-sets" => json(&PromptSetList::from(newest(&self.0.sets.borrow(), page, |set| set.id.as_str()))),
            "answers" => {
                let answers = self.0.answers.borrow();
                let of_set = |of: &PromptSetId| set.is_none_or(|set| of.as_str() == set);
                if set.is_some()
                    && !answers.iter().any(|(_, set)| of_set(set))
                    && !self.0.sets.borrow().iter().any(|other| of_set(&other.id))
                {
                    return (404, r#"{"code":"PROMPT_SET_NOT_FOUND","message":""}"#.to_owned());
                }
                let (run, prompt) = (value("runID"), value("promptID"));
                if run.is_some_and(|run| !self.0.runs.borrow().iter().any(|other| other.id.as_str() == run)) {
                    return (404, r#"{"code":"TASK_GENERATION_RUN_NOT_FOUND","message":""}"#.to_owned());
                }
                let from = value("from").map(|from| from.replace("%3A", ":"));
                let is_wanted = |answer: &Answer| {
                    run.is_none_or(|run| answer.run_id.as_ref().is_some_and(|id| id.as_str() == run))
                        && prompt.is_none_or(|prompt| answer.prompt_id.as_str() == prompt)
                        && from.as_ref().is_none_or(|from| {
                            answer.created_at.as_ref().is_some_and(|at| at.as_str() >= from.as_str())
                        })
                };
                let wanted = answers.iter().filter(|(answer, set)| is_wanted(answer) && of_set(set));
                let wanted: Vec<&Answer> = wanted.map(|(answer, _)| answer).collect();
                if page.0.is_some_and(|cursor| !wanted.iter().any(|answer| answer.id.as_str() == cursor)) {
                    return (400, r#"{"code":"COMMON_INVALID_CURSOR","message":""}"#.to_owned());
                }
                let Page { items, next_cursor } = newest(&wanted, page, |answer| answer.id.as_str());
                json(&AnswerList::from(Page { items: items.into_iter().cloned().collect(), next_cursor }))
            }
            _ => panic!("unexpected request: {request}"),
        }
    }
}

fn newest<T: Clone>(items: &[T], (cursor, limit): (Option<&str>, usize), id: impl Fn(&T) -> &str) -> Page<T> {
    let end = cursor.map_or(items.len(), |cursor| items.iter().position(|item| id(item) == cursor).unwrap());
    let start = end.saturating_sub(limit);
    let page: Vec<T> = items[start..end].iter().rev().cloned().collect();
    Page { items: page, next_cursor: (start > 0).then(|| id(&items[start]).to_owned()) }
}

fn json(body: &impl Serialize) -> (u16, String) {
    (200, serde_json::to_string(body).unwrap())
}

impl Transport for Platform {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let url = request.url.strip_prefix("https://platform.example/api/v1/platform/").unwrap().to_owned();
        let fault = match self.0.fault.take() {
            Some((0, fault)) => Some(fault),
            later => {
                self.0.fault.set(later.map(|(requests, fault)| (requests - 1, fault)));
                None
            }
        };
        let (status, body) = match fault {
            None if self.0.failing.borrow().iter().any(|failing| url.starts_with(failing)) => {
                (self.0.failing_status.get(), r#"{"message":"broken"}"#.to_owned())
            }
            None => self.respond(&url),
            Some(Fault::Fails) => (500, r#"{"message":"broken"}"#.to_owned()),
            Some(Fault::IsReplaced) => (200, "<html>Sign in to this network</html>".to_owned()),
            Some(Fault::Hangs) => return Box::pin(std::future::pending()),
        };
        self.0.requests.borrow_mut().push(url);
        Box::pin(async move { Ok(Response { status, body, headers: Vec::new() }) })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        self.0.now.set(self.0.now.get() + duration);
        Box::pin(std::future::ready(()))
    }

    fn now(&self) -> Duration {
        self.0.now.get()
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
