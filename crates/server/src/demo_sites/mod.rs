//! Serves the invented sites of the corpus, so that the demo can analyze sites without a network.

use std::collections::BTreeMap;
use std::sync::Arc;

use answerdeck_engine::corpus::{Corpus, Document};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use crate::headers::content_security_policy::sha256_source;

const BASE_PATH: &str = "/demo-sites";
/// The notice on every page.
const LABEL: &str = "Answerdeck 데모를 위해 지어낸 사이트입니다. Invented for the Answerdeck demo.";
const STYLE: &str = include_str!("page.css");

/// The rendered pages by their paths, such as `nurio.example/guides/commuting`. A start page has the path `nurio.example/`, and the list
/// of sites the empty one. Clones share them.
#[derive(Debug, Clone)]
pub struct DemoSites(Arc<BTreeMap<String, String>>);

impl DemoSites {
    pub fn render(corpus: &Corpus) -> Self {
        let mut sites: BTreeMap<&str, Vec<(&str, &Document)>> = BTreeMap::new();
        for page in corpus.web_pages() {
            if let Some((host, path)) = page.url.split_once("://").and_then(|(_, rest)| rest.split_once('/')) {
                sites.entry(host).or_default().push((path, page));
            }
        }
        let index = index(sites.keys().copied());
        let pages = sites.iter().flat_map(|(host, pages)| render_site(host, pages));
        Self(Arc::new(pages.chain([(String::new(), index)]).collect()))
    }

    /// The address of a site to try: of the first of the websites that is among them, or else of the first site.
    pub(crate) fn address(&self, public_url: &str, websites: &[String]) -> Option<String> {
        let start = |website: &String| {
            let (_, rest) = website.split_once("://")?;
            Some(format!("{}/", rest.trim_end_matches('/')))
        };
        let own = websites.iter().filter_map(start).find(|start| self.0.contains_key(start));
        let start = own.or_else(|| self.0.keys().find(|path| path.ends_with('/')).cloned())?;
        Some(format!("{public_url}{BASE_PATH}/{start}"))
    }
}

/// Returns the routes of `sites`. Without sites, every page is a 404.
pub(crate) fn router<S>(sites: Option<DemoSites>) -> Router<S> {
    let index = async |State(sites): State<Option<DemoSites>>| respond(sites.as_ref(), "");
    let page = async |State(sites): State<Option<DemoSites>>, Path(path): Path<String>| respond(sites.as_ref(), &path);
    Router::new()
        .route(BASE_PATH, get(async || Redirect::permanent(&format!("{BASE_PATH}/"))))
        .route(&format!("{BASE_PATH}/"), get(index))
        .route(&format!("{BASE_PATH}/{{*path}}"), get(page))
        .with_state(sites)
}

fn respond(sites: Option<&DemoSites>, path: &str) -> Response {
    let Some(page) = sites.and_then(|sites| sites.0.get(path)) else {
        let is_host = !path.is_empty() && !path.contains('/');
        return match is_host {
            true => Redirect::permanent(&format!("{BASE_PATH}/{path}/")).into_response(),
            false => StatusCode::NOT_FOUND.into_response(),
        };
    };
    let policy = format!(
        "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        sha256_source(STYLE)
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    (headers, Html(page.clone())).into_response()
}

/// The pages of a site, each its path and its document.
fn render_site(host: &str, pages: &[(&str, &Document)]) -> Vec<(String, String)> {
    let first = pages.iter().find(|(path, _)| path.is_empty());
    let start = html! {
        h1 { (host) }
        @if let Some((_, page)) = first { (article(page)) }
        ul { @for (path, page) in pages { li { a href=(format!("{BASE_PATH}/{host}/{path}")) { (page.title) } } } }
    };
    let others = pages.iter().filter(|(path, _)| !path.is_empty()).map(|(path, page)| {
        (format!("{host}/{path}"), document(&page.title, page.language.tag(), host, &article(page)))
    });
    std::iter::once((format!("{host}/"), document(host, "ko", host, &start))).chain(others).collect()
}

fn article(page: &Document) -> Markup {
    html! { article { (PreEscaped(render_markdown(page.body()))) } }
}

fn index<'a>(hosts: impl Iterator<Item = &'a str>) -> String {
    let list = html! {
        h1 { "Demo sites" }
        ul { @for host in hosts { li { a href=(format!("{BASE_PATH}/{host}/")) { (host) } } } }
    };
    document("Demo sites", "en", "", &list)
}

/// Renders Markdown. Shows raw HTML as text, disables links that are not http or https, and replaces images with their text.
fn render_markdown(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let is_web = dest_url.starts_with("https://") || dest_url.starts_with("http://");
            let dest_url = if is_web { dest_url } else { CowStr::Borrowed("#") };
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        other => Some(other),
    });
    let mut html = String::with_capacity(2 * markdown.len());
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

fn document(title: &str, language: &str, host: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                // There are no links to the other sites, as all of them have the same host for a crawler.
                @if !host.is_empty() { header { nav { a href=(format!("{BASE_PATH}/{host}/")) { (host) } } } }
                main { (body) }
                footer { p { (LABEL) } }
            }
        }
    };
    page.into_string()
}
