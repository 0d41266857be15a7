//! What the answers of a week showed: a few queries to the statistics, each bounded.

use std::ops::Range;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    BrandMetrics, BrandMetricsFilter, BrandMetricsInclude, BrandName, PromptMetricsFilter, PromptMetricsOrder,
    SourceChangeFilter, SourceInfluence, SourceInfluenceFilter, SourceInfluenceOrder, SourceLevel,
};
use answerdeck_api::{
    AlertFired, AnswerScope, BrandId, DigestBrand, DigestFindings, DigestNewPage, DigestOutcome, DigestPromptGap,
    DigestSourceGap, ModelRoute, RunStatus, ScheduleOutcome,
};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::{alert, organization};
use answerdeck_database::id::{first_number, id_of};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, query_row, stored_json};
use answerdeck_insight::{alert_fired, most_cited_new, rank};
use answerdeck_statistics::{JudgedBrand, PageRange, PromptPage, TimeBuckets};
use jiff::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::alerts::failures;
use crate::answer_routes;
use crate::own_brand::own_brand;
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::texts_about_others::texts_about_others;

/// The brands whose places are known.
const BRANDS: u32 = 100;
/// The prompts with most answers that name rivals only, of which one is named.
const PROMPTS: usize = 100;
/// The alerts that a digest names.
const ALERTS: u64 = 3;

pub(crate) async fn find(
    app: &AppState,
    organization_id: &str,
    week: Range<Timestamp>,
    time_zone: &str,
) -> ApiResult<DigestFindings> {
    let database = &app.databases.jobs;
    let routes = answer_routes::routes(app, organization_id).await?;
    let [from, to] = [week.start, week.end].map(|time| wire_time(time.as_millisecond()));
    let all =
        AnswerScope { from: Some(from.clone()), to: Some(to.clone()), finished: Some(true), ..AnswerScope::default() };
    let own = own_brand(database, organization_id).await?.map(parse_stored_id::<BrandId>).transpose()?;
    let (scope, metrics) = measure(app, organization_id, &all, &routes, own.as_ref()).await?;
    let gaps = match &own {
        Some(own) => Some(Gaps::find(app, organization_id, &scope, own).await?),
        None => None,
    };
    let own_at = metrics.brands.iter().position(|brand| Some(&brand.id) == own.as_ref());
    let rival_at = rival_at(&metrics, gaps.as_ref().map(|gaps| gaps.rivals.as_slice()));
    let compared: Vec<BrandId> = own_at.into_iter().chain(rival_at).map(|at| metrics.brands[at].id.clone()).collect();
    let buckets = TimeBuckets::of_period(&(week.start.as_millisecond()..week.end.as_millisecond()));
    let failed = failures::failed_items(database, organization_id, buckets, 0..2).await?;
    let judged = app.statistics.compare_with_period_before(organization_id, &scope, &compared, &failed).await?;
    let (prompt_gap, source_gap) = gaps.map(|gaps| (gaps.prompt, gaps.source)).unwrap_or_default();
    let (alert_count, alerts) = alerts(database, organization_id, &week).await?;
    Ok(DigestFindings {
        outcome: outcome(&metrics, &judged),
        from,
        to,
        time_zone: time_zone.to_owned(),
        route: scope.route.clone(),
        has_other_routes: routes.len() > 1,
        coverage: metrics.coverage,
        sample: metrics.all.sample.clone(),
        sample_before: metrics.before.as_ref().map(|before| before.sample.clone()).unwrap_or_default(),
        total_brands: metrics.total_brands,
        brand: own_at.and_then(|at| brand(&metrics, at, &judged)),
        rival: rival_at.and_then(|at| brand(&metrics, at, &judged)),
        prompt_gap,
        source_gap,
        new_page: new_page(app, organization_id, &scope).await?,
        alert_count,
        alerts,
        ..work(database, organization_id, &week).await?
    })
}

/// The answers by the first route that has any in the scope, or else by the first one, and what they say about brands.
async fn measure(
    app: &AppState,
    organization_id: &str,
    all: &AnswerScope,
    routes: &[ModelRoute],
    own: Option<&BrandId>,
) -> ApiResult<(AnswerScope, BrandMetrics)> {
    let mut first_measured = None;
    for route in routes.iter().cloned().map(Some).chain(routes.is_empty().then_some(None)) {
        let scope = AnswerScope { route, ..all.clone() };
        let filter = BrandMetricsFilter {
            with_brand_id: own.cloned(),
            limit: Some(BRANDS),
            include: vec![BrandMetricsInclude::Before],
            ..scope.clone().into()
        };
        let metrics = app.statistics.measure_brands(organization_id, app.clock.now(), &filter).await?;
        let has_answers = metrics.coverage.answers > 0;
        let measured = (scope, metrics);
        if has_answers {
            return Ok(measured);
        }
        first_measured.get_or_insert(measured);
    }
    Ok(first_measured.unwrap_or_default())
}

/// The index of the first brand that is a rival, or without `rivals` of the first brand. `None` if no answer names it.
fn rival_at(metrics: &BrandMetrics, rivals: Option<&[BrandName]>) -> Option<usize> {
    let is_rival = |at: &usize| {
        let id = &metrics.brands[*at].id;
        rivals.is_none_or(|rivals| rivals.iter().any(|rival| rival.id == *id))
    };
    let is_named = |at: &usize| metrics.all.brands.get(*at).is_some_and(|brand| brand.mention_rate.numerator > 0);
    (0..metrics.brands.len()).find(is_rival).filter(is_named)
}

fn outcome(metrics: &BrandMetrics, judged: &[JudgedBrand]) -> DigestOutcome {
    match judged {
        _ if metrics.all.sample.answers == 0 => DigestOutcome::NoAnswers,
        [] => DigestOutcome::NotComparable,
        judged if judged.iter().any(|brand| brand.is_significant) => DigestOutcome::Moved,
        _ => DigestOutcome::NothingMoved,
    }
}

fn brand(metrics: &BrandMetrics, at: usize, judged: &[JudgedBrand]) -> Option<DigestBrand> {
    let (brand, measured) = (metrics.brands.get(at)?, metrics.all.brands.get(at)?);
    let before = metrics.before.as_ref().and_then(|before| before.brands.get(at));
    let moved = judged.iter().find(|judged| judged.brand == brand.id && judged.is_significant);
    Some(DigestBrand {
        brand: brand.clone(),
        mention_rate: measured.mention_rate,
        before: before.map(|before| before.mention_rate).unwrap_or_default(),
        place: rank(metrics, measured.mention_rate.numerator).filter(|_| metrics.all.sample.answers > 0),
        moved: moved.map(|judged| judged.moved),
    })
}

/// The rivals of the own brand, and what names them and not it.
struct Gaps {
    rivals: Vec<BrandName>,
    prompt: Option<DigestPromptGap>,
    source: Option<DigestSourceGap>,
}

impl Gaps {
    async fn find(app: &AppState, organization_id: &str, scope: &AnswerScope, own: &BrandId) -> ApiResult<Self> {
        let texts_about_others =
            texts_about_others(app, &app.databases.jobs, organization_id, Some(own.as_str())).await?;
        let filter = PromptMetricsFilter {
            brand_id: Some(own.clone()),
            order: Some(PromptMetricsOrder::Gap),
            ..scope.clone().into()
        };
        let (now, range) = (app.clock.now(), PageRange { skip: 0, limit: PROMPTS });
        let PromptPage { list, rivals } = app.statistics.measure_prompts(organization_id, now, &filter, range).await?;
        let mut prompts = list.prompts;
        prompts.retain(|prompt| prompt.gap > prompt.mention_rate.numerator);
        // A prompt that names other brands alone asks about them, as in the next steps.
        let about_others = texts_about_others(prompts.iter().map(|prompt| prompt.query.clone()).collect()).await;
        let first = prompts.into_iter().find(|prompt| !about_others.contains(&prompt.query));
        let prompt = first.map(|first| DigestPromptGap {
            count: list.all.behind,
            prompt_id: first.prompt_id,
            query: first.query,
            answers: first.gap,
            of: first.answers,
        });
        let filter = SourceInfluenceFilter {
            brand_id: Some(own.clone()),
            order: Some(SourceInfluenceOrder::Gap),
            limit: Some(PAGE_SIZE_MAX),
            ..scope.clone().into()
        };
        let found = app.statistics.measure_source_influence(organization_id, &filter, &texts_about_others).await?;
        let brands = app.brand_finders.of(&app.databases.jobs, organization_id).await?;
        // Nothing on a brand's website is a gap: another brand cannot get into its pages.
        let is_gap = |source: &SourceInfluence| source.gap > 0 && !brands.owns_domain(&source.source);
        let source = found.sources.into_iter().find(is_gap);
        let source = source.map(|source| DigestSourceGap {
            domain: source.source,
            answers: source.gap,
            of: source.citing.answers,
            rivals: found.rivals,
        });
        Ok(Self { rivals, prompt, source })
    }
}

/// The page that the overview names as new.
async fn new_page(app: &AppState, organization_id: &str, scope: &AnswerScope) -> ApiResult<Option<DigestNewPage>> {
    let (level, limit) = (Some(SourceLevel::Page), Some(PAGE_SIZE_MAX));
    let filter = SourceChangeFilter { level, limit, ..scope.clone().into() };
    let found = app.statistics.list_source_changes(organization_id, app.clock.now(), &filter).await?;
    let Some(page) = most_cited_new(&found).cloned() else { return Ok(None) };
    let (url, title, answers) = (page.source, page.title, page.answer_count);
    Ok(page.domain.map(|domain| DigestNewPage { url, title, domain, answers }))
}

/// The number of the week's alerts, and the newest of them.
async fn alerts(
    database: &impl ConnectionTrait,
    organization_id: &str,
    week: &Range<Timestamp>,
) -> Result<(u64, Vec<AlertFired>), DbErr> {
    let [first, end] = ids(week);
    let week_alerts = alert::Entity::find()
        .filter(alert::Column::OrganizationId.eq(organization_id))
        .filter(alert::Column::Id.gte(first))
        .filter(alert::Column::Id.lt(end));
    let count = week_alerts.clone().count(database).await?;
    let rows = week_alerts.order_by_desc(alert::Column::Id).limit(ALERTS).all(database).await?;
    let fired = |row: alert::Model| Ok(alert_fired(parse_stored_id(row.id)?, stored_json(row.finding)?));
    Ok((count, rows.into_iter().map(fired).collect::<Result<_, DbErr>>()?))
}

/// What an organization did in a week by all routes, and its balance. A run can ask models of several routes, and an item that was not
/// asked has no route. The other findings are empty.
async fn work(
    database: &impl ConnectionTrait,
    organization_id: &str,
    week: &Range<Timestamp>,
) -> Result<DigestFindings, DbErr> {
    let [first, end] = ids(week);
    let values = |last: &str| [organization_id.into(), first.as_str().into(), end.as_str().into(), last.into()];
    let sql = "SELECT count(*), CAST(coalesce(sum(failed_count), 0) AS bigint), \
               CAST(coalesce(sum(charged), 0) AS bigint) FROM runs \
               WHERE organization_id = $1 AND id >= $2 AND id < $3 AND status = $4";
    let runs = query_row::<(i64, i64, i64)>(database, sql, values(RunStatus::Finished.as_str())).await?;
    let (runs, failed, charged) = runs.unwrap_or_default();
    let sql = "SELECT count(*) FROM schedule_entries \
               WHERE organization_id = $1 AND id >= $2 AND id < $3 AND outcome = $4";
    let skipped: Option<i64> = query_row(database, sql, values(ScheduleOutcome::Skipped.as_str())).await?;
    let organization = organization::Entity::find_by_id(organization_id).one(database).await?;
    Ok(DigestFindings {
        run_count: runs.unsigned_abs(),
        failed_item_count: failed.unsigned_abs(),
        skipped_due_time_count: skipped.unwrap_or_default().unsigned_abs(),
        credits_spent: credits(charged),
        balance: credits(organization.map_or(0, |organization| organization.balance)),
        ..DigestFindings::default()
    })
}

/// The first id of a week, and the first one after it. Ids begin with their time.
fn ids(week: &Range<Timestamp>) -> [String; 2] {
    [week.start, week.end].map(|time| id_of(first_number(time.as_millisecond().max(0).unsigned_abs())))
}
