import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import selfsigned from "selfsigned";
import { SMTPServer } from "smtp-server";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, test } from "../fixtures";
import { type Language, languages } from "../labels";
import { Platform } from "../platform";
import { type Server, startServer } from "../server";
import { follow, storeSession, visit } from "../sign-in";

const RECIPIENT = "kim@nurio.example";
const WEEKDAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

interface DigestSettings {
  readonly emailAvailable: boolean;
  readonly recipients: string[];
}

/** A mail server with TLS that wants a login, and a platform that sends by it. */
interface Sending {
  readonly server: Server;
  readonly platform: Platform;
  readonly mails: ParsedMail[];
  stop(): Promise<void>;
}

async function start(): Promise<Sending> {
  const { cert, private: key } = await selfsigned.generate([{ name: "commonName", value: "localhost" }], {
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  const mails: ParsedMail[] = [];
  const smtp = new SMTPServer({
    secure: true,
    key,
    cert,
    onAuth({ username, password }, _, done) {
      const isKnown = username === "digest" && password === "p@ss";
      done(isKnown ? null : new Error("wrong login"), { user: username });
    },
    onData(stream, _, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  const listener = smtp.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const folder = await mkdtemp(join(tmpdir(), "answerdeck-"));
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, cert);
  const url = `smtps://digest:p%40ss@localhost:${(listener.address() as AddressInfo).port}`;
  const options = ["--smtp-url", url, "--mail-from", "Answerdeck <digest@deck.example>", "--certificate-authorities", authorities];
  const server = await startServer(options);
  return {
    server,
    platform: new Platform(server.key, server.url),
    mails,
    async stop() {
      await server.stop();
      await new Promise<void>((closed) => smtp.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the next digest due when the minute after the next five seconds begins, and waits for its mail. */
async function waitForMail({ server, platform, mails }: Sending, language: Language): Promise<void> {
  const due = new Date(Date.now() + 65_000);
  const time = due.toISOString().slice(11, 16);
  const update = { weekday: WEEKDAYS[due.getUTCDay()], time, timeZone: "UTC", language, recipients: [RECIPIENT] };
  const settings = await platform.change<DigestSettings>("v1beta/platform/digest-settings", update);
  expect(settings.emailAvailable).toBe(true);
  await expect.poll(() => mails.length, { timeout: 90_000, message: `a mail of ${server.url}` }).toBe(1);
}

// The tests of both languages wait for a minute to begin: once.
test.describe.configure({ mode: "default" });

const sendings = new Map<Language, Sending>();

test.beforeAll(async () => {
  await Promise.all(
    languages.map(async (language) => {
      const sending = await start();
      sendings.set(language, sending);
      await waitForMail(sending, language);
    }),
  );
});

test.afterAll(() => Promise.all([...sendings.values()].map((sending) => sending.stop())));

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a digest arrives, is readable on every screen, leads to its numbers, and is left with one click", async ({ page, labels }) => {
      const { server, platform, mails } = sendings.get(language) as Sending;
      const mail = mails[0] as ParsedMail;
      expect(mail.to).toMatchObject({ text: RECIPIENT });
      // How many alerts fell into the week, and which brand moved significantly in it, depends on the day of the test.
      const subject = {
        en: /^((\d+ alerts?;|No significant change:) \d+% of answers mention Nurio|(Nurio|Tavrin|Pelmora|Mikkaro) (rose|fell) to \d+% of answers)$/,
        ko: /^((알림 \d+개,|유의한 변화 없음:) Nurio 언급률 \d+%|(Nurio|Tavrin|Pelmora|Mikkaro) 언급률이 \d+%로 (올랐|떨어졌)어요)$/,
      };
      expect(mail.subject).toMatch(subject[language]);
      const html = mail.html || "";
      for (const width of [375, 600]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.setContent(html);
          await expectAccessible(page, `the mail, ${width} px wide, ${colorScheme}`);
          await expectNoHorizontalScroll(page, `the mail, ${width} px wide, ${colorScheme}`);
        }
      }
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const overview = page.getByRole("link", { name: language === "ko" ? "개요에서 보기" : "See it in the overview" });
      const address = new URL((await overview.getAttribute("href")) as string);
      const numbers = /(\d+)개 중 (\d+)개\)|\((\d+) of (\d+)\)/.exec(mail.text ?? "");
      const [answers, named] = language === "ko" ? [numbers?.[1], numbers?.[2]] : [numbers?.[4], numbers?.[3]];

      // The page and the metrics have the numbers of the mail.
      const scope = new URLSearchParams(address.search);
      scope.set("finished", "true");
      const metrics = await platform.read<{ all: { sample: { answers: number }; brands: { mentionRate: { numerator: number } }[] }; brands: { name: string }[] }>(
        `v1beta/platform/metrics/brands?${scope}`,
      );
      const own = metrics.all.brands[metrics.brands.findIndex(({ name }) => name === "Nurio")];
      expect([String(metrics.all.sample.answers), String(own?.mentionRate.numerator)]).toEqual([answers, named]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await storeSession(page, server.key, server.url);
      await visit(page, labels, address.href);
      const percent = `${Math.round((100 * Number(named)) / Number(answers))}%`;
      if (mail.subject?.includes("Nurio")) expect(mail.subject).toContain(percent);
      const inWords = new RegExp(`Nurio.*${percent}.*(${named}.*${answers}|${answers}.*${named})`);
      await expect(page.getByRole("main").getByText(inWords).first()).toBeVisible();

      // The console says what the mail says.
      const sentences = [...(mail.text ?? "").matchAll(/^\d\. (.+)$/gm)].map(([, sentence]) => sentence as string);
      const digest = /\/digests\/\w+/.exec(mail.text ?? "")?.[0] as string;
      await follow(page, digest);
      await expect(page.locator(".digest-lines > li")).toHaveText(sentences);

      const list = mail.headers.get("list") as unknown as { unsubscribe: { url: string }; "unsubscribe-post": { name: string } };
      expect(list["unsubscribe-post"].name).toBe("List-Unsubscribe=One-Click");
      await page.goto(list.unsubscribe.url);
      await expectAccessible(page, "the page to unsubscribe");
      const recipients = async () => (await platform.read<DigestSettings>("v1beta/platform/digest-settings")).recipients;
      expect(await recipients()).toEqual([RECIPIENT]);
      await page.getByRole("button", { name: language === "ko" ? "그만 받기" : "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { name: language === "ko" ? "이제 보내지 않아요" : "You are unsubscribed" })).toBeVisible();
      expect(await recipients()).toEqual([]);
    });
  });
}
