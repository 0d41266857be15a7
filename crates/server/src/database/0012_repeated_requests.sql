-- The responses of writes with an idempotency key. total_bytes is the size of these rows of the organization up to this one.
CREATE TABLE idempotency_keys (
    key_hash BYTES NOT NULL PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    request_hash BYTES NOT NULL,
    status smallint NOT NULL,
    body BYTES,
    created_at bigint NOT NULL,
    total_bytes bigint NOT NULL
);
CREATE INDEX idempotency_keys_by_organization ON idempotency_keys (organization_id, total_bytes);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
-- A repeated refresh gets the same tokens again, which are derived from the used one and this salt.
ALTER TABLE oauth_tokens ADD COLUMN successor_salt varchar
