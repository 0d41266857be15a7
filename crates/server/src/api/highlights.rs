//! The highlights: the first items of several lists.

use answerdeck_api::metrics::{
    HighlightFilter, HighlightInclude, Highlights, MovementFilter, NextStepFilter, NextStepInclude, SourceChangeFilter,
    SourceInfluence, SourceInfluenceFilter, SourceLevel, UnnamedSearchFilter,
};
use answerdeck_api::{BrandId, SourceDomainFilter};
use answerdeck_database::entity::brand;
use answerdeck_database::stored_json;
use answerdeck_insight::owns_domain;
use axum::Json;
use sea_orm::{ColumnTrait, QueryFilter};

use super::answer_scope::ScopedParams;
use super::next_steps::next_steps;
use super::rows;
use crate::http::caller::Read;
use crate::problem::ApiResult;
use crate::texts_about_others::texts_about_others;

pub(super) async fn get(
    read: Read,
    ScopedParams(filter): ScopedParams<HighlightFilter>,
) -> ApiResult<Json<Highlights>> {
    let Read { app, caller } = &read;
    let (scope, limit, brand_id) = (filter.scope(), filter.limit, filter.brand_id.clone());
    let (organization, now) = (caller.organization_id.as_str(), app.clock.now());
    // In turn: each query takes one of the few connections for requests that read many answers. The first one checks the brand.
    let mut unnamed_searches = None;
    if brand_id.is_some() {
        let unnamed = UnnamedSearchFilter { brand_id: brand_id.clone(), limit, ..scope.clone().into() };
        unnamed_searches = Some(app.statistics.list_unnamed_searches(organization, &unnamed).await?);
    }
    let moved = MovementFilter { limit, ..scope.clone().into() };
    let movements = app.statistics.list_movements(organization, now, &moved).await?;
    let cited = SourceDomainFilter { limit, ..scope.clone().into() };
    let source_domains = app.statistics.rank_source_domains(organization, &cited).await?;
    let mut highlights = Highlights {
        movements,
        unnamed_searches,
        next_steps: None,
        source_changes: None,
        source_domains,
        source_influence: None,
    };
    if filter.include.contains(&HighlightInclude::SourceChanges) {
        let changed = SourceChangeFilter { level: Some(SourceLevel::Page), limit, ..scope.clone().into() };
        highlights.source_changes = Some(app.statistics.list_source_changes(organization, now, &changed).await?);
    }
    if brand_id.is_some() {
        let compared = SourceInfluenceFilter { brand_id: brand_id.clone(), limit, ..scope.clone().into() };
        highlights.source_influence = largest_source_influence(&read, &compared).await?;
        if filter.include.contains(&HighlightInclude::NextSteps) {
            let include = vec![NextStepInclude::Done, NextStepInclude::Dismissed];
            let steps = NextStepFilter { brand_id, include, limit, ..scope.into() };
            highlights.next_steps = Some(next_steps(app, caller, &steps).await?);
        }
    }
    Ok(Json(highlights))
}

/// The source with the largest significant difference in favor of the brand. Answers that cite a website of the brand name it anyway.
async fn largest_source_influence(read: &Read, compared: &SourceInfluenceFilter) -> ApiResult<Option<SourceInfluence>> {
    let organization = read.caller.organization_id.as_str();
    let brand_id = compared.brand_id.as_ref().map(BrandId::as_str);
    let others = texts_about_others(&read.app, &read.app.database, organization, brand_id).await?;
    let mut sources = read.app.statistics.measure_source_influence(organization, compared, &others).await?.sources;
    sources.retain(|source| source.significant && difference(source) > 0.0);
    if sources.is_empty() {
        return Ok(None);
    }
    let brand = rows::select_all::<brand::Entity>(&read.caller).filter(brand::Column::Id.is_in(brand_id));
    let brand = brand.one(&read.app.database).await?;
    let websites: Vec<String> = brand.map(|row| stored_json(row.websites)).transpose()?.unwrap_or_default();
    let others = sources.into_iter().filter(|source| !owns_domain(&websites, &source.source));
    Ok(others.max_by(|one, other| difference(one).total_cmp(&difference(other))))
}

fn difference(source: &SourceInfluence) -> f64 {
    source.difference.unwrap_or_default()
}
