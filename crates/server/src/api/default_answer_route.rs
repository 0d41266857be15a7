//! The answer route that a tool counts if it names none: like the console, a tool never mixes routes in its numbers.

use axum::extract::Request;
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::Response;

use crate::answer_routes;
use crate::http::caller::Read;
use crate::problem::{ApiResult, Problem};

/// Adds the preselected route to a query without one, if the organization has several.
pub(super) async fn set_default_answer_route(read: Read, mut request: Request, next: Next) -> ApiResult<Response> {
    let query = request.uri().query().unwrap_or_default();
    let has_scope = request.method() == Method::GET;
    if has_scope && !form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "route") {
        let routes = answer_routes::routes(&read.app, read.caller.organization_id.as_str()).await?;
        if let [first, _, ..] = &routes[..] {
            let separator = if query.is_empty() { "" } else { "&" };
            let target = format!("{}?{query}{separator}route={first}", request.uri().path());
            let uri = Uri::try_from(target).map_err(|error| Problem::Internal(std::sync::Arc::new(error)))?;
            *request.uri_mut() = uri;
        }
    }
    Ok(next.run(request).await)
}
