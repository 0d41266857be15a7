import { expect } from "@playwright/test";
import type { Platform } from "./platform";

/** Submits runs and waits until they are finished. Returns their ids. */
export async function submitAndFinish(platform: Platform, submissions: object[]): Promise<string[]> {
  const runs: string[] = [];
  for (const submission of submissions) {
    runs.push((await platform.write<{ id: string }>("v1/platform/runs", submission)).id);
  }
  for (const id of runs) {
    const status = async () => (await platform.read<{ status: string }>(`v1/platform/runs/${id}`)).status;
    await expect.poll(status, { timeout: 60_000, intervals: [200] }).toBe("FINISHED");
  }
  return runs;
}
