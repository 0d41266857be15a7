use leptos::prelude::*;

use crate::locale::t;
use crate::reactive::live_when;
use crate::ui::{SegmentedControl, caveat};

#[component]
pub fn RankingHead(
    /// What the ranking counts, which the chart also says.
    about: Signal<String>,
    is_chart: Memo<bool>,
    /// Called with whether the chart is to be shown.
    #[prop(into)]
    on_change: Callback<bool>,
) -> AnyView {
    let about = move || view! { {about} {caveat()} };
    view! {
        <div class="section-head">
            <p>{live_when(move || !is_chart.get(), about)}</p>
            <SegmentedControl
                label=t(|t| t.sources().display)
                name="view"
                options=vec![(false, t(|t| t.common().table)), (true, t(|t| t.sources().as_chart))]
                selected=is_chart
                on_change
            />
        </div>
    }
    .into_any()
}
