use crate::harness::oauth::Tokens;
use crate::{on_both, on_sqlite};

on_both! {
    async fn revoking_an_access_token_keeps_the_refresh_token_and_revoking_that_revokes_its_token_family(server, account) {
        let client = server.oauth_client().await;
        let tokens = client.sign_in(&account).await;
        let form = [("client_id", client.id.as_str()), ("token", &tokens.access)];
        assert_eq!(client.post("/oauth/revoke", &form).await.status, 200);
        assert_eq!(client.call(&tokens.access).await, 401);
        let tokens = Tokens::of(&client.refresh(&tokens.refresh).await);
        let form = [("client_id", client.id.as_str()), ("token", &tokens.refresh)];
        assert_eq!(client.post("/oauth/revoke", &form).await.status, 200);
        assert_eq!(client.call(&tokens.access).await, 401);
        assert_eq!(client.refresh(&tokens.refresh).await.status, 400);
        assert_eq!(client.post("/oauth/revoke", &form).await.status, 200);
    }
}

on_sqlite! {
    async fn a_client_cannot_revoke_tokens_of_another_client(server, account) {
        let (client, other) = (server.oauth_client().await, server.oauth_client().await);
        let tokens = client.sign_in(&account).await;
        let form = [("client_id", other.id.as_str()), ("token", &tokens.refresh)];
        assert_eq!(client.post("/oauth/revoke", &form).await.status, 200);
        assert_eq!(client.call(&tokens.access).await, 200);
        let form = [("client_id", "nobody"), ("token", &tokens.refresh)];
        assert_eq!(client.post("/oauth/revoke", &form).await.oauth_error(), (401, "invalid_client".to_owned()));
    }
}
