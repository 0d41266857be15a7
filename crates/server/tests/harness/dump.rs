//! A dump of the database, to check whether a request changes anything.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::TestServer;

impl TestServer {
    /// Returns every row of every table as text, except the counts of the rate limit.
    pub async fn dump(&self) -> BTreeMap<String, Vec<String>> {
        let backend = self.app.database.get_database_backend();
        let tables = match backend {
            DbBackend::Postgres => "SELECT tablename AS text FROM pg_tables WHERE schemaname = 'public'",
            _ => "SELECT name AS text FROM sqlite_master WHERE type = 'table'",
        };
        let mut dump = BTreeMap::new();
        for table in self.texts(tables).await {
            if table == "rate_windows" {
                continue;
            }
            let rows = match backend {
                DbBackend::Postgres => format!("SELECT t::text AS text FROM \"{table}\" t ORDER BY 1"),
                _ => {
                    let columns = format!("SELECT 'quote(' || name || ')' AS text FROM pragma_table_info('{table}')");
                    let columns = self.texts(&columns).await.join(" || ',' || ");
                    format!("SELECT {columns} AS text FROM \"{table}\" ORDER BY 1")
                }
            };
            dump.insert(table, self.texts(&rows).await);
        }
        dump
    }

    async fn texts(&self, query: &str) -> Vec<String> {
        let database = &self.app.database;
        let rows =
            database.query_all_raw(Statement::from_string(database.get_database_backend(), query)).await.unwrap();
        rows.iter().map(|row| row.try_get("", "text").unwrap()).collect()
    }
}
