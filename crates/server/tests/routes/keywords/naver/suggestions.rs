use crate::on_sqlite;

on_sqlite! {
    async fn naver_suggestions_are_longer_keywords_ordered_by_volume(server, account) {
        let reply = server.get(&account, "/v1beta/platform/keywords/naver/suggestions?keyword=러닝화&limit=3").await.ok();
        assert_eq!((reply["keyword"].as_str(), reply["metrics"]["searchVolumePC"].as_u64()), (Some("러닝화"), Some(15_600)));
        let suggested = reply["suggestedKeywords"].as_array().unwrap();
        let names: Vec<&str> = suggested.iter().map(|item| item["keyword"].as_str().unwrap()).collect();
        assert_eq!(names, ["러닝화 추천", "발볼 넓은 러닝화", "러닝화 세탁"]);
    }
}
