import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createProject, project, readmePrograms, run } from "./project";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const programs = join(here, "node_modules/.bin");
const tarball = process.env.ANSWERDECK_TARBALL ?? "";

test("publint finds nothing in the package", async () => {
  expect(await run(join(programs, "publint"), ["--strict", tarball], here)).toContain("All good!");
});

test("the types resolve for every kind of project that can load the package", async () => {
  // CommonJS in Node before 22 cannot require a module: such a program uses `import()`.
  const assets = ["--exclude-entrypoints", "answerdeck.wasm"];
  await run(join(programs, "attw"), [tarball, "--profile", "esm-only", ...assets], here);
});

for (const moduleResolution of ["bundler", "nodenext"]) {
  test(`the types hold with the module resolution ${moduleResolution}, with and without those of a browser`, async () => {
    const folder = await createProject();
    for (const name of ["types.ts", "types-dom.ts", "types-disposable.ts"]) await cp(join(here, "programs", name), join(folder, name));
    await compile(folder, moduleResolution, ["types.ts"], []);
    await compile(folder, moduleResolution, ["types-disposable.ts"], ["esnext.disposable"]);
    await compile(folder, moduleResolution, ["types.ts", "types-dom.ts"]);
  });
}

for (const [name, settings] of Object.entries({
  "TypeScript 5.0": { compiler: "typescript5/bin/tsc", moduleResolution: "bundler" },
  "TypeScript 7": { compiler: "typescript7/bin/tsc", moduleResolution: "nodenext" },
})) {
  const declare = process.env.NPM_ENVIRONMENTS === "all" ? test : test.skip;
  declare(`the types hold with ${name}`, async () => {
    const folder = await createProject();
    for (const file of ["types.ts", "types-dom.ts"]) await cp(join(here, "programs", file), join(folder, file));
    const compiler = join(here, "environments/node_modules", settings.compiler);
    await compile(folder, settings.moduleResolution, ["types.ts"], [], compiler);
    await compile(folder, settings.moduleResolution, ["types.ts", "types-dom.ts"], undefined, compiler);
  });
}

test("the types hold in a project of CommonJS", async () => {
  const folder = await createProject();
  await cp(join(here, "programs/types.ts"), join(folder, "types.cts"));
  await compile(folder, "nodenext", ["types.cts"], []);
});

test("every program of the README is TypeScript without errors", async () => {
  const folder = await createProject();
  const sources = await readmePrograms(folder);
  expect(sources.length).toBeGreaterThan(4);
  const writing = sources.map(async (source, number) => {
    // What a program takes from those before it.
    const before = { deck: 'import("answerdeck").Answerdeck', promptSetID: "string" };
    const taken = Object.entries(before).filter(([name]) => !new RegExp(`const [^=\\n]*\\b${name}\\b[^=\\n]* = `).test(source));
    const known = taken.map(([name, type]) => `export declare const ${name}: ${type};\n`).join("");
    const file = `readme-${number}.ts`;
    await writeFile(join(folder, file), `${source}\n${known}export {};\n`);
    return file;
  });
  await compile(folder, "bundler", await Promise.all(writing));
});

/** Checks the types of some files, with strict rules. */
async function compile(folder: string, moduleResolution: string, files: string[], lib = ["dom", "dom.iterable"], compiler = join(programs, "tsc")): Promise<void> {
  const compilerOptions = {
    target: "es2022",
    module: moduleResolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution,
    lib: ["es2022", ...lib],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipDefaultLibCheck: true,
    types: [],
    noEmit: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run("node", [compiler, "--project", folder], folder);
}

test("two versions of the package work side by side", async () => {
  const modules = join(project(), "node_modules");
  await cp(join(modules, "answerdeck"), join(modules, "answerdeck-other"), { recursive: true });
  await writeFile(
    join(project(), "two.mjs"),
    `import * as one from "answerdeck";
     import * as other from "answerdeck-other";
     const options = { baseUrl: process.env.ANSWERDECK_URL, apiKey: process.env.ANSWERDECK_KEY };
     const decks = await Promise.all([one, other].map(({ Answerdeck }) => Answerdeck.connect(options)));
     const [first, second] = await Promise.all(decks.map((deck) => deck.models.list()));
     const error = await decks[1].models.list(7).catch((error) => error);
     console.log(JSON.stringify(first) === JSON.stringify(second), error instanceof one.AnswerdeckError, one.AnswerdeckError.is(error));`,
  );
  expect(await run("node", ["two.mjs"], project())).toBe("true true true\n");
});
