import { expect, test } from "@playwright/test";
import { labelsOf } from "../labels";
import { createOrganization } from "../organization";
import { demo, Platform } from "../platform";
import { browsers, open } from "./browser";
import { Visitor } from "./visitor";

const labels = labelsOf.en;
const url = process.env.ANSWERDECK_URL ?? "";
const DIALOG = "dialog[open]";
const BRAND = "누리오";
const SET = "Earbuds";
const PROMPTS = ["Which wireless earbuds are best for commuting?", "누리오 이어폰 어때?"];

for (const name of browsers) {
  test(`${name}: from the sign-in to an answer, charts by the keyboard, and out again`, async () => {
    const { key } = await createOrganization(name, 100);
    const browser = await open(name);
    const visitor = new Visitor(browser.driver);
    try {
      await test.step("signs in on the page that asks for the key", () => signIn(visitor, key));

      await test.step("creates a brand", async () => {
        await goTo(visitor, labels.brands);
        await visitor.press("button", labels.newBrand);
        await visitor.fill(labels.name, BRAND, DIALOG);
        await visitor.press("button", labels.save, DIALOG);
        await visitor.find("link", BRAND);
      });

      await test.step("creates a set with prompts", async () => {
        await goTo(visitor, labels.promptSets);
        await visitor.press("button", labels.newSet);
        await visitor.fill(labels.name, SET, DIALOG);
        await visitor.press("button", labels.save, DIALOG);
        await visitor.find("heading", SET);
        await visitor.press("button", labels.addMany);
        await visitor.fill(labels.paste, PROMPTS.join("\n"), DIALOG);
        await visitor.press("button", labels.add(PROMPTS.length), DIALOG);
        for (const prompt of PROMPTS) await visitor.find("link", prompt);
      });

      await test.step("starts a run and watches it finish", async () => {
        await goTo(visitor, labels.runs);
        await visitor.press("link", labels.newRun);
        await visitor.choose(labels.promptSet, SET);
        await visitor.press("checkbox", /ChatGPT/);
        await visitor.press("button", labels.startFor(PROMPTS.length));
        await visitor.find("heading", SET);
        await expect.poll(() => visitor.text("main"), { timeout: 60_000 }).toContain(labels.finished);
      });

      await test.step("reads an answer that names the brand", async () => {
        await visitor.press("link", labels.seeAnswers);
        await visitor.press("link", PROMPTS[1] ?? "", "main table");
        await visitor.find("region", labels.answerText);
        const mentions = await visitor.find("group", labels.mentions);
        expect(await mentions.getText()).toContain(BRAND);
      });

      await test.step("signs out, and in again after that", async () => {
        await signOut(visitor);
        await visitor.open(`${url}/answers`);
        await signIn(visitor, demo().key);
      });

      await test.step("reads a chart with the keyboard", async () => {
        await goTo(visitor, labels.overview);
        const chart = await visitor.find("application", labels.mentionTrend);
        // Before it is drawn, it has no data point that a key could select.
        const points = () => browser.driver.executeScript("return arguments[0].querySelectorAll('svg > g > *').length", chart);
        await expect.poll(points).toBeGreaterThan(0);
        await browser.driver.executeScript("arguments[0].focus()", chart);
        const tooltip = () => visitor.text("[role=application] [aria-live]");
        await visitor.key("END");
        await expect.poll(tooltip).toContain("%");
        const last = await tooltip();
        await visitor.key("ARROW_LEFT");
        await expect.poll(tooltip).not.toBe(last);
      });

      await test.step("signs out", () => signOut(visitor));

      const { runs } = await new Platform(key).read<{ runs: object[] }>("v1/platform/runs");
      expect(runs).toHaveLength(1);
    } finally {
      await browser.close();
    }
  });
}

async function signIn(visitor: Visitor, key: string): Promise<void> {
  await visitor.open(`${url}/`);
  await visitor.press("button", labels.signIn);
  await visitor.find("button", labels.cancel);
  await visitor.fill(labels.apiKey, key);
  await visitor.press("button", labels.signIn);
  await visitor.find("navigation", labels.main);
}

async function goTo(visitor: Visitor, page: string): Promise<void> {
  await visitor.press("link", page, "nav");
  await visitor.find("heading", page, "main");
}

async function signOut(visitor: Visitor): Promise<void> {
  await visitor.press("button", labels.menu);
  await visitor.press("button", labels.signOut);
  await visitor.find("button", labels.signIn);
}
