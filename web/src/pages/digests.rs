//! Digests: the newest one or that of the address, and the list of all. Uses `list_digests`, `get_digest`, `get_digest_settings`,
//! `list_brands` and `get_organization`.

use answerdeck_api::{Brand, BrandId, Digest, DigestFindings, DigestId, DigestSettings};
use answerdeck_insight::{DigestLine, DigestText, RichText};
use leptos::prelude::*;

use crate::components::{ConsoleWriter, infinite_list, item_view, query_view};
use crate::format::{date_range, day, planned_time};
use crate::locale::{t, t_with};
use crate::navigation::use_path_id;
use crate::paths::{self, DIGESTS, id_of};
use crate::queries::brands::use_all_brands;
use crate::queries::digests::{use_digest, use_digest_settings, use_digests};
use crate::queries::{Items, Query, use_models};
use crate::reactive::{live, live_when};
use crate::router::use_page_location;
use crate::ui::{BLANK_LINE, ButtonLink, EmptyState, Methodology, PageHeader, Table, loading, skeleton};

pub fn view() -> AnyView {
    let (location, id) = (use_page_location(), use_path_id::<DigestId>());
    let is_newest = Memo::new(move |_| location.with(|location| id_of(&location.path).is_none()));
    let all = use_digests();
    let one = use_digest(id.into());
    let newest = Memo::new(move |_| all.with_items(|all| all.first().cloned()));
    let description = t_with(move |t| match newest.get() {
        Some(digest) => (t.digests().newest)(&day(&digest.created_at)),
        None if all.is_loading() => BLANK_LINE.to_owned(),
        None => t.digests().description.to_owned(),
    });
    let opened = move || match is_newest.get() {
        true => live(move || match newest.get() {
            Some(digest) => untrack(|| digest_view(digest)),
            None if all.is_loading() => loading(),
            None => ().into_any(),
        }),
        false => item_view(id, one, loading, digest_view, (DIGESTS, |t| t.frame().digests)),
    };
    let current = Signal::derive(move || if is_newest.get() { newest.get().map(|digest| digest.id) } else { id.get() });
    // The list would move down when the digest above it arrives, and the only digest is already open.
    let has_list = move || {
        let is_open = |digest: &Digest| current.with(|current| current.as_ref() == Some(&digest.id));
        let is_only_open = all.with_items(|all| matches!(all, [only] if is_open(only)));
        let is_one_settled = is_newest.get() || id.with(Option::is_none) || !one.is_loading();
        is_one_settled && !all.is_loading() && !is_only_open
    };
    let list_section =
        move || view! { <section class="section" aria-label=t(|t| t.digests().all)>{list(all, current)}</section> };
    view! {
        <PageHeader title=t(|t| t.frame().digests) description>
            <ButtonLink label=t(|t| t.digests().digest_settings) href=paths::digest_settings() />
        </PageHeader>
        {live(opened)}
        {live_when(has_list, list_section)}
    }
    .into_any()
}

fn list(all: Query<Items<Digest>>, current: Signal<Option<DigestId>>) -> AnyView {
    let settings = use_digest_settings(move || all.is_known_empty());
    let writer = ConsoleWriter { models: use_models() };
    infinite_list(
        all,
        |digest| digest.id.as_str(),
        loading,
        move || query_view(settings, skeleton::<2>, empty),
        move |rows| {
            let title = || view! { <h2>{t(|t| t.digests().all)}</h2> };
            let head = view! {
                <th scope="col">{t(|t| t.digests().week)}</th>
                <th scope="col">{t(|t| t.digests().finding)}</th>
            };
            view! {
                {live_when(move || all.len() > 1, title)}
                <Table head=head.into_any() rows />
            }
            .into_any()
        },
        move |digest| row(digest, writer, current),
    )
}

// When the first digest is made.
fn empty(settings: DigestSettings) -> AnyView {
    let DigestSettings { next_at, time_zone, .. } = settings;
    let (title, description) = match next_at {
        Some(at) => {
            let at = t_with(move |t| (t.digests().first_at)(&planned_time(&at, &time_zone)));
            (t(|t| t.digests().empty), at)
        }
        None => (t(|t| t.digests().off), t(|t| t.digests().off_description)),
    };
    view! { <EmptyState title description /> }.into_any()
}

fn row(digest: Digest, writer: ConsoleWriter, current: Signal<Option<DigestId>>) -> AnyView {
    let (address, id, found) = (paths::digest(&digest.id), digest.id, StoredValue::new(digest.findings));
    let is_current = move || current.with(|current| current.as_ref() == Some(&id)).then_some("true");
    let headline = move |_| found.with_value(|found| DigestText::new(found, &writer).headline().to_string());
    view! {
        <tr aria-current=is_current>
            <th scope="row" class="digest-week"><a href=address>{week(found)}</a></th>
            <td translate="no"><bdi>{t_with(headline)}</bdi></td>
        </tr>
    }
    .into_any()
}

fn week(found: StoredValue<DigestFindings>) -> Signal<String> {
    t_with(move |_| found.with_value(|found| date_range(&found.from, &found.to, &found.time_zone)))
}

fn digest_view(digest: Digest) -> AnyView {
    let (writer, brands) = (ConsoleWriter { models: use_models() }, use_all_brands());
    let found = StoredValue::new(digest.findings);
    let text = move |read: fn(DigestText<'_>) -> String| {
        t_with(move |_| found.with_value(|found| read(DigestText::new(found, &writer))))
    };
    let zone = found.with_value(|found| found.time_zone.clone());
    let notes = text(|text| text.notes().iter().map(|note| format!(" · {note}")).collect());
    let lines = move || {
        let found = with_tracked_rivals(found.get_value(), brands);
        let line = |DigestLine { sentences, path, .. }: DigestLine| {
            let mut sentences = sentences.into_iter();
            let first = sentences.next().unwrap_or_default().to_string();
            let details = RichText::joined(sentences, " ").to_string();
            view! {
                <li><a href=path><bdi>{first}</bdi></a>" " <bdi class="muted">{details}</bdi></li>
            }
        };
        DigestText::new(&found, &writer).lines().into_iter().map(line).collect_view().into_any()
    };
    view! {
        <section class="section digest" aria-labelledby="digest-week">
            <h2 id="digest-week">{week(found)}</h2>
            <p class="digest-finding" translate="no"><bdi>{text(|text| text.headline().to_string())}</bdi></p>
            <p class="muted">{zone} {notes}</p>
            <ol class="digest-lines" translate="no">{live(lines)}</ol>
            <p class="muted">{text(|text| text.work().to_string())}</p>
            <Methodology text=t(|t| t.digests().methodology) />
        </section>
    }
    .into_any()
}

// A digest whose source has the rivals that are still tracked, and none if the brand is not.
fn with_tracked_rivals(mut found: DigestFindings, brands: Query<Vec<Brand>>) -> DigestFindings {
    brands.with(|brands| {
        let is_tracked = |id: &BrandId| brands.is_some_and(|brands| brands.iter().any(|brand| brand.id == *id));
        let is_own_tracked = found.brand.as_ref().is_some_and(|own| is_tracked(&own.brand.id));
        if let Some(gap) = &mut found.source_gap {
            gap.rivals.retain(|rival| is_own_tracked && is_tracked(&rival.id));
        }
    });
    found
}
