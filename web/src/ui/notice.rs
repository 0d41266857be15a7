use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::focus::focus_or_title;
use super::{Button, Icon, IconButton, IconName, focus_later};
use crate::locale::t;
use crate::reactive::live;

const DISPLAY_TIME: Duration = Duration::from_secs(6);

#[derive(Clone)]
struct Notice {
    text: String,
    action: Option<NoticeAction>,
}

/// A button in a message. Its signal and its callbacks must live as long as the message does.
#[derive(Clone, Copy)]
pub struct NoticeAction {
    pub label: Signal<String>,
    /// How long the message stays on screen.
    pub time: Duration,
    pub on_click: Callback<()>,
    /// Called when the time is over, or when the user dismisses the message.
    pub on_end: Callback<()>,
}

/// All messages. One that is no longer on screen is `None`, so that the others keep their places and their elements: a
/// button stays under the pointer, and keeps the focus, while another message disappears.
#[derive(Clone, Copy)]
pub struct Notices {
    all: RwSignal<Vec<Option<Notice>>>,
    /// What had the focus before a message.
    focused_before: StoredValue<Option<Element>, LocalStorage>,
}

impl Notices {
    pub fn new() -> Self {
        Self { all: RwSignal::new(Vec::new()), focused_before: StoredValue::new_local(None) }
    }

    /// Shows a message for six seconds.
    pub fn notify(self, text: String) {
        self.show(Notice { text, action: None }, DISPLAY_TIME);
    }

    /// Shows a message with a button, which gets the focus from a user of the keyboard. Returns a function that removes the
    /// message.
    pub fn notify_with_action(self, text: String, action: NoticeAction) -> impl Fn() + Copy + Send + Sync + 'static {
        let index = self.show(Notice { text, action: Some(action) }, action.time);
        focus_later(&format!(":root:has(:focus-visible) #notice-{index} button"));
        move || self.dismiss(index)
    }

    pub fn clear(self) {
        self.all.update(|all| all.fill(None));
    }

    fn show(self, notice: Notice, time: Duration) -> usize {
        let index = self.all.with_untracked(Vec::len);
        self.all.update(|all| all.push(Some(notice)));
        self.end_after(index, time);
        index
    }

    // While the pointer or the focus is on the message, its time begins again.
    fn end_after(self, index: usize, time: Duration) {
        set_timeout(
            move || {
                if is(index, ":is(:hover, :focus-within)") {
                    self.end_after(index, time);
                } else {
                    self.end(index);
                }
            },
            time,
        );
    }

    fn end(self, index: usize) {
        let action = self.all.with_untracked(|all| all[index].as_ref().and_then(|notice| notice.action));
        self.dismiss(index);
        if let Some(action) = action {
            action.on_end.try_run(());
        }
    }

    fn dismiss(self, index: usize) {
        if is(index, ":focus-within") {
            focus_or_title(self.focused_before.get_value().filter(|element| element.is_connected()));
        }
        self.all.update(|all| all[index] = None);
    }
}

// Whether the element of a message is in a state.
fn is(index: usize, state: &str) -> bool {
    document().query_selector(&format!("#notice-{index}{state}")).is_ok_and(|notice| notice.is_some())
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
            let button = action.map(|NoticeAction { label, on_click, .. }| {
                view! { <Button label on_click=move |()| {
                    notices.dismiss(index);
                    on_click.run(());
                } /> }
            });
            Some(view! {
                <div class="notice" id=format!("notice-{index}") on:keydown=move |event| {
                    if event.key() == "Escape" {
                        notices.end(index);
                    }
                }>
                    <Icon icon=IconName::Check />
                    <p>{text}</p>
                    {button}
                    <IconButton
                        label=t(|t| t.frame().dismiss)
                        icon=IconName::Close
                        on_click=move |()| notices.end(index)
                    />
                </div>
            })
        };
        notices.all.get().into_iter().enumerate().map(item).collect_view().into_any()
    };
    let remember = move |from: Option<web_sys::EventTarget>| {
        let from = from.and_then(|from| from.dyn_into::<Element>().ok());
        if let Some(from) = from.filter(|from| matches!(from.closest(".notices"), Ok(None))) {
            notices.focused_before.set_value(Some(from));
        }
    };
    view! {
        <div class="notices" role="status" on:focusin=move |event| remember(event.related_target())>
            {live(items)}
        </div>
    }
    .into_any()
}
