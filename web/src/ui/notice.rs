//! Short confirmation messages.

use std::time::Duration;

use leptos::prelude::*;

use super::{Button, Icon, IconButton, IconName};
use crate::locale::t;
use crate::reactive::live;

/// How long a message stays on screen.
const DISPLAY_TIME: Duration = Duration::from_secs(6);

/// A message.
#[derive(Clone)]
struct Notice {
    text: String,
    action: Option<(Signal<String>, Callback<()>)>,
}

/// All messages. One that is no longer on screen is `None`, so that the others keep their places and their elements: a
/// button stays under the pointer, and keeps the focus, while another message disappears.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<Vec<Option<Notice>>>);

impl Notices {
    /// Creates an empty list of messages.
    pub fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// Shows a message for six seconds.
    pub fn notify(self, text: String) {
        self.show(text, None, DISPLAY_TIME);
    }

    /// Shows a message with a button for some time. Returns a function that removes it. `label` and `action` must live as
    /// long as the message does.
    pub fn offer(
        self,
        text: String,
        label: Signal<String>,
        action: Callback<()>,
        time: Duration,
    ) -> impl Fn() + Copy + Send + Sync + 'static {
        let index = self.show(text, Some((label, action)), time);
        move || self.dismiss(index)
    }

    /// Removes all messages.
    pub fn clear(self) {
        self.0.update(|all| all.fill(None));
    }

    fn show(self, text: String, action: Option<(Signal<String>, Callback<()>)>, time: Duration) -> usize {
        let index = self.0.with_untracked(Vec::len);
        self.0.update(|all| all.push(Some(Notice { text, action })));
        set_timeout(move || self.dismiss(index), time);
        index
    }

    fn dismiss(self, index: usize) {
        self.0.update(|all| all[index] = None);
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
        let item = |(index, notice): (usize, Option<Notice>)| {
            let Notice { text, action } = notice?;
            let action = action.map(|(label, action)| {
                view! { <Button label on_click=move |()| {
                    notices.dismiss(index);
                    action.run(());
                } /> }
            });
            Some(view! {
                <div class="notice">
                    <Icon icon=IconName::Check />
                    <p>{text}</p>
                    {action}
                    <IconButton
                        label=t(|t| t.frame().dismiss)
                        icon=IconName::Close
                        on_click=move |()| notices.dismiss(index)
                    />
                </div>
            })
        };
        notices.0.get().into_iter().enumerate().map(item).collect_view().into_any()
    };
    view! {
        <div class="notices" role="status">
            {live(items)}
        </div>
    }
    .into_any()
}
