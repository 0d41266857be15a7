//! The brands that answers are searched for.

use answerdeck_analysis::Refusal;
use answerdeck_answer_store::TrackError;
use answerdeck_api::Brand;

use super::Worker;
use crate::questions::Tracked;

impl Worker {
    /// Tracks the brands of the platform, unless they are the same as before.
    pub(super) async fn track_read(&mut self, brands: Vec<Brand>) {
        self.without_brands = None;
        if self.refused.as_ref() == Some(&brands) {
            self.without_brands = Some(Refusal::TooManyNames);
        } else if self.tracked.as_ref().is_none_or(|tracked| tracked.brands != brands) {
            self.track(brands).await;
        }
    }

    pub(super) async fn track(&mut self, brands: Vec<Brand>) {
        self.has_changed();
        self.refused = None;
        match self.answers.track(&brands).await {
            Ok(()) => self.tracked = Some(Tracked::new(brands)),
            Err(TrackError::Names(_)) => {
                self.tracked = None;
                self.refused = Some(brands);
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
