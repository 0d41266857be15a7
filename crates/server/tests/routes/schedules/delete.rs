use crate::on_both;

on_both! {
    async fn delete_schedule_removes_it_and_nothing_of_another_organization(server, account, other) {
        let (own, theirs) = (server.prompts(&account, &["A?"]).await, server.prompts(&other, &["A?"]).await);
        let own = format!("/v1beta/platform/schedules/{}", server.daily_schedule(&account, &own).await);
        let theirs = format!("/v1beta/platform/schedules/{}", server.daily_schedule(&other, &theirs).await);
        let not_found = (404, "SCHEDULE_NOT_FOUND".to_owned());
        assert_eq!(server.delete(&account, &theirs).await.refusal(), not_found);
        assert_eq!(server.delete(&account, &own).await.status, 204);
        assert_eq!(server.get(&account, &own).await.refusal(), not_found);
        assert_eq!(server.delete(&account, &own).await.refusal(), not_found);
        server.get(&other, &theirs).await.ok();
    }
}
