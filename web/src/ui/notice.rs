//! Short confirmation messages.

use std::time::Duration;

use leptos::prelude::*;

use super::{Button, Icon, IconButton, IconName};
use crate::locale::t;
use crate::reactive::live;

/// How long a message stays on screen.
const DISPLAY_TIME: Duration = Duration::from_secs(6);

/// A message. The number identifies it.
#[derive(Clone)]
struct Notice {
    number: u32,
    text: String,
    action: Option<(Signal<String>, Callback<()>)>,
}

/// The messages on screen.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<Vec<Notice>>);

impl Notices {
    /// Creates an empty list of messages.
    pub fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// Shows a message for six seconds.
    pub fn notify(self, text: String) {
        self.show(text, None, DISPLAY_TIME);
    }

    /// Shows a message with a button for some time. Returns a function that removes it.
    pub fn offer(
        self,
        text: String,
        label: Signal<String>,
        action: Callback<()>,
        time: Duration,
    ) -> impl Fn() + Copy + Send + Sync + 'static {
        let number = self.show(text, Some((label, action)), time);
        move || self.dismiss(number)
    }

    fn show(self, text: String, action: Option<(Signal<String>, Callback<()>)>, time: Duration) -> u32 {
        let number = self.0.with_untracked(|all| all.last().map_or(0, |last| last.number + 1));
        self.0.update(|all| all.push(Notice { number, text, action }));
        set_timeout(move || self.dismiss(number), time);
        number
    }

    fn dismiss(self, number: u32) {
        self.0.update(|all| all.retain(|notice| notice.number != number));
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
        let item = |Notice { number, text, action }: Notice| {
            let action = action.map(|(label, action)| {
                view! { <Button label on_click=move |()| {
                    notices.dismiss(number);
                    action.try_run(());
                } /> }
            });
            view! {
                <div class="notice">
                    <Icon icon=IconName::Check />
                    <p>{text}</p>
                    {action}
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
