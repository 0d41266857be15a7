-- Deleting a client and revoking a key look for their grants.
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_key ON oauth_grants (api_key_id)
