use leptos::prelude::*;
use leptos::{ev, html};

use super::focus::focus;
use super::{Icon, IconName, focus_later, unique_id};
use crate::locale::{Pick, t, t_with};
use crate::reactive::live_option;

#[derive(Clone)]
pub struct MenuItem {
    label: Pick,
    icon: IconName,
    action: Action,
}

#[derive(Clone)]
enum Action {
    Open(String),
    Run(Callback<()>),
}

impl MenuItem {
    pub fn link(label: Pick, icon: IconName, address: String) -> Self {
        Self { label, icon, action: Action::Open(address) }
    }

    pub fn button(label: Pick, icon: IconName, on_click: impl Fn() + Send + Sync + 'static) -> Self {
        Self { label, icon, action: Action::Run(Callback::new(move |()| on_click())) }
    }

    pub fn edit(on_click: impl Fn() + Send + Sync + 'static) -> Self {
        Self::button(|t| t.common().edit, IconName::Edit, on_click)
    }

    pub fn delete(on_click: impl Fn() + Send + Sync + 'static) -> Self {
        Self::button(|t| t.common().delete, IconName::Delete, on_click)
    }

    /// The button or the link. The menu closes first: a dialog returns the focus to where it was before.
    pub fn view(self, close: impl Fn() + Copy + 'static) -> AnyView {
        let icon = view! { <Icon icon=self.icon /> };
        let label = t(self.label);
        match self.action {
            Action::Open(address) => view! {
                <a class="button" data-variant="quiet" href=address on:click=move |_| close()>{icon} {label}</a>
            }
            .into_any(),
            Action::Run(run) => view! {
                <button
                    class="button"
                    type="button"
                    data-variant="quiet"
                    on:click=move |_| {
                        close();
                        run.run(());
                    }
                >
                    {icon}
                    {label}
                </button>
            }
            .into_any(),
        }
    }
}

/// A button that opens a list of actions: a popover of the browser, which closes with Escape and restores the focus. The arrow
/// keys, Home and End move through it.
#[component]
pub fn Menu(
    #[prop(into)] label: Signal<String>,
    icon: IconName,
    /// Whether the label is only the accessible name and the tooltip.
    #[prop(optional)]
    is_icon: bool,
    #[prop(optional, into)] disabled: Signal<bool>,
    items: Vec<MenuItem>,
) -> AnyView {
    let id = unique_id("menu");
    let (button, list) = (NodeRef::<html::Button>::new(), NodeRef::<html::Div>::new());
    // A table may have thousands of menus: each has items only while it is open.
    let (is_open, items) = (RwSignal::new(false), StoredValue::new(items));
    // The edges of the list: top, bottom and right.
    let place = RwSignal::new([None, None, Some(0)]);
    let first = format!("#{id} > *");
    let first_again = first.clone();
    let open = move |_| {
        let (Some(button), Some(page)) = (button.get_untracked(), document().document_element()) else { return };
        let frame = button.get_bounding_client_rect();
        let (width, height) = (page.client_width(), page.client_height());
        // Below the button, or above it in the lower half of the window. Its end is at that of the button.
        let (top, bottom) = (frame.top() as i32, frame.bottom() as i32);
        let [below, above] = [bottom + 4, height - top + 4];
        let is_below = below <= height / 2;
        let right = (width - frame.right() as i32).max(8);
        place.set([is_below.then_some(below), (!is_below).then_some(above), Some(right)]);
        is_open.set(true);
        focus_later(&first);
    };
    let close = move || {
        if let Some(list) = list.get_untracked() {
            let _ = list.hide_popover();
        }
    };
    let toggled = move |_| {
        let shown = list.get_untracked().is_some_and(|list| list.matches(":popover-open").unwrap_or_default());
        is_open.set(shown);
    };
    let move_focus = move |event: ev::KeyboardEvent| {
        let (item, list) = (document().active_element(), list.get_untracked());
        let next = match event.key().as_str() {
            "ArrowDown" => item.and_then(|item| item.next_element_sibling()),
            "ArrowUp" => item.and_then(|item| item.previous_element_sibling()),
            "Home" => list.and_then(|list| list.first_element_child()),
            "End" => list.and_then(|list| list.last_element_child()),
            _ => return,
        };
        event.prevent_default();
        focus(next);
    };
    let edge =
        move |at: usize| place.with(|place| place[at]).map_or_else(|| "auto".to_owned(), |edge| format!("{edge}px"));
    let content = move || {
        // A row that is built again keeps its elements, and so an open list.
        let stayed_open = !is_open.get() && list.get().is_some_and(|list| list.matches(":popover-open") == Ok(true));
        if stayed_open {
            focus_later(&first_again);
        }
        let items = move || items.get_value().into_iter().map(|item| item.view(close)).collect_view().into_any();
        (stayed_open || is_open.get()).then(|| untrack(items))
    };
    view! {
        <button
            class=if is_icon { "icon-button" } else { "button" }
            data-variant="quiet"
            type="button"
            node_ref=button
            popovertarget=id.clone()
            aria-label=move || is_icon.then(|| label.get())
            title=move || is_icon.then(|| label.get())
            disabled=disabled
            on:click=open
        >
            <Icon icon />
            {(!is_icon).then_some(label)}
        </button>
        <div
            class="menu action-menu"
            id=id
            popover="auto"
            node_ref=list
            style:top=move || edge(0)
            style:bottom=move || edge(1)
            style:right=move || edge(2)
            on:keydown=move_focus
            on:toggle=toggled
        >
            {live_option(content)}
        </div>
    }
    .into_any()
}

#[component]
pub fn ItemMenu(
    #[prop(into)] name: Signal<String>,
    #[prop(optional, into)] disabled: Signal<bool>,
    items: Vec<MenuItem>,
) -> AnyView {
    let label = t_with(move |t| (t.common().actions_of)(&name.get()));
    view! { <Menu label icon=IconName::More is_icon=true disabled items /> }.into_any()
}

pub fn actions_head() -> AnyView {
    view! { <th scope="col" class="fit"><span class="visually-hidden">{t(|t| t.common().actions)}</span></th> }
        .into_any()
}

/// The last cell of a row: the menu of its item.
#[component]
pub fn RowMenu(#[prop(into)] name: Signal<String>, items: Vec<MenuItem>) -> AnyView {
    view! { <td class="fit"><div class="row-actions"><ItemMenu name items /></div></td> }.into_any()
}
