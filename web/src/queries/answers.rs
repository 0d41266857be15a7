use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{AnswerMatch, AnswerMatchFilter, AnswerMatchInclude};
use answerdeck_api::{Answer, AnswerFilter, AnswerId, AnswerInclude, AnswerStatus, PromptId};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::metrics::{MatchCount, ask_again_until_covered, match_pages};
use super::pages::{Pages, first_items};
use super::shared::use_shared;
use super::{Changes, Items, Kind, Mutation, Query};
use crate::paths::{AnswerFilterParams, AnswerPageParams, Comparison};
use crate::reactive::effect;

/// The number of answers in the history of a prompt.
const HISTORY_MAX: u32 = 40;
/// The number of answers of a page of the list, which shows those to the same prompt in one row.
const LIST_PAGE: u32 = 60;

pub fn use_answer(id: Signal<Option<AnswerId>>) -> Query<Answer> {
    Query::of_id(&[], id, |client, id| async move { client.answers().get(&id).await })
}

/// The newest answers that match a filter, also those that failed: at most [`HISTORY_MAX`]. Fetches nothing without a filter.
pub fn use_history(params: Memo<Option<AnswerFilterParams>>) -> Query<Vec<Answer>> {
    Query::new(&[Kind::Answers], move |client| {
        let filter = AnswerFilter {
            include: vec![AnswerInclude::Brands],
            limit: Some(HISTORY_MAX),
            ..AnswerFilter::from(params.get()?.scope())
        };
        Some(async move { first_items(client.answers().list(filter)).await })
    })
}

/// The answers with a text of a model to a prompt, newest first: at most [`HISTORY_MAX`], or as far as those that are compared. Fetches
/// nothing without a comparison.
pub fn use_comparable(id: Memo<Option<PromptId>>, comparison: Memo<Option<Comparison>>) -> Query<Vec<Answer>> {
    let model =
        Memo::new(move |_| comparison.with(|comparison| comparison.as_ref().map(|compared| compared.model.clone())));
    Query::new(&[Kind::Answers], move |client| {
        let filter = AnswerFilter {
            prompt_id: Some(id.get()?),
            model: Some(model.get()?),
            status: Some(AnswerStatus::Success),
            limit: Some(HISTORY_MAX),
            ..AnswerFilter::default()
        };
        // Others are chosen among those that are here.
        let oldest = comparison.get_untracked().and_then(|compared| compared.earlier.or(compared.later));
        Some(async move {
            let mut pages = client.answers().list(filter);
            let mut answers: Vec<Answer> = Vec::new();
            while let Some(page) = pages.next_page().await? {
                answers.extend(page.items);
                // Ids sort by time.
                let is_older = |oldest: &AnswerId| answers.last().is_none_or(|last| last.id < *oldest);
                if oldest.as_ref().is_none_or(is_older) {
                    break;
                }
            }
            answers.retain(|answer| !answer.content.trim().is_empty());
            Ok(answers)
        })
    })
}

/// The newest answer of each model to a prompt, of those that match a filter. Fetches nothing while `id` is `None`.
pub fn use_newest_by_model(id: Memo<Option<PromptId>>, params: Memo<AnswerFilterParams>) -> Query<Vec<Answer>> {
    Query::new(&[Kind::Answers], move |client| {
        let params = AnswerFilterParams { prompt: Some(id.get()?), ..params.get() };
        let filter = AnswerFilter {
            newest_by_model: Some(true),
            limit: Some(PAGE_SIZE_MAX),
            ..AnswerFilter::from(params.scope())
        };
        Some(async move { first_items(client.answers().list(filter)).await })
    })
}

pub fn read_markdown(mutation: Mutation, id: AnswerId, on_success: impl FnOnce(String) + 'static) {
    mutation.run(&[], |client| async move { client.answers().markdown(&id).await }, on_success);
}

#[derive(Clone, Copy)]
pub struct AnswerList {
    params: RwSignal<AnswerFilterParams>,
    pub answers: Query<Items<Answer>>,
    /// How many answers name the brand of the filter. `None` without a brand, and before the first page.
    pub naming: RwSignal<Option<MatchCount>>,
}

/// The list of answers that was shown last. It outlives its page: going back from an answer shows it unchanged.
#[derive(Clone, Copy)]
pub struct AnswerListCache(StoredValue<State, LocalStorage>);

struct State {
    owner: Owner,
    list: Option<AnswerList>,
    /// How often answers had changed when the list was read.
    changes: u32,
    last_opened: Option<AnswerId>,
}

impl AnswerListCache {
    fn new() -> Self {
        let owner = Owner::current().unwrap_or_default().child();
        Self(StoredValue::new_local(State { owner, list: None, changes: 0, last_opened: None }))
    }

    // The list with a filter, and whether it had this filter before.
    fn list(self, params: &AnswerFilterParams) -> (AnswerList, bool) {
        if let Some(list) = self.0.with_value(|state| state.list) {
            let same = list.params.with_untracked(|current| current == params);
            if !same {
                list.params.set(params.clone());
            }
            return (list, same);
        }
        let owner = self.0.with_value(|state| state.owner.clone());
        let created = owner.with(|| {
            let (params, naming) = (RwSignal::new(params.clone()), RwSignal::new(None));
            let answers = Query::paged(&[], move |client| list_pages(client, &params.get(), naming));
            AnswerList { params, answers, naming }
        });
        self.0.update_value(|state| state.list = Some(created));
        (created, true)
    }
}

/// The pages of the list. With a brand, they are those of the answers that name it, and set how many there are.
fn list_pages(
    client: Client,
    params: &AnswerFilterParams,
    naming: RwSignal<Option<MatchCount>>,
) -> Box<dyn Pages<Answer>> {
    let Some(filter) = params.brand_filter() else {
        naming.set(None);
        let filter =
            AnswerFilter { include: vec![AnswerInclude::Brands], limit: Some(LIST_PAGE), ..params.list_filter() };
        return Box::new(client.answers().list(filter));
    };
    let filter = AnswerMatchFilter { include: vec![AnswerMatchInclude::Beginning], limit: Some(LIST_PAGE), ..filter };
    Box::new(match_pages(client, Some(filter), naming, with_beginning))
}

// What a row shows of an answer.
fn with_beginning(found: AnswerMatch) -> Answer {
    Answer {
        id: found.id,
        model: found.model,
        route: found.route,
        prompt_id: found.prompt_id,
        region: found.region,
        status: AnswerStatus::Success,
        failure: None,
        content: found.beginning.unwrap_or_default(),
        query: found.query,
        created_at: Some(found.created_at),
        run_id: found.run_id,
        run_name: None,
        markdown_url: None,
        fanouts: Vec::new(),
        searched: None,
        sources: Vec::new(),
        brands: Some(found.brands),
    }
}

/// The answers that match the filter, newest first, and the answer from whose page the user returns.
pub fn use_answers(params: Memo<AnswerFilterParams>) -> (AnswerList, Option<AnswerId>) {
    let cache = use_shared(AnswerListCache::new);
    let cached = cache.0.with_value(|state| state.list.is_some());
    let (list, same) = cache.list(&params.get_untracked());
    let last_opened = cache.0.try_update_value(|state| state.last_opened.take()).flatten().filter(|_| same);
    let changes: Changes = expect_context();
    // A cached list is current enough only on the way back from an answer.
    if last_opened.is_none() {
        cache.0.update_value(|state| state.changes = untrack(|| changes.track(&[Kind::Answers])));
        if cached && same {
            list.answers.reload();
        }
    }
    effect(move || {
        cache.list(&params.get());
    });
    // Only while the list is shown.
    effect(move || {
        let now = changes.track(&[Kind::Answers]);
        let before = cache.0.try_update_value(|state| std::mem::replace(&mut state.changes, now));
        if before.is_some_and(|before| before != now) {
            list.answers.refresh();
        }
    });
    ask_again_until_covered(move || list.naming.get().map(|(_, coverage)| coverage), move || list.answers.refresh());
    (list, last_opened)
}

/// The answers before and after one in the filtered list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Neighbors {
    pub previous: Option<AnswerId>,
    pub next: Option<AnswerId>,
}

impl Neighbors {
    fn of<'a>(list: impl Iterator<Item = &'a AnswerId> + Clone, id: Option<&AnswerId>) -> Self {
        let Some(index) = list.clone().position(|other| Some(other) == id) else { return Self::default() };
        let at = |index: usize| list.clone().nth(index).cloned();
        Self { previous: index.checked_sub(1).and_then(at), next: at(index + 1) }
    }

    // What is known of those of `id` from those of `of`. The link that led to `id` stays, and leads to it again.
    fn after_step(&self, of: &AnswerId, id: &AnswerId) -> Self {
        let (left, entered) = (Some(of.clone()), Some(id.clone()));
        if id == of {
            self.clone()
        } else if entered == self.next {
            Self { previous: left, next: entered }
        } else if entered == self.previous {
            Self { previous: entered, next: left }
        } else {
            Self::default()
        }
    }
}

/// The last answers that a page has listed, and its address. The page of an answer uses them where the platform does not tell the
/// neighbors: for a search for a phrase, a figure, and the answers that name a brand.
#[derive(Clone, Copy, Default)]
struct FoundAnswers(RwSignal<Option<(String, Vec<AnswerId>)>>);

/// Keeps the answers that a page with an address has found, newest first.
pub fn keep_found(address: Signal<String>, found: Signal<Vec<AnswerId>>) {
    let kept = use_shared(FoundAnswers::default);
    effect(move || {
        kept.0.set(Some((address.get(), found.get())));
    });
}

/// The neighbors of an answer in the list that it was opened from: the list of answers, the results of a search, or the open page
/// of the answers behind a figure. None if the platform does not tell them, and that list is no longer known.
pub fn use_neighbors(params: Memo<AnswerPageParams>, id: Memo<Option<AnswerId>>) -> Memo<Neighbors> {
    let list = Memo::new(move |_| {
        let is_of_list = |params: &&AnswerPageParams| params.back.is_none() && params.list.phrase.is_none();
        params.with(|params| Some(params).filter(is_of_list).map(|params| params.list.answers.clone()))
    });
    let cache = use_shared(AnswerListCache::new);
    effect(move || {
        let id = id.get();
        if list.with(Option::is_some) {
            cache.0.update_value(|state| state.last_opened = id);
        }
    });
    let told_of = Memo::new(move |_| list.get().filter(|list| list.brand.is_none()));
    let told = use_list_neighbors(told_of, id);
    let found = use_shared(FoundAnswers::default);
    Memo::new(move |_| {
        let (params, id) = (params.get(), id.get());
        if told_of.with(Option::is_some) {
            return told.get().map(|(_, neighbors)| neighbors).unwrap_or_default();
        }
        found.0.with(|found| match found {
            Some((address, found)) if *address == params.opener() => Neighbors::of(found.iter(), id.as_ref()),
            _ => Neighbors::default(),
        })
    })
}

// Those that the platform tells, after their answer. None without a list.
fn use_list_neighbors(
    list: Memo<Option<AnswerFilterParams>>,
    id: Memo<Option<AnswerId>>,
) -> Memo<Option<(AnswerId, Neighbors)>> {
    let found = Query::keeping_previous(&[], move |client| {
        let id = id.get()?;
        let filter = AnswerFilter { neighbors_of: Some(id.clone()), ..list.get()?.list_filter() };
        Some(async move {
            let found = first_items(client.answers().list(filter)).await?;
            let of_side = |is_newer: bool| {
                // Ids sort by time.
                let is_on_side = |answer: &&Answer| (answer.id.as_str() > id.as_str()) == is_newer;
                found.iter().find(is_on_side).map(|answer| answer.id.clone())
            };
            let neighbors = Neighbors { previous: of_side(true), next: of_side(false) };
            Ok((id, neighbors))
        })
    });
    Memo::new(move |before: Option<&Option<(AnswerId, Neighbors)>>| {
        let id = id.get()?;
        let found_of = |(of, neighbors): &(AnswerId, Neighbors)| (*of == id).then(|| neighbors.clone());
        let known = found.with(|found| found.and_then(found_of));
        // Until the platform has told them, the link that led here stays, and so does the focus on it.
        let before = || before?.as_ref().filter(|_| found.failure().is_none());
        let kept = || before().map(|(of, neighbors)| neighbors.after_step(of, &id));
        let neighbors = known.or_else(kept).unwrap_or_default();
        Some((id, neighbors))
    })
}
