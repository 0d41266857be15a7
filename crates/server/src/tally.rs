//! Tallies: what the answers of a slice cite and search for, counted in the transaction that completes an answer.
//!
//! A slice is what one condition lets through: everything, a prompt set, a model or a region. Its rankings are read from
//! here; those of any other scope are counted from the rows of its answers.

use std::collections::BTreeMap;

use answerdeck_api::AnswerScope;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};

use crate::database::entity::answer;
use crate::engine::Reply;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Citations by domain. The empty one stands for sources whose domain cannot be told.
    Domain,
    /// Citations by page.
    Url,
    /// Searches by their text.
    Fanout,
    /// Answers by the tokens they hold.
    Token,
    /// The sums: all citations, all searches.
    Total,
}

/// The name of the sum of citations.
pub(crate) const CITATIONS: &str = "citations";
/// The name of the sum of searches.
pub(crate) const FANOUTS: &str = "fanouts";

const MODEL: &str = "model=";
const REGION: &str = "region=";
const SET: &str = "promptSetID=";

impl Kind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Url => "url",
            Self::Fanout => "fanout",
            Self::Token => "token",
            Self::Total => "total",
        }
    }
}

/// The key of a tally beside its kind and slice.
pub(crate) fn hash(name: &str, domain: &str) -> String {
    let mut hash = crate::random::hash(&format!("{name}\n{domain}"));
    hash.truncate(32);
    hash
}

/// The slice that is this scope. `None` when there is none.
pub(crate) fn slice_of(scope: &AnswerScope) -> Option<String> {
    match scope {
        AnswerScope { run_id: None, prompt_id: None, from: None, to: None, prompt_set_id, model, region } => {
            match (prompt_set_id, model, region) {
                (None, None, None) => Some(String::new()),
                (Some(set), None, None) => Some(format!("{SET}{set}")),
                (None, Some(model), None) => Some(format!("{MODEL}{model}")),
                (None, None, Some(region)) => Some(format!("{REGION}{region}")),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The model whose slice this is.
pub(crate) fn model_of(slice: &str) -> Option<&str> {
    slice.strip_prefix(MODEL)
}

/// The region whose slice this is.
pub(crate) fn region_of(slice: &str) -> Option<&str> {
    slice.strip_prefix(REGION)
}

/// What one answer adds to a tally.
#[derive(Default)]
struct Share<'a> {
    title: &'a str,
    occurrences: usize,
}

/// Adds an answer that has just become SUCCESS to the tallies of its slices. The caller holds the organization's row, so
/// that no two add to the same tallies at once.
///
/// # Errors
/// When the database fails: the transaction is not to be committed.
pub(crate) async fn add(
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    reply: &Reply,
    tokens: &[String],
) -> Result<(), DbErr> {
    let mut shares = BTreeMap::<(Kind, &str, &str), Share>::new();
    let mut count = |kind, name, domain| {
        shares.entry((kind, name, domain)).or_default().occurrences += 1;
    };
    for source in &reply.sources {
        let domain = source.domain.as_deref().unwrap_or_default();
        count(Kind::Domain, domain, "");
        count(Kind::Url, &source.url, domain);
        count(Kind::Total, CITATIONS, "");
    }
    for query in &reply.fanouts {
        count(Kind::Fanout, query, "");
        count(Kind::Total, FANOUTS, "");
    }
    for token in tokens {
        count(Kind::Token, token, "");
    }
    for source in &reply.sources {
        let domain = source.domain.as_deref().unwrap_or_default();
        if let Some(share) = shares.get_mut(&(Kind::Url, source.url.as_str(), domain)) {
            share.title = share.title.max(&source.title);
        }
    }
    if shares.is_empty() {
        return Ok(());
    }
    let slices = [
        String::new(),
        format!("{SET}{}", item.prompt_set_id),
        format!("{MODEL}{}", item.model),
        format!("{REGION}{}", item.region),
    ];
    let mut rows = Vec::with_capacity(shares.len() * slices.len());
    for ((kind, name, domain), Share { title, occurrences }) in &shares {
        let hash = hash(name, domain);
        rows.extend(
            slices
                .iter()
                .map(|slice| serde_json::json!([kind.as_str(), hash, slice, name, domain, title, occurrences])),
        );
    }
    let backend = transaction.get_database_backend();
    let values = [
        item.organization_id.as_str().into(),
        item.id.as_str().into(),
        serde_json::Value::from(rows).to_string().into(),
    ];
    transaction.execute_raw(Statement::from_sql_and_values(backend, insert(backend), values)).await?;
    Ok(())
}

/// The statement that adds rows, each a JSON array, of one answer.
fn insert(backend: DbBackend) -> String {
    let rows = match backend {
        DbBackend::Postgres => "json_array_elements($3::json)",
        _ => "json_each($3)",
    };
    let later = |column| {
        format!(
            "{column} = CASE WHEN excluded.latest_answer_id > tallies.latest_answer_id \
             THEN excluded.{column} ELSE tallies.{column} END"
        )
    };
    format!(
        "INSERT INTO tallies (organization_id, kind, hash, slice, name, domain, title, occurrences, answers, \
         latest_answer_id) \
         SELECT $1, share.value ->> 0, share.value ->> 1, share.value ->> 2, share.value ->> 3, share.value ->> 4, \
         share.value ->> 5, CAST(share.value ->> 6 AS bigint), 1, $2 FROM {rows} AS share WHERE true \
         ON CONFLICT (organization_id, kind, hash, slice) DO UPDATE SET \
         occurrences = tallies.occurrences + excluded.occurrences, answers = tallies.answers + 1, {}, {}",
        later("title"),
        later("latest_answer_id")
    )
}
