-- The last request to read the engines files again: one row.
CREATE TABLE engine_reloads (
    id integer PRIMARY KEY,
    requested_at bigint NOT NULL
)
