//! Modal dialogs, built on the native `<dialog>` element. The browser traps the focus and returns it afterwards.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use super::focus::focus;
use super::{IconButton, IconName};
use crate::lazy::{lazy_view, loaded_when};
use crate::locale::t;
use crate::reactive::{effect, live_option};

/// Whether a dialog is open, and the value that it was opened for.
pub struct DialogState<T: Send + Sync + 'static> {
    is_open: RwSignal<bool>,
    value: StoredValue<Option<T>>,
}

impl<T: Send + Sync + 'static> Clone for DialogState<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for DialogState<T> {}

impl<T: Clone + Send + Sync + 'static> DialogState<T> {
    pub fn new() -> Self {
        Self { is_open: RwSignal::new(false), value: StoredValue::new(None) }
    }

    /// Opens the dialog for a value. `None` if there is no value yet, as in a dialog that creates one.
    pub fn open(self, value: Option<T>) {
        self.value.set_value(value);
        self.is_open.set(true);
    }

    /// Closes the dialog. The value stays available.
    pub fn close(self) {
        self.is_open.set(false);
    }

    /// The value that the dialog was last opened for. Not reactive: the content of a dialog is built each time it opens.
    pub fn value(self) -> Option<T> {
        self.value.get_value()
    }

    /// Whether the dialog was last opened for a value. Reactive.
    pub fn has_value(self) -> bool {
        self.is_open.track();
        self.value.with_value(Option::is_some)
    }

    pub fn is_open(self) -> RwSignal<bool> {
        self.is_open
    }
}

/// A modal dialog. Its content is built each time it opens.
#[component]
pub fn Dialog(
    /// Whether the dialog is open. Set to `false` when the user closes it.
    open: RwSignal<bool>,
    #[prop(into)] title: Signal<String>,
    #[prop(optional)] large: bool,
    children: ChildrenFn,
) -> AnyView {
    let element = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(dialog) = element.get() else { return };
        if open.get() && !dialog.open() {
            let _ = dialog.show_modal();
            // The browser has focused the button that closes the dialog, unless a field asks for the focus.
            if let Ok(None) = dialog.query_selector("[autofocus]") {
                focus(dialog.query_selector("form :is(input, select, textarea)").ok().flatten());
            }
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog
            class="dialog"
            node_ref=element
            aria-label=title
            data-size=large.then_some("large")
            on:cancel=move |event: leptos::ev::Event| {
                // Otherwise the dialog closes before `open` changes, and a key that opens it again at once is lost. The event of a
                // file field within bubbles.
                if !event.bubbles() {
                    event.prevent_default();
                    open.set(false);
                }
            }
            on:close:target=move |event| {
                // The event comes late: by then the dialog may be open again.
                if !event.target().open() {
                    open.set(false);
                }
            }
        >
            {live_option(move || {
                open.get()
                    .then(|| {
                        view! {
                            <div class="dialog-header">
                                <h2>{title}</h2>
                                <IconButton
                                    label=t(|t| t.common().close)
                                    icon=IconName::Close
                                    on_click=move |()| open.set(false)
                                />
                            </div>
                            <div class="dialog-body">{children()}</div>
                        }
                    })
            })}
        </dialog>
    }
    .into_any()
}

/// A modal dialog whose code is loaded when it first opens. It opens once the code is there, so that its first field gets the
/// focus.
#[component]
pub fn LazyDialog<V, F, C, N>(
    open: RwSignal<bool>,
    load: fn() -> F,
    #[prop(into)] title: Signal<String>,
    #[prop(optional)] large: bool,
    children: C,
) -> AnyView
where
    V: Copy + Send + Sync + 'static,
    F: Future<Output = V> + 'static,
    C: Fn(V) -> N + Send + Sync + 'static,
    N: IntoView + 'static,
{
    let children = Arc::new(children);
    let dialog = move |code| {
        let children = children.clone();
        view! { <Dialog open title large>{children(code)}</Dialog> }.into_any()
    };
    lazy_view(loaded_when(move || open.get(), load), || ().into_any(), dialog)
}
