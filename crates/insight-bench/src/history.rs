//! Keeps, opens, counts and searches a history of answers.

use std::rc::Rc;

use answerdeck_answer_store::{AnswerStore, SyncEvent, SyncMode};
use answerdeck_api::{AnswerScope, Brand, ModelCode, Timestamp};
use answerdeck_client::Client;
use answerdeck_insight::{Comparison, Period, SourceLevel};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

use crate::platform::Platform;
use crate::records::Records;
use crate::sample;

/// The seconds of Korea's time ahead of UTC.
const KOREA: i32 = 32_400;
/// The length of a ranking.
const LIMIT: usize = 100;

/// Kept answers.
#[wasm_bindgen]
pub struct History(AnswerStore);

#[wasm_bindgen]
impl History {
    /// Opens the kept answers.
    pub async fn open(records: JsValue) -> Self {
        let records = || Rc::new(records.clone().unchecked_into::<Records>());
        Self(AnswerStore::open(records(), records()).await.unwrap().0)
    }

    /// Keeps the answers of this many runs, 100 each. Returns the bytes of their JSON.
    pub async fn keep(&mut self, runs: usize) -> usize {
        let platform = Rc::new(Platform::new(runs));
        let client = Client::builder("https://platform.example").transport(platform.clone()).build().unwrap();
        let mut sync = self.0.sync(client, SyncMode::NewRuns);
        while let Some(event) = sync.next().await.unwrap() {
            let is_run = matches!(event, SyncEvent::Kept(_));
            self.0.apply(event).unwrap();
            if is_run {
                self.0.compact().await.unwrap();
            }
        }
        platform.answer_bytes()
    }

    /// The number of kept answers.
    pub fn answers(&self) -> usize {
        self.0.select(&AnswerScope::default()).unwrap().len()
    }

    /// Tracks the brands of the sample.
    pub async fn track(&mut self) {
        let brands: Vec<Brand> = (0..sample::BRANDS).map(brand).collect();
        self.0.track(&brands).await.unwrap();
    }

    /// Searches a block of texts. Returns whether there was one.
    pub async fn search(&mut self) -> bool {
        self.0.search().await.unwrap()
    }

    /// Counts one thing in a scope, which is `everything`, `a model` or `a month`. Returns a number that depends on it.
    pub fn count(&self, thing: &str, scope: &str) -> usize {
        let selection = self.0.select(&scope_of(scope)).unwrap();
        match thing {
            "select" => return selection.len(),
            "domains" => return selection.rank_source_domains(LIMIT).domains.len(),
            "pages" => return selection.rank_source_urls(None, LIMIT).urls.len(),
            "searches" => return selection.rank_fanouts(&[], LIMIT).fanouts.len(),
            "stability" => {
                return selection.source_stability(SourceLevel::Domain).map_or(0, |stable| stable.pairs as usize);
            }
            _ => {}
        }
        let brands = self.0.brands(&selection).unwrap().unwrap();
        match thing {
            "brands" => selection.len(),
            "visibility" => brands.visibility().len(),
            "citations" => brands.citations().len(),
            "reproducibility" => brands.reproducibility().len(),
            "change" => {
                let before = self.0.select(&scope_of("a year")).unwrap();
                let before = self.0.brands(&before).unwrap().unwrap();
                let change = Comparison::new(&before, &brands).mention_rate(0);
                usize::from(change.is_some())
            }
            "by day" => {
                let series = selection.by_period(Period::Day, |_| KOREA);
                let points = series.points().filter_map(|point| point.answers);
                points.map(|answers| self.0.brands(answers).unwrap().unwrap().visibility().len()).sum()
            }
            other => panic!("nothing counts {other}"),
        }
    }
}

fn scope_of(name: &str) -> AnswerScope {
    let all = AnswerScope::default();
    let between = |from: &str, to: &str| AnswerScope {
        from: Some(Timestamp::new(from)),
        to: Some(Timestamp::new(to)),
        ..AnswerScope::default()
    };
    match name {
        "a model" => AnswerScope { model: Some(ModelCode::Claude), ..all },
        "a month" => between("2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z"),
        "a year" => between("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        _ => all,
    }
}

fn brand(index: usize) -> Brand {
    let mut names = sample::names(index);
    Brand {
        id: format!("b{index:021}").parse().unwrap(),
        name: names.swap_remove(0),
        description: None,
        synonyms: names,
        websites: vec![format!("https://www.site-{}.example", index * 7)],
        created_at: Timestamp::new("2026-01-01T00:00:00Z"),
    }
}
