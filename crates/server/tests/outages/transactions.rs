//! Transactions that fail, or whose callers stop waiting: what is acknowledged later is stored.

use answerdeck_database::{begin, query_row};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

use crate::harness::drop_after;
use crate::on_both;

/// More than there are connections in the pool.
const LATER: i64 = 20;

async fn insert(database: &impl ConnectionTrait, number: i64) -> Result<(), DbErr> {
    database.execute_unprepared(&format!("INSERT INTO numbers VALUES ({number})")).await.map(drop)
}

/// Checks that another connection reads these numbers from 0.
async fn assert_stored(other: &DatabaseConnection, count: i64) {
    let sql = "SELECT count(*) FROM numbers WHERE number >= 0";
    assert_eq!(query_row::<i64>(other, sql, []).await.unwrap(), Some(count));
}

on_both! {
    async fn writes_are_stored_after_the_caller_of_a_transaction_has_left(server) {
        let database = &server.app.database;
        database.execute_unprepared("CREATE TABLE numbers (number bigint NOT NULL)").await.unwrap();
        for exponent in 0..LATER {
            let transaction = async {
                let transaction = begin(database).await.unwrap();
                insert(&transaction, -1).await.unwrap();
                transaction.commit().await.unwrap();
            };
            // The caller leaves earlier or later.
            drop_after(1_usize << (exponent % 16), transaction).await;
            insert(database, exponent).await.unwrap();
        }
        for number in 0..LATER {
            insert(database, number).await.unwrap();
        }
        assert_stored(&server.app.databases.auth, 2 * LATER).await;
    }

    async fn writes_are_stored_after_a_commit_has_failed(server) {
        let database = &server.app.database;
        for sql in [
            "CREATE TABLE numbers (number bigint NOT NULL PRIMARY KEY)",
            "CREATE TABLE copies (number bigint NOT NULL REFERENCES numbers (number) DEFERRABLE INITIALLY DEFERRED)",
        ] {
            database.execute_unprepared(sql).await.unwrap();
        }
        for number in 0..LATER {
            let transaction = begin(database).await.unwrap();
            insert(&transaction, LATER + number).await.unwrap();
            transaction.execute_unprepared("INSERT INTO copies VALUES (-1)").await.unwrap();
            // The constraint is checked now.
            transaction.commit().await.unwrap_err();
            let transaction = begin(database).await.unwrap();
            insert(&transaction, number).await.unwrap();
            transaction.commit().await.unwrap();
        }
        assert_stored(&server.app.databases.auth, LATER).await;
    }
}
