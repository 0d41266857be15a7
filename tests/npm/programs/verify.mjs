// Verifies deliveries as JSON from standard input: with the package, and with the library of Standard Webhooks at an address.
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { verify, WebhookVerificationError } from "answerdeck/webhooks";

const { Webhook } = await import(process.argv[2]);
const { deliveries, secrets } = JSON.parse(await text(process.stdin));
const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

for (const { headers, body, secret } of deliveries) {
  const event = JSON.parse(body);
  assert.deepEqual(new Webhook(secret).verify(body, headers), event);
  assert.deepEqual(await verify(secret, headers, body), event);
  assert.deepEqual(await verify([other, secret], new Headers(headers), Buffer.from(body)), event);
  assert.deepEqual(await verify(secrets, headers, new TextEncoder().encode(body).buffer), event);
  const named = (change) => Object.entries(headers).map(([name, value]) => change(name.replace("webhook", "Webhook"), value));
  assert.deepEqual(await verify(secret, Object.fromEntries(named((name, value) => [name, [value]])), body), event);
  assert.deepEqual(await verify(secret, new Map(named((name, value) => [name, value])), body), event);
  assert.deepEqual(await verify(secret, new Map(named((name, value) => [name.toUpperCase(), [value]])), body), event);

  const refused = async (code, secrets, headers, body) => {
    const error = await verify(secrets, headers, body).catch((error) => error);
    assert.ok(error instanceof WebhookVerificationError && error.code === code, `${code}: ${error}`);
  };
  await refused("SIGNATURE", other, headers, body);
  await refused("SIGNATURE", secret, headers, `${body} `);
  await refused("SIGNATURE", secret, { ...headers, "webhook-id": "another" }, body);
  await refused("SIGNATURE", secret, { ...headers, "webhook-signature": "v1,!! v1a,AAAA" }, body);
  const timestamp = Number(headers["webhook-timestamp"]);
  await refused("SIGNATURE", secret, { ...headers, "webhook-timestamp": `${timestamp + 1}` }, body);
  for (const wrong of [timestamp - 400, timestamp + 400, "1e9"]) {
    await refused("TIMESTAMP", secret, { ...headers, "webhook-timestamp": `${wrong}` }, body);
  }
  await refused("HEADER", secret, { ...headers, "webhook-signature": undefined }, body);
  await assert.rejects(verify(secret, headers, event), TypeError);
  await assert.rejects(verify("no base64!", headers, body), TypeError);
  await assert.rejects(verify([], headers, body), TypeError);

  // What the library signs, the package verifies.
  const now = new Date();
  const signature = new Webhook(secret).sign("msg_1", now, body);
  const signed = { "webhook-id": "msg_1", "webhook-timestamp": `${Math.floor(now / 1000)}`, "webhook-signature": signature };
  assert.deepEqual(await verify(secret, signed, body), event);
}
console.log(`${deliveries.length} verified`);
