//! The report about brands for tools. The console computes the same numbers in the browser.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{Answer, AnswerStatus, BrandId, BrandReportFilter, ModelCode, Source};
use answerdeck_insight::{AnswerTable, EncodeError, MentionFinder, TrackedBrands, encode_answers, encode_named_brands};
use answerdeck_mcp::BrandReport;
use axum::Json;
use axum::extract::State;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::answer_scope::{self, ScopeFilter};
use crate::clock::wire_time;
use crate::cpu_pool::run_blocking;
use crate::database::entity::{answer, answer_source, brand};
use crate::database::{stored, stored_json};
use crate::http::caller::Caller;
use crate::http::extract::Params;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The maximum number of answers in a report. All of their sources are in memory at the same time.
const ANSWERS_MAX: usize = 10_000;
/// The maximum number of brands in a report.
const BRANDS_MAX: usize = 1_000;
/// The number of answers that are read at a time.
const PAGE: u64 = 50;

pub(super) async fn report(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<BrandReportFilter>,
) -> ApiResult<Json<BrandReport>> {
    let answers = ScopeFilter::new(&caller, &filter.scope())?
        .select()
        .filter(answer::Column::Status.eq(answer::Status::Success))
        .order_by_asc(answer::Column::Id);
    refuse_too_many(&app, &answers).await?;
    let brands = tracked_brands(&app, &caller).await?;
    let mut counted = Counted::new(brands)?;
    let mut last = None;
    loop {
        let page = next_page(&app, &answers, last.as_deref()).await?;
        let Some(newest) = page.last() else { break };
        last = Some(newest.answer.id.to_string());
        counted = run_blocking(move || counted.add(page)).await;
    }
    if counted.answers.is_empty() {
        answer_scope::check_ids(&app.analysis_database, &caller, &filter.scope()).await?;
    }
    let limit = usize::try_from(filter.limit.unwrap_or(PAGE_SIZE_DEFAULT)).unwrap_or(usize::MAX);
    let report = run_blocking(move || counted.report(limit)).await;
    report.map(Json).map_err(|error| Problem::Internal(std::sync::Arc::new(error)))
}

async fn refuse_too_many(app: &AppState, answers: &Select<answer::Entity>) -> ApiResult<()> {
    let beyond: Option<String> = answers
        .clone()
        .select_only()
        .column(answer::Column::Id)
        .offset(ANSWERS_MAX as u64)
        .limit(1)
        .into_tuple()
        .one(&app.analysis_database)
        .await?;
    match beyond {
        Some(_) => Err(Problem::validation(format!(
            "scope: more than {ANSWERS_MAX} answers. Narrow it with from and to, runID, promptSetID, promptID, model or region"
        ))),
        None => Ok(()),
    }
}

/// The tracked brands, newest first, as the console has them.
async fn tracked_brands(app: &AppState, caller: &Caller) -> ApiResult<Vec<TrackedBrand>> {
    let rows = brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .order_by_desc(brand::Column::Id)
        .limit(BRANDS_MAX as u64 + 1)
        .all(&app.analysis_database)
        .await?;
    if rows.len() > BRANDS_MAX {
        return Err(Problem::validation(format!("brands: the report counts at most {BRANDS_MAX} of them")));
    }
    let brand = |row: brand::Model| {
        Ok(TrackedBrand {
            id: stored(row.id)?,
            name: row.name,
            synonyms: stored_json(row.synonyms)?,
            websites: stored_json(row.websites)?,
        })
    };
    rows.into_iter().map(brand).collect()
}

struct TrackedBrand {
    id: BrandId,
    name: String,
    synonyms: Vec<String>,
    websites: Vec<String>,
}

/// An answer, and the text that is searched for brands.
struct ReadAnswer {
    /// Without its text, its run and its searches.
    answer: Answer,
    content: String,
}

async fn next_page(
    app: &AppState,
    answers: &Select<answer::Entity>,
    after: Option<&str>,
) -> ApiResult<Vec<ReadAnswer>> {
    let mut query = answers.clone().limit(PAGE);
    if let Some(after) = after {
        query = query.filter(answer::Column::Id.gt(after));
    }
    let rows = query.all(&app.analysis_database).await?;
    let sources = answer_source::Entity::find()
        .filter(answer_source::Column::AnswerId.is_in(rows.iter().map(|row| row.id.as_str())))
        .order_by_asc(answer_source::Column::AnswerId)
        .order_by_asc(answer_source::Column::Position)
        .all(&app.analysis_database)
        .await?;
    // Both lists are in the order of the answers' ids.
    let mut sources = sources.into_iter().peekable();
    let mut page = Vec::with_capacity(rows.len());
    for row in rows {
        let mut cited = Vec::new();
        while let Some(source) = sources.next_if(|source| source.answer_id == row.id) {
            cited.push(Source { url: source.url, title: source.title, domain: source.domain });
        }
        page.push(ReadAnswer {
            content: row.content,
            answer: Answer {
                id: stored(row.id)?,
                model: ModelCode::from(row.model.as_str()),
                route: None,
                failure: None,
                prompt_id: stored(row.prompt_id)?,
                region: row.region,
                status: AnswerStatus::Success,
                content: String::new(),
                query: String::new(),
                created_at: Some(wire_time(row.created_at)),
                // No number of the report depends on the run and the prompt set, so all answers are one block.
                run_id: None,
                markdown_url: None,
                fanouts: Vec::new(),
                sources: cited,
            },
        });
    }
    Ok(page)
}

/// The answers so far, and the brands that each names.
struct Counted {
    brands: Vec<TrackedBrand>,
    finder: MentionFinder,
    answers: Vec<Answer>,
    /// For each answer, the brands and where they are named.
    mentions: Vec<Vec<(usize, usize)>>,
}

impl Counted {
    fn new(brands: Vec<TrackedBrand>) -> ApiResult<Self> {
        let names = brands.iter().map(|brand| std::iter::once(&brand.name).chain(&brand.synonyms));
        let finder = MentionFinder::new(names).map_err(|error| Problem::validation(format!("brands: {error}")))?;
        Ok(Self { brands, finder, answers: Vec::new(), mentions: Vec::new() })
    }

    fn add(mut self, page: Vec<ReadAnswer>) -> Self {
        for ReadAnswer { answer, content } in page {
            let found = self.finder.find(&content);
            self.mentions.push(found.into_iter().map(|mention| (mention.brand, mention.start)).collect());
            self.answers.push(answer);
        }
        self
    }

    fn report(self, limit: usize) -> Result<BrandReport, ReportError> {
        let answers = self.answers.iter().map(|answer| (answer, None));
        let mentions = self.answers.iter().zip(self.mentions).map(|(answer, mentions)| (&answer.id, mentions));
        let (mut table, mut tracked) =
            (AnswerTable::default(), TrackedBrands::new(self.brands.iter().map(|brand| brand.websites.iter())));
        table.put(&encode_answers(None, answers)?)?;
        tracked.put(&table, &encode_named_brands(None, self.brands.len(), mentions)?)?;
        let selection = table.select(&answerdeck_api::AnswerScope::default())?;
        let counted = tracked.over(&selection)?;
        let brands = self.brands.into_iter().zip(counted.visibility()).zip(counted.citations());
        let brands = brands.map(|((brand, visibility), citations)| (brand.id, brand.name, visibility, citations));
        Ok(BrandReport::new(selection.sample(), brands, limit))
    }
}

/// Answers that cannot be counted.
#[derive(Debug, thiserror::Error)]
enum ReportError {
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error(transparent)]
    Answers(#[from] answerdeck_insight::PutError),
    #[error(transparent)]
    Brands(#[from] answerdeck_insight::NamedBrandsError),
    #[error(transparent)]
    Time(#[from] answerdeck_insight::InvalidTime),
    #[error(transparent)]
    Unsearched(#[from] answerdeck_insight::Unsearched),
}
