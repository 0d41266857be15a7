"""What Schemathesis is told beside schemathesis.toml: who sends what, and which rules no JSON Schema can say."""

import atexit
import os
import sys
from collections import Counter
from pathlib import Path

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

sys.path.insert(0, str(Path(__file__).parent))

from organizations import HEADER, Organizations

organizations = Organizations(Path(os.environ["ANSWERDECK_FUZZ_KEYS"]).read_text().split())
keys = {key.secret: key for key in organizations.keys.values()}
sent = Counter()

# Refusals of requests that are right by their schema: what no JSON Schema can say.
BEYOND_SCHEMA = {
    "COMMON_INVALID_CURSOR": "a cursor is any text, but one that an answer of the same list gave",
    "KEYWORD_COUNTRY_NOT_SUPPORTED": "the provider of keyword data knows which countries it has",
    "KEYWORD_METRICS_PROVIDER_REJECTED": "the provider of keyword data knows which languages it has",
    "body: a text holds the character U+0000": "no database keeps it, in any of the texts",
    "query: a text holds the character U+0000": "no database keeps it, in any of the texts",
    "region: not an ISO 3166-1 alpha-2 code": "`GET /regions` lists the codes that there are",
    "url: invalid international domain name": "which names a host may have is a standard of its own (UTS 46)",
    "url: invalid port number": "ports end at 65535",
    "url: invalid IPv4 address": "a host of digits is an address",
    "from: not before to": "compares two parameters",
    "keywords: each may be named once, whatever its case and whitespace": "`uniqueItems` compares letter by letter",
}


@schemathesis.hook
def after_load_schema(context, schema):
    schema.auth.providers.append(organizations)
    organizations.prepare(schema)


@schemathesis.hook
def map_case(context, case):
    return organizations.furnished(case)


@schemathesis.hook
def before_call(context, case, kwargs):
    key = keys.get((case.headers or {}).get(HEADER))
    if key is not None:
        key.wait_for_room()


@schemathesis.hook
def after_call(context, case, response):
    sent[case.operation.label, response.status_code] += 1
    organizations.answered(case, response)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 400:
        return True
    body = response.json()
    reasons = body.get("details", []) if body["code"] == "COMMON_VALIDATION" else [body["code"]]
    return not all(reason in BEYOND_SCHEMA for reason in reasons)


@atexit.register
def report():
    for operation in sorted({operation for operation, _ in sent}):
        statuses = {status: number for (label, status), number in sorted(sent.items()) if label == operation}
        print(f"{sum(statuses.values()):7} {operation}  {statuses}")
    print(f"{sum(sent.values()):7} requests")
