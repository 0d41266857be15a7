use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn get_answer_markdown_returns_text_that_browsers_do_not_execute(server, account) {
        let content = "# 제목\n<script>alert(1)</script>";
        let id = server.answer(&account, AnswerRow { content, ..Default::default() }).await;
        let reply = server.get(&account, &format!("/v1/platform/answers/{id}/markdown")).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, content));
        assert_eq!(reply.headers["content-type"], "text/markdown; charset=utf-8");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["content-security-policy"], "default-src 'none'; sandbox");
        assert_eq!(reply.headers["vary"], "accept");
    }

    async fn get_answer_markdown_requires_a_credential(server, account) {
        let id = server.answer(&account, AnswerRow::default()).await;
        let reply = server.http.get(format!("{}/api/v1/platform/answers/{id}/markdown", server.url)).send().await.unwrap();
        assert_eq!(reply.status().as_u16(), 401);
    }

    async fn the_markdown_of_an_unsuccessful_answer_is_not_found(server, account) {
        let id = server.answer(&account, AnswerRow { status: "FAILED", ..Default::default() }).await;
        let reply = server.get(&account, &format!("/v1/platform/answers/{id}/markdown")).await;
        assert_eq!(reply.refusal(), (404, "ANSWER_NOT_FOUND".to_owned()));
    }
}
