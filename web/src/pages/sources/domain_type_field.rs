//! The type of a domain, where it comes from, and the field that changes it for the organization.

use answerdeck_api::{AssignedDomainType, DomainType, DomainTypeAssignment, DomainTypeOrigin, SourceUrlRanking};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;

use crate::components::{SourceOwner, SourceOwners};
use crate::locale::{t, t_with, texts};
use crate::queries::statistics::assign_domain_type;
use crate::queries::{Mutation, Query};
use crate::reactive::{effect, live_on};
use crate::ui::SelectField;

const FIELD: &str = "domain-type";

/// Shows the type of a root domain, and changes it. A website of a brand has no other type.
pub(super) fn domain_type_field(ranking: Query<SourceUrlRanking>, owners: SourceOwners, domain: String) -> AnyView {
    let of_owner = domain.clone();
    let owner = Memo::new(move |_| owners.of_domain(&of_owner));
    let content = move |owner: SourceOwner| match owner {
        SourceOwner::Own(_) => of_brand(None),
        SourceOwner::OtherBrand(name, _) => of_brand(Some(name)),
        SourceOwner::Nobody => field(ranking, domain.clone()),
    };
    view! { <div class="domain-type">{live_on(owner, content)}</div> }.into_any()
}

fn of_brand(name: Option<String>) -> AnyView {
    view! { <p class="muted">{t_with(move |t| (t.sources().type_of_brand)(name.as_deref()))}</p> }.into_any()
}

fn field(ranking: Query<SourceUrlRanking>, domain: String) -> AnyView {
    let mutation = Mutation::new();
    // The type after a change.
    let changed = RwSignal::new(None::<Option<AssignedDomainType>>);
    let assigned = Memo::new(move |_| {
        changed.get().unwrap_or_else(|| ranking.with(|ranking| ranking.and_then(|found| found.domain_type.clone())))
    });
    let chosen = Memo::new(move |_| {
        assigned.get().filter(|of| of.origin == DomainTypeOrigin::Organization).map(|of| of.domain_type)
    });
    let options = Signal::derive(move || {
        let texts = texts().sources();
        let name = |of: &DomainType| (texts.type_name)(of);
        let is_chosen = chosen.with(Option::is_some);
        let listed = assigned.get().filter(|_| !is_chosen);
        let of_list = (texts.type_of_list)(listed.as_ref().map(|of| name(&of.domain_type)), is_chosen);
        let types = DomainType::ALL.iter().map(|of| (of.to_string(), name(of).to_owned()));
        std::iter::once((String::new(), of_list)).chain(types).collect::<Vec<_>>()
    });
    let choose = move |of: String| {
        let domain_type = Some(DomainType::from(of.as_str())).filter(DomainType::is_known);
        let assignment = DomainTypeAssignment { domain: domain.clone(), domain_type };
        assign_domain_type(mutation, assignment, move |typed| _ = changed.try_set(Some(typed.domain_type)));
    };
    let origin = t_with(move |t| {
        if ranking.with(|ranking| ranking.is_none()) {
            return String::new();
        }
        let origin = assigned.with(|assigned| assigned.as_ref().map(|of| of.origin.clone()));
        (t.sources().type_origin)(origin.as_ref()).to_owned()
    });
    let selected = Memo::new(move |_| chosen.get().map_or_else(String::new, |of| of.to_string()));
    let is_known = Memo::new(move |_| ranking.with(|ranking| ranking.is_some()));
    let shown = t_with(move |t| {
        let name = assigned.with(|assigned| assigned.as_ref().map(|of| (t.sources().type_name)(&of.domain_type)));
        (t.sources().type_is)(name)
    });
    // The field returns to the type that the platform still has.
    effect(move || {
        if mutation.failure.get().is_some()
            && let Some(field) = document().get_element_by_id(FIELD)
        {
            field.unchecked_into::<HtmlSelectElement>().set_value(&selected.get_untracked());
        }
    });
    view! {
        <details hidden=move || !is_known.get()>
            <summary>{shown} " " <span>{t(|t| t.sources().change_type)}</span></summary>
            <SelectField
                id=FIELD
                label=t(|t| t.sources().type_of_organization)
                options
                selected
                on_change=choose
                error=Signal::derive(move || mutation.failure.get().map(|failure| failure.message(texts())))
            />
        </details>
        <p class="muted" role="status">{origin}</p>
    }
    .into_any()
}
