-- The answers that are not in a part of the columns yet.
CREATE TABLE recent_answers (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    position bigint NOT NULL,
    place BYTES NOT NULL,
    source BYTES NOT NULL,
    fanout BYTES NOT NULL,
    token BYTES NOT NULL,
    PRIMARY KEY (organization_id, position)
);

-- The parts of the columns that have answers of a run.
CREATE TABLE run_parts (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    run bigint NOT NULL,
    part bigint NOT NULL,
    PRIMARY KEY (organization_id, run, part)
);

-- The times of the first and of the last answer of a part, where it holds the places of answers.
ALTER TABLE answer_columns ADD COLUMN first_at bigint;
ALTER TABLE answer_columns ADD COLUMN last_at bigint;
CREATE INDEX answer_columns_by_time ON answer_columns (organization_id, last_at, first_at, part) WHERE last_at IS NOT NULL
