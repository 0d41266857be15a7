import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

/** Creates an empty project in a new folder and installs the packed package in it. */
export async function createProject(): Promise<string> {
  const tarball = process.env.ANSWERDECK_TARBALL;
  if (!tarball) throw new Error("ANSWERDECK_TARBALL is not set; `cargo xtask test npm` sets it");
  const folder = await mkdtemp(join(process.env.ANSWERDECK_PROJECTS ?? tmpdir(), "project-"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", tarball], folder);
  return folder;
}

/** Creates the project that all tests share, with the examples and the programs of the tests. */
export async function createSharedProject(): Promise<string> {
  const folder = await createProject();
  const programs = join(here, "programs");
  const examples = join(here, "../../crates/npm/examples");
  for (const sources of [join(examples, "node"), join(examples, "page"), join(programs, "browser")]) {
    await cp(sources, folder, { recursive: true });
  }
  const entries = await readdir(programs, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(programs, name));
  for (const file of [...files, join(here, "../faults.json")]) await cp(file, join(folder, basename(file)));
  return folder;
}

/** The project that all tests share. They run at the same time, so none may change its files. */
export function project(): string {
  return process.env.ANSWERDECK_PROJECT ?? "";
}

/** Creates a project with the files of `sources`, a folder of the repository, and with the installed packages of the tests. */
export async function createProjectOf(sources: string, modules = join(here, "node_modules")): Promise<string> {
  const folder = await createProject();
  await cp(join(here, "../..", sources), folder, { recursive: true });
  for (const name of await readdir(modules)) {
    if (name !== "answerdeck") await symlink(join(modules, name), join(folder, "node_modules", name)).catch(ignoreExisting);
  }
  return folder;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Returns the programs in the README of the installed package. */
export async function readmePrograms(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, "node_modules/answerdeck/README.md"), "utf8");
  return [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, program = ""]) => program);
}

type Environment = Record<string, string | undefined>;

/** Runs a program to its end and returns what it prints. Fails with its output when it fails. */
export async function run(program: string, args: string[], folder: string, environment: Environment = {}): Promise<string> {
  return (await runWithOutput(program, args, folder, environment)).stdout;
}

/** Runs a program as `run` does, and returns both of its outputs. */
export async function runWithOutput(
  program: string,
  args: string[],
  folder: string,
  environment: Environment = {},
): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0", ...environment }, maxBuffer: 1 << 26 };
  try {
    return await promisify(execFile)(program, args, options);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}
