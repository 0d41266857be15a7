//! The requests of pages to the platform API. `session` and `forms::sign_in_actions` sign in.
//!
//! A [`Query`] reads a value: one, the [`Items`] of a list, or the states of a resource that it watches. It runs automatically:
//! first when it is made, and again when a signal that it reads changes, when a mutation changes its kind of data, when a run
//! ends, while a response does not count all answers yet, and when the connection is back. A [`Mutation`] runs once, when the
//! user asks for it. [`use_shared`] keeps the queries that the pages of a session share. The others end with their page.

mod answer_routes;
mod connection;
mod fetch;
mod items;
mod measured_prompts;
mod mutation;
mod pages;
mod query;
mod shared;
mod watch;

pub mod alerts;
pub mod answers;
pub mod brands;
pub mod deletions;
pub mod digests;
pub mod keywords;
pub mod metrics;
pub mod prompt_sets;
pub mod prompts;
pub mod regions;
pub mod run_selection;
pub mod runs;
pub mod saved_views;
pub mod schedules;
pub mod site_keywords;
pub mod statistics;
pub mod webhooks;

pub use answer_routes::{use_counted, use_only_route, use_routes};
pub use connection::{Connection, ConnectionStatus};
pub use items::{Items, read_list};
pub use measured_prompts::{Measured, MeasuredPrompts, PromptOrder, measured_pages, use_measured_prompts};
pub use mutation::Mutation;
pub use query::{Query, QueryState};
pub use shared::{
    model_name, refresh_on_return, refreshed, retried, use_credits, use_models, use_organization, use_regions,
    use_shared,
};

use fetch::KeepPrevious;
use leptos::prelude::*;

/// A kind of data. A query names the kinds that it reads, a mutation those that it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Prompt sets and how many prompts they contain.
    PromptSets,
    Prompts,
    Runs,
    /// Schedules and their histories.
    Schedules,
    Answers,
    Credits,
    Brands,
    Alerts,
    AlertRules,
    DigestSettings,
    /// The models, which may have stopped.
    Models,
    /// Runs that finished while a page watched them.
    FinishedRuns,
    Webhooks,
    WebhookDeliveries,
    // The last one: `Changes` ends with it.
    SavedViews,
}

/// Counts the changes that this tab made to each kind of data.
#[derive(Clone, Copy)]
pub struct Changes([RwSignal<u32>; Kind::SavedViews as usize + 1]);

impl Changes {
    fn new() -> Self {
        Self(std::array::from_fn(|_| RwSignal::new(0)))
    }

    fn of(&self, kind: Kind) -> RwSignal<u32> {
        self.0[kind as usize]
    }

    /// Makes the queries of a kind run again.
    fn invalidate(&self, kind: Kind) {
        self.of(kind).update(|count| *count += 1);
    }

    /// How often data of the kinds changed. Reactive.
    pub fn track(&self, kinds: &[Kind]) -> u32 {
        kinds.iter().map(|kind| self.of(*kind).get()).sum()
    }
}

/// Makes the state that all queries share. Called once, above the router's outlet and below the session.
pub fn provide_queries() {
    provide_context(Changes::new());
    provide_context(Connection::new());
    shared::provide_shared_owner();
}

/// Begins to send requests. Called once, with the code of the first page that needs a session: the sign-in page loads without
/// the code of requests.
pub fn start_queries() {
    expect_context::<Connection>().start();
    use_organization();
}
