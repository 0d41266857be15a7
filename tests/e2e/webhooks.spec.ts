import { createServer } from "node:http";
import { hostname } from "node:os";
import type { Locator, Page } from "@playwright/test";
import { expectFits } from "../accessibility";
import { expect, koreanOrganizationTest, test } from "../fixtures";
import type { Labels } from "../labels";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { choose } from "../menus";
import { Platform } from "../platform";
import { listen, startServer } from "../server";
import { goTo, storeSession, visit } from "../sign-in";

/** An address to which the server sends nothing: the name of this machine is found to be private when it is delivered to. */
const PRIVATE = `http://${hostname().toLowerCase()}:8099/hook?token=a-rather-long-token-that-has-to-break-somewhere-in-a-narrow-window`;

function section(page: Page, labels: Labels): Locator {
  return page.getByRole("region", { name: labels.webhooks, exact: true });
}

async function create(page: Page, labels: Labels, address: string): Promise<void> {
  await section(page, labels).getByRole("button", { name: labels.newWebhook }).click();
  const form = page.getByRole("dialog", { name: labels.newWebhook });
  await form.getByLabel(labels.webhookAddress).fill(address);
  await form.getByRole("button", { name: labels.save }).click();
  const secret = page.getByRole("dialog", { name: labels.signingSecret });
  await expect(secret.getByText(/^whsec_[\w+/]{43}=$/)).toBeVisible();
}

koreanOrganizationTest("a webhook is created, tested, changed and deleted on a phone and on a desktop, and an invalid one is not saved", async ({
  page,
  labels,
  step,
}) => {
  await step("a webhook is created, tested, changed and deleted", async () => {
    await page.setViewportSize({ width: 320, height: 900 });
    await visit(page, labels, "/settings");
    const webhooks = section(page, labels);
    await expect(webhooks.getByText(labels.noWebhooks)).toBeVisible();

    await create(page, labels, PRIVATE);
    await expectFits(page, "the secret", 1440);
    await page.getByRole("button", { name: labels.secretIsKept }).click();
    await expect(webhooks.getByText(PRIVATE)).toBeVisible();

    await webhooks.getByRole("button", { name: labels.sendTest }).click();
    const delivery = webhooks.getByRole("group").first();
    await delivery.locator("summary").click();
    await expect(delivery.getByText(/"type":\s?"webhook.test"/)).toBeVisible();
    await inBothLanguages(page, labels, (labels) =>
      expect(section(page, labels).getByRole("group").first().getByText(labels.noPublicAddress)).toBeVisible(),
    );
    await expectFitsInBothLanguages(page, labels, "a failed delivery", 1440);
    await delivery.getByRole("button", { name: labels.sendAgain }).click();
    await expect(page.getByText(labels.sentAgain)).toBeVisible();

    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(webhooks, labels, PRIVATE, labels.disableWebhook);
    await expect(webhooks.getByText(labels.webhookIsOff)).toBeVisible();
    await expect(webhooks.getByRole("button", { name: labels.sendTest })).toHaveCount(0);
    await choose(webhooks, labels, PRIVATE, labels.enableWebhook);
    await expect(webhooks.getByRole("button", { name: labels.sendTest })).toBeVisible();

    await choose(webhooks, labels, PRIVATE, labels.rotateSecret);
    await page.getByRole("dialog").getByRole("button", { name: labels.rotateSecret }).click();
    await expect(page.getByRole("dialog", { name: labels.signingSecret }).getByText(/^whsec_/)).toBeVisible();
    await page.getByRole("button", { name: labels.secretIsKept }).click();

    await choose(webhooks, labels, PRIVATE, labels.edit);
    const form = page.getByRole("dialog", { name: labels.editWebhook });
    await expect(form.getByLabel(labels.webhookLanguage)).toHaveCount(0);
    await form.getByLabel(labels.webhookFormat).selectOption("SLACK");
    await form.getByLabel(labels.webhookLanguage).selectOption("ko");
    for (const event of await form.getByRole("checkbox").all()) await event.uncheck();
    await form.getByLabel(labels.runFinished).check();
    await expectFits(page, "the form of a webhook", 1440);
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByText(labels.webhookSaved)).toBeVisible();
    await expect(webhooks.getByText(`Slack · ${labels.runFinished}`, { exact: true })).toBeVisible();

    await choose(webhooks, labels, PRIVATE, labels.remove);
    await expect(page.getByText(labels.webhookDeleted)).toBeVisible();
    const webhook = webhooks.getByRole("heading", { name: PRIVATE });
    await expect(webhook).toBeHidden();
    await page.getByRole("button", { name: labels.undo, exact: true }).click();
    await expect(webhook).toBeVisible();
    await expect(webhooks.getByRole("button", { name: labels.sendTest })).toBeFocused();

    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(webhooks, labels, PRIVATE, labels.remove);
    await page.getByRole("button", { name: labels.dismiss }).last().click();
    await expect(webhooks.getByText(labels.noWebhooks)).toBeVisible();
  });
  await step("an address that is none, and no event, are marked", async () => {
    await visit(page, labels, "/settings");
    await section(page, labels).getByRole("button", { name: labels.newWebhook }).click();
    const form = page.getByRole("dialog", { name: labels.newWebhook });
    await form.getByLabel(labels.webhookAddress).fill("javascript:alert(1)");
    for (const event of await form.getByRole("checkbox").all()) await event.uncheck();
    await form.getByRole("button", { name: labels.save }).click();
    await expect(form.getByText(labels.webhookAddressError)).toBeVisible();
    await expect(form.getByText(labels.webhookEventsError)).toBeVisible();
    await expect(form.getByLabel(labels.webhookAddress)).toBeFocused();
  });
});

test("a delivery arrives, and a receiver that is gone disables its webhook with a notice", async ({ page, labels }) => {
  let status = 204;
  const types: string[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      types.push((JSON.parse(body) as { type: string }).type);
      response.writeHead(status).end(status === 204 ? undefined : "<b>gone</b>");
    });
  });
  const address = `http://127.0.0.1:${await listen(receiver)}/hook`;
  const server = await startServer(["--allow-private-sites"]);
  try {
    await storeSession(page, server.key, server.url);
    await visit(page, labels, `${server.url}/settings`);
    await create(page, labels, address);
    await page.getByRole("button", { name: labels.secretIsKept }).click();
    const webhooks = section(page, labels);
    await webhooks.getByRole("button", { name: labels.sendTest }).click();
    await expect(webhooks.getByText("Delivered")).toBeVisible();

    status = 410;
    const platform = new Platform(server.key, server.url);
    const set = await platform.createSet("Earbuds", []);
    await platform.write("v1/platform/runs", { promptSetID: set, models: ["CLAUDE"] });
    await expect.poll(() => types).toEqual(["webhook.test", "run.finished"]);
    const reason = async () =>
      (await platform.read<{ webhooks: { disabledReason?: string }[] }>("v1beta/platform/webhooks")).webhooks[0]?.disabledReason;
    await expect.poll(reason).toBe("GONE");
    await goTo(page, labels, labels.runs);
    await page.goBack();
    await expect(webhooks.getByText("Disabled because the receiver responded that it is gone (status 410).")).toBeVisible();
    await webhooks.getByRole("button", { name: "Deliveries" }).click();
    await webhooks.getByRole("group").first().locator("summary").click();
    await expect(webhooks.getByText("<b>gone</b>")).toBeVisible();
  } finally {
    receiver.close();
    await server.stop();
  }
});
