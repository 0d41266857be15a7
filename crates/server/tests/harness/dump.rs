//! A dump of the database, to check whether a request changes anything, and the export of an organization.

use std::collections::BTreeMap;

use answerdeck_database::query_rows;
use answerdeck_server::organization::export::export;
use sea_orm::DbBackend;
use serde_json::Value;

use super::{Account, TestServer};

impl TestServer {
    /// Returns every row of every table as text, except the counts of the rate limit.
    pub async fn dump(&self) -> BTreeMap<String, Vec<String>> {
        let backend = self.app.database.get_database_backend();
        let tables = match backend {
            DbBackend::Postgres => "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
            _ => "SELECT name FROM sqlite_master WHERE type = 'table'",
        };
        let mut dump = BTreeMap::new();
        for table in self.texts(tables).await {
            if table == "rate_windows" {
                continue;
            }
            let rows = match backend {
                DbBackend::Postgres => format!("SELECT t::text FROM \"{table}\" t ORDER BY 1"),
                _ => {
                    let columns = format!("SELECT 'quote(' || name || ')' FROM pragma_table_info('{table}')");
                    let columns = self.texts(&columns).await.join(" || ',' || ");
                    format!("SELECT {columns} FROM \"{table}\" ORDER BY 1")
                }
            };
            dump.insert(table, self.texts(&rows).await);
        }
        dump
    }

    async fn texts(&self, query: &str) -> Vec<String> {
        query_rows(&self.app.database, query, []).await.unwrap()
    }

    /// Returns the lines of the export of an organization.
    pub async fn export(&self, account: &Account) -> Vec<Value> {
        let mut bytes = Vec::new();
        assert!(export(&self.app, &account.organization_id, &mut bytes).await.unwrap());
        String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
