//! Storing and deleting copies.

use clickhouse::Row;
use serde::Serialize;

use crate::selection::list;
use crate::server::{ClickHouse, ClickHouseError, WRITE_TIMEOUT};

/// A copy has about as many answers as a granule, so a query reads little beside the copies that it names.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS answers (\
    organization String, copy Int64, at DateTime, id FixedString(16), \
    run UInt32, prompt_set UInt32, prompt UInt32, region UInt32, model UInt32, \
    pages Array(UInt32), domains Array(UInt32), sites Array(UInt32), owners Array(Array(UInt32)), \
    fanouts Array(UInt32), tokens Array(UInt32), \
    brands Array(UInt32), mentions Array(UInt32), firsts Array(UInt32), own_citations Array(UInt32)\
    ) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (organization, copy, id) SETTINGS index_granularity = 1024";

/// An answer in a copy. Numbers are those of names in the columns, 0 for a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Row, Serialize)]
pub struct CopiedAnswer {
    pub organization: String,
    pub copy: i64,
    /// When it was requested, in seconds since 1970.
    pub at: u32,
    /// Its id, the most significant byte first.
    pub id: [u8; 16],
    pub run: u32,
    pub prompt_set: u32,
    pub prompt: u32,
    pub region: u32,
    pub model: u32,
    /// The pages, domains and sites of its sources.
    pub pages: Vec<u32>,
    pub domains: Vec<u32>,
    pub sites: Vec<u32>,
    /// For each source, the definitions of the brands whose page it is.
    pub owners: Vec<Vec<u32>>,
    pub fanouts: Vec<u32>,
    pub tokens: Vec<u32>,
    /// The definitions of the brands that it names or cites.
    pub brands: Vec<u32>,
    /// How often it names each of these.
    pub mentions: Vec<u32>,
    /// The byte of the text where the first mention of each begins. 0 without mentions.
    pub firsts: Vec<u32>,
    /// How many of its sources are pages of each.
    pub own_citations: Vec<u32>,
}

impl ClickHouse {
    /// Creates the table on a server if it is missing.
    pub async fn create_table(&self, server: &str) -> Result<(), ClickHouseError> {
        self.server(server)?.execute(TABLE).await
    }

    /// Stores answers on a server.
    ///
    /// # Errors
    /// Fails if the server does. It may have stored some of the answers.
    pub async fn insert<'a>(
        &self,
        server: &str,
        answers: impl Iterator<Item = &'a CopiedAnswer>,
    ) -> Result<(), ClickHouseError> {
        let server = self.server(server)?;
        let insert = async {
            let mut insert = server.client.insert::<CopiedAnswer>("answers").await?;
            for answer in answers {
                insert.write(answer).await?;
            }
            insert.end().await
        };
        server.in_time(WRITE_TIMEOUT, insert).await
    }

    /// Deletes copies on a server. It does so later, but remembers it at once.
    pub async fn delete(&self, server: &str, copies: &[i64]) -> Result<(), ClickHouseError> {
        self.server(server)?.execute(&format!("ALTER TABLE answers DELETE WHERE copy IN ({})", list(copies))).await
    }
}
