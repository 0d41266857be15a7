//! Says that the browser lost kept answers.

use answerdeck_analysis::Loss;
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::locale::t;
use crate::reactive::live_option;
use crate::ui::{Icon, IconName};

/// Says why kept answers are being read again. Nothing is shown while none were lost in this visit.
#[component]
pub fn LossNote() -> AnyView {
    let analysis = use_analysis();
    view! { <div role="status">{live_option(move || analysis.loss().map(banner))}</div> }.into_any()
}

fn banner(loss: Loss) -> AnyView {
    let text = t(match loss {
        Loss::Evicted => |t| t.kept_answers().evicted,
        Loss::Rebuilt => |t| t.kept_answers().rebuilt,
    });
    view! {
        <div class="banner">
            <Icon icon=IconName::Warning />
            <p>{text}</p>
        </div>
    }
    .into_any()
}
