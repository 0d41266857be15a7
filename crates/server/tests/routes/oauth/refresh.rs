use jiff::SignedDuration;

use crate::harness::oauth::{REDIRECT_URI, Tokens};
use crate::on_both;

on_both! {
    async fn a_refresh_token_is_exchanged_for_a_new_token_pair(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let first = client.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(2));
        assert_eq!(client.call(&first.access).await, 401);
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        assert_eq!(client.call(&next.access).await, 200);
        assert_ne!(next.refresh, first.refresh);
        assert!(client.refresh(&next.refresh).await.status.is_success());
    }

    async fn reuse_of_a_refresh_token_revokes_its_token_family(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let first = client.sign_in(&account).await;
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        assert_eq!(client.refresh(&first.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&next.access).await, 401);
        assert_eq!(client.refresh(&next.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }

    async fn a_refresh_token_of_another_client_is_rejected_and_stays_valid(server: TestServer) {
        let account = server.account().await;
        let (client, other) = (server.oauth_client(REDIRECT_URI).await, server.oauth_client(REDIRECT_URI).await);
        let tokens = client.sign_in(&account).await;
        assert_eq!(other.refresh(&tokens.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert!(client.refresh(&tokens.refresh).await.status.is_success());
    }

    async fn an_access_token_is_not_a_refresh_token(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let tokens = client.sign_in(&account).await;
        assert_eq!(client.refresh(&tokens.access).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }

    async fn a_token_family_expires_after_thirty_days_despite_refreshes(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let mut tokens = client.sign_in(&account).await;
        for _ in 0..29 {
            server.clock.advance(SignedDuration::from_hours(24));
            tokens = Tokens::of(&client.refresh(&tokens.refresh).await);
        }
        server.clock.advance(SignedDuration::from_secs(24 * 60 * 60 - 1));
        tokens = Tokens::of(&client.refresh(&tokens.refresh).await);
        server.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(client.refresh(&tokens.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }

    async fn concurrent_refreshes_with_one_token_succeed_at_most_once(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let first = client.sign_in(&account).await;
        let (one, two) = tokio::join!(client.refresh(&first.refresh), client.refresh(&first.refresh));
        assert_eq!([one, two].iter().filter(|reply| reply.status.is_success()).count(), 1);
    }

    async fn expired_grants_are_deleted_with_their_codes_and_tokens(server: TestServer) {
        use answerdeck_server::database::entity::{oauth_code, oauth_grant, oauth_token};
        use sea_orm::{EntityTrait, PaginatorTrait};
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        client.sign_in(&account).await;
        client.code(&account).await;
        server.clock.advance(SignedDuration::from_hours(31 * 24));
        client.sign_in(&account).await;
        let database = &server.app.database;
        assert_eq!(oauth_grant::Entity::find().count(database).await.unwrap(), 1);
        assert_eq!(oauth_code::Entity::find().count(database).await.unwrap(), 1);
        assert_eq!(oauth_token::Entity::find().count(database).await.unwrap(), 2);
    }
}
