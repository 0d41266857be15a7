//! Brands: list, create, edit, delete, and choose one's own. Uses `list_brands`, `create_brand`, `update_brand`,
//! `delete_brand` and `get_organization`.

use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::components::query_view;
use crate::forms::{BrandForm, DeleteBrand};
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::own_brand::{choose_brand, chosen_brand, own_brand, with_website};
use crate::paths;
use crate::queries::brands::use_all_brands;
use crate::queries::use_organization;
use crate::router::PageView;
use crate::ui::{
    Badge, Button, Dialog, DialogState, Empty, IconName, PageHeader, RowActions, SelectField, Skeleton, Table, Tone,
    Variant, focus_page_header, use_notices,
};

/// The page that lists brands.
#[cfg_attr(feature = "split", lazy)]
pub fn brands_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let brands = use_all_brands();
    let organization = use_organization();
    let notices = use_notices();
    // `None` creates a brand.
    let edit_dialog = DialogState::<Brand>::new();
    let delete_dialog = DialogState::<Brand>::new();

    let saved = move |(_, name): (BrandId, String)| {
        let texts = texts().brands();
        let message = if edit_dialog.value().is_some() { texts.saved } else { texts.created };
        edit_dialog.close();
        notices.notify(message(&name));
    };
    let deleted = move |()| {
        delete_dialog.close();
        if let Some(brand) = delete_dialog.value() {
            notices.notify((texts().brands().deleted)(&brand.name));
        }
        focus_page_header();
    };

    let new_button = move || {
        view! {
            <Button
                label=t(|t| t.brands().new)
                variant=Variant::Primary
                icon=IconName::Plus
                is_new=true
                on_click=move |()| edit_dialog.open(None)
            />
        }
    };
    let websites = move || organization.value().map(|organization| organization.websites).unwrap_or_default();
    let own = Memo::new(move |_| {
        brands.with(|brands| own_brand(brands?, chosen_brand().as_ref(), &websites()).map(|brand| brand.id.clone()))
    });
    let own_options = Signal::derive(move || {
        let all = brands.value().unwrap_or_default();
        let automatic = with_website(&all, &websites()).map(|brand| brand.name.as_str());
        let first = (String::new(), (texts().brands().own_automatic)(automatic));
        std::iter::once(first)
            .chain(all.iter().map(|brand| (brand.id.to_string(), brand.name.clone())))
            .collect::<Vec<_>>()
    });
    let chosen = Signal::derive(move || {
        let chosen = chosen_brand().filter(|chosen| own.get().as_ref() == Some(chosen));
        chosen.map(String::from).unwrap_or_default()
    });
    let list = move |brands: Vec<Brand>| {
        if brands.is_empty() {
            return view! {
                <Empty title=t(|t| t.brands().empty) description=t(|t| t.brands().empty_description)>
                    {new_button()}
                </Empty>
            }
            .into_any();
        }
        let rows = brands.into_iter().map(|brand| row(brand, own, edit_dialog, delete_dialog)).collect_view();
        view! {
            <div class="filters">
                <SelectField
                    id="own-brand"
                    label=t(|t| t.brands().own)
                    options=own_options
                    selected=chosen
                    on_change=|id: String| choose_brand(id.parse().ok().as_ref())
                />
            </div>
            {table(rows.into_any())}
        }
        .into_any()
    };
    let form_title = t_with(move |t| if edit_dialog.has_value() { t.brands().edit } else { t.brands().new }.to_owned());
    view! {
        <PageHeader title=t(|t| t.brands().title) description=t(|t| t.brands().description)>
            {new_button()}
        </PageHeader>
        <section class="section" aria-label=t(|t| t.brands().title)>
            {query_view(brands, || view! { <Skeleton /> }.into_any(), list)}
        </section>
        <Dialog open=edit_dialog.is_open() title=form_title>
            <BrandForm brand=edit_dialog.value() on_saved=saved on_cancel=move |()| edit_dialog.close() />
        </Dialog>
        <Dialog open=delete_dialog.is_open() title=t(|t| t.brands().delete_title)>
            {delete_dialog
                .value()
                .map(|brand| {
                    view! { <DeleteBrand brand on_deleted=deleted on_cancel=move |()| delete_dialog.close() /> }
                })}
        </Dialog>
    }
    .into_any()
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
            <th scope="col">{t(|t| t.brands().brand)}</th>
            <th scope="col" class="fit">
                <span class="visually-hidden">{t(|t| t.common().actions)}</span>
            </th>
    }
    .into_any();
    view! { <Table head rows /> }.into_any()
}

fn row(
    brand: Brand,
    own: Memo<Option<BrandId>>,
    edit_dialog: DialogState<Brand>,
    delete_dialog: DialogState<Brand>,
) -> AnyView {
    let (to_edit, to_delete) = (brand.clone(), brand.clone());
    let (edit_name, delete_name) = (brand.name.clone(), brand.name.clone());
    let address = paths::brand(&brand.id);
    let id = brand.id;
    let mark = move || {
        (own.get().as_ref() == Some(&id))
            .then(|| view! { <Badge label=t(|t| t.brands().own_mark) tone=Tone::Active /> })
    };
    view! {
        <tr>
            <th scope="row">
                <a class="strong" href=address>
                    <bdi>{brand.name}</bdi>
                </a>
                " "
                {mark}
                <bdi class="cell-note line-clamp">{brand.synonyms.join(", ")}</bdi>
            </th>
            <RowActions
                edit=t_with(move |t| (t.brands().edit_one)(&edit_name))
                delete=t_with(move |t| (t.brands().delete_one)(&delete_name))
                on_edit=move |()| edit_dialog.open(Some(to_edit.clone()))
                on_delete=move |()| delete_dialog.open(Some(to_delete.clone()))
            />
        </tr>
    }
    .into_any()
}
