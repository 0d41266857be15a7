//! The page that most answers cite of those that are new.

use answerdeck_api::metrics::{ChangedSource, Highlights, SourceLevel};
use answerdeck_insight::most_cited_new;
use time::Date;

use crate::components::{Sentence, TrendEvent, quoted_source};
use crate::format::{calendar_day, day_of, parse_day};
use crate::locale::Texts;
use crate::paths::{AnswerFilterParams, SourcesParams, SourcesView, UrlParams};
use crate::untrusted::visible;

pub struct NewPage {
    /// The day of the first answer that cites it.
    day: Date,
    /// Its title in quotation marks, or its address.
    name: String,
    domain: String,
    /// The answers that cite it, of all.
    cited: [u64; 2],
}

impl NewPage {
    /// Finds the page. `None` unless significantly more answers cite it than before: none.
    pub fn find(found: &Highlights) -> Option<Self> {
        let changes = found.source_changes.as_ref()?;
        Self::of(most_cited_new(changes)?, changes.after.sample.answers)
    }

    fn of(page: &ChangedSource, answers: u64) -> Option<Self> {
        Some(Self {
            day: day_of(&page.first_created_at).as_deref().and_then(parse_day)?,
            name: quoted_source(&page.source, page.title.as_deref()),
            domain: visible(page.domain.as_deref()?),
            cited: [page.answer_count, answers],
        })
    }

    /// Says since when and how often it is cited.
    pub fn sentence(&self, answers: &AnswerFilterParams, texts: Texts) -> Sentence {
        let day = calendar_day(self.day);
        let text = (texts.overview().finding_new_page)(&day, &self.name, &self.domain, self.cited);
        let (answers, level) = (answers.clone(), Some(SourceLevel::Page));
        let params = SourcesParams { answers, level, view: SourcesView::Changes, ..SourcesParams::default() };
        Sentence::new(text, params.address())
    }

    pub fn event(&self, texts: Texts) -> TrendEvent {
        let texts = texts.overview();
        TrendEvent {
            day: self.day,
            text: (texts.new_page)(&self.name, &self.domain),
            label: (texts.new_page_short)(&self.domain),
        }
    }
}
