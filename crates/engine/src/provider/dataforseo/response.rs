//! Responses of DataForSEO: the fields that are used.

use serde::Deserialize;

use crate::provider::lenient::{Items, readable};

/// Every response. Its status says whether the request was accepted; the status of a task has the outcome of the task.
#[derive(Deserialize)]
pub(super) struct Envelope<T> {
    pub(super) status_code: Option<u32>,
    #[serde(default, deserialize_with = "readable")]
    pub(super) status_message: Option<String>,
    pub(super) tasks: Option<Vec<Task<T>>>,
}

#[derive(Deserialize)]
pub(super) struct Task<T> {
    pub(super) id: Option<String>,
    pub(super) status_code: Option<u32>,
    #[serde(default, deserialize_with = "readable")]
    pub(super) status_message: Option<String>,
    /// US dollars.
    #[serde(default, deserialize_with = "readable")]
    pub(super) cost: Option<f64>,
    pub(super) result: Option<Vec<T>>,
}

/// The conversation with an assistant.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Conversation {
    pub(super) markdown: Option<String>,
    /// The cited pages.
    pub(super) sources: Items<Link>,
    pub(super) fan_out_queries: Items<String>,
}

/// A results page of Google.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct ResultsPage {
    pub(super) items: Items<PageItem>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct PageItem {
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) markdown: Option<String>,
    /// The cited pages.
    pub(super) references: Items<Link>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Link {
    pub(super) url: Option<String>,
    pub(super) title: Option<String>,
}

impl Link {
    /// The link and its title.
    pub(super) fn cited(self) -> Option<(String, String)> {
        Some((self.url?, self.title.unwrap_or_default()))
    }
}
