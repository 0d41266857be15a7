-- The organizations whose tokens are taken out again. A row is deleted with the last answer of its organization.
CREATE TABLE token_rebuilds (
    organization_id ID_TEXT PRIMARY KEY REFERENCES organizations (id),
    position bigint NOT NULL,
    total bigint NOT NULL
)
