-- For both databases. ID_TEXT stands for a text type that compares bytes, BYTES for a binary type. UNLOGGED is left out for SQLite.
CREATE TABLE organizations (
    id ID_TEXT PRIMARY KEY,
    name text NOT NULL,
    region text NOT NULL,
    websites json NOT NULL,
    balance bigint NOT NULL,
    -- Counts the changes of what brands are found by.
    brands_revision bigint NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE credit_entries (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    amount bigint NOT NULL,
    answer_id ID_TEXT UNIQUE,
    created_at bigint NOT NULL
);
CREATE INDEX credit_entries_by_organization ON credit_entries (organization_id);

CREATE TABLE api_keys (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name text,
    secret_hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    revoked_at bigint
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, id);

CREATE TABLE oauth_clients (
    id ID_TEXT PRIMARY KEY,
    name text NOT NULL,
    redirect_uris json NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint,
    -- When the metadata document of the client is read again. Registered clients have none.
    document_expires_at bigint
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE used_at IS NULL;
-- Clients are deleted some time after their last consent.
CREATE INDEX oauth_clients_used ON oauth_clients (used_at) WHERE used_at IS NOT NULL;

CREATE TABLE oauth_requests (
    hash text PRIMARY KEY,
    client_id ID_TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    redirect_uri text NOT NULL,
    state text,
    code_challenge text NOT NULL,
    -- What the tokens will be for. Without it, they are for the whole server.
    resource text,
    expires_at bigint NOT NULL
);
CREATE INDEX oauth_requests_by_client ON oauth_requests (client_id);
CREATE INDEX oauth_requests_by_expiry ON oauth_requests (expires_at);

CREATE TABLE oauth_grants (
    id ID_TEXT PRIMARY KEY,
    client_id ID_TEXT NOT NULL REFERENCES oauth_clients (id),
    api_key_id ID_TEXT NOT NULL REFERENCES api_keys (id),
    scope text NOT NULL,
    resource text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint
);
-- Deleting a client and revoking a key look for their grants.
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_key ON oauth_grants (api_key_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);

CREATE TABLE oauth_codes (
    hash text PRIMARY KEY,
    grant_id ID_TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX oauth_codes_by_grant ON oauth_codes (grant_id);

CREATE TABLE oauth_tokens (
    hash text PRIMARY KEY,
    kind text NOT NULL,
    grant_id ID_TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    resource text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    -- A repeated refresh gets the same tokens again, which are derived from the used one and this salt.
    successor_salt varchar
);
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens (kind, expires_at);

CREATE TABLE prompt_sets (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name text NOT NULL,
    description text,
    created_at bigint NOT NULL
);
CREATE INDEX prompt_sets_by_organization ON prompt_sets (organization_id, id);

CREATE TABLE prompts (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    prompt_set_id ID_TEXT NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
    content text NOT NULL,
    content_folded text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX prompts_by_organization ON prompts (organization_id, id);
CREATE INDEX prompts_by_set ON prompts (prompt_set_id, id);

CREATE TABLE brands (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name text NOT NULL,
    description text,
    synonyms json NOT NULL,
    case_sensitive boolean NOT NULL,
    excluded_phrases json NOT NULL,
    websites json NOT NULL,
    -- The revision of the organization's brands that gave the brand what it is found by.
    definition bigint NOT NULL,
    -- Whether the organization has chosen it as its own.
    chosen_as_own boolean NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX brands_by_organization ON brands (organization_id, id);
CREATE UNIQUE INDEX brands_chosen_as_own ON brands (organization_id) WHERE chosen_as_own;

-- What an organization has decided about next steps, by the id that is made of a step's kind, subject and brand.
CREATE TABLE next_step_decisions (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    id ID_TEXT NOT NULL,
    state text NOT NULL,
    note text,
    updated_at bigint NOT NULL,
    PRIMARY KEY (organization_id, id)
);
-- Those that changed longest ago are deleted above a number.
CREATE INDEX next_step_decisions_by_age ON next_step_decisions (organization_id, updated_at, id);

-- The types of domains that an organization has assigned.
CREATE TABLE domain_types (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    domain text NOT NULL,
    type text NOT NULL,
    PRIMARY KEY (organization_id, domain)
);

-- Pages of the console with their filters.
CREATE TABLE saved_views (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name text NOT NULL,
    address text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX saved_views_by_organization ON saved_views (organization_id, id);

CREATE TABLE webhooks (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    url text NOT NULL,
    format text NOT NULL,
    language text NOT NULL,
    event_types json NOT NULL,
    -- It signs deliveries, so a hash is not enough.
    secret text NOT NULL,
    -- The secret before the last rotation signs too, until then.
    previous_secret text,
    previous_secret_until bigint,
    succeeded_at bigint,
    disabled_reason text,
    disabled_at bigint,
    created_at bigint NOT NULL
);
CREATE INDEX webhooks_by_organization ON webhooks (organization_id, id);

CREATE TABLE webhook_deliveries (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    webhook_id ID_TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_type text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts integer NOT NULL,
    -- Without an owner: when the next attempt begins.
    lease_until bigint,
    lease_owner text,
    response_status integer,
    response_body text,
    failure text,
    attempted_at bigint,
    created_at bigint NOT NULL
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id, id);
CREATE INDEX webhook_deliveries_to_do ON webhook_deliveries (organization_id, attempts, id, lease_until)
    WHERE status = 'PENDING';

-- What an organization wants to know of.
CREATE TABLE alert_rules (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    metric text NOT NULL,
    -- The brand or the prompt may have been deleted.
    brand_id ID_TEXT,
    domain text,
    prompt_id ID_TEXT,
    direction text NOT NULL,
    points integer NOT NULL,
    window_days integer NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX alert_rules_by_organization ON alert_rules (organization_id, id);

CREATE TABLE alerts (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    finding json NOT NULL,
    created_at bigint NOT NULL,
    acknowledged_at bigint
);
CREATE INDEX alerts_by_organization ON alerts (organization_id, id);
CREATE INDEX alerts_new ON alerts (organization_id, id) WHERE acknowledged_at IS NULL;
CREATE INDEX alerts_acknowledged ON alerts (organization_id, id) WHERE acknowledged_at IS NOT NULL;

-- When the rules of an organization are evaluated next. A worker holds the lease meanwhile.
CREATE TABLE alert_evaluations (
    organization_id ID_TEXT PRIMARY KEY REFERENCES organizations (id),
    due_at bigint NOT NULL,
    -- Counts the runs that have finished, so that none finishes unnoticed during an evaluation.
    finished_runs bigint NOT NULL,
    lease_owner text,
    lease_until bigint
);
CREATE INDEX alert_evaluations_by_time ON alert_evaluations (due_at);

-- When the digests of an organization are made. A worker holds the lease meanwhile.
CREATE TABLE digest_settings (
    organization_id ID_TEXT PRIMARY KEY REFERENCES organizations (id),
    weekday text NOT NULL,
    time text NOT NULL,
    time_zone text NOT NULL,
    language text NOT NULL,
    -- Absent while none are made.
    next_due_at bigint,
    lease_owner text,
    lease_until bigint
);
CREATE INDEX digest_settings_due ON digest_settings (next_due_at) WHERE next_due_at IS NOT NULL;

CREATE TABLE digests (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    due_at bigint NOT NULL,
    findings json NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX digests_by_organization ON digests (organization_id, id);
-- No due time has two digests.
CREATE UNIQUE INDEX digests_by_due_time ON digests (organization_id, due_at);
-- Digests are deleted some time after they were made.
CREATE INDEX digests_by_age ON digests (created_at);

-- Who gets the digests of an organization as e-mail.
CREATE TABLE digest_recipients (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    address text NOT NULL,
    sent_at bigint,
    last_error text,
    created_at bigint NOT NULL
);
CREATE INDEX digest_recipients_by_organization ON digest_recipients (organization_id, id);

-- A digest on its way to a recipient.
CREATE TABLE digest_mails (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    digest_id ID_TEXT NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
    recipient_id ID_TEXT NOT NULL REFERENCES digest_recipients (id) ON DELETE CASCADE,
    language text NOT NULL,
    attempts integer NOT NULL,
    -- Without an owner: when the next attempt begins.
    lease_until bigint,
    lease_owner text
);
CREATE INDEX digest_mails_by_digest ON digest_mails (digest_id);
CREATE INDEX digest_mails_by_recipient ON digest_mails (recipient_id);
CREATE INDEX digest_mails_to_do ON digest_mails (organization_id, attempts, id, lease_until);

-- The secrets of the links that end the e-mail to a recipient. Each attempt to send a mail has one.
CREATE TABLE unsubscribe_tokens (
    hash text PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    recipient_id ID_TEXT NOT NULL REFERENCES digest_recipients (id) ON DELETE CASCADE,
    created_at bigint NOT NULL
);
CREATE INDEX unsubscribe_tokens_by_recipient ON unsubscribe_tokens (recipient_id);
CREATE INDEX unsubscribe_tokens_by_organization ON unsubscribe_tokens (organization_id);
CREATE INDEX unsubscribe_tokens_by_age ON unsubscribe_tokens (created_at);

CREATE TABLE keyword_cache_entries (
    hash text PRIMARY KEY,
    data text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX keyword_cache_entries_by_expiry ON keyword_cache_entries (expires_at, hash);

-- What an organization asked the providers of keyword data for, by UTC day since 1970.
CREATE TABLE keyword_requests (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    day bigint NOT NULL,
    keywords bigint NOT NULL,
    PRIMARY KEY (organization_id, day)
);

CREATE TABLE site_analyses (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    url text NOT NULL,
    max_pages integer NOT NULL,
    with_sources boolean NOT NULL,
    with_contexts boolean NOT NULL,
    status text NOT NULL,
    total_pages integer,
    processed_pages integer NOT NULL,
    keywords json,
    failure json,
    attempts integer NOT NULL,
    lease_until bigint,
    lease_owner text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE INDEX site_analyses_to_do ON site_analyses (organization_id, attempts, id)
    WHERE status IN ('PENDING', 'IN_PROGRESS');
-- The newest keywords of an organization's site.
CREATE INDEX site_analyses_completed ON site_analyses (organization_id, id) WHERE status = 'COMPLETED';
CREATE INDEX site_analyses_by_organization ON site_analyses (organization_id, id);
-- Analyses are deleted some time after their end.
CREATE INDEX site_analyses_by_end ON site_analyses (ended_at);

CREATE TABLE site_pages (
    analysis_id ID_TEXT NOT NULL REFERENCES site_analyses (id) ON DELETE CASCADE,
    position integer NOT NULL,
    url text NOT NULL,
    is_read boolean NOT NULL,
    text json,
    PRIMARY KEY (analysis_id, position)
);

CREATE TABLE runs (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    region text NOT NULL,
    status text NOT NULL,
    total_count bigint NOT NULL,
    success_count bigint NOT NULL,
    failed_count bigint NOT NULL,
    models json NOT NULL,
    -- What it asks: the name of its prompt set, or the beginning of its first prompt.
    name text NOT NULL,
    prompt_set_id ID_TEXT,
    prompt_count bigint NOT NULL,
    unstarted_count bigint NOT NULL,
    credits_ran_out boolean NOT NULL,
    -- The schedule that has started it.
    schedule_id ID_TEXT,
    -- What its answers cost the organization, in thousandths of a credit.
    charged bigint NOT NULL,
    -- What its answers cost, in millionths of a US dollar.
    provider_cost bigint,
    created_at bigint NOT NULL,
    -- When a person stopped the run.
    stopped_at bigint,
    finished_at bigint
);
CREATE INDEX runs_by_organization ON runs (organization_id, id);
CREATE INDEX runs_to_do ON runs (organization_id, id) WHERE status = 'RUNNING';
-- Runs are deleted some time after their end.
CREATE INDEX runs_by_end ON runs (finished_at);

CREATE TABLE schedules (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name text NOT NULL,
    run json NOT NULL,
    recurrence json NOT NULL,
    -- In credits.
    monthly_budget bigint,
    paused boolean NOT NULL,
    -- Absent while it is paused, and after its last due time.
    next_due_at bigint,
    created_at bigint NOT NULL
);
CREATE INDEX schedules_by_organization ON schedules (organization_id, id);
CREATE INDEX schedules_due ON schedules (next_due_at, id) WHERE next_due_at IS NOT NULL;

-- What happened at the due times of schedules.
CREATE TABLE schedule_entries (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    schedule_id ID_TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
    due_at bigint NOT NULL,
    handled_at bigint NOT NULL,
    outcome text NOT NULL,
    skip_reason text,
    missed_count bigint,
    run_id ID_TEXT,
    -- What its run costs if all items succeed, in credits.
    credits bigint,
    missing_models json NOT NULL,
    stopped_models json NOT NULL
);
-- No due time starts two runs.
CREATE UNIQUE INDEX schedule_entries_by_due_time ON schedule_entries (schedule_id, due_at);
CREATE INDEX schedule_entries_by_schedule ON schedule_entries (schedule_id, id);
CREATE INDEX schedule_entries_by_organization ON schedule_entries (organization_id, id);

-- While there is a row, no schedule starts a run: one row.
CREATE TABLE schedule_pauses (
    id integer PRIMARY KEY,
    since bigint NOT NULL
);

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

-- Runs that were estimated and can be started.
CREATE TABLE run_estimates (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    submission json NOT NULL,
    item_count bigint NOT NULL,
    expires_at bigint NOT NULL,
    run_id ID_TEXT
);
CREATE INDEX run_estimates_by_organization ON run_estimates (organization_id, id);

CREATE TABLE answers (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    run_id ID_TEXT NOT NULL REFERENCES runs (id),
    prompt_set_id ID_TEXT NOT NULL,
    prompt_id ID_TEXT NOT NULL,
    model text NOT NULL,
    region text NOT NULL,
    status text NOT NULL,
    content text NOT NULL,
    -- How the answer came, and what its provider billed for it, in millionths of a US dollar.
    route text,
    provider_cost bigint,
    -- Why the item failed: a code, and what its provider said.
    failure_code text,
    provider_status text,
    provider_message text,
    attempts integer NOT NULL,
    lease_until bigint,
    lease_owner text,
    -- When a paid engine was asked, the cost that the spend of that day has for it, and the task that its provider accepted.
    -- Absent once the attempt has settled.
    asked_at bigint,
    reserved_cost bigint,
    task text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE INDEX answers_by_organization ON answers (organization_id, id);
CREATE INDEX answers_by_run ON answers (run_id, organization_id, id);
CREATE INDEX answers_by_set ON answers (organization_id, prompt_set_id, id);
CREATE INDEX answers_by_prompt ON answers (organization_id, prompt_id, id);
CREATE INDEX answers_by_model ON answers (organization_id, model, id);
CREATE INDEX answers_by_region ON answers (organization_id, region, id);
-- Outages of engines are counted in the index alone.
CREATE INDEX answers_failed ON answers (organization_id, created_at, model, failure_code, run_id) WHERE status = 'FAILED';
-- Workers pass over the answers of engines that are busy or stopped by the index alone.
CREATE INDEX answers_to_do ON answers (run_id, attempts, id, model) WHERE status IN ('QUEUED', 'ASKED', 'ACCEPTED');
CREATE INDEX answers_in_progress ON answers (organization_id) WHERE lease_owner IS NOT NULL OR status IN ('ASKED', 'ACCEPTED');

CREATE TABLE answer_texts (
    answer_id ID_TEXT PRIMARY KEY REFERENCES answers (id) ON DELETE CASCADE,
    folded text NOT NULL
);

CREATE TABLE answer_sources (
    answer_id ID_TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    position integer NOT NULL,
    url ID_TEXT NOT NULL,
    title text NOT NULL,
    domain ID_TEXT,
    PRIMARY KEY (answer_id, position)
);

CREATE TABLE answer_fanouts (
    answer_id ID_TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    position integer NOT NULL,
    query ID_TEXT NOT NULL,
    PRIMARY KEY (answer_id, position)
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
    PRIMARY KEY (model, day)
);

-- The last request to read the engines files again: one row.
CREATE TABLE engine_reloads (
    id integer PRIMARY KEY,
    requested_at bigint NOT NULL
);

CREATE TABLE names (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    number bigint NOT NULL,
    hash bigint NOT NULL,
    name ID_TEXT NOT NULL,
    domain ID_TEXT NOT NULL,
    -- The deletion of an answer that had the name, as a random number: perhaps none has it now. NULL when an answer got it since.
    deletion bigint,
    PRIMARY KEY (organization_id, number)
);
CREATE UNIQUE INDEX names_by_hash ON names (organization_id, hash);
CREATE INDEX names_maybe_unused ON names (organization_id, number) WHERE deletion IS NOT NULL;

CREATE TABLE answer_columns (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    name ID_TEXT NOT NULL,
    part bigint NOT NULL,
    words BYTES NOT NULL,
    -- The times of the first and of the last answer of a part, in the column `dimensions` only.
    first_at bigint,
    last_at bigint,
    PRIMARY KEY (organization_id, name, part)
);
CREATE INDEX answer_columns_by_time ON answer_columns (organization_id, last_at, first_at, part) WHERE last_at IS NOT NULL;

-- The answers that are not in a part of the columns yet.
CREATE TABLE recent_answers (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    position bigint NOT NULL,
    dimensions BYTES NOT NULL,
    source BYTES NOT NULL,
    fanout BYTES NOT NULL,
    token BYTES NOT NULL,
    fact BYTES NOT NULL,
    PRIMARY KEY (organization_id, position)
);

-- The parts of the columns that have answers of a run.
CREATE TABLE run_parts (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    run bigint NOT NULL,
    part bigint NOT NULL,
    PRIMARY KEY (organization_id, run, part)
);

-- The copies of parts in ClickHouse. A change of a part ends its copy. `copy` is NULL, or begun, until `is_complete`.
CREATE TABLE part_copies (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    part bigint NOT NULL,
    server text,
    copy bigint,
    is_complete boolean NOT NULL,
    answers bigint NOT NULL,
    PRIMARY KEY (organization_id, part)
);

-- The copies that no part has, or not yet, since a time. They are deleted in ClickHouse when no query can count them any more.
CREATE TABLE unused_copies (
    copy bigint NOT NULL PRIMARY KEY,
    server text NOT NULL,
    since bigint NOT NULL
);

-- What the answers of a part say about a brand, by the definition of the brand.
CREATE TABLE brand_facts (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    part bigint NOT NULL,
    definition bigint NOT NULL,
    words BYTES NOT NULL,
    PRIMARY KEY (organization_id, part, definition)
);

-- What is still to be found in the texts of answers, from the newest to the oldest: the definition of a brand, or 0 for tokens.
-- The answers at this position and after it are done.
CREATE TABLE backfills (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    definition bigint NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (organization_id, definition)
);

-- The responses of writes with an idempotency key.
CREATE TABLE idempotency_keys (
    key_hash BYTES NOT NULL PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    request_hash BYTES NOT NULL,
    status smallint NOT NULL,
    body BYTES,
    created_at bigint NOT NULL
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (organization_id, created_at);

-- A count is valid for a second: it needs no write-ahead log and may be lost in a crash. SQLite counts in memory.
CREATE UNLOGGED TABLE rate_windows (
    organization_id ID_TEXT NOT NULL,
    start bigint NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (organization_id, start)
)
