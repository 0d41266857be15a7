"""Hooks for Schemathesis: credentials, realistic ids, and the rules that JSON Schema cannot express."""

import atexit
import os
import re
import sys
from collections import Counter
from pathlib import Path

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

sys.path.insert(0, str(Path(__file__).parent))

from organizations import HEADER, Organizations

organizations = Organizations(Path(os.environ["ANSWERDECK_FUZZ_KEYS"]).read_text().split())
keys = {key.secret: key for key in organizations.keys.values()}
sent = Counter()

# Parts of errors for requests that are valid by their schema. JSON Schema cannot express these rules.
BEYOND_SCHEMA = {
    "COMMON_INVALID_CURSOR": "a cursor must come from a response of the same list",
    "IDEMPOTENCY_KEY_REUSED": "a key belongs to one request",
    "KEYWORD_COUNTRY_NOT_SUPPORTED": "the keyword data provider decides which countries it supports",
    "KEYWORD_METRICS_PROVIDER_REJECTED": "the keyword data provider decides which languages it supports",
    "a string contains the character U+0000": "PostgreSQL cannot store it in a text",
    "must not contain the character U+0000": "PostgreSQL cannot store it in a text",
    "must not be blank": "the pattern of white space is simpler than Unicode",
    "must have a letter or a digit": "the pattern of a name does not know the letters of Unicode",
    "must not contain duplicates, ignoring case and whitespace": "`uniqueItems` compares exactly",
    "must be an ISO 3166-1 alpha-2 code": "`GET /regions` lists the valid codes",
    "must be an IANA time zone": "the server has the names",
    "there is no such date": "the pattern of a date knows no calendar",
    "there is no due time until then": "the rule compares a field with the time",
    "the address cannot be visited": "ports of other protocols are refused",
    "must be a page of the console": "the console has the paths of its pages",
    "must be a public address": "networks are private by their number",
    "must be a domain such as": "host names follow UTS 46",
    "must be a URL with http:// or https:// and a host": "the pattern of a host is simpler than its rules",
    "invalid international domain name": "host names follow UTS 46",
    "invalid port number": "65535 is the highest port",
    "invalid IPv4 address": "a host of digits is read as an IPv4 address",
    "invalid IPv6 address": "the pattern of a host is simpler than its rules",
    "beforeRunID: is only for the basis RUNS": "the rule compares two parameters",
    "beforeRunID: must be another run": "the rule compares two parameters",
    "beforeRunID: has not finished, or has no answers in this scope": "the rule compares a run with a scope",
    "from: must be before to": "the rule compares two parameters",
    "from: is required to compare with the period before": "the rule compares two parameters",
    "promptID: is required for PROMPT_MENTION_RATE": "the rule compares two fields",
    "domain: is required for SOURCE_SHARE": "the rule compares two fields",
    "from: is required by the order": "the rule compares two parameters",
    "does not watch it": "the rule compares two fields",
    "newestByModel: needs promptID": "the rule compares two parameters",
}

# The lists of texts in bodies: a text in place of one is its only item.
TEXT_LISTS = {
    "eventTypes", "excludedPhrases", "keywords", "models", "names", "promptIDs", "recipients", "synonyms", "websites",
}


def has_text_for_list(body):
    fields = body.items() if isinstance(body, dict) else []
    return any(name in TEXT_LISTS and isinstance(value, str) or has_text_for_list(value) for name, value in fields)


@schemathesis.hook
def after_load_schema(context, schema):
    schema.auth.providers.append(organizations)
    organizations.prepare(schema)


@schemathesis.hook
def map_case(context, case):
    # The rules above are in English.
    case.headers["Accept-Language"] = "en"
    return organizations.with_own_ids(case)


@schemathesis.hook
def before_call(context, case, kwargs):
    key = keys.get((case.headers or {}).get(HEADER))
    if key is not None:
        key.wait_for_rate_limit()


@schemathesis.hook
def after_call(context, case, response):
    sent[case.operation.label, response.status_code] += 1
    organizations.record_response(case, response)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if isinstance(failure, AcceptedNegativeData):
        if has_text_for_list(case.body):
            return False
        # An empty parameter is an absent one.
        invalid = re.search(r"parameter `(\w+)` in query", failure.message)
        return invalid is None or (case.query or {}).get(invalid[1]) != ""
    if not isinstance(failure, RejectedPositiveData) or response.status_code not in (400, 422):
        return True
    body = response.json()
    reasons = body.get("details", []) if body["code"] == "COMMON_VALIDATION" else [body["code"]]
    return not all(any(rule in reason for rule in BEYOND_SCHEMA) for reason in reasons)


@atexit.register
def report():
    for operation in sorted({operation for operation, _ in sent}):
        statuses = {status: number for (label, status), number in sorted(sent.items()) if label == operation}
        print(f"{sum(statuses.values()):7} {operation}  {statuses}")
    print(f"{sum(sent.values()):7} requests")
