use futures_util::future::join_all;
use jiff::SignedDuration;

use crate::harness::oauth::Tokens;
use crate::{on_both, on_sqlite};

on_both! {
    async fn a_refresh_token_is_exchanged_for_a_new_token_pair(server, account) {
        let client = server.oauth_client().await;
        let first = client.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(2));
        assert_eq!(client.call(&first.access).await, 401);
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        assert_eq!(client.call(&next.access).await, 200);
        assert_ne!(next.refresh, first.refresh);
        assert!(client.refresh(&next.refresh).await.status.is_success());
    }

    async fn a_refresh_that_is_repeated_within_thirty_seconds_gets_the_same_tokens(server, account) {
        let client = server.oauth_client().await;
        let first = client.sign_in(&account).await;
        let refreshed = client.refresh(&first.refresh).await.ok();
        assert_eq!(client.refresh(&first.refresh).await.ok(), refreshed);
        server.clock.advance(SignedDuration::from_secs(30));
        let again = client.refresh(&first.refresh).await;
        let next = Tokens::of(&again);
        assert!(refreshed["access_token"] == next.access && refreshed["refresh_token"] == next.refresh);
        assert_eq!((&refreshed["expires_in"], &again.ok()["expires_in"]), (&3_600.into(), &3_570.into()));
        assert_eq!(client.call(&next.access).await, 200);
        let last = Tokens::of(&client.refresh(&next.refresh).await);
        assert_eq!(client.call(&last.access).await, 200);
        server.clock.advance(SignedDuration::from_mins(58));
        assert_eq!((client.call(&next.access).await, client.call(&last.access).await), (200, 200));
        server.clock.advance(SignedDuration::from_mins(1) + SignedDuration::from_secs(30));
        assert_eq!((client.call(&next.access).await, client.call(&last.access).await), (401, 200));
    }

    async fn a_refresh_that_is_repeated_later_after_the_next_one_or_differently_revokes_its_token_family(server, account) {
        let client = server.oauth_client().await;
        let first = client.sign_in(&account).await;
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        server.clock.advance(SignedDuration::from_secs(31));
        assert_eq!(client.refresh(&first.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&next.access).await, 401);
        assert_eq!(client.refresh(&next.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));

        let first = client.sign_in(&account).await;
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        let last = Tokens::of(&client.refresh(&next.refresh).await);
        assert_eq!(client.refresh(&first.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&last.access).await, 401);
        assert_eq!(client.refresh(&next.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.refresh(&last.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));

        let first = client.sign_in(&account).await;
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        let resource = format!("{}/mcp", server.url);
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", &client.id),
            ("refresh_token", &first.refresh),
            ("resource", &resource),
        ];
        assert_eq!(client.post("/oauth/token", &form).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&next.access).await, 401);
    }

    async fn fifty_refreshes_at_once_on_two_servers_get_the_same_tokens(server, account) {
        let client = server.oauth_client().await;
        let first = client.sign_in(&account).await;
        let second = server.second_server().await;
        let other = second.oauth_client_of(&client.id);
        let refresh = |number| if number % 2 == 0 { client.refresh(&first.refresh) } else { other.refresh(&first.refresh) };
        let replies = join_all((0..50).map(refresh)).await;
        assert!(replies.iter().all(|reply| reply.ok() == replies[0].ok()), "{replies:?}");
        let next = Tokens::of(&replies[0]);
        assert_eq!(client.call(&next.access).await, 200);
        assert!(client.refresh(&next.refresh).await.status.is_success());
    }

    async fn expired_grants_are_deleted_with_their_codes_and_tokens(server, account) {
        use answerdeck_database::entity::{oauth_code, oauth_grant, oauth_token};
        use sea_orm::{EntityTrait, PaginatorTrait};
        let client = server.oauth_client().await;
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

on_sqlite! {
    async fn a_sign_in_is_refreshed_at_most_sixty_times_in_a_minute_and_stays_valid(server, account) {
        let client = server.oauth_client().await;
        let mut tokens = client.sign_in(&account).await;
        for _ in 0..60 {
            tokens = Tokens::of(&client.refresh(&tokens.refresh).await);
        }
        assert_eq!(client.refresh(&tokens.refresh).await.oauth_error(), (429, "temporarily_unavailable".to_owned()));
        let other = client.sign_in(&account).await;
        assert!(client.refresh(&other.refresh).await.status.is_success());
        server.clock.advance(SignedDuration::from_mins(1));
        assert!(client.refresh(&tokens.refresh).await.status.is_success());
    }

    async fn a_refresh_is_not_repeated_after_a_sign_out(server, account) {
        let client = server.oauth_client().await;
        let first = client.sign_in(&account).await;
        let next = Tokens::of(&client.refresh(&first.refresh).await);
        let form = [("client_id", &*client.id), ("token", &*next.refresh)];
        assert_eq!(client.post("/oauth/revoke", &form).await.status, 200);
        assert_eq!(client.refresh(&first.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }

    async fn a_refresh_token_of_another_client_and_an_access_token_are_rejected_and_the_refresh_token_stays_valid(server, account) {
        let (client, other) = (server.oauth_client().await, server.oauth_client().await);
        let tokens = client.sign_in(&account).await;
        assert_eq!(other.refresh(&tokens.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.refresh(&tokens.access).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert!(client.refresh(&tokens.refresh).await.status.is_success());
    }

    async fn a_token_family_expires_after_thirty_days_despite_refreshes(server, account) {
        let client = server.oauth_client().await;
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
}
