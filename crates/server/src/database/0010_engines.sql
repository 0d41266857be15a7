-- Where an answer came from, and what its provider charged for it, in millionths of a US dollar. An answer without a route came
-- from a stand-in.
ALTER TABLE answers ADD COLUMN route text;
ALTER TABLE answers ADD COLUMN provider_cost bigint;
ALTER TABLE runs ADD COLUMN provider_cost bigint;

-- Workers pass over the items of engines that are busy or stopped by the index alone.
DROP INDEX answers_to_do;
CREATE INDEX answers_to_do ON answers (run_id, attempts, id, model) WHERE status = 'PENDING';

-- The calls of paid engines whose item has not ended. A row is written before the call. The task is absent until the provider
-- has accepted the question.
CREATE TABLE engine_calls (
    answer_id ID_TEXT PRIMARY KEY REFERENCES answers (id) ON DELETE CASCADE,
    asked_at bigint NOT NULL,
    day bigint NOT NULL,
    reserved bigint NOT NULL,
    task text
);

-- The responses of providers as received, compressed.
CREATE TABLE answer_responses (
    answer_id ID_TEXT PRIMARY KEY REFERENCES answers (id) ON DELETE CASCADE,
    body BYTES NOT NULL
);

-- The engines that wait for the operator.
CREATE TABLE engine_stops (
    model text PRIMARY KEY,
    reason text NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL,
    failures bigint NOT NULL
);

-- What the answers of paid engines cost by UTC day since 1970, in millionths of a US dollar. Calls in progress are estimated.
CREATE TABLE engine_spend (
    model text NOT NULL,
    day bigint NOT NULL,
    micro_dollars bigint NOT NULL,
    answers bigint NOT NULL,
    PRIMARY KEY (model, day)
)
