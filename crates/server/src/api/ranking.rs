//! Rankings: what the answers of a scope hold most often. Ties go by the name, bytewise.

use std::collections::{BTreeSet, HashMap};

use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use answerdeck_api::{AnswerScope, ModelCode};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, IntoIden, Order, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    Statement, Value,
};

use super::answer_scope::{self, Scope};
use crate::database::entity::{answer, answer_fanout, answer_source, tally};
use crate::http::caller::Caller;
use crate::problem::Answered;
use crate::tally::{CITATIONS, FANOUTS, Kind, hash, model_of, region_of, slice_of};

/// What is ranked, over which answers.
pub(super) struct Ranking<'a> {
    pub(super) database: &'a DatabaseConnection,
    pub(super) caller: &'a Caller,
    pub(super) scope: AnswerScope,
    pub(super) kind: Kind,
    /// Only pages of this domain.
    pub(super) domain: Option<&'a str>,
    pub(super) limit: u32,
}

/// The head of a ranking, and what there is in all.
#[derive(Default)]
pub(super) struct Ranked {
    pub(super) rows: Vec<Row>,
    /// Occurrences of every name.
    pub(super) total: u64,
    /// Domains. `None` when there are too many to count.
    pub(super) names: Option<u64>,
}

/// A name and how often it occurs.
#[derive(FromQueryResult)]
pub(super) struct Row {
    pub(super) name: String,
    /// Of a page. Empty when it cannot be told.
    pub(super) domain: String,
    pub(super) title: String,
    pub(super) occurrences: i64,
    pub(super) answers: i64,
    pub(super) latest_answer_id: String,
    total: i64,
    names: i64,
}

/// Whom a search was run by, and where.
#[derive(Default)]
pub(super) struct Askers {
    pub(super) models: BTreeSet<String>,
    pub(super) regions: BTreeSet<String>,
}

impl Ranking<'_> {
    /// Ranks.
    ///
    /// # Errors
    /// As [`Scope::new`]; and the refusal of a run, a set or a prompt that never was.
    pub(super) async fn read(&self) -> Answered<Ranked> {
        let scope = Scope::new(self.caller, &self.scope)?;
        let rows = match slice_of(&self.scope) {
            Some(slice) => Row::find_by_statement(self.kept(&slice)).all(self.database).await?,
            None => {
                let found = self.database.query_all(&self.counted(scope)).await?;
                found.iter().map(|row| Row::from_query_result(row, "")).collect::<Result<_, _>>()?
            }
        };
        let Some(first) = rows.first() else {
            answer_scope::assert_known(self.database, self.caller, &self.scope).await?;
            return Ok(Ranked { names: Some(0), ..Ranked::default() });
        };
        let names = u64::try_from(first.names).ok().filter(|names| *names <= COUNTED_DOMAINS_MAX);
        let total = first.total.unsigned_abs();
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let named = |row: &Row| self.kind != Kind::Domain || !row.name.is_empty();
        Ok(Ranked { rows: rows.into_iter().filter(named).take(limit).collect(), total, names })
    }

    /// One more than asked for: sources whose domain cannot be told may be among them.
    fn rows(&self) -> u64 {
        u64::from(self.limit) + 1
    }

    /// The ranking of a slice, from its tallies.
    fn kept(&self, slice: &str) -> Statement {
        let kind = self.kind.as_str();
        let (total_kind, total_hash) = match (self.domain, self.kind) {
            (Some(domain), _) => (Kind::Domain, hash(domain, "")),
            (None, Kind::Fanout) => (Kind::Total, hash(FANOUTS, "")),
            (None, _) => (Kind::Total, hash(CITATIONS, "")),
        };
        let (of_domain, domain) = self.domain.map_or(("", ""), |domain| ("AND domain = $5", domain));
        let counted = COUNTED_DOMAINS_MAX + 1;
        // The index of a domain's pages serves only statements that name the kind as a literal.
        let sql = format!(
            "SELECT name, domain, title, occurrences, answers, latest_answer_id, \
             COALESCE((SELECT occurrences FROM tallies WHERE organization_id = $1 AND kind = $3 AND hash = $4 \
             AND slice = $2), 0) AS total, \
             (SELECT COUNT(*) FROM (SELECT 1 FROM tallies WHERE organization_id = $1 AND slice = $2 \
             AND kind = 'domain' AND name <> '' LIMIT {counted}) AS known) AS names \
             FROM tallies WHERE organization_id = $1 AND slice = $2 AND kind = '{kind}' {of_domain} \
             ORDER BY occurrences DESC, SUBSTR(name, 1, 64), name, domain LIMIT {}",
            self.rows()
        );
        let mut values: Vec<Value> = vec![
            self.caller.organization_id.as_str().into(),
            slice.into(),
            total_kind.as_str().into(),
            total_hash.into(),
        ];
        if self.domain.is_some() {
            values.push(domain.into());
        }
        Statement::from_sql_and_values(self.database.get_database_backend(), sql, values)
    }

    /// The ranking of any scope, from the rows of its answers.
    fn counted(&self, scope: Scope) -> SelectStatement {
        let mut query = self.joined(scope);
        let mut total = query.clone();
        total.expr(Expr::cust("COUNT(*)"));
        // A sum over the groups would have every group carry its columns once more.
        let names = match self.kind {
            Kind::Domain => "COUNT(NULLIF(COALESCE(answer_sources.domain, ''), '')) OVER ()",
            _ => "CAST(0 AS bigint)",
        };
        let (name, domain, title) = match self.kind {
            Kind::Fanout => ("answer_fanouts.query", None, "''"),
            Kind::Url => (
                "answer_sources.url",
                Some("COALESCE(answer_sources.domain, '')"),
                "SUBSTR(MAX(answer_sources.answer_id || answer_sources.title), 23)",
            ),
            _ => ("COALESCE(answer_sources.domain, '')", None, "''"),
        };
        query
            .expr_as(Expr::cust(name), "name")
            .expr_as(Expr::cust(domain.unwrap_or("''")), "domain")
            .expr_as(Expr::cust(title), "title")
            .expr_as(Expr::cust("COUNT(*)"), "occurrences")
            .expr_as(Expr::cust("COUNT(DISTINCT answers.id)"), "answers")
            .expr_as(Expr::cust("MAX(answers.id)"), "latest_answer_id")
            .expr_as(Expr::SubQuery(None, Box::new(total.into())), "total")
            .expr_as(Expr::cust(names), "names")
            .add_group_by([Expr::cust(name)])
            .add_group_by(domain.map(Expr::cust))
            .order_by(Alias::new("occurrences"), Order::Desc)
            .order_by(Alias::new("name"), Order::Asc)
            .order_by(Alias::new("domain"), Order::Asc)
            .limit(self.rows());
        query
    }

    /// The answers of the scope with what is ranked of each.
    fn joined(&self, scope: Scope) -> SelectStatement {
        let mut query = Query::select();
        query.from(answer::Entity).cond_where(scope.condition());
        match self.kind {
            Kind::Fanout => join(&mut query, answer_fanout::Entity, answer_fanout::Column::AnswerId),
            _ => join(&mut query, answer_source::Entity, answer_source::Column::AnswerId),
        }
        if let Some(domain) = self.domain {
            query.and_where(answer_source::Column::Domain.eq(domain));
        }
        query
    }

    /// The models that ran each of `queries` within the scope, and the regions they were run from.
    ///
    /// # Errors
    /// As [`Scope::new`].
    pub(super) async fn askers(&self, queries: &[Row]) -> Answered<HashMap<String, Askers>> {
        let mut askers = HashMap::<String, Askers>::new();
        if slice_of(&self.scope).is_some_and(|slice| slice.is_empty()) {
            let rows: Vec<(String, String)> = tally::Entity::find()
                .select_only()
                .columns([tally::Column::Name, tally::Column::Slice])
                .filter(tally::Column::OrganizationId.eq(&self.caller.organization_id))
                .filter(tally::Column::Kind.eq(Kind::Fanout.as_str()))
                .filter(tally::Column::Hash.is_in(queries.iter().map(|row| hash(&row.name, ""))))
                .into_tuple()
                .all(self.database)
                .await?;
            for (query, slice) in rows {
                let of_query = askers.entry(query).or_default();
                of_query.models.extend(model_of(&slice).map(ToOwned::to_owned));
                of_query.regions.extend(region_of(&slice).map(ToOwned::to_owned));
            }
        } else {
            let mut query = self.joined(Scope::new(self.caller, &self.scope)?);
            query
                .distinct()
                .column(answer_fanout::Column::Query.as_column_ref())
                .column(answer::Column::Model.as_column_ref())
                .column(answer::Column::Region.as_column_ref())
                .and_where(answer_fanout::Column::Query.is_in(queries.iter().map(|row| row.name.as_str())));
            for row in self.database.query_all(&query).await? {
                let (query, model, region): (String, String, String) = row.try_get_many_by_index()?;
                let of_query = askers.entry(query).or_default();
                of_query.models.insert(model);
                of_query.regions.insert(region);
            }
        }
        Ok(askers)
    }
}

impl Askers {
    pub(super) fn models(&self) -> Vec<ModelCode> {
        self.models.iter().map(|model| ModelCode::from(model.as_str())).collect()
    }

    pub(super) fn regions(&self) -> Vec<String> {
        self.regions.iter().cloned().collect()
    }
}

fn join(query: &mut SelectStatement, table: impl IntoIden, answer_id: impl ColumnTrait) {
    let on = Expr::col(answer_id.as_column_ref()).equals(answer::Column::Id.as_column_ref());
    query.inner_join(table.into_iden(), on);
}
