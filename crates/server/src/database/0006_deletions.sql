-- Whether an answer that had the name was deleted, so that perhaps none has it any more.
ALTER TABLE names ADD COLUMN is_suspect boolean NOT NULL DEFAULT FALSE;
CREATE INDEX names_suspect ON names (organization_id, number) WHERE is_suspect;

-- Runs are deleted some time after their end.
CREATE INDEX runs_by_end ON runs (finished_at)
