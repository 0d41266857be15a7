use answerdeck_api::limits::{PENDING_SITE_ANALYSES_MAX, SITE_PAGES_DEFAULT};
use answerdeck_api::{Created, ErrorCode, SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisSubmit};
use answerdeck_database::entity::site_analysis;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use sea_orm::ActiveValue::Set;
use sea_orm::prelude::Expr;
use sea_orm::{EntityTrait, QueryFilter};

use super::rows;
use super::web_address::{visitable_url, with_scheme};
use crate::http::caller::Read;
use crate::http::extract::{PathId, UncheckedBody, check_bounds};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::language::{self, VARY_BY_LANGUAGE};
use crate::problem::{ApiResult, Problem};
use crate::site::failure::AnalysisFailure;
use crate::worker::JobKind;
use crate::worker::lease::Leasable;

pub(super) async fn submit(
    write: IdempotentWrite,
    UncheckedBody(mut submit): UncheckedBody<SiteKeywordAnalysisSubmit>,
) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    submit.url = with_scheme(submit.url);
    check_bounds(&submit)?;
    let url = visitable_url("url", &submit.url, app.config.network_policy)?;
    let now = app.clock.now();
    let id: SiteKeywordAnalysisId = app.random.id(now);
    let row = site_analysis::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(caller.organization_id.to_string()),
        url: Set(url.into()),
        max_pages: Set(submit.max_pages.unwrap_or(SITE_PAGES_DEFAULT).cast_signed()),
        with_sources: Set(submit.include_source_urls || submit.include_context),
        with_contexts: Set(submit.include_context),
        status: Set(site_analysis::Status::Pending),
        processed_pages: Set(0),
        attempts: Set(0),
        created_at: Set(now.as_millisecond()),
        ..Default::default()
    };
    let transaction = write.begin().await?;
    let unfinished = Expr::cust(site_analysis::Entity::UNFINISHED);
    let others = rows::select_all::<site_analysis::Entity>(caller).filter(unfinished);
    let too_many = Problem::refused(ErrorCode::PlatformPendingLimitExceeded);
    rows::check_limit(&transaction, others, PENDING_SITE_ANALYSES_MAX, too_many).await?;
    site_analysis::Entity::insert(row).exec_without_returning(&*transaction).await?;
    transaction.commit_work(JobKind::SiteAnalyses, &Created { id }).await
}

pub(super) async fn get(
    Read { app, caller }: Read,
    PathId(id): PathId<SiteKeywordAnalysisId>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let row = rows::find::<site_analysis::Entity>(&app.database, &caller, id.as_str()).await?;
    let failure: Option<AnalysisFailure> = row.failure.map(stored_json).transpose()?;
    let analysis = SiteKeywordAnalysis {
        id: parse_stored_id(row.id)?,
        status: row.status.into(),
        max_pages: row.max_pages.cast_unsigned(),
        total_pages: row.total_pages.map(i32::cast_unsigned),
        processed_pages: row.processed_pages.cast_unsigned(),
        keywords: row.keywords.map(stored_json).transpose()?.unwrap_or_default(),
        error: failure.map(|failure| failure.message(language::preferred(&headers), &row.url)),
    };
    Ok((VARY_BY_LANGUAGE, Json(analysis)))
}
