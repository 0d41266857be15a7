-- When a person stopped the run.
ALTER TABLE runs ADD COLUMN stopped_at bigint
