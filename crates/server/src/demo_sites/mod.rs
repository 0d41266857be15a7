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

/// The rendered sites. Clones share them.
#[derive(Debug, Clone)]
pub struct DemoSites(Arc<BTreeMap<String, RenderedSite>>);

/// The pages of a site by path, such as `guides/commuting`. The start page has the empty path.
type RenderedSite = BTreeMap<String, String>;

impl DemoSites {
    pub fn render(corpus: &Corpus) -> Self {
        let mut sites: BTreeMap<&str, Vec<(&str, &Document)>> = BTreeMap::new();
        for page in corpus.web_pages() {
            if let Some((host, path)) = page.url.split_once("://").and_then(|(_, rest)| rest.split_once('/')) {
                sites.entry(host).or_default().push((path, page));
            }
        }
        let mut rendered: BTreeMap<_, _> =
            sites.iter().map(|(host, pages)| ((*host).to_owned(), render_site(host, pages))).collect();
        rendered.insert(String::new(), RenderedSite::from([(String::new(), index(sites.keys().copied()))]));
        Self(Arc::new(rendered))
    }

    /// The address of a site to try: of the first of the websites that is among them, or else of the first site.
    pub(crate) fn address(&self, public_url: &str, websites: &[String]) -> Option<String> {
        let host = |website: &String| website.split_once("://").map(|(_, rest)| rest.trim_end_matches('/').to_owned());
        let own = websites.iter().filter_map(host).find(|host| self.0.contains_key(host));
        let host = own.or_else(|| self.0.keys().find(|host| !host.is_empty()).cloned())?;
        Some(format!("{public_url}{BASE_PATH}/{host}/"))
    }

    fn page(&self, host: &str, path: &str) -> Option<&str> {
        self.0.get(host)?.get(path).map(String::as_str)
    }
}

/// Returns the routes of `sites`. Without sites, every page is a 404.
pub(crate) fn router<S>(sites: Option<DemoSites>) -> Router<S> {
    let redirect_to_start = async |Path(host): Path<String>| Redirect::permanent(&format!("{BASE_PATH}/{host}/"));
    Router::new()
        .route(BASE_PATH, get(async || Redirect::permanent(&format!("{BASE_PATH}/"))))
        .route(
            &format!("{BASE_PATH}/"),
            get(async |State(sites): State<Option<DemoSites>>| respond(sites.as_ref(), "", "")),
        )
        .route(&format!("{BASE_PATH}/{{host}}"), get(redirect_to_start))
        .route(
            &format!("{BASE_PATH}/{{host}}/"),
            get(async |State(sites): State<Option<DemoSites>>, Path(host): Path<String>| {
                respond(sites.as_ref(), &host, "")
            }),
        )
        .route(
            &format!("{BASE_PATH}/{{host}}/{{*path}}"),
            get(async |State(sites): State<Option<DemoSites>>, Path((host, path)): Path<(String, String)>| {
                respond(sites.as_ref(), &host, &path)
            }),
        )
        .with_state(sites)
}

fn respond(sites: Option<&DemoSites>, host: &str, path: &str) -> Response {
    let page = sites.and_then(|sites| sites.page(host, path));
    let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
    let policy = format!(
        "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        sha256_source(STYLE)
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    (headers, Html(page.to_owned())).into_response()
}

fn render_site(host: &str, pages: &[(&str, &Document)]) -> RenderedSite {
    let first = pages.iter().find(|(path, _)| path.is_empty());
    let start = html! {
        h1 { (host) }
        @if let Some((_, page)) = first { (article(page)) }
        ul { @for (path, page) in pages { li { a href=(format!("{BASE_PATH}/{host}/{path}")) { (page.title) } } } }
    };
    let others = pages
        .iter()
        .filter(|(path, _)| !path.is_empty())
        .map(|(path, page)| ((*path).to_owned(), document(&page.title, page.language.tag(), host, &article(page))));
    std::iter::once((String::new(), document(host, "ko", host, &start))).chain(others).collect()
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
