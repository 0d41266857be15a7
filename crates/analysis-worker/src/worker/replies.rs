//! The replies to questions.

use answerdeck_analysis::{FromWorker, Refusal};

use super::Worker;
use crate::questions::{self, Asked, KnownBrands};
use crate::unanswered::Unanswered;

impl Worker {
    /// Answers all questions that can be answered now.
    pub(super) async fn answer(&mut self) {
        let known = match &self.tracked {
            Some(_) if self.answers.unsearched() > 0 => KnownBrands::Names,
            // Without brands, the questions about them are refused.
            Some(_) => KnownBrands::InAnswers,
            None if self.without_brands.is_some() => KnownBrands::InAnswers,
            None => KnownBrands::Nothing,
        };
        while let Some(Asked { slot, number, question }) = self.questions.take(known) {
            let utc_offset = |time| self.environment.utc_offset(time);
            let reply = match questions::value(&question, &self.answers, self.tracked.as_mut(), &utc_offset).await {
                Ok(reply) => {
                    self.last_replies.put(&question, &reply);
                    self.has_new_replies = true;
                    Ok(reply)
                }
                Err(Unanswered::Refused(Refusal::NoBrands)) => {
                    Err(self.without_brands.clone().unwrap_or(Refusal::NoBrands))
                }
                Err(Unanswered::Refused(refusal)) => Err(refusal),
                Err(Unanswered::Archive(error)) => {
                    let refusal = Refusal::Store(error.to_string());
                    self.fail(error).await;
                    Err(refusal)
                }
            };
            self.environment.post(&FromWorker::Reply { slot, number, reply });
        }
    }

    pub(super) async fn keep_replies(&mut self) {
        self.has_new_replies = false;
        if let Err(error) = self.answers.keep_replies(&self.last_replies.to_keep()).await {
            self.fail(error).await;
        }
    }
}
