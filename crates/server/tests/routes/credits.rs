use crate::on_sqlite;

on_sqlite! {
    async fn get_credit_balance_returns_credits(server, account) {
        assert_eq!(server.get(&account, "/v1beta/platform/credits/me").await.ok()["balance"], 1_000.0);
    }
}
