import { join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { project, readmePrograms, run } from "./project";

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: object; parameters: { name: string; in: string }[] }>>;
}

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

test("a script of Node submits a run, watches it to its end and lists its answers", async () => {
  const printed = await run("node", ["run.mjs"], project());
  expect(printed).toMatch(/: (\d+) of \1\n/);
  expect(printed).toMatch(/^SUCCESS: .+ \(\d+ sources\)$/m);
});

test("the first script of the README prints prompt sets", async () => {
  const [program = ""] = await readmePrograms(project());
  expect(program).toContain("http://127.0.0.1:8080");
  const { ANSWERDECK_URL: url = "", ANSWERDECK_KEY: key = "" } = process.env;
  await writeFile(join(project(), "first.mjs"), program.replace("http://127.0.0.1:8080", url).replace("adk_…", key));
  expect(await run("node", ["first.mjs"], project())).toMatch(/^[\w-]{22} .+$/m);
});

test("every call in Node does what the table of faults says", async () => {
  const results = JSON.parse(await run("node", ["print-faults.mjs"], project())) as { name: string; failure?: string }[];
  expect(results.filter((result) => result.failure)).toEqual([]);
  expect(results.length).toBeGreaterThan(80);
});

test("every operation of the OpenAPI document is sent by one method, with its body and its parameters", async () => {
  const requests = JSON.parse(await run("node", ["operations.mjs"], project())) as Record<string, string>[];
  const document = JSON.parse(await readFile(join(here, "../../docs/openapi.json"), "utf8")) as OpenApi;
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const name = ({ method, path }: { method?: string; path?: string }) => `${method} ${path?.replace(/\{\w+\}/, "{}")}`;
  expect(requests.map(name).sort()).toEqual(documented.map(name).sort());
  for (const { operation, ...documentedAs } of documented) {
    const request = requests.find((request) => name(request) === name(documentedAs));
    expect(request?.key).toBe("adk_key");
    expect(Boolean(request?.body), name(documentedAs)).toBe(Boolean(operation.requestBody));
    const inQuery = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    expect([...new URLSearchParams(request?.query).keys()].sort()).toEqual(inQuery.sort());
  }
});

for (const [name, program, printed] of [
  ["Node reads pages, changes, counts and gets the errors of the platform", ["platform.mjs"], "done"],
  ["of 10,000 changes whose reply is lost or damaged, none is sent twice", ["changes.mjs"], "10000 changes, 10000 requests, 10000 of unknown outcome"],
  ["60,000 damaged responses are read as the types say, or refused", ["fuzz.mjs", "2463534242", "60000"], "done"],
  ["every failure is an error of the package, with its cause, and can be sent to another thread", ["errors.mjs"], "done"],
  ["a program of a user is tested with the fake platform", ["testing.mjs"], "done"],
  ["the clients of a process share no locks", ["pace.mjs"], "80 calls, 0 locks"],
  ["a trap fails every call that waits and every later one with a named error, and does not end the process", ["crash.mjs"], "done"],
] as const) {
  test(name, async () => {
    expect(await run("node", [...program], project())).toBe(`${printed}\n`);
  });
}
