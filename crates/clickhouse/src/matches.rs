//! Which answers meet conditions.

use clickhouse::Row;
use serde::Deserialize;

use crate::selection::CopiedSelection;
use crate::server::{ClickHouse, ClickHouseError};

#[derive(Row, Deserialize)]
struct Match {
    id: [u8; 16],
}

impl ClickHouse {
    /// The number of selected answers.
    pub async fn count(&self, selection: &CopiedSelection) -> Result<u64, ClickHouseError> {
        let sql = |selected: &str| format!("SELECT count() FROM answers WHERE {selected}");
        Ok(self.read::<u64>(selection, sql).await?.into_iter().sum())
    }

    /// The greatest ids of selected answers. Each server returns up to `limit`.
    pub async fn newest(&self, selection: &CopiedSelection, limit: usize) -> Result<Vec<u128>, ClickHouseError> {
        let sql = |selected: &str| format!("SELECT id FROM answers WHERE {selected} ORDER BY id DESC LIMIT {limit}");
        Ok(self.read::<Match>(selection, sql).await?.iter().map(|found| u128::from_be_bytes(found.id)).collect())
    }
}
