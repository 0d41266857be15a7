//! The types of domains: those that the organization has assigned, and else those of the list.

use answerdeck_api::{AssignedDomainType, DomainType, DomainTypeOrigin};
use answerdeck_clickhouse::SourceFilter;
use answerdeck_database::entity::domain_type;
use answerdeck_insight::{listed_domain_type, listed_domains};
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::counting::Counting;
use crate::embedded::columns::{Name, NameKind};
use crate::error::StatisticsResult;

/// The types that the organization has assigned, by domain.
pub(super) struct DomainTypes(FxHashMap<String, DomainType>);

impl DomainTypes {
    pub(super) async fn read(counting: &Counting) -> StatisticsResult<Self> {
        let rows = domain_type::Entity::find()
            .filter(domain_type::Column::OrganizationId.eq(counting.organization_id()))
            .all(&counting.snapshot)
            .await?;
        Ok(Self(rows.into_iter().map(|row| (row.domain, DomainType::from(row.domain_type.as_str()))).collect()))
    }

    /// The type of a root domain.
    pub(super) fn of(&self, domain: &str) -> Option<AssignedDomainType> {
        let assigned = self.0.get(domain).cloned().map(|domain_type| (domain_type, DomainTypeOrigin::Organization));
        let listed = || listed_domain_type(domain).map(|domain_type| (domain_type, DomainTypeOrigin::List));
        let (domain_type, origin) = assigned.or_else(listed)?;
        Some(AssignedDomainType { domain_type, origin })
    }

    /// The domains of a type.
    pub(super) async fn domains(&self, counting: &Counting, wanted: &DomainType) -> StatisticsResult<DomainsOfType> {
        let all_others = *wanted == DomainType::Other;
        let is_named = |domain_type: &DomainType| (domain_type == wanted) != all_others;
        let listed = listed_domains().filter(|(domain, listed)| is_named(listed) && !self.0.contains_key(*domain));
        let assigned = self.0.iter().filter(|(_, assigned)| is_named(assigned));
        let name = |domain| Name::new(NameKind::Domain, domain);
        let names = listed.map(|(domain, _)| name(domain)).chain(assigned.map(|(domain, _)| name(domain.as_str())));
        let names: Vec<Name<'_>> = names.collect();
        Ok(DomainsOfType { numbers: counting.numbers_of(&names).await?, all_others })
    }
}

/// The domains of a type, by their numbers.
pub(super) struct DomainsOfType {
    numbers: FxHashSet<u32>,
    /// Whether these are the domains of all other types.
    all_others: bool,
}

impl DomainsOfType {
    pub(super) fn contains(&self, domain: u32) -> bool {
        self.numbers.contains(&domain) != self.all_others
    }

    /// What ClickHouse counts. `None` if no answer has such a domain.
    pub(super) fn filter(&self) -> Option<SourceFilter> {
        let numbers = self.numbers.iter().copied().collect();
        match self.all_others {
            true => Some(SourceFilter { without_domains: numbers, ..SourceFilter::default() }),
            false if self.numbers.is_empty() => None,
            false => Some(SourceFilter { domains: Some(numbers), ..SourceFilter::default() }),
        }
    }
}
