//! A site whose robots.txt is costly to match.

use axum::Router;
use axum::response::Html;
use axum::routing::get;

use crate::harness::serve;

/// Rules with wildcards.
const RULES: usize = 4_700;
/// Links of the start page, which nearly match each rule.
const LINKS: usize = 498;

/// Serves the site until the test ends, and returns its address.
pub(super) async fn start() -> String {
    let rules: String = (0..RULES).map(|rule| format!("Disallow: /*a*a*a*a*{rule}$\n")).collect();
    let robots = format!("User-agent: *\n{rules}");
    let links: String = (0..LINKS).map(|link| format!("<a href=\"/{}{link}x\">{link}</a>", "a".repeat(200))).collect();
    let page = format!("<!doctype html><title>무선 이어폰</title><p>무선 이어폰의 배터리는 오래 갑니다.</p>{links}");
    let router = Router::new().route("/robots.txt", get(async || robots)).fallback(async || Html(page));
    format!("http://{}/", serve(router).await)
}
