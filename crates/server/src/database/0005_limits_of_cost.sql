-- What an organization asked the providers of keyword data for, by UTC day since 1970.
CREATE TABLE keyword_requests (
    organization_id ID_TEXT NOT NULL REFERENCES organizations (id),
    day bigint NOT NULL,
    keywords bigint NOT NULL,
    PRIMARY KEY (organization_id, day)
);

-- Analyses are deleted some time after their end.
CREATE INDEX site_analyses_by_end ON site_analyses (ended_at)
