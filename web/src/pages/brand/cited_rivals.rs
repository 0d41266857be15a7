//! The brands that answers cite instead of a brand.

use answerdeck_analysis::{CitedRival, CitedRivals};
use answerdeck_api::BrandId;
use answerdeck_insight::Sample;
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::components::{analysis_view, none_found, with_sample};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::locale::{t, t_with};
use crate::paths::{AnswersParams, BrandFigure, brand_answers};
use crate::reactive::live;
use crate::ui::{Methodology, Skeleton, SortKey, Table, TableOrder};

/// The columns by which the table can be sorted.
const COLUMNS: [&str; 2] = ["-answers", "brand"];

/// The brands whose sites are cited by answers that neither name nor cite a brand. Each leads to these answers.
#[component]
pub fn CitedRivalList(
    /// The brand.
    brand: BrandId,
    /// Its name.
    name: Signal<String>,
    /// The answers.
    params: Memo<AnswersParams>,
    /// What was counted.
    sample: Signal<Option<Sample>>,
) -> AnyView {
    let id = StoredValue::new(brand);
    let found =
        use_analysis().query(move || Some(CitedRivals { scope: params.get().counted()?, brand: id.get_value() }));
    let rivals = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let is_empty = Memo::new(move |_| rivals.with(Vec::is_empty));
    let order = TableOrder::forgotten(&COLUMNS);
    let in_order = move || {
        rivals.with(|rivals| {
            let key = |column: &str, row: usize| {
                let rival = rivals.get(row)?;
                if column == "brand" { SortKey::text(&rival.name) } else { SortKey::count(rival.answers) }
            };
            let positions = order.positions(rivals.len(), &key);
            positions.into_iter().filter_map(|row| rivals.get(row).cloned()).collect::<Vec<_>>()
        })
    };
    let export = move |()| Export::Table(TableExport::CitedRivals(untrack(in_order)));
    let rows = move || {
        let row = |CitedRival { id: rival, name, answers }: CitedRival| {
            let address = move || {
                id.with_value(|id| params.with(|params| brand_answers(id, params, BrandFigure::Neither, Some(&rival))))
            };
            view! {
                <tr>
                    <th scope="row">
                        <bdi>{name}</bdi>
                    </th>
                    <td class="fit number">
                        <a class="figure" href=address>{t_with(move |t| (t.sources().answers_of)(answers))}</a>
                    </td>
                </tr>
            }
        };
        in_order().into_iter().map(row).collect_view().into_any()
    };
    // The head of the table stays when its rows change: it may have the focus.
    let list = move || {
        if is_empty.get() {
            return none_found(coverage, t_with(move |t| (t.brands().rivals_none)(&name.get())));
        }
        let head = view! {
            {order.head("brand", t(|t| t.brands().brand), "")}
            {order.head("answers", t(|t| t.sources().answers), "fit number")}
        };
        view! {
            <p class="muted">{t_with(move |t| (t.brands().rivals_about)(&name.get()))}</p>
            <Table head=head.into_any() rows=live(rows) />
        }
        .into_any()
    };
    let methodology = t_with(move |t| {
        let sample = sample.get().map(|sample| (t.metrics().methodology_sample)(sample.answers, sample.prompts));
        with_sample(&(t.brands().methodology_rivals)(&name.get()), sample)
    });
    view! {
        <section class="section" aria-labelledby="cited-rivals">
            <div class="section-head">
                <h3 id="cited-rivals">{t(|t| t.brands().rivals)}</h3>
                <ExportCsv export disabled=is_empty />
            </div>
            {analysis_view(found, || view! { <Skeleton rows=3 /> }.into_any(), move || live(list))}
            <Methodology label=t(|t| t.common().methodology) text=methodology />
        </section>
    }
    .into_any()
}
