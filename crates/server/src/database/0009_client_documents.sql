-- When the metadata document of a client is read again. Registered clients have none.
ALTER TABLE oauth_clients ADD COLUMN document_expires_at bigint
