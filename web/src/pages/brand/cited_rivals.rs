//! The brands that answers cite instead of a brand.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandName, CitedInstead};
use leptos::prelude::*;

use crate::components::BrandInGroup;
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, BrandFigure, Rivals, brand_answers};
use crate::reactive::live;
use crate::sorting::items_at;
use crate::ui::{SortKey, Table, TableOrder};

const COLUMNS: [&str; 2] = ["-answers", "brand"];

/// The brands whose sites are cited by answers that neither name nor cite a brand. Each leads to these answers.
#[component]
pub fn CitedRivalList(
    id: StoredValue<BrandId>,
    name: Signal<String>,
    brand: Memo<Option<BrandInGroup>>,
    params: Memo<AnswerFilterParams>,
) -> AnyView {
    let rivals = Memo::new(move |_| {
        brand.with(|brand| brand.as_ref().map(|brand| brand.brand.cited_instead.clone())).unwrap_or_default()
    });
    let is_empty = Memo::new(move |_| rivals.with(Vec::is_empty));
    let order = TableOrder::local(&COLUMNS);
    let in_order = move || {
        rivals.with(|rivals| {
            let key = |column: &str, row: usize| {
                let rival = rivals.get(row)?;
                if column == "brand" { SortKey::text(&rival.brand.name) } else { SortKey::count(rival.answers) }
            };
            items_at(rivals, &order.positions(rivals.len(), &key))
        })
    };
    let export = move |()| Export::Table(TableExport::CitedInstead(in_order()));
    let rows = move || {
        let row = |CitedInstead { brand: BrandName { id: rival, name }, answers }: CitedInstead| {
            let rival = Rivals::Cited(rival);
            let address = move || {
                id.with_value(|id| params.with(|params| brand_answers(id, params, BrandFigure::Neither, Some(&rival))))
            };
            view! {
                <tr>
                    <th scope="row">
                        <bdi>{name}</bdi>
                    </th>
                    <td class="fit number">
                        <a class="figure" href=address aria-label=t_with(move |t| (t.sources().answers_of)(answers))>
                            {t_with(move |_| count(answers))}
                        </a>
                    </td>
                </tr>
            }
        };
        in_order().into_iter().map(row).collect_view().into_any()
    };
    // The head of the table stays when its rows change: it may have the focus.
    let list = move || {
        if is_empty.get() {
            return view! { <p class="muted">{t_with(move |t| (t.brands().rivals_none)(&name.get()))}</p> }.into_any();
        }
        let head = view! {
            {order.head("brand", t(|t| t.common().brand), "")}
            {order.head("answers", t(|t| t.frame().answers), "fit number")}
        };
        view! {
            <p class="muted">{t_with(move |t| (t.brands().rivals_about)(&name.get()))}</p>
            <Table head=head.into_any() rows=live(rows) />
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="cited-rivals">
            <div class="section-head">
                <h3 id="cited-rivals">{t(|t| t.brands().rivals)}</h3>
                <ExportCsv export disabled=is_empty />
            </div>
            {live(list)}
        </section>
    }
    .into_any()
}
