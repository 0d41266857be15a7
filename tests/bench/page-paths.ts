import { Platform } from "../platform";

/** The paths of the pages that show data. */
export async function pagePaths({ url, key }: { url: string; key: string }): Promise<string[]> {
  const platform = new Platform(key, url);
  const firstId = async (list: string) => (await platform.read<Record<string, { id: string }[]>>(`v1/platform/${list}?limit=1`))[list]?.[0]?.id;
  const [brand, prompt, run, answer] = await Promise.all(["brands", "prompts", "runs", "answers"].map(firstId));
  return [
    "/overview",
    "/brands",
    `/brands/${brand}`,
    "/sources?days=all",
    "/fan-outs?days=all",
    "/words?days=all",
    "/keywords",
    "/site-keywords",
    "/prompt-sets",
    "/prompts",
    ...(prompt ? [`/prompts/${prompt}`, `/prompts/${prompt}/models`] : []),
    "/runs",
    "/runs/new",
    `/runs/${run}`,
    "/answers?days=all",
    `/answers/${answer}`,
    "/schedules",
    "/alerts",
    "/digests",
    "/settings",
  ];
}
