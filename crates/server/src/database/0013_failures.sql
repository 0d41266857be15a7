-- Why an item failed: a code, and what its provider said.
ALTER TABLE answers RENAME COLUMN failure TO failure_code;
ALTER TABLE answers ADD COLUMN provider_status text;
ALTER TABLE answers ADD COLUMN provider_message text;

UPDATE answers SET failure_code = CASE
    WHEN failure_code = 'credits ran out' THEN 'INSUFFICIENT_CREDITS'
    WHEN failure_code IN ('the model gave no answer', 'the provider has no AI answer to this prompt') THEN 'NO_AI_ANSWER'
    WHEN failure_code LIKE 'this server has no engine%' THEN 'MODEL_UNAVAILABLE'
    WHEN failure_code LIKE 'the provider may have answered%' THEN 'OUTCOME_UNKNOWN'
    ELSE 'PROVIDER_ERROR'
END
WHERE failure_code IS NOT NULL
