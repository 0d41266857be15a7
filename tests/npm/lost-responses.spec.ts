import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { consent } from "../consent";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { type Server, startServer } from "../server";
import { project, run } from "./project";
import { RESETS, ResettingProxy } from "./resetting-proxy";
import { serveFiles } from "./static-server";

/** How many prompts are created, asked, changed and deleted: four changes each. */
const PROMPTS = Number(process.env.ANSWERDECK_LOST_RESPONSES ?? 3);
const REFRESHES = Math.ceil(PROMPTS * 0.8);
const CREDITS = 10_000;

type Program = "change" | "renew";
/** Runs a program of lost-responses.mjs in a runtime, and returns the errors of its calls. */
type Runtime = (page: Page, program: Program, options: object) => Promise<string[]>;

const runtimes: Record<string, Runtime> = {
  Chromium: async (page, program, options) => {
    const site = await serveFiles(project());
    try {
      await page.goto(`${site.url}/client.html`);
      await page.waitForFunction(() => "Answerdeck" in globalThis);
      const code = `import("./lost-responses.mjs").then((programs) => programs.${program}(globalThis, ${JSON.stringify(options)}))`;
      return (await page.evaluate(code)) as string[];
    } finally {
      await site.stop();
    }
  },
  Node: (_, program, options) => print("node", [], program, options),
  Deno: (_, program, options) => {
    const deno = createRequire(import.meta.url).resolve("deno/bin.cjs");
    return print("node", [deno, "run", "--quiet", "--allow-all", "--unsafely-ignore-certificate-errors"], program, options);
  },
};

async function print(command: string, args: string[], program: Program, options: object): Promise<string[]> {
  const printed = await run(command, [...args, "print-lost-responses.mjs", program, JSON.stringify(options)], project());
  return JSON.parse(printed) as string[];
}

// The certificate of the proxy signs itself.
test.use({ ignoreHTTPSErrors: true });
test.setTimeout(60_000 + PROMPTS * 10_000);

for (const reset of RESETS) {
  test.describe(() => {
    // The runtimes share a server.
    test.describe.configure({ mode: "default" });
    let proxy: ResettingProxy;
    let server: Server;
    test.beforeAll(async () => {
      proxy = await ResettingProxy.start(reset);
      server = await startServer([], proxy.url);
      proxy.target = server.url;
      proxy.extras.set("/consent-of-the-test", async (address) => String(await consent(new URL(address), server.key, "allow", server.url)));
    });
    test.afterAll(async () => {
      await server?.stop();
      await proxy?.stop();
    });

    for (const [name, runtime] of Object.entries(runtimes)) {
      // The `fetch` of Node speaks HTTP/1.1 only.
      if (name === "Node" && reset === "HTTP/2 GOAWAY") continue;
      test(`${name} makes each change and each refresh once if ${reset} comes instead of the first response`, async ({ page }) => {
        proxy.lost = 0;
        const { key } = await createOrganization("Lost responses", CREDITS, server.database);
        const platform = new Platform(key, server.url);
        const promptSetID = await platform.createSet("Prompts", []);
        const errors = await runtime(page, "change", { baseUrl: proxy.url, apiKey: key, promptSetID, count: PROMPTS });
        const { prompts } = await platform.read<{ prompts: object[] }>("v1/platform/prompts");
        const runs = await platform.readAll("v1/platform/runs?limit=10", "runs");
        const made = { errors, runs: runs.length, prompts: prompts.length, lost: proxy.lost };
        expect(made).toEqual({ errors: [], runs: PROMPTS, prompts: 0, lost: 4 * PROMPTS });
        const balance = async () => (await platform.read<{ balance: number }>("v1beta/platform/credits/me")).balance;
        await expect.poll(balance).toBe(CREDITS - PROMPTS);

        proxy.lost = 0;
        const errorsOfReads = await runtime(page, "renew", { baseUrl: proxy.url, count: REFRESHES });
        expect({ errorsOfReads, lost: proxy.lost }).toEqual({ errorsOfReads: [], lost: REFRESHES });
      });
    }
  });
}
