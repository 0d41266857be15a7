//! SQLite for tests.

use std::path::Path;

use answerdeck_database::{migrate, query_row};
use sea_orm::DatabaseConnection;
use tokio::sync::OnceCell;

/// The file of a database with the current schema and no rows.
static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();

/// The URL of the database in a folder.
pub fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("answerdeck.db").display())
}

/// Creates a database with the current schema in `folder` and returns its URL.
pub async fn migrated_database(folder: &Path) -> String {
    let (file, url) = (folder.join("answerdeck.db"), url(folder));
    let template = TEMPLATE
        .get_or_init(async || {
            migrate(&url).await.unwrap();
            std::fs::read(&file).unwrap()
        })
        .await;
    std::fs::write(&file, template).unwrap();
    url
}

pub async fn assert_intact(database: &DatabaseConnection) {
    assert_eq!(query_row::<String>(database, "PRAGMA integrity_check", []).await.unwrap().unwrap(), "ok");
}
