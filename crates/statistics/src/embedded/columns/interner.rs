//! The interner: gives each name of an organization a number. A name is a domain, a page, a fan-out query, a token, or a value
//! that a scope filters by, such as a run or a model.

use std::collections::{BTreeMap, HashMap};

use answerdeck_database::entity::name;
use answerdeck_database::{execute, is_element, json_elements, query_row, query_rows};
use answerdeck_insight::CitedPage;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait};
use sha2::{Digest, Sha256};

/// Names per INSERT. The number of values in a statement is limited.
const NAMES_PER_INSERT: usize = 5_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameKind {
    Run,
    Set,
    Prompt,
    Model,
    Region,
    Domain,
    /// A page, by an address of it. It belongs to a domain.
    Page,
    /// A fan-out query.
    Fanout,
    Token,
    /// A placeholder that keeps the last number of an organization after its name was deleted: a statistic that runs could take
    /// the next name with the number for the deleted one.
    Deleted,
}

impl NameKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Set => "set",
            Self::Prompt => "prompt",
            Self::Model => "model",
            Self::Region => "region",
            Self::Domain => "domain",
            Self::Page => "page",
            Self::Fanout => "fanout",
            Self::Token => "token",
            Self::Deleted => "deleted",
        }
    }
}

/// A name that has a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'a> {
    pub(crate) kind: NameKind,
    pub(crate) name: &'a str,
    /// The domain of a page. Empty for other kinds.
    pub(crate) domain: &'a str,
}

impl<'a> Name<'a> {
    pub(crate) fn new(kind: NameKind, name: &'a str) -> Self {
        Self { kind, name, domain: "" }
    }

    /// The page that an address leads to. `None` if the address does not tell it.
    pub(crate) fn page(url: &'a str, domain: &'a str) -> Option<Self> {
        (CitedPage::new(url) != CitedPage::Unknown).then_some(Self { kind: NameKind::Page, name: url, domain })
    }

    /// The first 8 bytes of the SHA-256. Names may be too long for an index. All addresses of a page have the same.
    /// Two names with the same would count as one: among a million, the probability is below one in ten million.
    pub(crate) fn hash(&self) -> i64 {
        let key = match self.kind {
            NameKind::Page => CitedPage::new(self.name),
            _ => CitedPage::NoAddress,
        };
        let (domain, name) = match &key {
            CitedPage::Page(key) => ("", key.as_str()),
            _ => (self.domain, self.name),
        };
        let hash = Sha256::digest(format!("{}\n{domain}\n{name}", self.kind.as_str()));
        hash.first_chunk().map_or(0, |head| i64::from_be_bytes(*head))
    }
}

/// Names that need a number, by hash.
#[derive(Default)]
pub(super) struct Names<'a>(pub(super) BTreeMap<i64, Name<'a>>);

impl<'a> Names<'a> {
    /// Returns the hash of the name.
    pub(super) fn add(&mut self, name: Name<'a>) -> i64 {
        let hash = name.hash();
        self.0.entry(hash).or_insert(name);
        hash
    }
}

/// Returns the numbers of names by their hashes. Unknown names are missing.
pub(crate) async fn numbers_of(
    database: &impl ConnectionTrait,
    organization_id: &str,
    hashes: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, u32>, DbErr> {
    let rows = rows_of(database, organization_id, hashes).await?;
    Ok(rows.into_iter().map(|(hash, number, _)| (hash, number)).collect())
}

/// Returns hash and number of the names with these hashes, and whether they are marked.
async fn rows_of(
    database: &impl ConnectionTrait,
    organization_id: &str,
    hashes: impl IntoIterator<Item = i64>,
) -> Result<Vec<(i64, u32, bool)>, DbErr> {
    let hashes = serde_json::Value::from_iter(hashes).to_string();
    // One parameter for all hashes: the database plans the statement once, not once for each number of hashes.
    // Subqueries instead of a join: PostgreSQL would cache the plan of a join that it made while there were no names,
    // and later read all names.
    let name = "FROM names WHERE organization_id = $1 AND hash = CAST(value AS bigint)";
    let sql = format!(
        "SELECT CAST(value AS bigint), (SELECT number {name}), (SELECT deletion {name}) FROM {}",
        json_elements(database, 2)
    );
    let rows: Vec<(i64, Option<i64>, Option<i64>)> =
        query_rows(database, &sql, [organization_id.into(), hashes.into()]).await?;
    let known = rows.into_iter().filter_map(|(hash, number, deletion)| {
        Some((hash, u32::try_from(number?).unwrap_or_default(), deletion.is_some()))
    });
    Ok(known.collect())
}

/// The last number that was assigned. 0 if there is none.
pub(super) async fn last_number(transaction: &DatabaseTransaction, organization_id: &str) -> Result<i64, DbErr> {
    let sql = "SELECT number FROM names WHERE organization_id = $1 ORDER BY number DESC LIMIT 1";
    Ok(query_row(transaction, sql, [organization_id.into()]).await?.unwrap_or_default())
}

/// Returns the numbers of names by their hashes, and gives new names the next numbers. The caller holds a lock on the
/// organization's row, so that no two names get the same number.
///
/// # Errors
/// Returns an error if the database fails, or there are no numbers left. Roll the transaction back then.
pub(super) async fn intern(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    names: BTreeMap<i64, Name<'_>>,
) -> Result<HashMap<i64, u32>, DbErr> {
    let mut numbers = numbers_in_use(transaction, organization_id, names.keys().copied()).await?;
    let new: Vec<_> = names.into_iter().filter(|(hash, _)| !numbers.contains_key(hash)).collect();
    if new.is_empty() {
        return Ok(numbers);
    }
    let last = last_number(transaction, organization_id).await?;
    let mut rows = Vec::with_capacity(new.len());
    for (number, (hash, Name { name, domain, .. })) in (last + 1..).zip(new) {
        let new_number = u32::try_from(number).map_err(|error| DbErr::Custom(format!("too many names: {error}")))?;
        numbers.insert(hash, new_number);
        rows.push(name::ActiveModel {
            organization_id: Set(organization_id.to_owned()),
            number: Set(number),
            hash: Set(hash),
            name: Set(name.to_owned()),
            domain: Set(domain.to_owned()),
            deletion: Set(None),
        });
    }
    while !rows.is_empty() {
        let batch = rows.split_off(rows.len().saturating_sub(NAMES_PER_INSERT));
        name::Entity::insert_many(batch).exec_without_returning(transaction).await?;
    }
    Ok(numbers)
}

/// Returns the numbers of names by their hashes, as [`numbers_of`] does, and keeps these names from being deleted.
async fn numbers_in_use(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    hashes: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, u32>, DbErr> {
    let rows = rows_of(transaction, organization_id, hashes).await?;
    let marked: Vec<u32> = rows.iter().filter(|(.., is_marked)| *is_marked).map(|(_, number, _)| *number).collect();
    if !marked.is_empty() {
        // One parameter: a part may have more of them than a statement has parameters.
        let is_marked = is_element(transaction, "number", "bigint", 2);
        let sql = format!("UPDATE names SET deletion = NULL WHERE organization_id = $1 AND {is_marked}");
        let marked = serde_json::json!(marked).to_string();
        execute(transaction, &sql, [organization_id.into(), marked.into()]).await?;
    }
    Ok(rows.into_iter().map(|(hash, number, _)| (hash, number)).collect())
}

/// Returns the first `limit` of the names with these numbers, in the bytewise order of name and domain. Each is a number, a
/// name and the domain of a page if it is known.
pub(crate) async fn names_of(
    database: &impl ConnectionTrait,
    organization_id: &str,
    numbers: impl IntoIterator<Item = u32>,
    limit: usize,
) -> Result<Vec<(u32, String, Option<String>)>, DbErr> {
    let numbers = serde_json::Value::from_iter(numbers).to_string();
    let is_wanted = is_element(database, "number", "bigint", 2);
    let sql = format!(
        "SELECT number, name, domain FROM names WHERE organization_id = $1 AND {is_wanted} \
         ORDER BY name, domain LIMIT {limit}"
    );
    let rows: Vec<(i64, String, String)> = query_rows(database, &sql, [organization_id.into(), numbers.into()]).await?;
    let name = |(number, name, domain): (i64, String, String)| {
        (u32::try_from(number).unwrap_or_default(), name, Some(domain).filter(|domain| !domain.is_empty()))
    };
    Ok(rows.into_iter().map(name).collect())
}

#[cfg(test)]
mod tests {
    use answerdeck_database::{Databases, begin};

    use super::*;

    #[tokio::test]
    async fn more_marked_names_are_kept_than_a_statement_has_parameters() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Databases::connect(&url).await.unwrap().jobs;
        let transaction = begin(&database).await.unwrap();
        let organization = "INSERT INTO organizations VALUES ('o', 'Nurio', 'KR', '[]', 0, 0, 1)";
        execute(&transaction, organization, []).await.unwrap();
        let texts: Vec<String> = (0..33_000).map(|number| number.to_string()).collect();
        let names = || texts.iter().map(|text| Name::new(NameKind::Token, text)).map(|name| (name.hash(), name));
        let numbers = intern(&transaction, "o", names().collect()).await.unwrap();
        execute(&transaction, "UPDATE names SET deletion = 7", []).await.unwrap();
        assert_eq!(intern(&transaction, "o", names().collect()).await.unwrap(), numbers);
        let marked = "SELECT count(*) FROM names WHERE deletion IS NOT NULL";
        assert_eq!(query_row::<i64>(&transaction, marked, []).await.unwrap(), Some(0));
        transaction.rollback().await.unwrap();
    }

    #[test]
    fn names_of_different_kinds_or_domains_have_different_hashes() {
        let page = Name { kind: NameKind::Page, name: "a", domain: "b" };
        let others = [
            Name { domain: "", ..page },
            Name { kind: NameKind::Fanout, ..page },
            Name { name: "b", domain: "a", ..page },
            Name::new(NameKind::Domain, "a"),
        ];
        assert_eq!(others.map(|other| other.hash() == page.hash()), [false; 4]);
    }

    #[test]
    fn all_addresses_of_a_page_have_the_same_hash_and_a_redirect_has_none() {
        let hash = |url| Name::page(url, "a.example").map(|page| page.hash());
        assert_eq!(hash("https://m.a.example/1/?NaPm=2"), hash("http://a.example/1"));
        assert_ne!(hash("https://a.example/2"), hash("https://a.example/1"));
        assert_eq!(hash("https://bit.ly/1"), None);
    }
}
