use crate::on_both;

on_both! {
    async fn list_brands_returns_every_brand_once_newest_first(server: TestServer) {
        let account = server.account().await;
        let mut created = Vec::new();
        for number in 0..7 {
            created.push(server.brand(&account, &format!("Brand {number}")).await);
        }
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = server.get(&account, &format!("/v1/platform/brands?limit=3{cursor}")).await.ok();
            seen.extend(page["brands"].as_array().unwrap().iter().map(|brand| brand["id"].as_str().unwrap().to_owned()));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        created.reverse();
        assert_eq!(seen, created);
    }
}
