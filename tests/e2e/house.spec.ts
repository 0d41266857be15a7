import { expect, test } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What each crate of ours may use of ours, outside its tests. */
const ALLOWED: Record<string, string[]> = {
  "answerdeck-api": [],
  "answerdeck-client": ["answerdeck-api"],
  "answerdeck-console": ["answerdeck-api", "answerdeck-client"],
  "answerdeck-server": ["answerdeck-api"],
  "throwaway-postgres": [],
  "console-build": [],
  xtask: ["throwaway-postgres"],
};
/** What tests may use besides: the client's own are tried with itself and against the real server, the server's on PostgreSQL. */
const ALLOWED_IN_TESTS: Record<string, string[]> = {
  "answerdeck-client": ["answerdeck-client", "answerdeck-server"],
  "answerdeck-server": ["throwaway-postgres"],
};

interface Package {
  name: string;
  dependencies: { name: string; kind: string | null; path?: string }[];
}

function packages(): Package[] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const output = execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps"], {
    cwd: root,
    maxBuffer: 64 << 20,
  });
  return (JSON.parse(output.toString()) as { packages: Package[] }).packages;
}

test("every crate of ours has its place", () => {
  expect(packages().map(({ name }) => name).sort()).toEqual(Object.keys(ALLOWED).sort());
});

test("no crate uses another against the arrows", () => {
  const wrong = packages().flatMap(({ name, dependencies }) =>
    dependencies
      .filter(({ path }) => path !== undefined)
      .filter(({ name: used, kind }) => {
        const allowed = [...(ALLOWED[name] ?? []), ...((kind === "dev" && ALLOWED_IN_TESTS[name]) || [])];
        return !allowed.includes(used);
      })
      .map(({ name: used }) => `${name} uses ${used}`),
  );
  expect(wrong).toEqual([]);
});
