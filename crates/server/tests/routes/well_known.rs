use serde_json::json;

use crate::on_sqlite;

on_sqlite! {
    async fn the_challenge_has_the_address_of_the_metadata_documents_which_list_every_endpoint(server) {
        let challenged = server.get_public("/api/v1/platform/organizations/me").await;
        assert_eq!(challenged.status, 401);
        let challenge = format!("Bearer resource_metadata=\"{}/.well-known/oauth-protected-resource\"", server.url);
        assert_eq!(challenged.headers["www-authenticate"], challenge);
        let resource = server.get_public("/.well-known/oauth-protected-resource").await.ok();
        assert_eq!(resource["resource"], server.url);
        assert_eq!(resource["authorization_servers"], json!([server.url]));
        assert_eq!(resource["scopes_supported"], json!(["mcp"]));
        let resource = server.get_public("/.well-known/oauth-protected-resource/mcp").await.ok();
        assert_eq!(resource["resource"], format!("{}/mcp", server.url));
        assert_eq!(server.get_public("/.well-known/oauth-protected-resource/other").await.status, 404);

        let metadata = server.get_public("/.well-known/oauth-authorization-server").await.ok();
        assert_eq!(metadata["issuer"], server.url);
        for (name, path) in [
            ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("registration_endpoint", "/oauth/register"),
            ("revocation_endpoint", "/oauth/revoke"),
        ] {
            assert_eq!(metadata[name], format!("{}{path}", server.url));
        }
        assert_eq!(metadata["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(metadata["token_endpoint_auth_methods_supported"], json!(["none"]));
        assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
        assert_eq!(metadata["client_id_metadata_document_supported"], true);
    }
}
