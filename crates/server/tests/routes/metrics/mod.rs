//! The operations of metrics.

mod answer_texts;
mod answers;
mod brand_preview;
mod brands;
mod highlights;
mod leads;
mod mentions;
mod movements;
mod next_steps;
mod parameters;
mod prompts;
mod prompts_without_search;
mod recount;
mod source_changes;
mod source_influence;
mod source_trend;
mod unasked_keywords;
mod unnamed_searches;

use answerdeck_server::backfill::backfill_brands;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{Account, AnswerRow, TestServer};

const BRANDS: &str = "/v1/platform/brands";
const NURIO: &str = "https://nurio.example";
const TAVRIN: &str = "https://tavrin.example";

impl TestServer {
    /// Reads a metric.
    async fn metric(&self, account: &Account, path: &str) -> Value {
        self.get(account, &format!("/v1beta/platform/metrics/{path}")).await.ok()
    }

    /// Creates a brand with a website, and returns its id.
    pub(crate) async fn brand_with_site(&self, account: &Account, name: &str, website: &str) -> String {
        let brand = json!({ "name": name, "synonyms": [], "websites": [website] });
        self.post(account, BRANDS, brand).await.id()
    }

    /// Creates the brands Nurio and Tavrin.
    async fn two_brands(&self, account: &Account) -> [String; 2] {
        let brands = [
            self.brand_with_site(account, "Nurio", NURIO).await,
            self.brand_with_site(account, "Tavrin", TAVRIN).await,
        ];
        self.find_brands().await;
        brands
    }

    /// Backfills the brands that changed.
    pub(crate) async fn find_brands(&self) {
        while backfill_brands(&self.app).await.unwrap() {}
    }
}

/// The id of a prompt.
fn prompt(letter: char) -> String {
    format!("{letter}").repeat(22)
}

/// An answer to the prompt `letter` that says `content` and cites the pages.
fn answer(letter: char, content: &'static str, sources: &'static [(&'static str, Option<&'static str>)]) -> AnswerRow {
    AnswerRow { prompt_id: prompt(letter), content, sources, ..AnswerRow::default() }
}

const NURIO_PAGE: (&str, Option<&str>) = ("https://nurio.example/a", Some("nurio.example"));
const TAVRIN_PAGE: (&str, Option<&str>) = ("https://tavrin.example/", Some("tavrin.example"));
const BLOG_PAGE: (&str, Option<&str>) = ("https://blog.example/1", Some("blog.example"));
const NEWS_PAGE: (&str, Option<&str>) = ("https://news.example/1", Some("news.example"));
const FORUM_PAGE: (&str, Option<&str>) = ("https://forum.example/1", Some("forum.example"));

/// Writes the run of the example in docs/metrics.md, and returns its id.
async fn example(server: &TestServer, account: &Account) -> String {
    let rows = [
        answer('A', "Tavrin and Nurio", &[NURIO_PAGE, BLOG_PAGE]),
        answer('A', "Tavrin", &[NURIO_PAGE]),
        answer('B', "Nurio", &[]),
        answer('B', "Tavrin", &[TAVRIN_PAGE, BLOG_PAGE]),
    ];
    server.run_of(account, rows).await
}

/// Writes a later run that asks prompt A twice and a new prompt, and returns its id.
async fn later_run(server: &TestServer, account: &Account) -> String {
    server.clock.advance(SignedDuration::from_hours(24));
    let rows = [answer('A', "Nurio", &[]), answer('A', "Nurio", &[]), answer('C', "Tavrin", &[])];
    server.run_of(account, rows).await
}

fn prompt_ids(list: &Value) -> Vec<String> {
    list["prompts"].as_array().unwrap().iter().map(|prompt| prompt["promptID"].as_str().unwrap().to_owned()).collect()
}
