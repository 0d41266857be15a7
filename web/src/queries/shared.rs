//! Queries that many pages share. Each is created when the first page uses it, and is fetched again after a sign-in. One that failed
//! is read again when an address is opened, and when the person asks for a retry: the page on which it failed may be gone.

use answerdeck_api::{CreditBalance, Model, ModelCode, Organization, Region};
use answerdeck_client::{Client, Error};
use leptos::ev;
use leptos::prelude::*;

use super::{Changes, Connection, Kind, Query};
use crate::reactive::{effect, on_window_event};
use crate::router::use_router;
use crate::session::use_session;

// The reactive owner of everything shared, which outlives the pages, and the number of its session.
#[derive(Clone, Copy)]
struct SharedOwner {
    parent: StoredValue<Owner>,
    current: StoredValue<(u32, Owner)>,
}

pub(super) fn provide_shared_owner() {
    let parent = Owner::current().unwrap_or_default();
    let current = StoredValue::new((use_session().number(), parent.child()));
    provide_context(SharedOwner { parent: StoredValue::new(parent), current });
}

/// Returns a value that the pages of a session share. The first call makes it.
pub fn use_shared<T: Clone + Send + Sync + 'static>(make: fn() -> T) -> T {
    let SharedOwner { parent, current } = expect_context();
    let session = use_session().number();
    if current.with_value(|(of, _)| *of != session) {
        // The next session may belong to another organization.
        current.set_value((session, parent.with_value(Owner::child)));
    }
    let (_, owner) = current.get_value();
    owner.with(|| {
        use_context().unwrap_or_else(|| {
            let value = make();
            provide_context(value.clone());
            value
        })
    })
}

/// The organization, with its balance and its models.
pub fn use_organization() -> Query<Organization> {
    // A run that has finished may be the first one of its route.
    use_shared(|| {
        let kinds = &[Kind::FinishedRuns, Kind::Credits, Kind::Models, Kind::Alerts];
        retried(Query::new(kinds, |client| Some(async move { client.organization().get().await })))
    })
}

pub fn use_credits() -> Query<CreditBalance> {
    use_shared(|| {
        let carried = |organization: &Organization| Some(CreditBalance { balance: organization.balance? });
        carried_or_read(&[], carried, |client| async move { client.credits().balance().await })
    })
}

pub fn use_models() -> Query<Vec<Model>> {
    use_shared(|| {
        let carried = |organization: &Organization| organization.models.clone();
        carried_or_read(&[], carried, |client| async move { client.models().list().await })
    })
}

/// A value that the organization carries. An operation of its own returns it when it does not, as on another platform, and once
/// the data of a kind has changed.
pub fn carried_or_read<T, F>(
    kinds: &'static [Kind],
    carried: fn(&Organization) -> Option<T>,
    read: fn(Client) -> F,
) -> Query<T>
where
    T: Clone + PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    let (organization, changes) = (use_organization(), expect_context::<Changes>());
    // `None` while the organization is loading.
    let carried = Memo::new(move |_| {
        let found = organization.with(|organization| organization.map(carried));
        found.or_else(|| organization.failure().map(|_| None))
    });
    let before = untrack(|| changes.track(kinds));
    retried(Query::keeping_previous(kinds, move |client| {
        let carried = carried.get()?;
        if carried.is_none() {
            // It may have changed when the organization is read again.
            organization.with(|_| ());
        }
        let carried = carried.filter(|_| changes.track(kinds) == before);
        Some(async move {
            match carried {
                Some(value) => Ok(value),
                None => read(client).await,
            }
        })
    }))
}

/// A shared query that is read again after a failure.
pub fn retried<T: Clone + 'static>(query: Query<T>) -> Query<T> {
    let (router, connection) = (use_router(), expect_context::<Connection>());
    effect(move || {
        router.location();
        connection.retries.track();
        let failure = untrack(|| query.failure());
        if failure.is_some_and(|failure| !failure.is_operation_missing()) {
            query.fetch.retry();
        }
    });
    query
}

/// A shared query as it is now: its data may have changed elsewhere since another page asked for it.
pub fn refreshed<T: Clone + 'static>(query: Query<T>, kind: Kind) -> Query<T> {
    let organization = use_organization();
    let is_carried_by_older = use_router().has_navigated() && untrack(|| organization.with(|value| value.is_some()));
    if is_carried_by_older || untrack(|| query.with(|value| value.is_some())) {
        expect_context::<Changes>().invalidate(kind);
    }
    query
}

/// Reads data of a kind again whenever the person comes back to the window: it may have changed elsewhere meanwhile.
pub fn refresh_on_return(kind: Kind) {
    let changes: Changes = expect_context();
    let was_left = StoredValue::new(false);
    on_window_event(ev::blur, move |_| was_left.set_value(true));
    on_window_event(ev::focus, move |_| {
        if was_left.try_update_value(std::mem::take) == Some(true) {
            changes.invalidate(kind);
        }
    });
}

/// The regions in which answers can be collected.
pub fn use_regions() -> Query<Vec<Region>> {
    use_shared(|| retried(Query::new(&[], |client| Some(async move { client.regions().list().await }))))
}

/// The platform's name of a model, which shows whether the local engine serves it. The code until the models are
/// loaded.
pub fn model_name(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    let named = models.value().into_iter().flatten().find(|model| model.code == *code);
    named.map_or_else(|| code.to_string(), |model| model.name)
}
