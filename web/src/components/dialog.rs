//! A dialog: the browser's own element, which keeps the focus in and gives it back.

use leptos::html;
use leptos::prelude::*;

use super::{IconButton, IconName};
use crate::locale::t;
use crate::reactive::{effect, live_option};

/// A dialog that is there while `open` says so. What is in it is made anew each time.
#[component]
pub fn Dialog(
    /// Whether it is open. It is set to `false` when the person closes it.
    open: RwSignal<bool>,
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it needs room for a table.
    #[prop(optional)]
    large: bool,
    /// What is in it.
    children: ChildrenFn,
) -> AnyView {
    let element = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(dialog) = element.get() else { return };
        if open.get() && !dialog.open() {
            let _ = dialog.show_modal();
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
            on:close=move |_| open.set(false)
        >
            {live_option(move || {
                open.get()
                    .then(|| {
                        view! {
                            <div class="dialog-head">
                                <h2>{title}</h2>
                                <IconButton
                                    label=t(|t| t.common().close)
                                    icon=IconName::Close
                                    on_click=move |()| open.set(false)
                                />
                            </div>
                            <div class="dialog-body">{children()}</div>
                        }
                        .into_any()
                    })
            })}
        </dialog>
    }
    .into_any()
}
