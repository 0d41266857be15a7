//! Short confirmation messages.

use std::time::Duration;

use leptos::prelude::*;

use super::{Icon, IconButton, IconName};
use crate::locale::t;
use crate::reactive::live;

/// How long a message stays on screen.
const DISPLAY_TIME: Duration = Duration::from_secs(6);

/// The messages on screen, each with a number that identifies it.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<Vec<(u32, String)>>);

impl Notices {
    /// Creates an empty list of messages.
    pub fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// Shows a message for six seconds.
    pub fn notify(self, text: String) {
        let number = self.0.with_untracked(|all| all.last().map_or(0, |(number, _)| number + 1));
        self.0.update(|all| all.push((number, text)));
        set_timeout(move || self.dismiss(number), DISPLAY_TIME);
    }

    fn dismiss(self, number: u32) {
        self.0.update(|all| all.retain(|(other, _)| *other != number));
    }
}

/// The messages of the app, from the context.
pub fn use_notices() -> Notices {
    expect_context()
}

/// Shows the messages at the edge of the window.
#[component]
pub fn NoticesView() -> AnyView {
    let notices = use_notices();
    let items = move || {
        let item = |(number, text): (u32, String)| {
            view! {
                <div class="notice">
                    <Icon icon=IconName::Check />
                    <p>{text}</p>
                    <IconButton
                        label=t(|t| t.frame().dismiss)
                        icon=IconName::Close
                        on_click=move |()| notices.dismiss(number)
                    />
                </div>
            }
        };
        notices.0.get().into_iter().map(item).collect_view().into_any()
    };
    view! {
        <div class="notices" role="status">
            {live(items)}
        </div>
    }
    .into_any()
}
