//! The operations of the platform, a module a resource.

mod prompt_sets;

use answerdeck_api::Operation;
use answerdeck_api::operation::{self, Method};
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};

use crate::app::App;
use crate::http::caller::admit;

/// Everything under `/api`.
pub(crate) fn router(app: &App) -> Router<App> {
    Router::new()
        .serve(operation::CREATE_PROMPT_SET, prompt_sets::create)
        .serve(operation::LIST_PROMPT_SETS, prompt_sets::list)
        .serve(operation::GET_PROMPT_SET, prompt_sets::get)
        .serve(operation::UPDATE_PROMPT_SET, prompt_sets::update)
        .serve(operation::DELETE_PROMPT_SET, prompt_sets::delete)
        .route_layer(axum::middleware::from_fn_with_state(app.clone(), admit))
}

trait Serve {
    /// Answers `operation` with `handler`, on the method and path of the table.
    fn serve<H: Handler<T, App>, T: 'static>(self, operation: Operation, handler: H) -> Self;
}

impl Serve for Router<App> {
    fn serve<H: Handler<T, App>, T: 'static>(self, operation: Operation, handler: H) -> Self {
        let method = match operation.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        self.route(operation.path, on(method, handler))
    }
}
