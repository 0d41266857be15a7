//! The migrations of the schema. A released migration never changes.

use sea_orm_migration::prelude::*;

pub(super) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(First)]
    }
}

struct First;

impl MigrationName for First {
    fn name(&self) -> &str {
        "0001_first"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for First {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        for statement in include_str!("0001_first.sql").split(';').map(str::trim).filter(|text| !text.is_empty()) {
            // Ids sort by their creation time only in bytewise order.
            let (id, bytes) = match backend {
                sea_orm::DbBackend::Postgres => ("varchar COLLATE \"C\"", "bytea"),
                _ => ("varchar COLLATE BINARY", "blob"),
            };
            let statement = statement.replace("ID_TEXT", id).replace("BYTES", bytes);
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        if backend == sea_orm::DbBackend::Postgres {
            // The counts of a second may be lost in a crash, so they need no write-ahead log.
            let rate_windows = "CREATE UNLOGGED TABLE rate_windows (organization_id varchar COLLATE \"C\" NOT NULL, \
                start bigint NOT NULL, count integer NOT NULL, PRIMARY KEY (organization_id, start))";
            manager.get_connection().execute_unprepared(rate_windows).await?;
        }
        Ok(())
    }
}
