//! The types that the organization has assigned to domains.

use answerdeck_api::limits::DOMAIN_TYPES_MAX;
use answerdeck_api::{
    AssignedDomainType, DomainType, DomainTypeAssignment, DomainTypeOrigin, ErrorCode, TypedDomain, TypedDomainList,
};
use answerdeck_database::entity::domain_type;
use answerdeck_insight::{listed_domain_type, named_domain};
use axum::Json;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};

use super::rows;
use crate::http::caller::Read;
use crate::http::extract::Body;
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};

pub(super) async fn list(Read { app, caller }: Read) -> ApiResult<Json<TypedDomainList>> {
    let rows = domain_type::Entity::find()
        .filter(domain_type::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .order_by_asc(domain_type::Column::Domain)
        .all(&app.database)
        .await?;
    let domain = |row: domain_type::Model| {
        let assigned = (DomainType::from(row.domain_type.as_str()), DomainTypeOrigin::Organization);
        typed(row.domain, Some(assigned))
    };
    Ok(Json(TypedDomainList { domains: rows.into_iter().map(domain).collect() }))
}

pub(super) async fn assign(write: IdempotentWrite, Body(assignment): Body<DomainTypeAssignment>) -> WriteResult {
    let known = assignment.domain_type.as_ref().map_or(Ok(()), |domain_type| domain_type.require_known("type"));
    let domain = named_domain(&assignment.domain).map_err(|reason| Problem::validation(format!("domain: {reason}")));
    let (domain, ()) = Problem::both(domain, known.map_err(Problem::validation))?;
    let organization_id = write.caller.organization_id.as_str();
    let transaction = write.begin().await?;
    let Some(domain_type) = assignment.domain_type else {
        domain_type::Entity::delete_by_id((organization_id.to_owned(), domain.clone())).exec(&*transaction).await?;
        let listed = listed_domain_type(&domain).map(|domain_type| (domain_type, DomainTypeOrigin::List));
        return transaction.commit(&typed(domain, listed)).await;
    };
    let others = domain_type::Entity::find()
        .filter(domain_type::Column::OrganizationId.eq(organization_id))
        .filter(domain_type::Column::Domain.ne(&domain));
    let too_many = Problem::refused(ErrorCode::DomainTypeLimitExceeded);
    rows::check_limit(&transaction, others, DOMAIN_TYPES_MAX, too_many).await?;
    let row = domain_type::Model {
        organization_id: organization_id.to_owned(),
        domain: domain.clone(),
        domain_type: domain_type.to_string(),
    };
    let mut replaces = OnConflict::columns([domain_type::Column::OrganizationId, domain_type::Column::Domain]);
    replaces.update_column(domain_type::Column::DomainType);
    domain_type::Entity::insert(row.into_active_model())
        .on_conflict(replaces)
        .exec_without_returning(&*transaction)
        .await?;
    transaction.commit(&typed(domain, Some((domain_type, DomainTypeOrigin::Organization)))).await
}

fn typed(domain: String, assigned: Option<(DomainType, DomainTypeOrigin)>) -> TypedDomain {
    let domain_type = assigned.map(|(domain_type, origin)| AssignedDomainType { domain_type, origin });
    TypedDomain { domain, domain_type }
}
