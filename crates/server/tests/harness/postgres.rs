//! PostgreSQL for tests: the server of `DATABASE_URL` if it is set, else a temporary cluster that ends with the process.

use std::sync::atomic::{AtomicU32, Ordering};

use answerdeck_database::migrate;
use sea_orm::{ConnectionTrait, Database};
use tokio::sync::OnceCell;

static SERVER: OnceCell<String> = OnceCell::const_new();
/// The name of a database with the current schema and no rows.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Creates an empty database and returns its URL.
pub async fn fresh_database() -> String {
    create("").await
}

/// Creates a database with the current schema and returns its URL. A copy takes a fraction of the time of the migrations.
pub async fn migrated_database() -> String {
    let template = TEMPLATE
        .get_or_init(async || {
            let url = fresh_database().await;
            migrate(&url).await.unwrap();
            url.rsplit_once('/').unwrap().1.to_owned()
        })
        .await;
    create(&format!("TEMPLATE {template}")).await
}

/// Creates a database with these options of `CREATE DATABASE`, and returns its URL.
pub async fn create(options: &str) -> String {
    let server = SERVER
        .get_or_init(async || match std::env::var("DATABASE_URL") {
            Ok(url) => url.rsplit_once('/').unwrap().0.to_owned(),
            Err(_) => tokio::task::spawn_blocking(throwaway_postgres::start).await.unwrap().unwrap(),
        })
        .await;
    let name = format!("answerdeck_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let maintenance = Database::connect(format!("{server}/postgres")).await.unwrap();
    maintenance.execute_unprepared(&format!("CREATE DATABASE {name} {options}")).await.unwrap();
    maintenance.close().await.unwrap();
    format!("{server}/{name}")
}
