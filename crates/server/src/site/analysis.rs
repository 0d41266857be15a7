//! Runs one analysis: finds the pages, reads them, and finds their keywords.
//!
//! Source: docs/platform-api.md, section 3, Site keyword analysis.

use answerdeck_api::{SiteKeyword, SiteKeywordSource};
use answerdeck_crawler::keywords::{KeywordCandidate, keyword_candidates};
use answerdeck_crawler::{Crawl, CrawlPlan, FetchedPage, Page, PageError, PageText};
use answerdeck_database::entity::site_analysis;
use sea_orm::DbErr;
use url::Url;

use super::failure::{AnalysisError, AnalysisFailure};
use super::store::LeasedAnalysis;
use crate::state::AppState;
use crate::worker::JobKind;
use crate::worker::lease::Leasable;

/// The maximum number of attempts of an analysis. An attempt ends early only when the server stops.
const ATTEMPTS_MAX: i32 = 5;

impl Leasable for site_analysis::Entity {
    const TABLE: &'static str = "site_analyses";
    const UNFINISHED: &'static str = "status IN ('PENDING', 'IN_PROGRESS')";
    const KIND: JobKind = JobKind::SiteAnalyses;

    fn ids(row: &site_analysis::Model) -> (&str, &str) {
        (&row.id, &row.organization_id)
    }
}

pub(crate) async fn run(app: AppState, analysis: site_analysis::Model) -> Result<(), DbErr> {
    let owner = analysis.lease_owner.as_deref().unwrap_or_default();
    let leased = LeasedAnalysis { app: &app, analysis: &analysis, owner };
    match leased.run().await {
        Err(AnalysisError::Database(error)) => Err(error),
        _ => Ok(()),
    }
}

impl LeasedAnalysis<'_> {
    async fn run(&self) -> Result<(), AnalysisError> {
        let result = match self.app.shutdown.run_until_cancelled(self.keywords()).await {
            Some(Ok(keywords)) => Ok(keywords),
            Some(Err(AnalysisError::Failed(failure))) => Err(failure),
            Some(Err(error)) => return Err(error),
            // The server stops.
            None => return Ok(()),
        };
        self.end(result).await
    }

    async fn keywords(&self) -> Result<Vec<SiteKeyword>, AnalysisError> {
        if self.analysis.attempts > ATTEMPTS_MAX {
            return Err(AnalysisFailure::GivenUp.into());
        }
        let (mut crawl, mut plan) = if self.analysis.status == site_analysis::Status::Pending {
            let (crawl, plan) = self.discover().await?;
            self.store_plan(&plan).await?;
            (crawl, plan)
        } else {
            let plan = self.load_plan().await?;
            let site = plan.pages().first().map(|page| page.url.clone()).ok_or(AnalysisFailure::GivenUp)?;
            (Crawl::resume(&self.app.crawler, &site).await?, plan)
        };
        while let Some((index, url)) = plan.next_unread() {
            let page = self.page(&mut crawl, &url).await;
            plan.mark_read(index, page.map(|page| (page.url, page.text)));
            self.store_page(&plan, index).await?;
        }
        self.find_keywords(plan).await
    }

    /// Finds the pages of the site: follows links from the first page until the plan is full.
    async fn discover(&self) -> Result<(Crawl, CrawlPlan), AnalysisError> {
        let start = Url::parse(&self.analysis.url).map_err(|_| AnalysisFailure::GivenUp)?;
        let mut plan = CrawlPlan::new(usize::try_from(self.analysis.max_pages).unwrap_or(1));
        let started = Crawl::start(&self.app.crawler, &start).await;
        self.app.prometheus.crawled_pages.count_call(started.is_ok());
        let (mut crawl, page) = started?;
        let page = self.parse(page).await;
        plan.add([page.url.clone()]);
        plan.mark_read(0, Some((page.url, page.text)));
        let mut links = page.links;
        loop {
            plan.add(crawl.allowed(links).await);
            let Some((index, url)) = plan.next_unread().filter(|_| !plan.is_full()) else { return Ok((crawl, plan)) };
            let page = self.page(&mut crawl, &url).await;
            links = page.as_ref().map(|page| page.links.clone()).unwrap_or_default();
            plan.mark_read(index, page.map(|page| (page.url, page.text)));
        }
    }

    /// Reads a page. `None` when it cannot be read.
    async fn page(&self, crawl: &mut Crawl, url: &Url) -> Option<Page> {
        let fetched = crawl.fetch(url).await;
        self.app.prometheus.crawled_pages.count_call(fetched.is_ok());
        Some(self.parse(fetched.ok()?).await)
    }

    async fn parse(&self, page: FetchedPage) -> Page {
        self.app.pages.run(|| page.parse()).await
    }

    async fn find_keywords(&self, plan: CrawlPlan) -> Result<Vec<SiteKeyword>, AnalysisError> {
        let pages: Vec<(Url, PageText)> =
            plan.pages().iter().filter_map(|page| Some((page.url.clone(), page.text.clone()?))).collect();
        if pages.iter().all(|(_, text)| text.blocks.is_empty()) {
            return Err(PageError::NoText.into());
        }
        let (with_sources, with_contexts) = (self.analysis.with_sources, self.analysis.with_contexts);
        let keywords = self.app.config.analyzer.run_for_site(move |analyzer| {
            let texts: Vec<&PageText> = pages.iter().map(|(_, text)| text).collect();
            let to_wire = |candidate: KeywordCandidate| SiteKeyword {
                keyword: candidate.keyword,
                source_url_count: u32::try_from(candidate.sources.len()).unwrap_or(u32::MAX),
                sources: with_sources.then(|| {
                    let sources = candidate.sources.into_iter();
                    sources
                        .map(|source| SiteKeywordSource {
                            url: pages[source.page].0.to_string(),
                            contexts: with_contexts.then_some(source.contexts),
                        })
                        .collect()
                }),
            };
            keyword_candidates(analyzer, &texts).into_iter().map(to_wire).collect()
        });
        Ok(keywords.await)
    }
}
