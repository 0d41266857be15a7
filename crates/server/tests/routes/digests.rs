//! `/v1beta/platform/digests`

use crate::harness::digests::DIGESTS;
use crate::on_both;
use serde_json::json;

on_both! {
    async fn digests_are_listed_newest_first_in_pages_and_read(server, account, other) {
        server.enable_digests(&account, json!({})).await;
        for monday in ["2026-11-23", "2026-11-30", "2026-12-07"] {
            server.advance_to(&format!("{monday}T00:00:00Z"));
            server.make_digests().await;
        }
        let all = server.digests(&account).await;
        let ends: Vec<&str> = all.iter().map(|digest| digest["findings"]["to"].as_str().unwrap()).collect();
        assert_eq!(ends, ["2026-12-06T15:00:00.000Z", "2026-11-29T15:00:00.000Z", "2026-11-22T15:00:00.000Z"]);
        let [page, rest] = server.two_pages(&account, &format!("{DIGESTS}?limit=2")).await;
        assert_eq!(page["digests"].as_array().unwrap(), &all[..2]);
        let cursor = page["nextCursor"].as_str().unwrap();
        assert_eq!(rest, json!({ "digests": [all[2]], "nextCursor": null }));
        let path = format!("{DIGESTS}/{}", all[0]["id"].as_str().unwrap());
        assert_eq!(server.get(&account, &path).await.ok(), all[0]);
        assert_eq!(server.get(&other, &path).await.refusal(), (404, "DIGEST_NOT_FOUND".to_owned()));
        assert_eq!(server.get(&other, &format!("{DIGESTS}?cursor={cursor}")).await.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
        assert_eq!(server.digests(&other).await.len(), 0);
    }
}
