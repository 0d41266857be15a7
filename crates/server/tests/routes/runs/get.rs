use crate::harness::runs::run_body;
use crate::on_both;

on_both! {
    async fn a_run_of_another_organization_is_not_found(server: TestServer) {
        let (owner, other) = (server.account().await, server.account().await);
        let prompts = server.prompts(&owner, &["A?"]).await;
        let id = server.submit(&owner, run_body(&prompts, &["CLAUDE"])).await;
        let foreign = server.get(&other, &format!("/v1/platform/runs/{id}")).await;
        let unknown = server.get(&other, "/v1/platform/runs/zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(foreign.refusal(), (404, "TASK_GENERATION_RUN_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text, unknown.text);
    }

    async fn a_run_completes_the_items_of_a_deleted_prompt(server: TestServer) {
        let account = server.account().await;
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.delete(&account, &format!("/v1/platform/prompts/{}", prompts[0])).await;
        server.start_jobs().await;
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["answers"][0]["promptID"]), (&1.into(), &prompts[0].as_str().into()));
    }
}
