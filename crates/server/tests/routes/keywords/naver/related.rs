use crate::on_sqlite;

on_sqlite! {
    async fn naver_related_keywords_are_ordered_by_volume(server, account) {
        let reply = server.get(&account, "/v1beta/platform/keywords/naver/related?keyword=카본화").await.ok();
        let related = reply["relatedKeywords"].as_array().unwrap();
        assert_eq!(related[0]["keyword"], "러닝화");
        let volumes: Vec<u64> =
            related.iter().map(|item| item["metrics"]["searchVolumeTotal"].as_u64().unwrap()).collect();
        assert!(volumes.is_sorted_by(|one, other| one >= other), "{volumes:?}");
        assert!(related.iter().all(|item| item["keyword"] != "카본화"));
    }
}
