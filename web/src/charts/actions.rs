//! The buttons of a chart: its data as a table, and a menu of downloads.

use leptos::prelude::*;

use super::data_table::{DataTable, TableView};
use super::downloads::{self, Files, Save};
use crate::locale::{t, t_with};
use crate::ui::{Button, IconName, Menu, MenuItem, Variant, use_caveat, use_notices};

#[component]
pub fn ChartActions(
    title: Signal<String>,
    description: Signal<String>,
    /// The id of the drawing.
    image: String,
    data: StoredValue<Box<dyn Fn() -> DataTable + Send>, LocalStorage>,
    /// Shows the data in place of the drawing. `None` while the drawing is shown.
    table: RwSignal<Option<TableView>>,
) -> AnyView {
    let image = StoredValue::new(image);
    let page_caveat = use_caveat();
    let notices = use_notices();
    let download = move |format: fn(Files) -> Save| {
        let Some(svg) = image.with_value(|image| document().get_element_by_id(image)) else { return };
        let (title, mut description, caveat) =
            (title.get_untracked(), description.get_untracked(), untrack(page_caveat));
        if let Some(caveat) = &caveat {
            description.extend([" (", caveat, ")"]);
        }
        leptos::task::spawn_local(async move {
            let save = format(downloads::load().await);
            save(&svg, &title, &description, caveat, notices);
        });
    };
    let download_table = move || {
        let (title, caveat) = (title.get_untracked(), untrack(page_caveat));
        let data = untrack(|| data.with_value(|data| data()));
        leptos::task::spawn_local(async move {
            let save = downloads::load().await.csv;
            save(&title, caveat, &data.numbers, notices);
        });
    };
    let formats = vec![
        MenuItem::button(|_| "SVG", IconName::Image, move || download(|files| files.svg)),
        MenuItem::button(|_| "PNG", IconName::Image, move || download(|files| files.png)),
        MenuItem::button(|_| "CSV", IconName::List, download_table),
    ];
    let toggle_table = move |()| {
        if table.with_untracked(Option::is_some) {
            table.set(None);
            return;
        }
        leptos::task::spawn_local(async move {
            let view = downloads::load().await.table;
            table.try_set(Some(view));
        });
    };
    let is_table = move || table.with(Option::is_some);
    let toggle_label = t_with(move |t| if is_table() { t.charts().as_chart } else { t.charts().as_table }.to_owned());
    view! {
        <div class="chart-actions">
            <Button label=toggle_label variant=Variant::Quiet icon=IconName::List on_click=toggle_table />
            <Menu label=t(|t| t.charts().download) icon=IconName::Download items=formats />
        </div>
    }
    .into_any()
}
