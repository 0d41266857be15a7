//! The brands that answers are searched for.

use answerdeck_analysis::Refusal;
use answerdeck_answer_store::TrackError;
use answerdeck_api::Brand;

use super::Worker;
use crate::questions::Tracked;

impl Worker {
    pub(super) async fn track(&mut self, brands: Vec<Brand>) {
        self.has_changed();
        match self.answers.track(&brands).await {
            Ok(()) => self.tracked = Some(Tracked::new(brands)),
            Err(TrackError::Names(_)) => {
                self.tracked = None;
                self.without_brands = Some(Refusal::TooManyNames);
            }
            Err(TrackError::Archive(error)) => {
                self.tracked = Some(Tracked::new(brands));
                self.fail(error).await;
            }
        }
    }

    /// Searches a run for the brands.
    pub(super) async fn search(&mut self) {
        if let Err(error) = self.answers.search().await {
            self.fail(error).await;
        }
        if self.answers.unsearched() == 0 {
            self.has_changed();
            self.tell_progress();
        }
    }
}
