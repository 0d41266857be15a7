import { join } from "node:path";
import { cp } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { project, run } from "./project";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const examples = join(here, "../../crates/npm/examples");

test("a script of Node submits a run, watches it to its end and lists its answers", async () => {
  await cp(join(examples, "node/run.mjs"), join(project(), "run.mjs"));
  const printed = await run("node", ["run.mjs"], project());
  expect(printed).toMatch(/: (\d+) of \1\n/);
  expect(printed).toMatch(/^SUCCESS: .+ \(\d+ sources\)$/m);
});

test("Node reads pages, changes, counts and gets the errors of the platform", async () => {
  await cp(join(here, "programs/platform.mjs"), join(project(), "platform.mjs"));
  expect(await run("node", ["platform.mjs"], project())).toBe("done\n");
});

test("every call in Node does what the table of faults says", async () => {
  await cp(join(here, "programs/faults.mjs"), join(project(), "faults.mjs"));
  await cp(join(here, "programs/print-faults.mjs"), join(project(), "print-faults.mjs"));
  const results = JSON.parse(await run("node", ["print-faults.mjs"], project())) as { name: string; failure?: string }[];
  expect(results.filter((result) => result.failure)).toEqual([]);
  expect(results.length).toBeGreaterThan(40);
});

test("a trap fails every call that waits and every later one with a named error, and does not end the process", async () => {
  await cp(join(here, "programs/crash.mjs"), join(project(), "crash.mjs"));
  expect(await run("node", ["crash.mjs"], project())).toBe("done\n");
});
