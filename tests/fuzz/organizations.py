"""Chooses the organization that sends each request, and replaces generated ids with real ones.

An organization may send ten requests a second, so the test uses several. A request uses the key of the organization
that owns the ids in it, or else the next key in turn. Most generated ids are replaced by ids that the organization owns,
so that requests get past "not found".
"""

import itertools
import re
import threading
import time
from zlib import crc32

import requests
from schemathesis.wfc.escalation import EscalatingAuthProvider

HEADER = "API-Key"
LIMIT = 10
# One second, plus a margin for clock skew and a slow machine.
WINDOW = 1.1
ID = re.compile(r"[0-9A-Za-z]{22}")
HOST = re.compile(r"^(https?://[^/?#:]+)", re.IGNORECASE)


class Key:
    """The credential of one organization, and the ids that it is known to own."""

    def __init__(self, name, secret):
        self.name = name
        self.secret = secret
        self.ids = {}
        self.pages = {}
        self.sent = []
        self.lock = threading.Lock()

    def get(self, case, context):
        return self.secret

    def set(self, case, secret, context):
        case.headers[HEADER] = secret

    def wait_for_rate_limit(self):
        """Waits until one more request stays within the rate limit, whenever the server's window starts."""
        while True:
            with self.lock:
                now = time.monotonic()
                self.sent = [at for at in self.sent if now - at < WINDOW]
                if len(self.sent) < LIMIT:
                    self.sent.append(now)
                    return
                wait = self.sent[0] + WINDOW - now
            time.sleep(wait)


class Organizations(EscalatingAuthProvider):
    """All keys. The check `object_level_authorization` tests that no organization reads the data of another."""

    def __init__(self, secrets):
        self.keys = {f"organization {number}": Key(f"organization {number}", secret) for number, secret in enumerate(secrets)}
        super().__init__(list(self.keys.values()), list(self.keys), peers=tuple(self.keys))
        self.next_keys = itertools.cycle(self.keys.values())
        self.owners = {}
        # The id parameter of each collection: `promptID` for `…/prompts`.
        self.kinds = {}

    def get(self, case, context):
        return self.owner(case) or next(self.next_keys)

    def set(self, case, key, context):
        case._auth_identity = key.name
        key.set(case, key.secret, context)

    def record(self, label, identity, status_code):
        """Does nothing: all organizations have the same permissions."""

    def prepare(self, schema):
        """Reads the collections from the document, and creates resources for each organization."""
        for path in schema.raw_schema["paths"]:
            collection, _, last = path.rpartition("/")
            if last.startswith("{"):
                self.kinds[collection] = last.strip("{}")
        for key in self.keys.values():
            self.create_resources(key, schema.raw_schema["servers"][0]["url"])

    def create_resources(self, key, address):
        def post(path, body):
            key.wait_for_rate_limit()
            response = requests.post(address + path, json=body, headers={HEADER: key.secret}, timeout=30)
            response.raise_for_status()
            self.learn(key, "POST", path, {}, response.json())
            return response.json()

        for number in range(3):
            made = post("/v1/platform/prompt-sets", {"name": f"Set {number}"})
            contents = ["무선 이어폰 추천해 줘", "Which coffee machine is quiet?", "러닝화 뭐가 좋아?"]
            prompts = [{"content": content, "promptSetID": made["id"]} for content in contents]
            post("/v1/platform/prompts/bulk", {"prompts": prompts})
            post("/v1/platform/brands", {"name": f"Brand {number}", "synonyms": []})
        post("/v1/platform/runs", {"promptSetID": made["id"], "models": ["CHATGPT", "PERPLEXITY"]})
        site = address.removesuffix("/api") + "/demo-sites/"
        post("/v1beta/platform/siteKeywordAnalyses", {"url": site, "maxPages": 5, "includeContext": True})

    def owner(self, case):
        for _, value in named(case):
            if value in self.owners:
                return self.owners[value]
        return None

    def with_own_ids(self, case):
        """Returns `case` with its generated ids replaced by ids that the sender owns."""
        if case._auth_identity is None:
            return case
        key = self.owner(case) or self.keys[case._auth_identity]
        self.set(case, key, None)

        def own(kind, value):
            ids = key.ids.get(kind)
            # One in eight stays unknown.
            if not ids or value in self.owners or crc32(value.encode()) % 8 == 0:
                return value
            return ids[crc32(value.encode()) % len(ids)]

        for container in containers(case):
            replace(container, own)
        if isinstance(case.body, dict) and isinstance(case.body.get("url"), str):
            # `.invalid` never resolves (RFC 6761, section 6.4): the crawler contacts no real site.
            longest = max(len(case.body["url"]), 2048)
            case.body["url"] = HOST.sub(r"\1.invalid", case.body["url"])[:longest]
        if isinstance(case.query, dict) and "cursor" in case.query and not case.meta.generation.mode.is_negative:
            query = key.pages.get(case.operation.label)
            if query is not None:
                case.query = dict(query)
        return case

    def record_response(self, case, response):
        key = self.keys.get(case._auth_identity)
        if key is None:
            return
        own = (case.path_parameters or {}).get(self.kinds.get(case.operation.path.rpartition("/")[0]))
        if own in self.owners and (response.status_code == 404 or case.method == "DELETE"):
            for ids in key.ids.values():
                if own in ids:
                    ids.remove(own)
        if response.status_code == 200 and "json" in response.headers.get("content-type", [""])[0]:
            self.learn(key, case.method, case.operation.path, case, response.json())

    def learn(self, key, method, path, case, body):
        """Records that `key` owns the ids in the response."""
        kind = next((kind for collection, kind in self.kinds.items() if path in (collection, f"{collection}/bulk")), None)
        if kind is None or not isinstance(body, dict):
            return
        if method == "POST":
            found = body.get("ids") or [body.get("id")]
        else:
            items = next((value for value in body.values() if isinstance(value, list)), [])
            found = [item.get("id") for item in items]
            if body.get("nextCursor"):
                key.pages[case.operation.label] = {**(case.query or {}), "cursor": body["nextCursor"]}
        for text in found:
            if text:
                self.owners.setdefault(text, key)
                known = key.ids.setdefault(kind, [])
                if text not in known and self.owners[text] is key:
                    known.append(text)


def containers(case):
    return [part for part in (case.path_parameters, case.query, case.body) if isinstance(part, (dict, list))]


def named(case):
    """Returns the texts in `case`, each with the name of its field."""
    found = []
    for container in containers(case):
        replace(container, lambda kind, value: found.append((kind, value)) or value)
    return found


def replace(container, own, kind=None):
    """Replaces each id in `container` with the result of `own`."""
    pairs = container.items() if isinstance(container, dict) else enumerate(container)
    for place, value in list(pairs):
        # `promptIDs` is a list of `promptID`.
        here = place.removesuffix("s") if isinstance(container, dict) else kind
        if isinstance(value, (dict, list)):
            replace(value, own, here)
        elif isinstance(value, str) and ID.fullmatch(value):
            new = own(here, value)
            # Keeps the items of a list unique.
            if isinstance(container, dict) or new not in container:
                container[place] = new
