//! The nouns of a pasted text.

use answerdeck_api::ProperNoun;
use leptos::prelude::*;

use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::count;
use crate::forms::{NounsForm, has_nouns_draft};
use crate::locale::{t, t_with, texts};
use crate::reactive::live_option;
use crate::sorting::items_at;
use crate::ui::{Methodology, SortKey, Table, TableOrder, ordered_rows};
use crate::untrusted::visible;

const COLUMNS: [&str; 5] = ["", "word", "kind", "language", "-times"];

// The positions of the nouns in an order of the table. Reactive.
fn noun_order(nouns: &[ProperNoun], order: TableOrder) -> Vec<usize> {
    let texts = texts().words();
    order.positions(nouns.len(), &|column, row| {
        let noun = nouns.get(row)?;
        match column {
            "word" => SortKey::text(&noun.word),
            "kind" => SortKey::text(texts.kind_of(&noun.tag)),
            "language" => SortKey::text(texts.language_of(&noun.lang)),
            "times" => SortKey::count(noun.frequency.into()),
            _ => None,
        }
    })
}

pub fn nouns_view() -> AnyView {
    let nouns = RwSignal::new(None::<Vec<ProperNoun>>);
    let found = move || {
        let found = nouns.get()?;
        let length = found.len() as u64;
        let order = TableOrder::local(&COLUMNS);
        let head = view! {
            {order.head("word", t(|t| t.words().word), "")}
            {order.head("kind", t(|t| t.words().kind), "")}
            {order.head("language", t(|t| t.frame().language), "wide-only")}
            {order.head("times", t(|t| t.common().times), "fit number")}
        };
        let found = StoredValue::new(found);
        let row = move |index: usize| {
            let ProperNoun { word, tag, lang, frequency } = found.with_value(|nouns| nouns.get(index).cloned())?;
            let row = view! {
                <tr>
                    <th scope="row">
                        <bdi>{visible(&word).into_owned()}</bdi>
                    </th>
                    <td>{t_with(move |t| t.words().kind_of(&tag).to_owned())}</td>
                    <td class="wide-only">{t_with(move |t| t.words().language_of(&lang).to_owned())}</td>
                    <td class="fit number">{t_with(move |_| count(frequency.into()))}</td>
                </tr>
            };
            Some(row.into_any())
        };
        let positions = move || found.with_value(|nouns| noun_order(nouns, order));
        let sorted = move || found.with_value(|nouns| items_at(nouns, &positions()));
        let rows = ordered_rows(positions, row);
        let view = view! {
            <p role="status">{t_with(move |t| (t.words().nouns_found)(length))}</p>
            {(length > 0)
                .then(|| {
                    view! {
                        <Table head=head.into_any() rows />
                        <div>
                            <ExportCsv export=move |()| Export::Table(TableExport::Nouns(untrack(sorted))) />
                        </div>
                    }
                })}
        };
        Some(view.into_any())
    };
    view! {
        <details class="nouns" open=has_nouns_draft()>
            <summary>{t(|t| t.words().nouns)}</summary>
            <div class="section">
                <p class="muted">{t(|t| t.words().nouns_description)}</p>
                <NounsForm on_found=move |found| nouns.set(Some(found)) />
                {live_option(found)}
                <Methodology text=t(|t| t.words().methodology_nouns) />
            </div>
        </details>
    }
    .into_any()
}
