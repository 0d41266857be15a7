//! SQLite for tests.

use std::path::Path;

use answerdeck_database::migrate;
use tokio::sync::OnceCell;

/// The file of a database with the current schema and no rows.
static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();

/// Creates a database with the current schema in `folder` and returns its URL.
pub async fn migrated_database(folder: &Path) -> String {
    let file = folder.join("answerdeck.db");
    let url = format!("sqlite://{}", file.display());
    let template = TEMPLATE
        .get_or_init(async || {
            migrate(&url).await.unwrap();
            std::fs::read(&file).unwrap()
        })
        .await;
    std::fs::write(&file, template).unwrap();
    url
}
