//! Numbers of names.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use sha2::{Digest, Sha256};

use crate::database::entity::name;

/// Names of one INSERT: a statement takes some ten thousand values.
const NAMES_PER_INSERT: usize = 5_000;

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Run,
    Set,
    Prompt,
    Model,
    Region,
    Domain,
    /// A page: its address with its domain.
    Url,
    /// A search.
    Fanout,
    Token,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Set => "set",
            Self::Prompt => "prompt",
            Self::Model => "model",
            Self::Region => "region",
            Self::Domain => "domain",
            Self::Url => "url",
            Self::Fanout => "fanout",
            Self::Token => "token",
        }
    }
}

/// What has a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'a> {
    pub(crate) kind: Kind,
    pub(crate) name: &'a str,
    /// Of a page, and empty for everything else.
    pub(crate) domain: &'a str,
}

impl<'a> Name<'a> {
    pub(crate) fn new(kind: Kind, name: &'a str) -> Self {
        Self { kind, name, domain: "" }
    }

    /// Half a hash: nobody has to look up long names.
    pub(crate) fn hash(&self) -> i64 {
        let hash = Sha256::digest(format!("{}\n{}\n{}", self.kind.as_str(), self.domain, self.name));
        let (head, _) = hash.split_at(8);
        head.iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
    }
}

/// The numbers of the hashes of names, as far as they have one.
///
/// # Errors
/// When the database fails.
pub(crate) async fn numbers(
    database: &impl ConnectionTrait,
    organization_id: &str,
    hashes: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, u32>, DbErr> {
    let rows: Vec<(i64, i64)> = name::Entity::find()
        .select_only()
        .columns([name::Column::Hash, name::Column::Number])
        .filter(name::Column::OrganizationId.eq(organization_id))
        .filter(name::Column::Hash.is_in(hashes))
        .into_tuple()
        .all(database)
        .await?;
    Ok(rows.into_iter().filter_map(|(hash, number)| Some((hash, u32::try_from(number).ok()?))).collect())
}

/// The numbers of names by their hashes. What has none is given the next. The caller holds the organization's row, so
/// that no two are given the same number.
///
/// # Errors
/// When the database fails, or numbers run out: the transaction is not to be committed.
pub(super) async fn given(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    names: BTreeMap<i64, Name<'_>>,
) -> Result<HashMap<i64, u32>, DbErr> {
    let mut numbers = numbers(transaction, organization_id, names.keys().copied()).await?;
    let new: Vec<_> = names.into_iter().filter(|(hash, _)| !numbers.contains_key(hash)).collect();
    if new.is_empty() {
        return Ok(numbers);
    }
    let last: Option<i64> = name::Entity::find()
        .select_only()
        .column(name::Column::Number)
        .filter(name::Column::OrganizationId.eq(organization_id))
        .order_by_desc(name::Column::Number)
        .into_tuple()
        .one(transaction)
        .await?;
    let mut rows = Vec::with_capacity(new.len());
    for (number, (hash, Name { name, domain, .. })) in (last.unwrap_or_default() + 1..).zip(new) {
        let known =
            u32::try_from(number).map_err(|error| DbErr::Custom(format!("names of an organization: {error}")))?;
        numbers.insert(hash, known);
        rows.push(name::ActiveModel {
            organization_id: Set(organization_id.to_owned()),
            number: Set(number),
            hash: Set(hash),
            name: Set(name.to_owned()),
            domain: Set(domain.to_owned()),
        });
    }
    while !rows.is_empty() {
        let some = rows.split_off(rows.len().saturating_sub(NAMES_PER_INSERT));
        name::Entity::insert_many(some).exec_without_returning(transaction).await?;
    }
    Ok(numbers)
}

/// The first `limit` names of `numbers`, each a number, a name and a domain, in the bytewise order of name and domain.
///
/// # Errors
/// When the database fails.
pub(crate) async fn of_numbers(
    database: &impl ConnectionTrait,
    organization_id: &str,
    numbers: impl IntoIterator<Item = u32>,
    limit: usize,
) -> Result<Vec<(u32, String, String)>, DbErr> {
    let numbers = serde_json::Value::from_iter(numbers).to_string();
    let backend = database.get_database_backend();
    let each = match backend {
        DbBackend::Postgres => "json_array_elements_text($2::json)",
        _ => "json_each($2)",
    };
    // A cross join keeps SQLite from going through all names.
    let sql = format!(
        "SELECT number, name, domain FROM {each} AS wanted CROSS JOIN names WHERE organization_id = $1 \
         AND number = CAST(wanted.value AS bigint) ORDER BY name, domain LIMIT {limit}"
    );
    let values = [organization_id.into(), numbers.into()];
    let rows = database.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let row = |row: &sea_orm::QueryResult| -> Result<_, DbErr> {
        let (number, name, domain): (i64, String, String) = row.try_get_many_by_index()?;
        Ok((u32::try_from(number).unwrap_or_default(), name, domain))
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_another_kind_or_domain_are_others() {
        let page = Name { kind: Kind::Url, name: "a", domain: "b" };
        let others = [
            Name { domain: "", ..page },
            Name { kind: Kind::Fanout, ..page },
            Name { name: "b", domain: "a", ..page },
            Name::new(Kind::Domain, "a"),
        ];
        assert_eq!(others.map(|other| other.hash() == page.hash()), [false; 4]);
    }
}
