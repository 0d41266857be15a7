//! Every call to the platform. No other room calls the client.
//!
//! A *read* ([`Query`]) and a *list* ([`PagedQuery`]) run by themselves: again when what they depend on changes, when
//! something of their kind was changed here, and when the connection is back. A *mutation* ([`Mutation`]) runs once, when a
//! person asks for it.

mod connection;
mod failure;
mod mutation;
mod paged_query;
mod query;
mod shared;

pub mod answers;
pub mod prompt_sets;
pub mod prompts;
pub mod runs;

pub use connection::{Connection, Reach};
pub use failure::Failure;
pub use mutation::Mutation;
pub use paged_query::{PagedQuery, PagedQueryState};
pub use query::{Query, QueryState};
pub use shared::{model_name, use_credits, use_models, use_organization, use_regions};

use leptos::prelude::*;

/// What a change may touch. Reads of that kind run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Prompt sets and how many prompts they hold.
    PromptSets,
    /// Prompts.
    Prompts,
    /// Runs.
    Runs,
    /// Answers.
    Answers,
    /// The balance.
    Credits,
}

/// How often each kind was changed here.
#[derive(Clone, Copy)]
pub struct Changes([RwSignal<u32>; 5]);

impl Changes {
    fn new() -> Self {
        Self(std::array::from_fn(|_| RwSignal::new(0)))
    }

    fn of(&self, kind: Kind) -> RwSignal<u32> {
        self.0[kind as usize]
    }

    fn tell(&self, kind: Kind) {
        self.of(kind).update(|times| *times += 1);
    }

    fn track(&self, kinds: &[Kind]) -> u32 {
        kinds.iter().map(|kind| self.of(*kind).get()).sum()
    }
}

/// Makes what every page's queries share. Called once, above the routes and below the session.
pub fn provide_queries() {
    provide_context(Changes::new());
    provide_context(Connection::new());
    shared::provide_shared_owner();
    // Asked for at once: the session is renewed while the page's part is on its way.
    use_organization();
}
