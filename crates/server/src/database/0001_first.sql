-- For both databases. ID_TEXT stands for a text type that compares bytes, BYTES for a binary type.
CREATE TABLE organizations (
    id ID_TEXT PRIMARY KEY,
    name text NOT NULL,
    region text NOT NULL,
    websites json NOT NULL,
    balance bigint NOT NULL,
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
    secret_hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    revoked_at bigint
);

CREATE TABLE oauth_clients (
    id ID_TEXT PRIMARY KEY,
    name text NOT NULL,
    redirect_uris json NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE used_at IS NULL;

CREATE TABLE oauth_requests (
    hash text PRIMARY KEY,
    client_id ID_TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    redirect_uri text NOT NULL,
    state text,
    code_challenge text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX oauth_requests_by_client ON oauth_requests (client_id);
CREATE INDEX oauth_requests_by_expiry ON oauth_requests (expires_at);

CREATE TABLE oauth_grants (
    id ID_TEXT PRIMARY KEY,
    client_id ID_TEXT NOT NULL REFERENCES oauth_clients (id),
    api_key_id ID_TEXT NOT NULL REFERENCES api_keys (id),
    scope text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint
);
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
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
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
    websites json NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX brands_by_organization ON brands (organization_id, id);

CREATE TABLE keyword_answers (
    hash text PRIMARY KEY,
    answer text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX keyword_answers_by_expiry ON keyword_answers (expires_at, hash);

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
    created_at bigint NOT NULL,
    finished_at bigint
);
CREATE INDEX runs_by_organization ON runs (organization_id, id);
CREATE INDEX runs_to_do ON runs (organization_id, id) WHERE status = 'RUNNING';

CREATE TABLE answers (
    id ID_TEXT PRIMARY KEY,
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    run_id ID_TEXT REFERENCES runs (id),
    prompt_set_id ID_TEXT NOT NULL,
    prompt_id ID_TEXT NOT NULL,
    model text NOT NULL,
    region text NOT NULL,
    status text NOT NULL,
    query text NOT NULL,
    content text NOT NULL,
    failure text,
    attempts integer NOT NULL,
    lease_until bigint,
    lease_owner text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE INDEX answers_by_organization ON answers (organization_id, id);
CREATE INDEX answers_by_run ON answers (run_id, organization_id, id);
CREATE INDEX answers_by_set ON answers (organization_id, prompt_set_id, id);
CREATE INDEX answers_by_prompt ON answers (organization_id, prompt_id, id);
CREATE INDEX answers_by_model ON answers (organization_id, model, id);
CREATE INDEX answers_by_region ON answers (organization_id, region, id);
CREATE INDEX answers_to_do ON answers (run_id, attempts, id) WHERE status = 'PENDING';

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

CREATE TABLE names (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    number bigint NOT NULL,
    hash bigint NOT NULL,
    name ID_TEXT NOT NULL,
    domain ID_TEXT NOT NULL,
    PRIMARY KEY (organization_id, number)
);
CREATE UNIQUE INDEX names_by_hash ON names (organization_id, hash);

CREATE TABLE answer_columns (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    holds ID_TEXT NOT NULL,
    part bigint NOT NULL,
    words BYTES NOT NULL,
    PRIMARY KEY (organization_id, holds, part)
)
