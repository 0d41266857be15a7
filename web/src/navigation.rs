//! Hooks that read the address of a page, and that open other addresses.
//!
//! A choice of the user is an entry in the browser history: a filter, a word, the order of a table, a period, a chart in place
//! of a table. A choice that changes only a part of the page keeps the scroll position
//! ([`navigate_in_place`](crate::router::Router::navigate_in_place)). Typed text and the selection of rows are not.

use std::str::FromStr;

use leptos::prelude::*;

use crate::paths::{QueryString, UrlParams, id_of};
use crate::router::{Location, use_page_location, use_router};
use crate::ui::TableOrder;

/// The parameters in the page's query string. They follow the address.
pub fn use_url_params<P: UrlParams>() -> Memo<P> {
    use_query_string(P::read)
}

/// What the page's query string says. It follows the address.
pub fn use_query_string<T: PartialEq + Send + Sync + 'static>(read: fn(&QueryString) -> T) -> Memo<T> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| read(&QueryString::parse(&location.query))))
}

/// Shows the page with other parameters, at the same scroll position.
pub fn use_show<P: UrlParams>() -> impl Fn(P) + Copy + Send + Sync + 'static {
    let router = use_router();
    move |next: P| router.navigate_in_place(&next.address())
}

/// The order of a table in the page's address. `address` builds the address with another order.
pub fn use_table_order(
    columns: &'static [&'static str],
    chosen: Memo<Option<String>>,
    address: Callback<Option<String>, String>,
) -> TableOrder {
    let router = use_router();
    let choose = move |order| router.navigate_in_place(&address.run(order));
    TableOrder::new(columns, chosen.into(), Callback::new(choose))
}

/// The order of a table in one of the parameters of the page's address.
pub fn use_params_order<P: UrlParams>(
    columns: &'static [&'static str],
    params: Memo<P>,
    order: fn(&mut P) -> &mut Option<String>,
) -> TableOrder {
    let chosen = Memo::new(move |_| order(&mut params.get()).take());
    let address = move |chosen: Option<String>| {
        let mut params = params.get_untracked();
        *order(&mut params) = chosen;
        params.address()
    };
    use_table_order(columns, chosen, Callback::new(address))
}

/// The id in the page's path. `None` if it is malformed.
pub fn use_path_id<T: FromStr + PartialEq + Send + Sync + 'static>() -> Memo<Option<T>> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| id_of(&location.path)?.parse().ok()))
}

/// The address of the page, with its parameters.
pub fn use_address() -> Memo<String> {
    let location = use_page_location();
    Memo::new(move |_| location.with(Location::address))
}

/// Opens the page behind a data point of a chart: `address` returns its address, or `None` if nothing is behind it.
pub fn use_open(
    address: impl Fn(usize, Option<usize>) -> Option<String> + Send + Sync + 'static,
) -> Callback<(usize, Option<usize>)> {
    let router = use_router();
    Callback::new(move |(index, series)| {
        if let Some(address) = untrack(|| address(index, series)) {
            router.navigate(&address, false);
        }
    })
}
