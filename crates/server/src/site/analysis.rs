//! The life of one analysis: its pages are found, then read, and their keywords are counted.
//!
//! Source: docs/platform-api.md, section 3, Site keyword analysis.

use answerdeck_api::{SiteKeyword, SiteKeywordSource};
use sea_orm::DbErr;
use url::Url;

use super::crawler::Visit;
use super::failure::Failure;
use super::keywords::{Candidate, candidates};
use super::plan::Plan;
use super::store::{Held, Kept};
use super::text::Text;
use crate::database::entity::site_analysis;
use crate::state::AppState;

/// How often an analysis is tried before it fails: a try ends early only when the server does.
const ATTEMPTS_MAX: i32 = 5;

/// Why work on an analysis ends before its keywords are there.
enum Stop {
    /// It fails.
    Failed(Failure),
    /// Somebody else has it, or the server stops.
    Left,
    /// The database failed: the analysis waits until its lease runs out.
    Database(DbErr),
}

impl From<DbErr> for Stop {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl<T: Into<Failure>> From<T> for Stop {
    fn from(failure: T) -> Self {
        Self::Failed(failure.into())
    }
}

/// Works on an analysis that `owner` holds by lease.
pub(super) async fn work(app: AppState, owner: String, analysis: site_analysis::Model) {
    let held = Held { database: &app.database, id: &analysis.id, owner: &owner };
    let ended = match (Job { app: &app, analysis: &analysis, held: &held }).keywords().await {
        Ok(keywords) => Ok(keywords),
        Err(Stop::Failed(failure)) => Err(failure),
        Err(Stop::Left) => return,
        Err(Stop::Database(error)) => {
            tracing::error!(analysis = analysis.id, %error, "a site analysis waits until its lease runs out");
            return;
        }
    };
    if let Err(error) = held.end(ended, app.clock.now()).await {
        tracing::error!(analysis = analysis.id, %error, "a site analysis could not be ended");
    }
}

struct Job<'a> {
    app: &'a AppState,
    analysis: &'a site_analysis::Model,
    held: &'a Held<'a>,
}

impl Job<'_> {
    async fn keywords(&self) -> Result<Vec<SiteKeyword>, Stop> {
        if self.analysis.attempts > ATTEMPTS_MAX {
            return Err(Failure::GivenUp.into());
        }
        let (mut visit, mut plan) = if self.analysis.status == site_analysis::Status::Pending {
            let (visit, plan) = self.survey().await?;
            self.check(self.held.begin(&plan, self.app.clock.now()).await?)?;
            (visit, plan)
        } else {
            let plan = self.held.plan().await?;
            let site = plan.pages().first().map(|page| page.url.clone()).ok_or(Failure::GivenUp)?;
            (Visit::resume(&self.app.crawler, &site).await?, plan)
        };
        while let Some((place, url)) = plan.next() {
            let found = visit.page(&url).await.ok().map(|page| (page.url, page.text));
            plan.read(place, found);
            self.check(self.held.page(&plan, place, self.app.clock.now()).await?)?;
        }
        Ok(self.count(plan).await)
    }

    /// Finds the pages: reads from the start on, until it knows of enough.
    async fn survey(&self) -> Result<(Visit, Plan), Stop> {
        let start = Url::parse(&self.analysis.url).map_err(|_| Failure::GivenUp)?;
        let mut plan = Plan::new(usize::try_from(self.analysis.max_pages).unwrap_or(1));
        let (mut visit, page) = Visit::begin(&self.app.crawler, &start).await?;
        plan.add([page.url.clone()]);
        plan.read(0, Some((page.url, page.text)));
        let mut links = page.links;
        loop {
            plan.add(links.into_iter().filter(|url| visit.covers(url)));
            let Some((place, url)) = plan.next().filter(|_| !plan.is_full()) else { return Ok((visit, plan)) };
            self.check(self.held.renew(self.app.clock.now()).await?)?;
            let page = visit.page(&url).await.ok();
            links = page.as_ref().map(|page| page.links.clone()).unwrap_or_default();
            plan.read(place, page.map(|page| (page.url, page.text)));
        }
    }

    /// Goes on only with what is kept, and not when the server stops.
    fn check(&self, kept: Kept) -> Result<(), Stop> {
        if kept == Kept::NotOurs || self.app.shutdown.is_cancelled() { Err(Stop::Left) } else { Ok(()) }
    }

    async fn count(&self, plan: Plan) -> Vec<SiteKeyword> {
        let pages: Vec<(Url, Text)> =
            plan.pages().iter().filter_map(|page| Some((page.url.clone(), page.text.clone()?))).collect();
        let (with_sources, with_contexts) = (self.analysis.with_sources, self.analysis.with_contexts);
        self.app
            .config
            .words
            .aside(move |words| {
                let texts: Vec<_> = pages.iter().map(|(url, text)| (url.as_str(), text)).collect();
                let on_the_wire = |candidate: Candidate| SiteKeyword {
                    keyword: candidate.keyword,
                    source_url_count: u32::try_from(candidate.sources.len()).unwrap_or(u32::MAX),
                    sources: with_sources.then(|| {
                        let sources = candidate.sources.into_iter();
                        sources
                            .map(|source| SiteKeywordSource {
                                url: texts[source.page].0.to_owned(),
                                contexts: with_contexts.then_some(source.contexts),
                            })
                            .collect()
                    }),
                };
                candidates(words, &texts).into_iter().map(on_the_wire).collect()
            })
            .await
    }
}
