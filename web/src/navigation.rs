//! Hooks that read the address of a page, and that open other addresses.
//!
//! A choice of the user is an entry in the browser history: a filter, a word, the order of a table, a period, a chart in place
//! of a table. A choice that changes only a part of the page keeps the scroll position ([`use_navigate_in_place`]). Typed text
//! and the selection of rows are not.

use std::str::FromStr;

use answerdeck_api::BrandId;
use leptos::prelude::*;

use crate::paths::{
    AnswerParams, BrandFigure, Period, QueryString, UrlParams, figure_of, id_of, only_failed, opens_new, page_number,
    period_of, search_of, site_of, sort_of,
};
use crate::router::{Location, use_page_location, use_router};
use crate::ui::TableOrder;

/// The parameters in the page's query string. They follow the address.
pub fn use_url_params<P: UrlParams>() -> Memo<P> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| P::read(&QueryString::parse(&location.query))))
}

/// The list that the answer of the page belongs to. It follows the address.
pub fn use_answer_params() -> Memo<AnswerParams> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| AnswerParams::read(&QueryString::parse(&location.query))))
}

/// The period of the page's trends.
pub fn use_period() -> Memo<Period> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| period_of(&QueryString::parse(&location.query))))
}

/// The figure whose answers the page of a brand shows, and the brand whose site they cite.
pub fn use_figure() -> Memo<Option<(BrandFigure, Option<BrandId>)>> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| figure_of(&QueryString::parse(&location.query))))
}

/// Whether the page's address opens the form for a new item.
pub fn use_opens_new() -> Memo<bool> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| opens_new(&QueryString::parse(&location.query))))
}

/// The page of a long table that the address selects, from 1.
pub fn use_page_number() -> Memo<usize> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| page_number(&QueryString::parse(&location.query))))
}

/// Whether the page of a run shows only the prompts with failed items.
pub fn use_only_failed() -> Memo<bool> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| only_failed(&QueryString::parse(&location.query))))
}

/// The text that the page's table is searched for.
pub fn use_search() -> Memo<Option<String>> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| search_of(&QueryString::parse(&location.query))))
}

/// The site that the page's address puts into the form for a new analysis.
pub fn use_site() -> Memo<Option<String>> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| site_of(&QueryString::parse(&location.query))))
}

/// The order of the page's table that the address selects.
pub fn use_sort() -> Memo<Option<String>> {
    let location = use_page_location();
    Memo::new(move |_| location.with(|location| sort_of(&QueryString::parse(&location.query))))
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

/// Opens the page behind a stop of a chart: `address` returns its address, or `None` if nothing is behind it.
pub fn use_open(
    address: impl Fn(usize, Option<usize>) -> Option<String> + Send + Sync + 'static,
) -> Callback<(usize, Option<usize>)> {
    let router = use_router();
    let address: Box<dyn Fn(usize, Option<usize>) -> Option<String> + Send + Sync> = Box::new(address);
    Callback::new(move |(stop, series)| {
        if let Some(address) = untrack(|| address(stop, series)) {
            router.navigate(&address, false);
        }
    })
}

/// Returns a function that opens an address of the console. With `replace`, the history gets no new entry.
pub fn use_navigate() -> impl Fn(&str, bool) + Copy + 'static {
    let router = use_router();
    move |address: &str, replace: bool| router.navigate(address, replace)
}

/// Returns a function that opens an address of the same page, which stays where it is scrolled to.
pub fn use_navigate_in_place() -> impl Fn(&str) + Copy + 'static {
    let router = use_router();
    move |address: &str| router.navigate_in_place(address)
}
