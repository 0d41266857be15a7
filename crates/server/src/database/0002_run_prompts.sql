-- The prompts of a run: each item that a run has, or will have, is a prompt of this table with a model of the run.
CREATE TABLE run_prompts (
    run_id ID_TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position integer NOT NULL,
    prompt_id ID_TEXT NOT NULL,
    prompt_set_id ID_TEXT NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (run_id, position)
);
CREATE UNIQUE INDEX run_prompts_by_prompt ON run_prompts (run_id, prompt_id);

ALTER TABLE runs ADD COLUMN models json NOT NULL DEFAULT '[]';
ALTER TABLE runs ADD COLUMN unstarted_count bigint NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN credits_ran_out boolean NOT NULL DEFAULT FALSE
