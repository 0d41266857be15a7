import type { Page } from "@playwright/test";

/** Changes the bodies with which the platform responds to the requests to `url`. */
export async function changeResponses<T = object>(page: Page, url: Parameters<Page["route"]>[0], change: (body: T) => object): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) });
  });
}

/** Changes what the platform says about the organization. */
export async function changeOrganization(page: Page, changes: { balance?: number; region?: string; models?: object[]; routes?: string[]; brands?: undefined; createdAt?: string }): Promise<void> {
  await changeResponses(page, "**/organizations/me", (organization) => ({ ...organization, ...changes }));
}

/** Hides what other platforms do not say about prompt sets: how many prompts they have. */
export async function hideExtensionsOfSets(page: Page): Promise<void> {
  await changeResponses(page, /\/platform\/prompt-sets(\?|$)/, ({ promptSets, ...list }: { promptSets: object[] }) => ({
    ...list,
    promptSets: promptSets.map((set) => ({ ...set, promptCount: undefined })),
  }));
}

/** Hides what other platforms do not say about the organization: they have operations for its balance, models and brands. */
export async function hideExtensionsOfOrganization(page: Page): Promise<void> {
  await changeOrganization(page, { balance: undefined, models: undefined, brands: undefined });
}

/** Calls the API of one server as one organization, without a browser. */
export class Platform {
  constructor(
    private readonly key: string,
    private readonly url = process.env.ANSWERDECK_URL,
  ) {}

  async read<T>(path: string): Promise<T> {
    return this.call(path, {});
  }

  /** Reads the items of all pages of a list. The path has a query. */
  async readAll<T>(path: string, items: string): Promise<T[]> {
    const all: T[] = [];
    for (let next = path; next; ) {
      const page = await this.read<Record<string, unknown>>(next);
      all.push(...(page[items] as T[]));
      next = page.nextCursor ? `${path}&cursor=${encodeURIComponent(String(page.nextCursor))}` : "";
    }
    return all;
  }

  async write<T>(path: string, body: unknown): Promise<T> {
    return this.call(path, { method: "POST", body: JSON.stringify(body) });
  }

  async change<T>(path: string, body: unknown): Promise<T> {
    return this.call(path, { method: "PATCH", body: JSON.stringify(body) });
  }

  async remove(path: string): Promise<void> {
    await this.send(path, { method: "DELETE" });
  }

  /** Creates a prompt set with prompts, and returns the set's id. */
  async createSet(name: string, prompts: string[]): Promise<string> {
    const { id } = await this.write<{ id: string }>("v1/platform/prompt-sets", { name });
    if (prompts.length > 0) {
      const all = prompts.map((content) => ({ content, promptSetID: id }));
      await this.write("v1/platform/prompts/bulk", { prompts: all });
    }
    return id;
  }

  private async call<T>(path: string, request: RequestInit): Promise<T> {
    return (await (await this.send(path, request)).json()) as T;
  }

  private async send(path: string, request: RequestInit): Promise<Response> {
    const headers = { "API-Key": this.key, "Content-Type": "application/json" };
    const answer = await fetch(`${this.url}/api/${path}`, { ...request, headers });
    if (answer.status === 429) {
      // Another test uses the same organization. The platform says how long to wait.
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get("Retry-After")) * 1_000));
      return this.send(path, request);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

/** The demo organization on the shared server. */
export function demo(): { key: string; platform: Platform } {
  const key = process.env.ANSWERDECK_KEY ?? "";
  return { key, platform: new Platform(key) };
}

/** A brand of the demo organization. */
export interface DemoBrand {
  id: string;
  name: string;
  synonyms: string[];
  websites: string[];
  isOwn?: boolean;
}

/** The brands of the demo organization, newest first. */
export async function demoBrands(): Promise<[DemoBrand, ...DemoBrand[]]> {
  return (await demo().platform.read<{ brands: [DemoBrand] }>("v1/platform/brands?limit=100")).brands;
}

/** The brand that is the demo organization's own. */
export async function demoOwnBrand(): Promise<DemoBrand> {
  const own = (await demoBrands()).find(({ isOwn }) => isOwn);
  if (!own) throw new Error("the demo has no own brand");
  return own;
}

/** An answer of the demo organization. */
export interface DemoAnswer {
  id: string;
  runID: string;
  promptID: string;
  query: string;
  status: string;
}

let answers: Promise<DemoAnswer[]> | undefined;

/** The newest answer of the demo organization with a status. Its answers are read once: they stay. */
export async function demoAnswer(status: "SUCCESS" | "FAILED"): Promise<DemoAnswer> {
  answers ??= demo()
    .platform.read<{ answers: DemoAnswer[] }>("v1/platform/answers?limit=100")
    .then(({ answers }) => answers);
  const found = (await answers).find((answer) => answer.status === status);
  if (!found) throw new Error(`the demo has no answer with status ${status}`);
  return found;
}
