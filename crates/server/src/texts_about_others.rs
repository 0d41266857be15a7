//! Which prompts, searches and titles are about other brands than one.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sea_orm::{DatabaseConnection, DbErr};

use crate::brand_finder::definition_of;
use crate::cpu_pool::run_blocking;
use crate::state::AppState;

/// Returns a function that finds those of some texts that name other brands and not this one: see
/// [`TextsAboutOthers`](answerdeck_statistics::TextsAboutOthers).
pub(crate) async fn texts_about_others(
    app: &AppState,
    database: &DatabaseConnection,
    organization_id: &str,
    brand_id: Option<&str>,
) -> Result<impl Fn(Vec<String>) -> BoxFuture<'static, HashSet<String>> + Sync + use<>, DbErr> {
    let brands = app.brand_finders.of(database, organization_id).await?;
    let definition = definition_of(database, organization_id, brand_id).await?;
    Ok(move |texts: Vec<String>| {
        let brands = Arc::clone(&brands);
        let is_about_others = move |text: &String| brands.names_only_others(text, definition);
        run_blocking(move || texts.into_iter().filter(is_about_others).collect()).boxed()
    })
}
