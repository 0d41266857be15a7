use crate::harness::AnswerRow;
use crate::on_sqlite;

on_sqlite! {
    async fn get_answer_markdown_requires_a_credential_and_returns_text_that_browsers_do_not_execute(server, account) {
        let content = "# 제목\n<script>alert(1)</script>";
        let id = server.answer(&account, AnswerRow { content, ..Default::default() }).await;
        let path = format!("/v1/platform/answers/{id}/markdown");
        assert_eq!(server.get_public(&format!("/api{path}")).await.status, 401);
        let reply = server.get(&account, &path).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, content));
        assert_eq!(reply.headers["content-type"], "text/markdown; charset=utf-8");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["content-security-policy"], "default-src 'none'; sandbox");
        assert_eq!(reply.headers["vary"], "accept");
    }
}
