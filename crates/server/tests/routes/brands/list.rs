use crate::on_sqlite;

on_sqlite! {
    async fn list_brands_returns_every_brand_once_newest_first(server, account) {
        let mut created = Vec::new();
        for number in 0..7 {
            created.push(server.brand(&account, &format!("Brand {number}")).await);
        }
        let listed = server.list(&account, "/v1/platform/brands?limit=3", "brands").await;
        let seen: Vec<&str> = listed.iter().map(|brand| brand["id"].as_str().unwrap()).collect();
        created.reverse();
        assert_eq!(seen, created);
    }
}
