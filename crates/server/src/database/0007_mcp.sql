-- The resource that a token is for. Tokens of earlier versions are for the whole server.
ALTER TABLE oauth_requests ADD COLUMN resource text;
ALTER TABLE oauth_grants ADD COLUMN resource text;
ALTER TABLE oauth_tokens ADD COLUMN resource text;

-- Runs that were estimated and can be started.
CREATE TABLE run_estimates (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    submission json NOT NULL,
    item_count bigint NOT NULL,
    expires_at bigint NOT NULL,
    run_id ID_TEXT
);
CREATE INDEX run_estimates_by_organization ON run_estimates (organization_id, id)
